import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { KubeInformerError } from '../errors/index.js';
import { FakeClock, FakeListerWatcher, apiError, connectionError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListerWatcher } from './contract.js';
import { Reflector } from './reflector.js';
import { RelistBudget } from './relist-budget.js';
import type { Phase } from './state.js';
import { Harness, RecordingSink } from './test-harness.js';
import type { ReflectorSetting } from './test-harness.js';

const never = new Promise<never>(() => undefined);

interface Situation {
  readonly phase: Phase;
  readonly name: string;
  readonly options?: ReflectorSetting<TestObject>;
  readonly prepare?: (source: FakeListerWatcher<TestObject>) => void;
  readonly then?: (source: FakeListerWatcher<TestObject>, clock: FakeClock) => Promise<void>;
}

const SITUATIONS: readonly Situation[] = [
  { phase: 'watching', name: 'after a WatchList' },
  { phase: 'watching', name: 'after a list', options: { watchList: false } },
  { phase: 'streaming', name: 'before the stream is accepted', prepare: (source) => source.hangNext('watch') },
  { phase: 'streaming', name: 'before the end mark', prepare: (source) => void (source.watchList = 'never-ends') },
  {
    phase: 'listing',
    name: 'a page',
    options: { watchList: false },
    prepare: (source) => source.hangNext('list'),
  },
  {
    phase: 'connecting',
    name: 'an answer',
    options: { watchList: false },
    prepare: (source) => source.hangNext('watch'),
  },
  { phase: 'waiting', name: 'to stream', prepare: (source) => source.throttle(1, { retryAfterSeconds: 600 }) },
  {
    phase: 'waiting',
    name: 'to watch again',
    options: { watchList: false },
    prepare: (source) => source.failNext('watch', connectionError('ECONNREFUSED')),
  },
  {
    phase: 'probing',
    name: 'an answer',
    then: async (source, clock) => {
      await clock.advance(1_000);
      source.hangNext('list');
      source.closeWatches();
    },
  },
  {
    phase: 'queued',
    name: 'its jitter to pass',
    options: { relistBudget: new RelistBudget({ maxJitterMs: 1_000 }), random: () => 0.5 },
    then: (source) => Promise.resolve(source.expire({ endWatches: true })),
  },
];

describe('an abort', () => {
  it.each(SITUATIONS)(
    'in $phase ($name) ends at once, and leaves nothing',
    async ({ options, phase, prepare, then }) => {
      const clock = new FakeClock();
      const source = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] });
      prepare?.(source);
      const harness = new Harness(source, { clock, ...options });
      await clock.settle();
      await then?.(source, clock);
      await clock.settle();
      expect(harness.reflector.status.phase).toBe(phase);
      const errors = harness.errors.length;
      await harness.stop();
      await clock.settle();
      expect({
        phase: harness.reflector.status.phase,
        timers: clock.pendingTimers,
        watches: source.openWatches,
        lists: source.activeLists,
        listeners: getEventListeners(harness.signal, 'abort').length,
        errors: harness.errors.length - errors,
      }).toEqual({ phase: 'stopped', timers: 0, watches: 0, lists: 0, listeners: 0, errors: 0 });
    },
  );

  it('in line for a relist ends at once, and takes no turn with it', async () => {
    const clock = new FakeClock();
    const relistBudget = new RelistBudget({ concurrency: 1, maxJitterMs: 0 });
    const holder = new AbortController();
    const release = await relistBudget.take(holder.signal, clock, () => 0);
    const source = new FakeListerWatcher<TestObject>({ clock });
    const harness = new Harness(source, { clock, relistBudget });
    await clock.settle();
    source.expire({ endWatches: true });
    await clock.settle();
    expect(harness.reflector.status.phase).toBe('queued');
    await harness.stop();
    release?.();
    expect(await relistBudget.take(holder.signal, clock, () => 0)).toBeDefined();
  });

  const IGNORING: [string, Phase, ListerWatcher<TestObject>][] = [
    ['never answers a watch', 'streaming', { list: () => [], watch: () => never }],
    [
      'never sends a page',
      'listing',
      {
        supportsWatchList: false,
        watch: () => never,
        list: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) }),
      },
    ],
    [
      'hangs in a generator',
      'listing',
      {
        supportsWatchList: false,
        watch: () => never,
        async *list() {
          await never;
          yield { items: [], resourceVersion: '1' };
        },
      },
    ],
    [
      'never sends an event, nor lets go',
      'watching',
      {
        supportsWatchList: false,
        list: () => [{ items: [], resourceVersion: '1' }],
        watch: () => Promise.resolve({ [Symbol.asyncIterator]: () => ({ next: () => never, return: () => never }) }),
      },
    ],
  ];

  it.each(IGNORING)('ends at once a source that ignores its signal and %s', async (_name, phase, source) => {
    const clock = new FakeClock();
    const harness = new Harness(source, { clock });
    await clock.settle();
    expect(harness.reflector.status.phase).toBe(phase);
    await harness.stop();
    expect([clock.pendingTimers, getEventListeners(harness.signal, 'abort').length]).toEqual([0, 0]);
  });

  it('in the middle of a long list ends it, and hands nothing over', async () => {
    const clock = new FakeClock();
    let made = 0;
    const items = (function* () {
      for (;;) yield makeObject({ name: `pod-${made++}` });
    })();
    const source = { supportsWatchList: false, list: () => [{ items, resourceVersion: '1' }], watch: () => never };
    const harness = new Harness<TestObject>(source, { clock });
    await new Promise(setImmediate);
    await harness.stop();
    expect([harness.sink.calls, made > 0]).toEqual([[], true]);
  });

  it('in the middle of a burst of events ends it', async () => {
    const clock = new FakeClock();
    let sent = 0;
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '1' }],
      watch: async () =>
        (async function* () {
          for (;;) yield { type: 'ADDED', object: makeObject({ name: `pod-${sent++}` }) };
        })(),
    };
    const harness = new Harness(source, { clock });
    await new Promise(setImmediate);
    await harness.stop();
    expect(sent).toBeGreaterThan(0);
  });
});

