import { describe, expect, it } from 'vitest';
import { delay } from '../base/clock.js';
import { FakeClock, FakeListerWatcher, eventually, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListPage, ListerWatcher, WatchEvent } from './contract.js';
import { RelistBudget } from './relist-budget.js';
import { Harness } from './test-harness.js';

const COUNT = 4_000;

/** Runs on every turn of the event loop; tells how many items were handled between two turns at most. */
function watchTurns(handled: () => number) {
  let longest = 0;
  let last = 0;
  let running = true;
  const turn = (): void => {
    longest = Math.max(longest, handled() - last);
    last = handled();
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop: (): number => {
      running = false;
      return longest;
    },
  };
}

/** Takes about 20 µs, so that 4,000 of it are forty slices of 2 ms. */
function someWork(): void {
  for (const end = performance.now() + 0.02; performance.now() < end;);
}

// A slice is 2 ms, 100 items at 20 µs; a machine that is busy with something else does fewer in that time, never more.
const MOST_ITEMS_A_SLICE = 200;

describe('the event loop is not blocked', () => {
  it('by a long list', async () => {
    const clock = new FakeClock();
    let handled = 0;
    const items = (function* () {
      while (handled < COUNT) {
        someWork();
        yield makeObject({ name: `pod-${handled++}` });
      }
    })();
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items, resourceVersion: '5' }],
      watch: () => new Promise<never>(() => undefined),
    };
    const turns = watchTurns(() => handled);
    const harness = new Harness(source, { clock });
    await eventually(() => expect(harness.sink.content.size).toBe(COUNT));
    expect(turns.stop()).toBeLessThan(MOST_ITEMS_A_SLICE);
  });

  it.each<[string, (name: string) => WatchEvent<TestObject> | readonly WatchEvent<TestObject>[], boolean]>([
    ['events', (name) => ({ type: 'ADDED', object: makeObject({ name }) }), false],
    ['events that cannot be used', () => ({ type: 'SURPRISE', object: null }), false],
    ['batches of nothing', () => [], false],
    ['events of a WatchList', (name) => ({ type: 'ADDED', object: makeObject({ name }) }), true],
    ['batches of nothing of a WatchList', () => [], true],
  ])('by a burst of %s that are all there at once', async (_name, eventFor, supportsWatchList) => {
    const clock = new FakeClock();
    let handled = 0;
    const source: ListerWatcher<TestObject> = {
      supportsWatchList,
      list: () => [{ items: [], resourceVersion: '5' }],
      watch: async () =>
        (async function* () {
          while (handled < COUNT) {
            someWork();
            yield eventFor(`pod-${handled++}`);
          }
          await new Promise(() => undefined);
        })(),
    };
    const turns = watchTurns(() => handled);
    const harness = new Harness(source, { clock });
    await eventually(() => expect(handled).toBe(COUNT));
    expect(turns.stop()).toBeLessThan(MOST_ITEMS_A_SLICE);
    await harness.stop();
  });

  it('by a burst in one batch', async () => {
    const clock = new FakeClock();
    const batch = Array.from({ length: COUNT }, (_, index) => ({
      type: 'ADDED',
      object: makeObject({ name: `pod-${index}` }),
    }));
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '5' }],
      watch: async () =>
        (async function* () {
          yield batch;
          await new Promise(() => undefined);
        })(),
    };
    let handled = 0;
    const sink = {
      add: () => {
        someWork();
        handled++;
      },
      update: () => undefined,
      delete: () => undefined,
      replace: () => undefined,
    };
    const turns = watchTurns(() => handled);
    const harness = new Harness(source, { clock, sink });
    await eventually(() => expect(handled).toBe(COUNT));
    expect(turns.stop()).toBeLessThan(MOST_ITEMS_A_SLICE);
    await harness.stop();
  });
});

