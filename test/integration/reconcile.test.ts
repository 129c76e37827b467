import fc from 'fast-check';
import { SharedInformerFactory, mutableCopy, silentLogger } from 'kube-informer';
import type { Timer } from 'kube-informer';
import { ApiStatusError } from 'kube-informer/errors';
import { apiError, connectionError, eventually, makeObject } from 'kube-informer/testing';
import type { FakeListerWatcher } from 'kube-informer/testing';
import { RateLimitingQueue } from 'kube-informer/workqueue';
import { describe, expect, it } from 'vitest';
import { FakeCluster, makePodSet, podSets, pods } from './support/fake-cluster.js';

const FAULTS = {
  reset: (source) => source.resetWatches(),
  close: (source) => source.closeWatches(),
  expire: (source) => {
    source.expire({ endWatches: true });
  },
  lose: (source) => {
    source.loseNextEvents(2);
  },
  duplicate: (source) => {
    source.duplicateNextEvents(2);
  },
  throttle: (source) => {
    source.throttle(2);
    source.resetWatches();
  },
  refuse: (source) => {
    source.failNext('watch', connectionError('ECONNREFUSED'), 3);
    source.failNext('list', apiError(500), 2);
    source.expire({ endWatches: true });
  },
  garbage: (source) => source.sendGarbage('no-name'),
} satisfies Record<string, (source: FakeListerWatcher<never>) => unknown>;

type Step =
  | { readonly do: 'scale'; readonly set: 'a' | 'b'; readonly to: number }
  | { readonly do: 'remove'; readonly set: 'a' | 'b' }
  | { readonly do: 'kill' }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fault'; readonly fault: keyof typeof FAULTS; readonly on: 'pods' | 'podSets' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('scale'), set: fc.constantFrom('a', 'b'), to: fc.nat(4) }),
  fc.record({ do: fc.constant('remove'), set: fc.constantFrom('a', 'b') }),
  fc.record({ do: fc.constant('kill') }),
  fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(0, 100, 5_000) }),
  fc.record({
    do: fc.constant('fault'),
    fault: fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])),
    on: fc.constantFrom('pods', 'podSets'),
  }),
);

/** Makes and removes pods until each set has as many as it wants. */
class PodSetController {
  readonly queue: RateLimitingQueue;
  readonly #cluster: FakeCluster;
  readonly #sets;
  readonly #pods;

  constructor(cluster: FakeCluster, factory: SharedInformerFactory) {
    this.#cluster = cluster;
    this.queue = new RateLimitingQueue<string>({ clock: cluster.clock });
    this.#sets = factory.for(podSets);
    this.#pods = factory.for(pods);
    const enqueue = (_object: unknown, { key }: { key: string }): void => {
      this.queue.add(key);
    };
    this.#sets.informer.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, _new, { key }) => {
        this.queue.add(key);
      },
      onDelete: enqueue,
    });
    const enqueueOwner = (_pod: unknown, { key }: { key: string }): void => {
      this.queue.add(key.slice(0, key.lastIndexOf('-')));
    };
    this.#pods.informer.addEventHandler({ onAdd: enqueueOwner, onDelete: enqueueOwner });
  }

  reconcile(key: string): void {
    const prefix = `${key}-`;
    const replicas = this.#sets.lister.get(key)?.spec.replicas ?? 0;
    const wanted = new Set(Array.from({ length: replicas }, (_, index) => `${prefix}${index}`));
    for (const present of [...this.#pods.lister.keys()].filter((pod) => pod.startsWith(prefix))) {
      if (!wanted.delete(present)) this.#cluster.of(pods).delete(present);
    }
    for (const missing of wanted) this.#cluster.of(pods).create(makeObject({ name: missing.replace('default/', '') }));
  }
}

/** Marks every pod once. */
class Marker {
  readonly queue: RateLimitingQueue;
  readonly #cluster: FakeCluster;
  readonly #pods;