describe('a source that was closed', () => {
  const closed = (): KubeInformerError => new KubeInformerError('ERR_CLOSED', 'the client was closed');

  async function expectEnd(harness: Harness<TestObject>, requests: () => number): Promise<void> {
    await harness.ended;
    const before = requests();
    await harness.clock.advance(600_000);
    expect([harness.reflector.status.phase, harness.errorCodes, requests() - before]).toEqual([
      'stopped',
      ['ERR_CLOSED'],
      0,
    ]);
    expect(harness.reflector.status.lastError?.action).toBe('has stopped: the source was closed');
  }

  it.each([
    ['a WatchList', true, 'watch'],
    ['a list', false, 'list'],
    ['a watch', false, 'watch'],
  ] as const)('ends it at %s: that is told once, and nothing is asked any more', async (_name, watchList, verb) => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock });
    source.failNext(verb, closed);
    await expectEnd(new Harness(source, { clock, watchList }), () => source.requests.length);
  });

  it('ends it at a probe', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock });
    const harness = new Harness(source, { clock });
    await clock.advance(1_000);
    source.failNext('list', closed);
    source.closeWatches();
    await clock.settle();
    await expectEnd(harness, () => source.requests.length);
  });

  it('ends it within a watch', async () => {
    let requests = 0;
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => {
        requests++;
        return [{ items: [], resourceVersion: '5' }];
      },
      watch: async () => {
        requests++;
        return (async function* (): AsyncGenerator<never> {
          yield* [];
          throw closed();
        })();
      },
    };
    const clock = new FakeClock();
    const harness = new Harness(source, { clock });
    await clock.settle();
    await expectEnd(harness, () => requests);
  });
});

describe('run', () => {
  it('with a signal that has aborted makes no request and no list', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock });
    const sink = new RecordingSink<TestObject>();
    const reflector = new Reflector({ listerWatcher: source, sink, clock });
    await reflector.run(AbortSignal.abort());
    expect([source.requests, sink.calls, reflector.status.phase]).toEqual([[], [], 'stopped']);
  });

  it('twice is refused, while it runs and after', async () => {
    const clock = new FakeClock();
    const harness = new Harness(new FakeListerWatcher<TestObject>({ clock }), { clock });
    const { signal } = new AbortController();
    await expect(harness.reflector.run(signal)).rejects.toMatchObject({ code: 'ERR_LIFECYCLE' });
    await harness.stop();
    await expect(harness.reflector.run(signal)).rejects.toMatchObject({ code: 'ERR_LIFECYCLE' });
  });

  it('collects no listeners on the signal, however often it reconnects', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock });
    const harness = new Harness(source, { clock, watchList: false });
    await clock.settle();
    const before = getEventListeners(harness.signal, 'abort').length;
    for (let round = 0; round < 30; round++) {
      await clock.advance(2_000);
      if (round % 3 === 0) source.expire({ endWatches: true });
      else if (round % 3 === 1) source.resetWatches();
      else source.closeWatches();
    }
    await clock.advance(2_000);
    expect([getEventListeners(harness.signal, 'abort').length, source.openWatches]).toEqual([before, 1]);
  });
});

