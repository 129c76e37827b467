import { Client, SharedInformerFactory } from 'kube-informer';
import type { SharedInformer } from 'kube-informer';
import { FakeClock, eventually, startTestCluster } from 'kube-informer/testing';
import type { TestCluster, TestClusterOptions } from 'kube-informer/testing';
import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/generated/kinds/core-v1.js';

const LIMIT_MS = 60_000;
const UPDATES = 10_000;
const HIGH_WATER_MARK = 1_000;
// It took 7,100. Most pass while code is loaded and the connection is made, which takes longer on a busy machine.
const MOST_ROUNDS = 100_000;

/** Of a pod: which state of which one it is. */
type State = `${string}@${string}`;

function stateOf({ metadata }: Pod): State {
  return `${metadata.name}@${metadata.resourceVersion}`;
}

/** A pod straight into the storage, so that a thousand states of it come faster than anyone can read them. */
function put({ server }: TestCluster, name: string, text: string): State {
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: `uid-of-${name}`, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { containers: [{ name: 'web', image: 'web:1', args: [text] }] },
    status: {},
  };
  return `${name}@${String(server.storage.put('pods', `default/${name}`, object).version)}`;
}

function memoryOf(informer: SharedInformer<Pod>): { readonly used: number; readonly capacity: number } {
  return (informer.indexer as unknown as { memory: { used: number; capacity: number } }).memory;
}

/** A cluster, and an informer of its pods that is not started. */
async function setUp(options: TestClusterOptions = {}) {
  const cluster = await startTestCluster(options);
  const client = new Client(cluster.config);
  const factory = new SharedInformerFactory(client, { clock: new FakeClock() });
  const { informer, lister } = factory.core.v1.pods;
  return {
    cluster,
    factory,
    informer,
    lister,
    async [Symbol.asyncDispose]() {
      await factory.stop();
      await client.close();
      await cluster.stop();
    },
  };
}

describe('a stream that is faster than its readers', { timeout: LIMIT_MS }, () => {
  it('of 10,000 states of one object keeps all in order for who asks for all, and few for who is stuck', async () => {
    await using world = await setUp();
    const { cluster, factory, informer } = world;
    const all: State[] = [];
    informer.addEventHandler(
      { onAdd: (pod) => all.push(stateOf(pod)), onUpdate: (_, pod) => all.push(stateOf(pod)) },
      { name: 'all', overflow: 'all' },
    );
    const few: State[] = [];
    let release!: () => void;
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    informer.addEventHandler(
      {
        onAdd: () => stuck,
        onUpdate: (_, pod) => few.push(stateOf(pod)),
      },
      { name: 'stuck', highWaterMark: HIGH_WATER_MARK },
    );
    const states = [put(cluster, 'web', 'first')];
    factory.start();
    await factory.waitForCacheSync();
    for (let update = 0; update < UPDATES; update++) states.push(put(cluster, 'web', 'x'.repeat(update % 800)));
    await eventually(() => {
      expect(all.length).toBe(states.length);
    });
    expect(all).toEqual(states);
    const backlog = informer.status.handlers.find(({ name }) => name === 'stuck')?.backlog;
    expect(backlog).toBeLessThanOrEqual(HIGH_WATER_MARK);
    expect(memoryOf(informer).capacity).toBeLessThan(256 * 1024);
    release();
    await eventually(() => {
      expect(few.at(-1)).toBe(states.at(-1));
    });
    expect(few.length).toBe(backlog);
    // In order, too: what is left of all states is as they came.
    expect(few).toEqual(states.filter((state) => few.includes(state)));
  });
});

describe('a stream that is slower than its reader', { timeout: LIMIT_MS }, () => {
  it('is read to its end, a few bytes at a time', async () => {
    const clock = new FakeClock();
    await using world = await setUp({ clock });
    const { cluster, factory, informer } = world;
    const fault = cluster.server.faults.add(
      { type: 'slow', bytes: 7, everyMs: 10 },
      { verb: 'watch', resource: 'pods' },
      { times: Infinity },
    );
    const seen: State[] = [];
    const changedAt: number[] = [];
    informer.addEventHandler({
      onAdd: (pod) => seen.push(stateOf(pod)),
      onUpdate: (_, pod) => {
        seen.push(stateOf(pod));
        changedAt.push(clock.now());
      },
    });
    const states = ['a', 'b', 'c'].map((name) => put(cluster, name, 'first'));
    factory.start();
    const passTimeUntil = async (isDone: () => boolean): Promise<void> => {
      for (let round = 0; !isDone(); round++) {
        if (round === MOST_ROUNDS) throw new Error(`After ${String(seen.length)} events no more comes.`);
        await clock.advance(10);
        await new Promise(setImmediate);
      }
    };
    await passTimeUntil(() => informer.hasSynced);
    states.push(put(cluster, 'b', 'second'), put(cluster, 'c', 'second'), put(cluster, 'b', 'third'));
    await passTimeUntil(() => seen.length >= states.length);
    expect(seen).toEqual(states);
    expect(changedAt).toHaveLength(3);
    // Sent at once, they come apart, for each has more than a hundred bytes.
    for (const [index, at] of changedAt.entries()) {
      if (index > 0) expect(at - (changedAt[index - 1] ?? NaN)).toBeGreaterThan(100);
    }
    // All of it in one stream.
    expect(fault.hits).toBe(1);
  });
});

describe('an object of 1.5 MB among small ones', { timeout: LIMIT_MS }, () => {
  it('comes and changes in its turn, and leaves no memory behind', async () => {
    await using world = await setUp();
    const { cluster, factory, informer, lister } = world;
    const seen: State[] = [];
    informer.addEventHandler({
      onAdd: (pod) => seen.push(stateOf(pod)),
      onUpdate: (_, pod) => seen.push(stateOf(pod)),
    });
    const names = Array.from({ length: 50 }, (_, index) => `small-${String(index)}`);
    const states: State[] = [];
    factory.start();
    await factory.waitForCacheSync();
    for (let round = 0; round < 3; round++) {
      for (const name of names) states.push(put(cluster, name, 'x'.repeat(round * 100)));
      states.push(put(cluster, 'huge', String(round).repeat(1_500_000)));
      for (const name of names) states.push(put(cluster, name, 'y'.repeat(round * 100)));
    }
    await eventually(() => {
      expect(seen.length).toBe(states.length);
    });
    expect(seen).toEqual(states);
    expect(lister.namespace('default').getOrThrow('huge').spec.containers[0]?.args).toEqual(['2'.repeat(1_500_000)]);
    expect(memoryOf(informer).used).toBeGreaterThan(1_500_000);
    cluster.server.storage.remove('pods', 'default/huge');
    await eventually(() => {
      expect(lister.size).toBe(names.length);
    });
    const { used, capacity } = memoryOf(informer);
    expect(used).toBeLessThan(names.length * 1_000);
    expect(capacity).toBeLessThan(256 * 1024);
  });
});
