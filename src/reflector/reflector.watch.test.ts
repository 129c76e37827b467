import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, makeObject } from '../testing/index.js';
import type { FakeListerWatcherOptions, TestObject } from '../testing/index.js';
import type { ListerWatcher, WatchEvent } from './contract.js';
import { Harness } from './test-harness.js';
import type { ReflectorSetting } from './test-harness.js';

const SECOND = 1_000;
const MINUTE = 60_000;

/** A Reflector that has watched for a second. */
async function watching(
  options: FakeListerWatcherOptions<TestObject> = {},
  reflector: ReflectorSetting<TestObject> = {},
) {
  const clock = new FakeClock();
  const objects = ['a', 'b'].map((name) => makeObject({ name }));
  const source = new FakeListerWatcher<TestObject>({ clock, objects, ...options });
  const harness = new Harness(source, { clock, watchList: false, ...reflector });
  await clock.advance(SECOND);
  const before = source.requests.length;
  /** What was asked for since: `watch @992`, `probe @992`, `list @992`. */
  const asked = () =>
    source.requests
      .slice(before)
      .map(({ verb, options: { limit, resourceVersion } }) => `${limit === 1 ? 'probe' : verb} @${resourceVersion}`);
  return { clock, source, harness, asked };
}

describe('a watch', () => {
  it('hands each change to the sink, in order, and keeps up with its resourceVersion', async () => {
    const { clock, source, harness } = await watching();
    source.create(makeObject({ name: 'c' }));
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    source.delete('default/b');
    source.bump(5);
    source.sendBookmarks();
    await clock.settle();
    expect([harness.sink.calls.slice(1), harness.reflector.resourceVersion]).toEqual([
      ['add default/c@993', 'update default/a@994', 'delete default/b@995', 'bookmark @1000'],
      '1000',
    ]);
  });

  it('needs no bookmark in its sink', async () => {
    const bare = { add: () => undefined, update: () => undefined, delete: () => undefined, replace: () => undefined };
    const { clock, source, harness } = await watching({}, { sink: bare });
    source.bump(5);
    source.sendBookmarks();
    await clock.settle();
    expect([harness.errors, harness.reflector.resourceVersion]).toEqual([[], '997']);
  });

  it('that is told something twice goes on from the same place', async () => {
    const { clock, source, harness, asked } = await watching();
    source.duplicateNextEvents();
    source.create(makeObject({ name: 'c' }));
    await clock.settle();
    source.closeWatches();
    await clock.settle();
    expect([asked().at(-1), harness.sink.keys.length]).toEqual(['watch @993', 3]);
  });

  it('ended at its time limit is followed by the next at once, without a probe', async () => {
    const { clock, asked, harness } = await watching();
    await clock.advance(300 * SECOND);
    expect([asked(), harness.delays, harness.errors]).toEqual([['watch @992'], [], []]);
  });

  it('ended in good order but early is followed by a probe, then by the next at once', async () => {
    const { clock, source, asked, harness } = await watching();
    source.closeWatches();
    await clock.settle();
    expect([asked(), harness.delays, harness.errors]).toEqual([['probe @992', 'watch @992'], [], []]);
  });

  it('ended within a second with nothing new is followed by a delay, not by a list (client-go lists)', async () => {
    const { clock, source, asked, harness } = await watching();
    await clock.advance(299 * SECOND);
    source.closeWatches();
    await clock.settle();
    expect([asked(), harness.delays, harness.errorCodes]).toEqual([['watch @992'], [800], ['ERR_WATCH_STREAM']]);
    await clock.advance(800);
    expect(asked()).toEqual(['watch @992', 'probe @992', 'watch @992']);
  });

  it('that brought something new counts as good however short', async () => {
    const { clock, source, harness } = await watching();
    await clock.advance(299 * SECOND);
    source.create(makeObject({ name: 'c' }));
    await clock.settle();
    source.closeWatches();
    await clock.settle();
    expect([harness.delays, harness.reflector.status.phase]).toEqual([[], 'watching']);
  });

  it('of a source that repeats itself and hangs up is not opened in a hot loop', async () => {
    const clock = new FakeClock();
    let watches = 0;
    const same: WatchEvent<TestObject> = { type: 'ADDED', object: makeObject({ name: 'a', resourceVersion: '5' }) };
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '5' }],
      watch: async () => {
        watches++;
        return (async function* () {
          yield same;
        })();
      },
    };
    const harness = new Harness(source, { clock });
    await clock.advance(10 * SECOND);
    expect([watches, harness.delays.slice(0, 4)]).toEqual([5, [800, 1_600, 3_200, 6_400]]);
  });

  it('at resourceVersion "0" does not take the position of synthetic events, which come in no order', async () => {
    const clock = new FakeClock();
    const asked: unknown[] = [];
    const events: WatchEvent<TestObject>[] = ['9', '3'].map((resourceVersion) => ({
      type: 'ADDED',
      object: makeObject({ name: `pod-${resourceVersion}`, resourceVersion }),
    }));
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '0' }],
      watch: async ({ resourceVersion }) => {
        asked.push(resourceVersion);
        return (async function* () {
          yield* events;
          throw new Error('broken');
        })();
      },
    };
    const harness = new Harness(source, { clock });
    await clock.advance(800);
    expect([asked, harness.sink.keys]).toEqual([
      ['0', '0'],
      ['default/pod-3', 'default/pod-9'],
    ]);
  });
});

