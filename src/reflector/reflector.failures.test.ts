import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, connectionError, makeObject } from '../testing/index.js';
import type { FakeListerWatcherOptions, TestObject } from '../testing/index.js';
import type { ListerWatcher, WatchEvent } from './contract.js';
import { Harness } from './test-harness.js';
import type { ReflectorSetting } from './test-harness.js';

const SECOND = 1_000;

async function start(
  options: FakeListerWatcherOptions<TestObject> = {},
  reflector: ReflectorSetting<TestObject> = {},
  prepare: (source: FakeListerWatcher<TestObject>) => void = () => undefined,
) {
  const clock = new FakeClock();
  const objects = ['a', 'b'].map((name) => makeObject({ name }));
  const source = new FakeListerWatcher<TestObject>({ clock, objects, ...options });
  prepare(source);
  const harness = new Harness(source, { clock, watchList: false, ...reflector });
  await clock.settle();
  const asked = () =>
    source.requests.map(
      ({ verb, options: { limit, resourceVersion } }) => `${limit === 1 ? 'probe' : verb} @${resourceVersion}`,
    );
  return { clock, source, harness, asked };
}

/** A server that lists and accepts every watch, and sends one error event on each. */
function erringSource(error: object): ListerWatcher<TestObject> & { lists: number; watches: number } {
  const source = {
    supportsWatchList: false,
    lists: 0,
    watches: 0,
    list: ({ limit }: { limit?: number }) => {
      if (limit !== 1) source.lists++;
      return [{ items: [], resourceVersion: '5' }];
    },
    watch: async () => {
      source.watches++;
      return (async function* (): AsyncGenerator<WatchEvent<TestObject>> {
        yield { type: 'ERROR', object: error };
      })();
    },
  };
  return source;
}

describe('a watch that is refused is asked for again at the same place, with no list', () => {
  it.each([
    ['a reset connection', () => connectionError('ECONNRESET')],
    ['a refused connection', () => connectionError('ECONNREFUSED')],
    ['403', () => apiError(403)],
    ['404', () => apiError(404)],
    ['422', () => apiError(422)],
    ['500', () => apiError(500)],
    ['503', () => apiError(503)],
  ])('because of %s (client-go lists, but for a refused connection)', async (_name, failure) => {
    const { clock, harness, asked } = await start({}, {}, (source) => {
      source.failNext('watch', failure, 2);
    });
    await clock.advance(800 + 1_600);
    expect([asked(), harness.errors.length]).toEqual([
      ['list @0', 'watch @992', 'probe @992', 'watch @992', 'probe @992', 'watch @992'],
      2,
    ]);
  });

  it('because of 429, when the server said, without a probe', async () => {
    const { clock, harness, asked } = await start({}, {}, (source) => {
      source.failNext('watch', apiError(429, { retryAfterSeconds: 5 }));
    });
    await clock.advance(5 * SECOND);
    expect([asked(), harness.delays]).toEqual([['list @0', 'watch @992', 'watch @992'], [5_000]]);
  });

  it('because no answer came within a minute', async () => {
    const { clock, harness, asked } = await start({}, {}, (source) => {
      source.hangNext('watch');
    });
    await clock.advance(60 * SECOND + 800);
    expect([asked().at(-1), harness.errorCodes]).toEqual(['watch @992', ['ERR_TIMEOUT']]);
  });
});

