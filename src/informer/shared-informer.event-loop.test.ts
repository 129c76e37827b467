import { describe, expect, it } from 'vitest';
import type { Timer } from '../base/clock.js';
import { FakeClock, FakeListerWatcher, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListPage, ListerWatcher, WatchEvent } from '../reflector/index.js';
import type { ResourceEventHandler } from './notification.js';
import type { SharedInformerOptions } from './shared-informer-options.js';
import { SharedInformer } from './shared-informer.js';

const COUNT = 100_000;

// Times belong in benches: a busy machine makes any of them long. What a slice bounds everywhere is how much of
// the work is done in one turn, and a slow machine only does less.
const LARGEST_SHARE = 0.5;

/** A source whose lists cost nothing, so that what is measured is the informer. */
class BigSource implements ListerWatcher<TestObject> {
  readonly supportsWatchList = false;
  version = 1;
  /** Objects handed out. */
  sent = 0;

  *list(): Iterable<ListPage<TestObject>> {
    const resourceVersion = String(this.version * 1_000_000);
    yield { items: this.#items(resourceVersion), resourceVersion };
  }

  *#items(resourceVersion: string): Iterable<TestObject> {
    const base = makeObject({ name: 'x' });
    for (let index = 0; index < COUNT; index++) {
      this.sent++;
      yield {
        ...base,
        metadata: { name: `p${index}`, namespace: `ns${index % 10}`, uid: `u${index}`, resourceVersion },
      };
    }
  }

  watch(_: unknown, { signal }: { signal: AbortSignal }): Promise<AsyncIterable<WatchEvent<TestObject>>> {
    const stream = async function* (): AsyncGenerator<WatchEvent<TestObject>> {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
      yield* [];
    };
    return Promise.resolve(stream());
  }
}

/** Runs `act`; tells the largest share of the progress that was made without anybody else having a turn, and the turns. */
async function turnsDuring(
  act: () => Promise<unknown>,
  progress: () => number,
): Promise<{ largestShare: number; turns: number }> {
  let largest = 0;
  let turns = 0;
  const begin = progress();
  let last = begin;
  let over = false;
  const tick = (): void => {
    largest = Math.max(largest, progress() - last);
    last = progress();
    turns++;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  await act();
  over = true;
  tick();
  return { largestShare: largest / (last - begin), turns };
}

describe(`the event loop with ${COUNT} objects`, () => {
  it(
    'is free during the list, a relist that changes all, a late join, a resync, and delivery',
    { timeout: 60_000 },
    async () => {
      const clock = new FakeClock();
      const source = new BigSource();
      const informer = new SharedInformer(source, { clock, indexers: { node: 'spec.nodeName' } });
      const seen = { add: 0, update: 0, resync: 0 };
      const handler: ResourceEventHandler<TestObject> = {
        onAdd: () => {
          seen.add++;
        },
        onUpdate: (_old, _object, { isResync }) => {
          seen[isResync ? 'resync' : 'update']++;
        },
      };
      const progress = (): number => source.sent + seen.add + seen.update + seen.resync;
      informer.addEventHandler(handler);
      const first = await turnsDuring(async () => {
        informer.start();
        await clock.settle();
      }, progress);
      expect(informer.indexer.size).toBe(COUNT);
      expect(seen.add).toBe(COUNT);

      source.version = 2;
      const second = await turnsDuring(async () => {
        informer.relist();
        await clock.advance(5_000);
      }, progress);
      expect(seen.update).toBe(COUNT);

      const third = await turnsDuring(async () => {
        informer.addEventHandler(handler, { resyncPeriod: 10_000 });
        await clock.settle();
      }, progress);
      expect(seen.add).toBe(2 * COUNT);

      const fourth = await turnsDuring(() => clock.advance(10_000), progress);
      expect(seen.resync).toBe(COUNT);
      await informer.stop();

      for (const { largestShare, turns } of [first, second, third, fourth]) {
        expect(largestShare).toBeLessThan(LARGEST_SHARE);
        expect(turns).toBeGreaterThan(5);
      }
    },
  );
});

describe('code of the user that takes long for each object', () => {
  /** Longer than a slice, so that no two calls of it belong in one turn. */
  const slow = <T>(value: T): T => {
    for (const end = performance.now() + 3; performance.now() < end;);
    return value;
  };
  const objects = (count: number): TestObject[] =>
    Array.from({ length: count }, (_, index) => makeObject({ name: `p${index}` }));

  type Options = SharedInformerOptions<TestObject, 'slow'>;
  const transform = (called: () => void): Options => ({
    transform: (object) => {
      called();
      return slow(object);
    },
  });
  const index = (called: () => void): Options => ({
    indexers: {
      slow: ({ metadata }) => {
        called();
        return slow(metadata.name);
      },
    },
  });

  it.each<[string, (called: () => void) => Options, boolean]>([
    ['a transform, of a list', transform, false],
    ['a transform, of a WatchList', transform, true],
    ['an index function', index, false],
  ])('gets a turn for each call: %s', async (_name, options, watchList) => {
    let calls = 0;
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock, objects: objects(40) });
    const informer = new SharedInformer(source, { clock, watchList, ...options(() => calls++) });
    const { largestShare } = await turnsDuring(
      async () => {
        informer.start();
        await clock.settle();
        // Those of a watch, which come all at once.
        for (const object of objects(40)) source.update(object);
        await clock.settle();
      },
      () => calls,
    );
    await informer.stop();
    expect(calls).toBe(80);
    expect(largestShare * calls).toBeLessThanOrEqual(2);
  });

  it('gets a turn for each call when what a transform failed on is tried again all at once', async () => {
    const clock = new RetryingClock();
    const source = new FakeListerWatcher<TestObject>({ clock, objects: objects(40) });
    let calls = 0;
    let fails = true;
    const informer = new SharedInformer(source, {
      clock,
      ...index(() => calls++),
      transform: (object) => {
        if (fails) throw new Error('not yet');
        return object;
      },
      onError: () => undefined,
    });
    informer.start();
    await clock.settle();
    fails = false;
    const { largestShare } = await turnsDuring(
      async () => {
        // As timers of Node that are due at the same time: microtasks run between two of them, nothing else does.
        for (const retry of clock.retries.splice(0)) setTimeout(retry, 0);
        await new Promise((resolve) => setTimeout(resolve, 0));
        await clock.settle();
      },
      () => calls,
    );
    await informer.stop();
    expect(calls).toBe(40);
    expect(largestShare * calls).toBeLessThanOrEqual(2);
  });
});

/** Keeps the timers of a first retry, which is after a second, for the test to fire. */
class RetryingClock extends FakeClock {
  readonly retries: (() => void)[] = [];

  override setTimeout(callback: () => void, ms: number): Timer {
    if (Math.abs(ms - 1_000) > 100) return super.setTimeout(callback, ms);
    this.retries.push(callback);
    return { cancel: () => undefined };
  }
}

it('the meter sees work that is done in one go', async () => {
  let done = 0;
  const act = (): Promise<void> => {
    done = COUNT;
    return Promise.resolve();
  };
  expect((await turnsDuring(act, () => done)).largestShare).toBe(1);
});