describe('a server restored from a backup', () => {
  const backup = async (source: FakeListerWatcher<TestObject>, clock: FakeClock) => {
    const snapshot = source.snapshot();
    source.create(makeObject({ name: 'lost' }));
    await clock.settle();
    return snapshot;
  };

  it.each([true, false])(
    'is found by the probe after the broken watch, and read anew (WatchList: %j)',
    async (watchList) => {
      const { clock, source, harness } = await watching({}, { watchList });
      const snapshot = await backup(source, clock);
      source.restore(snapshot);
      await clock.settle();
      expect([harness.sink.keys, harness.reflector.resourceVersion, harness.reflector.status.primes]).toEqual([
        ['default/a', 'default/b'],
        '992',
        { initial: 1, 'too-large': 1 },
      ]);
    },
  );

  it('behind a proxy that keeps the connection is found when bookmarks stop (client-go never finds it)', async () => {
    const { clock, source, harness } = await watching({ bookmarkInterval: MINUTE });
    const snapshot = await backup(source, clock);
    await clock.advance(2 * MINUTE);
    source.restore(snapshot, { keepWatches: true });
    source.freezeBookmarks();
    await clock.advance(2 * MINUTE);
    expect([harness.sink.keys, harness.reflector.status.primes]).toEqual([
      ['default/a', 'default/b'],
      { initial: 1, 'too-large': 1 },
    ]);
  });

  it('right at the time limit is found when the next watch says nothing at all', async () => {
    const { clock, source, harness } = await watching({ bookmarkInterval: MINUTE });
    const snapshot = await backup(source, clock);
    await clock.advance(299 * SECOND - 1);
    source.restore(snapshot, { keepWatches: true });
    source.freezeBookmarks();
    await clock.advance(1);
    expect(harness.sink.keys).toContain('default/lost');
    await clock.advance(300 * SECOND);
    expect(harness.sink.keys).toEqual(['default/a', 'default/b']);
  });
});

describe('a half-open watch', () => {
  it('is found when two bookmarks are missed, and replaced at the same place without a list', async () => {
    const { clock, source, harness, asked } = await watching({ bookmarkInterval: MINUTE });
    await clock.advance(2 * MINUTE);
    source.halfOpenWatches();
    source.create(makeObject({ name: 'c' }));
    await clock.advance(2 * MINUTE);
    expect([asked(), harness.errorCodes, harness.sink.keys.length]).toEqual([
      ['probe @992', 'watch @992'],
      ['ERR_WATCH_SILENT'],
      3,
    ]);
  });

  it('of a source that sends no bookmarks is found 15 s after its time limit', async () => {
    const { clock, source, harness, asked } = await watching();
    source.halfOpenWatches();
    source.create(makeObject({ name: 'c' }));
    await clock.advance(315 * SECOND);
    expect([asked(), harness.sink.keys.length, source.openWatches]).toEqual([['probe @992', 'watch @992'], 3, 1]);
  });
});

describe('relist()', () => {
  it('reads everything again, and finds what was lost', async () => {
    const { clock, source, harness, asked } = await watching();
    source.loseNextEvents();
    source.delete('default/a');
    await clock.settle();
    harness.reflector.relist();
    await clock.settle();
    expect([harness.sink.keys, asked(), harness.reflector.status.primes]).toEqual([
      ['default/b'],
      ['list @992', 'watch @993'],
      { initial: 1, requested: 1 },
    ]);
  });

  it('counts under the reason it was given', async () => {
    const { clock, harness } = await watching();
    harness.reflector.relist('inconsistent');
    await clock.settle();
    expect(harness.reflector.status.primes).toEqual({ initial: 1, inconsistent: 1 });
  });

  it('twice at once reads once', async () => {
    const { clock, harness } = await watching();
    harness.reflector.relist();
    harness.reflector.relist();
    await clock.settle();
    expect(harness.reflector.status.primes).toEqual({ initial: 1, requested: 1 });
  });

  it('while the source waits to be read anyway is served by that reading', async () => {
    const { clock, source, harness } = await watching();
    source.failNext('list', apiError(500));
    source.expire({ endWatches: true });
    await clock.settle();
    harness.reflector.relist();
    await clock.advance(800);
    expect(harness.reflector.status.primes).toEqual({ initial: 1, expired: 1 });
  });

  it('while the watch is down takes effect when it is up', async () => {
    const { clock, source, harness } = await watching();
    source.failNext('list', apiError(500));
    source.closeWatches();
    await clock.settle();
    harness.reflector.relist();
    await clock.advance(800);
    expect(harness.reflector.status.primes).toEqual({ initial: 1, requested: 1 });
  });
});