describe('a watch that breaks', () => {
  it('after a healthy life is replaced at once, at the same place', async () => {
    const { clock, source, harness, asked } = await start();
    await clock.advance(SECOND);
    source.create(makeObject({ name: 'c' }));
    await clock.settle();
    source.resetWatches();
    await clock.settle();
    expect([asked().slice(2), harness.delays]).toEqual([['probe @993', 'watch @993'], []]);
  });

  it.each([
    ['500', { code: 500, reason: 'InternalError' }],
    ['no Status', {}],
  ])('at once with an error event of %s waits longer each time', async (_name, status) => {
    const clock = new FakeClock();
    const source = erringSource(status);
    const harness = new Harness(source, { clock });
    await clock.advance(800 + 1_600 + 3_200);
    expect(harness.delays).toEqual([800, 1_600, 3_200, 6_400]);
  });

  it('with a throttling event waits longer each time, and goes on at the same place', async () => {
    const clock = new FakeClock();
    const source = erringSource({ code: 429, reason: 'TooManyRequests' });
    const harness = new Harness(source, { clock });
    await clock.advance(800 + 1_600);
    expect([harness.delays, source.lists, source.watches]).toEqual([[800, 1_600, 3_200], 1, 3]);
  });

  it('with a corrupt object is followed by a list, in which that is gone', async () => {
    const { clock, source, harness } = await start();
    await clock.advance(SECOND);
    source.loseNextEvents();
    source.delete('default/a');
    source.failNext('list', apiError(500, { reason: 'StoreReadError' }));
    source.closeWatches();
    await clock.settle();
    expect([harness.sink.keys, harness.reflector.resourceVersion, harness.reflector.status.primes]).toEqual([
      ['default/b'],
      source.resourceVersion,
      { initial: 1, inconsistent: 1 },
    ]);
  });

  it('whose Status is garbage ends nothing', async () => {
    const clock = new FakeClock();
    const harness = new Harness(erringSource({ code: 504, reason: 'Timeout', message: 7, details: { causes: 1 } }), {
      clock,
    });
    await clock.settle();
    expect(harness.delays).toEqual([800]);
  });
});

describe('an expired resourceVersion', () => {
  it.each(['when a watch is opened', 'as an event'])('%s leads to a list that is not older, at once', async (when) => {
    const { clock, source, harness, asked } = await start();
    await clock.advance(SECOND);
    source.expire({ endWatches: when === 'as an event' });
    source.closeWatches();
    await clock.settle();
    expect([asked().slice(-2), harness.delays, harness.reflector.status.primes]).toEqual([
      ['list @992', 'watch @993'],
      [],
      { initial: 1, expired: 1 },
    ]);
  });

  it('is reported, which client-go does not when it comes as an event', async () => {
    const { clock, source, harness } = await start();
    source.expire({ endWatches: true });
    await clock.settle();
    expect(harness.errorCodes).toEqual(['410']);
  });

  it('of the list itself leads to the newest state, at once and once', async () => {
    const { harness, asked } = await start({}, {}, (source) => {
      source.failNext('list', () => apiError(410), 2);
    });
    expect([asked(), harness.delays]).toEqual([['list @0', 'list @'], [800]]);
  });

  it('after every list is met with growing delays: a server whose watches are always too old', async () => {
    const clock = new FakeClock();
    const source = erringSource({ code: 410, reason: 'Expired' });
    const harness = new Harness(source, { clock });
    await clock.advance(800 + 1_600 + 3_200);
    expect([harness.delays, source.lists]).toEqual([[800, 1_600, 3_200, 6_400], 5]);
  });

  it('with a page size does not lead to the same old list again and again (client-go is caught there)', async () => {
    const { clock, source, harness } = await start({ historyLimit: 5 }, { pageSize: 1 });
    await clock.advance(SECOND);
    source.halfOpenWatches();
    for (let index = 0; index < 10; index++) source.create(makeObject({ name: `new-${index}` }));
    await clock.advance(400 * SECOND);
    expect([harness.reflector.resourceVersion, harness.sink.keys.length]).toEqual([source.resourceVersion, 12]);
  });
});

