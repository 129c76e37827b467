import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, makeObject } from '../testing/index.js';
import type { FakeListerWatcherOptions, TestObject } from '../testing/index.js';
import type { ListOptions, ListerWatcher } from './contract.js';
import type { ReflectorTuning } from './options.js';
import { Harness } from './test-harness.js';

async function start(
  options: FakeListerWatcherOptions<TestObject> & { count?: number } = {},
  tuning: ReflectorTuning = {},
  prepare: (source: FakeListerWatcher<TestObject>) => void = () => undefined,
) {
  const { count = 2, ...rest } = options;
  const clock = new FakeClock();
  const objects = Array.from({ length: count }, (_, index) => makeObject({ name: `pod-${index}` }));
  const source = new FakeListerWatcher<TestObject>({ clock, objects, ...rest });
  prepare(source);
  const harness = new Harness(source, { clock, ...tuning });
  await clock.settle();
  const asked = () => source.requests.map(({ verb, options: sent }) => ({ verb, ...sent }));
  return { clock, source, harness, asked };
}

const WATCH = { verb: 'watch', allowWatchBookmarks: true, timeoutSeconds: 300 };

describe('requests', () => {
  it('with WatchList: one watch, from nothing, that sends what exists; no list', async () => {
    const { asked } = await start();
    expect(asked()).toEqual([
      { ...WATCH, resourceVersion: '', resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true },
    ]);
  });

  it('without WatchList: a list from the cache, in pages, then a watch from there', async () => {
    const { asked } = await start({}, { watchList: false });
    expect(asked()).toEqual([
      { verb: 'list', resourceVersion: '0', limit: 500 },
      { ...WATCH, resourceVersion: '992' },
    ]);
  });

  it('a source that says it has no WatchList is never asked for one', async () => {
    const { asked } = await start({ watchList: 'declared-unsupported' });
    expect(asked().map(({ verb }) => verb)).toEqual(['list', 'watch']);
  });

  it('a relist asks for what is not older than what was shown, whole', async () => {
    const { clock, source, asked } = await start({}, { watchList: false });
    source.expire({ endWatches: true });
    await clock.settle();
    expect(asked()[2]).toEqual({
      verb: 'list',
      resourceVersion: '992',
      resourceVersionMatch: 'NotOlderThan',
      limit: 0,
    });
  });

  it('a relist by stream asks for what is not older than what was shown', async () => {
    const { clock, source, asked } = await start();
    source.expire({ endWatches: true });
    await clock.settle();
    expect(asked()[1]).toMatchObject({ verb: 'watch', resourceVersion: '992', sendInitialEvents: true });
  });

  it('a relist asks for the newest state once the server has not reached ours', async () => {
    const { clock, source, asked } = await start({}, { watchList: false });
    await clock.advance(1_000);
    source.restore({ resourceVersion: '500', objects: [] });
    await clock.settle();
    expect(asked().slice(2, 4)).toEqual([
      { verb: 'list', resourceVersion: '992', resourceVersionMatch: 'NotOlderThan', limit: 1 },
      { verb: 'list', resourceVersion: '', limit: 500 },
    ]);
  });

  it('a page size that was set holds for relists too, and all pages make one list', async () => {
    const { clock, source, harness, asked } = await start(
      { count: 10, watchCache: false },
      { watchList: false, pageSize: 4 },
    );
    source.expire({ endWatches: true });
    await clock.settle();
    expect(
      asked()
        .filter(({ verb }) => verb === 'list')
        .map((request) => request.limit),
    ).toEqual([4, 4]);
    expect([harness.sink.keys.length, harness.sink.calls.length]).toEqual([10, 2]);
  });

  it('a list may say its resourceVersion after its objects: the watch begins there', async () => {
    const clock = new FakeClock();
    const [a, b] = ['a', 'b'].map((name) => makeObject({ name, resourceVersion: '3' })) as [TestObject, TestObject];
    const watched: ListOptions[] = [];
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [
        { items: [a], resourceVersion: '' },
        { items: [b], resourceVersion: '9', continue: 'more' },
        { items: [], resourceVersion: '' },
        // A server that goes on with another state than it began with: from the older one no change is missed.
        { items: [], resourceVersion: '11' },
      ],
      watch: (options) => {
        watched.push(options);
        return new Promise(() => undefined);
      },
    };
    const harness = new Harness(source, { clock });
    await clock.settle();
    expect(harness.sink.calls).toEqual(['replace default/a,default/b@9']);
    expect(watched).toMatchObject([{ resourceVersion: '9' }]);
  });

  it('a server that pages its first list is asked for pages in every relist', async () => {
    const { clock, source, asked } = await start({ count: 501, watchCache: false }, { watchList: false });
    source.expire({ endWatches: true });
    await clock.settle();
    expect(asked()[2]).toMatchObject({ verb: 'list', resourceVersion: '1491', limit: 500 });
  });

  it('a server that answers its first list from the cache is asked for whole lists after', async () => {
    const { clock, source, asked } = await start({ count: 501 }, { watchList: false });
    source.expire({ endWatches: true });
    await clock.settle();
    expect(asked()[2]).toMatchObject({ verb: 'list', limit: 0 });
  });

  it('a page that expires leads to one whole list at once, at the same resourceVersion', async () => {
    const { clock, source, harness, asked } = await start(
      { count: 3, watchCache: false },
      { watchList: false, pageSize: 2 },
      (fake) => {
        fake.failPage(2, apiError(410));
      },
    );
    expect(asked().slice(0, 2)).toEqual([
      { verb: 'list', resourceVersion: '0', limit: 2 },
      { verb: 'list', resourceVersion: '0', limit: 0 },
    ]);
    expect([harness.sink.keys.length, clock.now()]).toEqual([3, source.requests[0]?.at]);
  });

  it.each([
    [1_000, 300],
    [1_800_000, 1_800],
  ])('a least watch timeout of %d ms asks for %d s', async (minWatchTimeoutMs, timeoutSeconds) => {
    const { asked } = await start({}, { minWatchTimeoutMs });
    expect(asked()[0]).toMatchObject({ timeoutSeconds });
  });
});
