import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, makeObject } from '../testing/index.js';
import type { EventGarbage, ListGarbage, TestObject } from '../testing/index.js';
import type { ListPage, ListerWatcher, WatchEvent } from './contract.js';
import { Harness } from './test-harness.js';
import type { ReflectorSetting } from './test-harness.js';

const expected = { apiVersion: 'v1', kind: 'Pod' };

function start(prepare: (source: FakeListerWatcher<TestObject>) => void, options: ReflectorSetting<TestObject>) {
  const clock = new FakeClock();
  const objects = ['a', 'b'].map((name) => makeObject({ name }));
  const source = new FakeListerWatcher<TestObject>({ clock, objects });
  prepare(source);
  const harness = new Harness(source, { clock, expected, ...options });
  return { clock, source, harness };
}

describe('in a watch', () => {
  it.each<[EventGarbage, string]>([
    ['unknown-type', 'ERR_UNKNOWN_EVENT_TYPE'],
    ['no-name', 'ERR_INVALID_OBJECT'],
    ['wrong-kind', 'ERR_UNEXPECTED_KIND'],
    ['table', 'ERR_TABLE_UNSUPPORTED'],
    ['status', 'ERR_UNEXPECTED_KIND'],
    ['no-object', 'ERR_INVALID_OBJECT'],
  ])('%s is reported with %s and skipped; the next event is not lost', async (garbage, code) => {
    const { clock, source, harness } = start(() => undefined, {});
    await clock.settle();
    const before = harness.reflector.resourceVersion;
    source.sendGarbage(garbage);
    await clock.settle();
    expect([harness.errorCodes, harness.reflector.resourceVersion]).toEqual([[code], before]);
    source.create(makeObject({ name: 'c' }));
    await clock.settle();
    expect([harness.sink.calls.at(-1), source.requests.length]).toEqual(['add default/c@993', 1]);
  });

  it('an ERROR without a Status ends that watch, and nothing is lost', async () => {
    const { clock, source, harness } = start(() => undefined, {});
    await clock.advance(1_000);
    source.sendGarbage('error-without-status');
    await clock.settle();
    source.create(makeObject({ name: 'c' }));
    await clock.advance(800);
    expect([harness.errorCodes, harness.sink.keys.length, harness.reflector.status.primes]).toEqual([
      ['500'],
      3,
      { initial: 1 },
    ]);
  });

  it('events that are none are reported, and the rest of their batch is not lost', async () => {
    const clock = new FakeClock();
    const good: WatchEvent<TestObject> = { type: 'ADDED', object: makeObject({ name: 'a', resourceVersion: '7' }) };
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '5' }],
      watch: async () =>
        (async function* () {
          yield [undefined, null, 7, good] as WatchEvent<TestObject>[];
          await new Promise(() => undefined);
        })(),
    };
    const harness = new Harness(source, { clock });
    await clock.settle();
    expect([harness.errorCodes, harness.sink.keys]).toEqual([
      ['ERR_UNKNOWN_EVENT_TYPE', 'ERR_UNKNOWN_EVENT_TYPE', 'ERR_UNKNOWN_EVENT_TYPE'],
      ['default/a'],
    ]);
  });

  it('nothing but garbage is no good watch', async () => {
    const clock = new FakeClock();
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '5' }],
      watch: async () =>
        (async function* () {
          yield { type: 'SURPRISE', object: null };
        })(),
    };
    const harness = new Harness(source, { clock });
    await clock.advance(800 + 1_600);
    expect(harness.delays).toEqual([800, 1_600, 3_200]);
  });

  it('that is no stream is reported and asked for again', async () => {
    const clock = new FakeClock();
    const harness = new Harness(
      {
        supportsWatchList: false,
        list: () => [{ items: [], resourceVersion: '5' }],
        watch: () => Promise.resolve(undefined as never),
      } satisfies ListerWatcher<TestObject>,
      { clock },
    );
    await clock.advance(800);
    expect([harness.errors.length, harness.delays]).toEqual([2, [800, 1_600]]);
  });
});

describe('in a WatchList', () => {
  it.each<[EventGarbage, string]>([
    ['no-name', 'ERR_INVALID_OBJECT'],
    ['wrong-kind', 'ERR_UNEXPECTED_KIND'],
    ['unknown-type', 'ERR_UNKNOWN_EVENT_TYPE'],
  ])('%s is reported with %s and skipped; the rest is shown', async (garbage, code) => {
    const { clock, source, harness } = start(() => undefined, {});
    const release = source.delayEvents();
    await clock.settle();
    source.sendGarbage(garbage);
    release();
    await clock.settle();
    expect([harness.errorCodes, harness.sink.keys]).toEqual([[code], ['default/a', 'default/b']]);
  });
});