  constructor(cluster: FakeCluster, factory: SharedInformerFactory) {
    this.#cluster = cluster;
    this.queue = new RateLimitingQueue<string>({ clock: cluster.clock });
    this.#pods = factory.for(pods);
    this.#pods.informer.addEventHandler({
      onAdd: (_pod, { key }) => {
        this.queue.add(key);
      },
      onUpdate: (_old, _new, { key }) => {
        this.queue.add(key);
      },
    });
  }

  reconcile(key: string): void {
    const pod = this.#pods.lister.get(key);
    if (pod === undefined || pod.metadata.labels?.['marked'] === 'true') return;
    const copy = mutableCopy(pod);
    copy.metadata.labels = { ...copy.metadata.labels, marked: 'true' };
    this.#cluster.of(pods).update(copy);
  }
}

async function work(controller: PodSetController | Marker): Promise<void> {
  for await (const key of controller.queue.items()) {
    try {
      controller.reconcile(key);
      controller.queue.forget(key);
    } catch (error) {
      // It is there, changed or gone already: what the cache could not know yet. Anything else is a bug of the test.
      if (!(error instanceof ApiStatusError) || ![404, 409].includes(error.statusCode)) throw error;
      controller.queue.addRateLimited(key);
    }
  }
}

describe('two controllers on one factory', () => {
  it('reach the desired state through any faults', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const cluster = new FakeCluster();
        // A pod that is made and killed between two lists makes no notification at all: a resync looks again.
        const factory = new SharedInformerFactory(cluster, {
          clock: cluster.clock,
          logger: silentLogger,
          resyncPeriod: 30_000,
        });
        const controllers = [new PodSetController(cluster, factory), new Marker(cluster, factory)];
        factory.start();
        await factory.waitForCacheSync();
        const workers = controllers.flatMap((controller) => [work(controller), work(controller)]);

        const desired = new Map<string, number>();
        for (const next of steps) await apply(cluster, next, desired);
        const stopRelists = relistEveryMinute(cluster);
        await eventually(
          () => {
            const names = [...desired].flatMap(([set, count]) =>
              Array.from({ length: count }, (_, n) => `${set}-${n}`),
            );
            const present = cluster.of(pods).objects();
            expect(present.map(({ metadata }) => metadata.name)).toEqual(names.sort());
            expect(present.filter(({ metadata }) => metadata.labels?.['marked'] !== 'true')).toEqual([]);
            expect(cluster.of(pods).openWatches).toBe(1);
            expect(byName(factory.for(pods).lister.list())).toEqual(present);
            expect(byName(factory.for(podSets).lister.list())).toEqual(cluster.of(podSets).objects());
          },
          // Rate limiters end at 1000 s between two tries.
          { clock: cluster.clock, withinMs: 3_600_000 },
        );
        stopRelists();

        for (const { queue } of controllers) queue.shutDown();
        await Promise.all(workers);
        await factory.stop();
        expect(cluster.of(pods).openWatches + cluster.of(podSets).openWatches).toBe(0);
        expect(cluster.clock.pendingTimers).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});

function byName<T extends { readonly metadata: { readonly name: string } }>(objects: readonly T[]): T[] {
  return [...objects].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

/** A lost event is noticed at the next list at the latest, and some are lost after the last step. */
function relistEveryMinute(cluster: FakeCluster): () => void {
  let timer: Timer;
  const relist = (): void => {
    for (const source of [cluster.of(pods), cluster.of(podSets)]) source.expire({ endWatches: true });
    timer = cluster.clock.setTimeout(relist, 60_000);
  };
  relist();
  return () => {
    timer.cancel();
  };
}

async function apply(cluster: FakeCluster, next: Step, desired: Map<string, number>): Promise<void> {
  switch (next.do) {
    case 'scale':
      desired.set(next.set, next.to);
      cluster.of(podSets).set(makePodSet(next.set, next.to));
      break;
    case 'remove':
      if (desired.delete(next.set)) cluster.of(podSets).delete(`default/${next.set}`);
      break;
    case 'kill': {
      const [first] = cluster.of(pods).objects();
      if (first !== undefined) cluster.of(pods).delete(`default/${first.metadata.name}`);
      break;
    }
    case 'pass':
      await cluster.clock.advance(next.ms);
      break;
    case 'fault':
      FAULTS[next.fault](next.on === 'pods' ? cluster.of(pods as never) : cluster.of(podSets as never));
      break;
  }
}