describe('delays', () => {
  it('double from 0.8 s to 30 s and stay there', async () => {
    const { clock, harness } = await start({}, {}, (source) => {
      source.failNext('list', () => connectionError('ECONNREFUSED'), 9);
    });
    await clock.advance(300 * SECOND);
    expect(harness.delays).toEqual([800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]);
  });

  it('do not start over in a long outage (client-go’s do every two minutes)', async () => {
    const { clock, harness } = await start({}, {}, (source) => {
      source.failNext('list', () => connectionError('ECONNREFUSED'), 40);
    });
    await clock.advance(600 * SECOND);
    expect(new Set(harness.delays.slice(6))).toEqual(new Set([30_000]));
  });

  it('are up to twice as long by jitter', async () => {
    const { harness } = await start({}, { random: () => 0.999 }, (source) => {
      source.failNext('list', apiError(500));
    });
    expect(harness.delays).toEqual([800 * 1.999]);
  });

  it('can be set', async () => {
    const backoff = { initialMs: 10, maxMs: 100, factor: 2, jitter: 0 };
    const { clock, harness } = await start({}, { backoff }, (source) => {
      source.failNext('list', () => apiError(500), 5);
    });
    await clock.advance(SECOND);
    expect(harness.delays).toEqual([10, 20, 40, 80, 100]);
  });

  it('start over after a success', async () => {
    const { clock, source, harness } = await start({}, {}, (fake) => {
      fake.failNext('watch', () => apiError(500), 2);
    });
    await clock.advance(800 + 1_600 + SECOND);
    source.failNext('list', apiError(500));
    source.resetWatches();
    await clock.settle();
    expect(harness.delays).toEqual([800, 1_600, 800]);
  });

  it('start over after a silence too: it takes minutes of a good watch to notice one', async () => {
    const { clock, source, harness } = await start({}, {}, (fake) => {
      fake.failNext('watch', () => apiError(500), 2);
    });
    await clock.advance(800 + 1_600);
    source.halfOpenWatches();
    source.failNext('list', apiError(500));
    await clock.advance(315 * SECOND);
    expect(harness.delays).toEqual([800, 1_600, 800]);
  });

  it('do not start over because a probe works', async () => {
    const { clock, harness } = await start({}, {}, (source) => {
      source.failNext('watch', () => apiError(500), 2);
    });
    await clock.advance(10 * SECOND);
    expect(harness.delays).toEqual([800, 1_600]);
  });

  it('are at least what the server asked for, also after a watch that went well', async () => {
    const clock = new FakeClock();
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: () => [{ items: [], resourceVersion: '5' }],
      watch: async () =>
        (async function* (): AsyncGenerator<WatchEvent<TestObject>> {
          yield { type: 'ADDED', object: makeObject({ name: 'a', resourceVersion: '7' }) };
          yield { type: 'ERROR', object: { code: 503, details: { retryAfterSeconds: 30 } } };
        })(),
    };
    const harness = new Harness(source, { clock });
    await clock.settle();
    expect(harness.delays).toEqual([30_000]);
    await harness.stop();
  });

  it('are at least what the server asked for', async () => {
    const { harness } = await start({}, {}, (source) => {
      source.throttle(1, { retryAfterSeconds: 17 });
    });
    expect(harness.delays).toEqual([17_000]);
  });

  it('are no shorter than our own when the server asks for less', async () => {
    const { clock, harness } = await start({}, {}, (source) => {
      source.throttle(3, { retryAfterSeconds: 1 });
    });
    await clock.advance(10 * SECOND);
    expect(harness.delays).toEqual([1_000, 1_600, 3_200]);
  });
});

describe('a probe', () => {
  it('that fails in passing is asked again, before any watch', async () => {
    const { clock, source, asked } = await start();
    await clock.advance(SECOND);
    source.failNext('list', apiError(503));
    source.closeWatches();
    await clock.advance(800);
    expect(asked().slice(2)).toEqual(['probe @992', 'probe @992', 'watch @992']);
  });

  it('that is refused stands in nobody’s way: a watch may be allowed where a list is not', async () => {
    const { clock, source, asked } = await start();
    await clock.advance(SECOND);
    source.failNext('list', apiError(403));
    source.closeWatches();
    await clock.settle();
    expect(asked().slice(2)).toEqual(['probe @992', 'watch @992']);
  });

  it('that is refused is asked again when the watch has lasted its time', async () => {
    const { clock, source, asked } = await start();
    await clock.advance(SECOND);
    source.failNext('list', apiError(403));
    source.closeWatches();
    await clock.advance(300 * SECOND);
    expect(asked().slice(2)).toEqual(['probe @992', 'watch @992', 'probe @992', 'watch @992']);
  });
});

describe('onError', () => {
  it('sees every error of list, stream, watch, event and probe', async () => {
    const { clock, source, harness } = await start({}, { watchList: true }, (fake) => {
      fake.failNext('watch', apiError(422));
      fake.failNext('list', apiError(500));
    });
    source.failNext('watch', apiError(503));
    await clock.advance(800 + 800);
    await clock.advance(SECOND);
    source.failNext('list', apiError(504));
    source.resetWatches();
    await clock.advance(2 * SECOND);
    source.expire({ endWatches: true });
    await clock.settle();
    expect(harness.errorCodes).toEqual(['422', '500', '503', 'ECONNRESET', '504', '410']);
  });
});