describe('an abort from within a callback', () => {
  it.each(['onError', 'onTransition'] as const)('of %s: nothing is asked any more', async (callback) => {
    const asked: string[] = [];
    const source: ListerWatcher<TestObject> = {
      list: (_options, { signal }) => {
        asked.push(`list ${signal.aborted}`);
        return [];
      },
      watch: (_options, { signal }) => {
        asked.push(`watch ${signal.aborted}`);
        return Promise.reject(apiError(422));
      },
    };
    const controller = new AbortController();
    const reflector = new Reflector<TestObject>({
      listerWatcher: source,
      sink: new RecordingSink(),
      clock: new FakeClock(),
      [callback]: () => {
        controller.abort();
      },
    });
    await reflector.run(controller.signal);
    expect([asked, reflector.status.phase]).toEqual([callback === 'onError' ? ['watch false'] : [], 'stopped']);
  });
});

describe('a callback that throws ends nothing:', () => {
  const objects = [makeObject({ name: 'a' })];
  const fail = () => {
    throw new Error('callback');
  };

  it('onTransition, which is reported', async () => {
    const clock = new FakeClock();
    const harness = new Harness(new FakeListerWatcher({ clock, objects }), { clock, onTransition: fail });
    await clock.settle();
    expect([harness.reflector.status.phase, new Set(harness.errorCodes)]).toEqual(['watching', new Set(['callback'])]);
  });

  it('onError', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher({ clock, objects });
    source.failNext('watch', apiError(500));
    const harness = new Harness(source, { clock, onError: fail });
    await clock.advance(800);
    expect([harness.reflector.status.phase, harness.sink.keys]).toEqual(['watching', ['default/a']]);
  });

  it('a sink, on one object: that one is reported, the next is delivered', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher({ clock, objects });
    const harness = new Harness(source, { clock });
    await clock.settle();
    harness.sink.failing = (call) => call.includes('default/b');
    source.create(makeObject({ name: 'b' }));
    source.create(makeObject({ name: 'c' }));
    await clock.settle();
    expect([harness.sink.keys, harness.errors.length, harness.reflector.resourceVersion]).toEqual([
      ['default/a', 'default/c'],
      1,
      source.resourceVersion,
    ]);
  });

  it('a sink, on a bookmark', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher({ clock, objects });
    const harness = new Harness(source, { clock });
    await clock.settle();
    harness.sink.failing = (call) => call.startsWith('bookmark');
    source.bump();
    source.sendBookmarks();
    await clock.settle();
    expect([harness.reflector.resourceVersion, harness.errors.length]).toEqual([source.resourceVersion, 1]);
  });

  it.each([true, false])(
    'a sink, on the whole list, which is read again after a delay (WatchList: %j)',
    async (watchList) => {
      const clock = new FakeClock();
      const source = new FakeListerWatcher({ clock, objects });
      const harness = new Harness(source, { clock, watchList });
      harness.sink.failing = () => true;
      await clock.advance(800 + 1_600 + 3_200);
      harness.sink.failing = undefined;
      await clock.advance(6_400);
      expect([harness.sink.keys, harness.delays, harness.reflector.status.watchListRefused]).toEqual([
        ['default/a'],
        [800, 1_600, 3_200, 6_400],
        false,
      ]);
    },
  );

  it.each([true, false])('a sink, when it is told to forget a list (WatchList: %j)', async (watchList) => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher({ clock, objects });
    source.failNext(watchList ? 'watch' : 'list', apiError(500));
    const sink = Object.assign(new RecordingSink<TestObject>(), {
      beginReplace: () => ({ set: () => undefined, delete: () => undefined, commit: () => undefined, abort: fail }),
    });
    const harness = new Harness(source, { clock, watchList, sink });
    await clock.advance(800);
    expect([harness.errorCodes, harness.reflector.status.phase]).toEqual([['callback', '500'], 'watching']);
  });

  it('a sink, when a list begins', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher({ clock, objects });
    const sink = Object.assign(new RecordingSink<TestObject>(), { beginReplace: fail });
    const harness = new Harness(source, { clock, sink });
    await clock.advance(800);
    expect([harness.errorCodes, source.requests]).toEqual([['callback', 'callback'], []]);
    await harness.stop();
    expect(getEventListeners(harness.signal, 'abort')).toEqual([]);
  });
});