describe('in a list', () => {
  it.each<[ListGarbage, string]>([
    ['no-name', 'ERR_INVALID_OBJECT'],
    ['wrong-kind', 'ERR_UNEXPECTED_KIND'],
  ])('%s is reported with %s and skipped; the rest is shown', async (garbage, code) => {
    const { clock, harness } = start((source) => source.garbleNextList(garbage), { watchList: false });
    await clock.settle();
    expect([harness.errorCodes, harness.sink.keys, harness.delays]).toEqual([[code], ['default/a', 'default/b'], []]);
  });

  it.each<[ListGarbage, string]>([
    ['no-resource-version', 'ERR_LIST_INVALID'],
    ['table', 'ERR_TABLE_UNSUPPORTED'],
  ])('%s is reported with %s; nothing of it is used, and it is read again', async (garbage, code) => {
    const { clock, harness } = start((source) => source.garbleNextList(garbage), { watchList: false });
    await clock.settle();
    expect([harness.errorCodes, harness.sink.calls, harness.delays]).toEqual([[code], [], [800]]);
    await clock.advance(800);
    expect(harness.sink.keys).toEqual(['default/a', 'default/b']);
  });

  it.each<[string, unknown]>([
    ['no page', []],
    ['nothing', undefined],
    ['no iterable', 5],
    ['a page without items', [{ resourceVersion: '5' }]],
    ['a page that is null', [null]],
    ['a number as resourceVersion', [{ items: [], resourceVersion: 5 }]],
  ])('%s is reported, and read again after a delay', async (_name, pages) => {
    const clock = new FakeClock();
    const source = {
      supportsWatchList: false,
      list: () => pages as Iterable<ListPage<TestObject>>,
      watch: () => Promise.reject(new Error('never')),
    };
    const harness = new Harness<TestObject>(source, { clock });
    await clock.settle();
    expect([harness.errors.length, harness.sink.calls, harness.delays]).toEqual([1, [], [800]]);
  });

  it('what was shown before stays while the next list is of no use', async () => {
    const { clock, source, harness } = start(() => undefined, { watchList: false });
    await clock.settle();
    source.garbleNextList('table');
    source.expire({ endWatches: true });
    await clock.settle();
    expect([harness.reflector.status.phase, harness.sink.keys]).toEqual(['waiting', ['default/a', 'default/b']]);
  });
});

describe.each([{ watchList: true }, { watchList: false }])('a source of another kind, %j', (options) => {
  const service = (name: string): TestObject => makeObject({ name, kind: 'Service' });
  const startWith = (objects: readonly TestObject[]) => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock, objects });
    return { clock, source, harness: new Harness(source, { clock, expected, ...options }) };
  };

  it('is reported once for every time it is read, and its objects are not taken for an empty cluster', async () => {
    const { clock, harness } = startWith(Array.from({ length: 300 }, (_, n) => service(`s-${n}`)));
    await clock.advance(800);
    expect(harness.errorCodes).toEqual(['ERR_UNEXPECTED_KIND', 'ERR_UNEXPECTED_KIND']);
    expect([harness.sink.calls, harness.delays]).toEqual([[], [800, 1_600]]);
  });

  it('is read as soon as it has become the right one', async () => {
    const { clock, source, harness } = startWith([service('web')]);
    await clock.settle();
    source.delete('default/web');
    source.create(makeObject({ name: 'web' }));
    await clock.advance(800);
    expect(harness.sink.keys).toEqual(['default/web']);
  });

  it('among others is skipped, and all are reported as one', async () => {
    const { clock, harness } = startWith([service('a'), makeObject({ name: 'b' }), service('c')]);
    await clock.settle();
    expect([harness.errorCodes, harness.sink.keys]).toEqual([['ERR_UNEXPECTED_KIND'], ['default/b']]);
    expect(harness.reflector.status.lastError?.action).toBe('skipped 2 such objects');
  });

  it('that is empty is empty', async () => {
    const { clock, harness } = startWith([]);
    await clock.settle();
    expect([harness.errorCodes, harness.reflector.status.primes]).toEqual([[], { initial: 1 }]);
  });
});