describe('relists', () => {
  /** A fleet on one source whose lists take 100 ms each. */
  async function fleet(size: number, budget: RelistBudget, random: (index: number) => number = () => 0) {
    const clock = new FakeClock();
    const fake = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] });
    let running = 0;
    let most = 0;
    const startedAt: number[] = [];
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      watch: (options, context) => fake.watch(options, context),
      async *list(options, context): AsyncGenerator<ListPage<TestObject>> {
        startedAt.push(clock.now());
        most = Math.max(most, ++running);
        try {
          await delay(clock, 100, context.signal);
          yield* fake.list(options, context);
        } finally {
          running--;
        }
      },
    };
    const harnesses = Array.from(
      { length: size },
      (_, index) => new Harness(source, { clock, relistBudget: budget, random: () => random(index) }),
    );
    await clock.advance(2_000);
    return {
      clock,
      harnesses,
      expire: async (forMs: number) => {
        const at = clock.now();
        most = 0;
        startedAt.length = 0;
        fake.expire({ endWatches: true });
        await clock.advance(forMs);
        return { most, startedAt: startedAt.map((time) => time - at) };
      },
      mostAtFirst: most,
    };
  }

  it('never run more at a time than the budget allows, and all get their turn', async () => {
    const { harnesses, expire } = await fleet(12, new RelistBudget({ concurrency: 3, maxJitterMs: 0 }));
    const { most, startedAt } = await expire(1_000);
    expect([most, startedAt.length]).toEqual([3, 12]);
    expect(new Set(harnesses.map(({ reflector }) => reflector.status.phase))).toEqual(new Set(['watching']));
  });

  it('wait for a turn, first readings do not', async () => {
    const { mostAtFirst } = await fleet(12, new RelistBudget({ concurrency: 3, maxJitterMs: 0 }));
    expect(mostAtFirst).toBe(12);
  });

  it('are spread by jitter', async () => {
    const { expire } = await fleet(4, new RelistBudget({ concurrency: 4, maxJitterMs: 1_000 }), (index) => index / 4);
    expect((await expire(2_000)).startedAt).toEqual([0, 250, 500, 750]);
  });

  it('give their turn back while they wait after a failure', async () => {
    const clock = new FakeClock();
    const budget = new RelistBudget({ concurrency: 1, maxJitterMs: 0 });
    const failing = new FakeListerWatcher<TestObject>({ clock, watchList: 'declared-unsupported' });
    const harness = new Harness(failing, { clock, relistBudget: budget });
    await clock.settle();
    failing.throttle(2, { retryAfterSeconds: 3_600 });
    failing.expire({ endWatches: true });
    await clock.settle();
    expect(harness.reflector.status.phase).toBe('waiting');
    expect(await budget.take(new AbortController().signal, clock, () => 0)).toBeDefined();
  });

  it('give their turn back when nothing comes, and keep it while something does', async () => {
    const clock = new FakeClock();
    const budget = new RelistBudget({ concurrency: 1, maxJitterMs: 0 });
    const source = new FakeListerWatcher<TestObject>({ clock, watchList: 'declared-unsupported' });
    const harness = new Harness(source, { clock, relistBudget: budget });
    await clock.settle();
    source.hangNext('list');
    source.expire({ endWatches: true });
    await clock.settle();
    let grantedAt: number | undefined;
    const expiredAt = clock.now();
    const taking = budget.take(new AbortController().signal, clock, () => 0);
    const granted = taking.then(() => (grantedAt = clock.now() - expiredAt));
    await clock.advance(30_000);
    await granted;
    expect([harness.reflector.status.phase, grantedAt]).toEqual(['listing', 15_000]);
    await harness.stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('that get on keep their turn, however long they take', async () => {
    const clock = new FakeClock();
    const budget = new RelistBudget({ concurrency: 1, maxJitterMs: 0 });
    const fake = new FakeListerWatcher<TestObject>({ clock });
    let lists = 0;
    const slow: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      watch: (options, context) => fake.watch(options, context),
      async *list(_options, { signal }): AsyncGenerator<ListPage<TestObject>> {
        const pages = lists++ === 0 ? 1 : 5;
        for (let page = 0; page < pages; page++) {
          if (pages > 1) await delay(clock, 10_000, signal);
          yield { items: [], resourceVersion: '995' };
        }
      },
    };
    const harness = new Harness(slow, { clock, relistBudget: budget });
    await clock.settle();
    fake.expire({ endWatches: true });
    await clock.settle();
    let isGranted = false;
    const taking = budget.take(new AbortController().signal, clock, () => 0).then(() => (isGranted = true));
    await clock.advance(49_000);
    expect([harness.reflector.status.phase, isGranted]).toEqual(['listing', false]);
    await clock.advance(1_000);
    expect(await taking).toBe(true);
    await harness.stop();
  });

  it('keep their turn from a stream that failed to the list in its place', async () => {
    const clock = new FakeClock();
    const budget = new RelistBudget({ concurrency: 1, maxJitterMs: 0 });
    const source = new FakeListerWatcher<TestObject>({ clock });
    const harness = new Harness(source, { clock, relistBudget: budget });
    await clock.settle();
    source.watchList = 'unsupported-422';
    source.hangNext('list');
    source.expire({ endWatches: true });
    await clock.settle();
    let granted = false;
    const controller = new AbortController();
    const taking = budget.take(controller.signal, clock, () => 0).then((release) => (granted = release !== undefined));
    await clock.settle();
    expect([harness.reflector.status.phase, granted]).toEqual(['listing', false]);
    await harness.stop();
    expect(await taking).toBe(true);
  });
});
