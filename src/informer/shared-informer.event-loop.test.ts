import { describe, expect, it } from 'vitest';
import { FakeClock, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListPage, ListerWatcher, WatchEvent } from '../reflector/index.js';
import type { ResourceEventHandler } from './notification.js';
import { SharedInformer } from './shared-informer.js';

const COUNT = 100_000;

// A slice is 4 ms. The rest is room for a garbage collection and for other tests on the same machine;
// any of these steps done in one go would take well above it.
const LONGEST_MS = 100;

/** A source whose lists cost nothing, so that what is measured is the informer. */
class BigSource implements ListerWatcher<TestObject> {
  readonly supportsWatchList = false;
  version = 1;

  *list(): Iterable<ListPage<TestObject>> {
    const resourceVersion = String(this.version * 1_000_000);
    yield { items: this.#items(resourceVersion), resourceVersion };
  }

  *#items(resourceVersion: string): Iterable<TestObject> {
    const base = makeObject({ name: 'x' });
    for (let index = 0; index < COUNT; index++) {
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

/** Runs `act` and measures the longest time in which nobody else had a turn, and how many turns there were. */
async function pausesDuring(act: () => Promise<unknown>): Promise<{ longestMs: number; turns: number }> {
  let longestMs = 0;
  let turns = 0;
  let last = performance.now();
  let over = false;
  const tick = (): void => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
    turns++;
    if (!over) setImmediate(tick);
  };
  setImmediate(tick);
  await act();
  over = true;
  tick();
  return { longestMs, turns };
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
      informer.addEventHandler(handler);
      const first = await pausesDuring(async () => {
        informer.start();
        await clock.settle();
      });
      expect(informer.indexer.size).toBe(COUNT);
      expect(seen.add).toBe(COUNT);

      source.version = 2;
      const second = await pausesDuring(async () => {
        informer.relist();
        await clock.advance(5_000);
      });
      expect(seen.update).toBe(COUNT);

      const third = await pausesDuring(async () => {
        informer.addEventHandler(handler, { resyncPeriod: 10_000 });
        await clock.settle();
      });
      expect(seen.add).toBe(2 * COUNT);

      const fourth = await pausesDuring(() => clock.advance(10_000));
      expect(seen.resync).toBe(COUNT);
      await informer.stop();

      for (const { longestMs, turns } of [first, second, third, fourth]) {
        expect(longestMs).toBeLessThan(LONGEST_MS);
        expect(turns).toBeGreaterThan(5);
      }
    },
  );
});

it('the meter sees a pause, one that begins at once too', async () => {
  const block = (): Promise<void> => {
    for (const until = performance.now() + LONGEST_MS; performance.now() < until;);
    return Promise.resolve();
  };
  expect((await pausesDuring(block)).longestMs).toBeGreaterThanOrEqual(LONGEST_MS);
});
