import { describe, expect, it } from 'vitest';
import { delay } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';
import { FakeClock, FakeListerWatcher, apiError, connectionError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListerWatcher, WatchEvent } from './contract.js';
import { Harness } from './test-harness.js';

const SECOND = 1_000;

describe('a watch that gets nowhere, although the server answers', () => {
  const MINUTE = 60 * SECOND;

  /** Where every watch from 5 fails, and the list is at 5 first and then as far as it is said. */
  function stuckAt5(watch: (clock: FakeClock) => ListerWatcher<TestObject>['watch']) {
    const clock = new FakeClock();
    const asked: string[] = [];
    let version = '5';
    const source: ListerWatcher<TestObject> = {
      supportsWatchList: false,
      list: ({ limit }) => {
        asked.push(limit === 1 ? 'probe' : 'list');
        return [{ items: [makeObject({ name: 'a', resourceVersion: version })], resourceVersion: version }];
      },
      watch: (options, context) => {
        asked.push(`watch @${options.resourceVersion}`);
        return options.resourceVersion === '5' ? watch(clock)(options, context) : Promise.resolve(quiet());
      },
    };
    const harness = new Harness(source, { clock });
    return {
      clock,
      harness,
      asked,
      goOn: () => {
        version = '9';
      },
    };
  }

  async function* quiet(): AsyncGenerator<WatchEvent<TestObject>> {
    yield await new Promise(() => undefined);
  }

  const malformed = () => new KubeInformerError('ERR_WIRE_MALFORMED', 'an event that nobody can read');
  const sends = (error: () => unknown, afterMs = 0) =>
    ((clock) => async () =>
      (async function* (): AsyncGenerator<WatchEvent<TestObject>> {
        if (afterMs > 0) await delay(clock, afterMs);
        yield await Promise.reject(error());
      })()) satisfies Parameters<typeof stuckAt5>[0];

  it.each<[string, Parameters<typeof stuckAt5>[0]]>([
    ['because an event cannot be read', sends(malformed)],
    ['because an event that comes late cannot be read', sends(malformed, 50 * SECOND)],
    ['because it ends in 500 after a while', sends(() => apiError(500), 50 * SECOND)],
    ['because it is refused', () => () => Promise.reject(apiError(405))],
    ['because the connection is cut at once', sends(() => connectionError('ECONNRESET'))],
    ['because it is never answered', () => () => new Promise(() => undefined)],
  ])('%s, is given up at the third attempt: the source is read, and watched from there', async (_name, watch) => {
    const { clock, harness, asked, goOn } = stuckAt5(watch);
    await clock.settle();
    goOn();
    await clock.advance(4 * MINUTE);
    expect(asked).toEqual(['list', 'watch @5', 'probe', 'watch @5', 'probe', 'watch @5', 'list', 'watch @9']);
    expect([harness.sink.content.get('default/a'), harness.reflector.status.primes]).toEqual([
      '9',
      { initial: 1, stalled: 1 },
    ]);
    await harness.stop();
  });

  it('for ever, is read from time to time, less and less often', async () => {
    const { clock, harness, asked } = stuckAt5(() => () => Promise.reject(apiError(405)));
    const lists = async (forMs: number) => {
      asked.length = 0;
      await clock.advance(forMs);
      return asked.filter((request) => request === 'list').length;
    };
    expect([await lists(10 * MINUTE), await lists(10 * MINUTE), await lists(60 * MINUTE)]).toEqual([8, 7, 40]);
    expect(harness.reflector.status.failures).toBeGreaterThan(100);
    await harness.stop();
  });

  it.each([
    ['500', () => apiError(500)],
    ['410', () => apiError(410)],
    ['429', () => apiError(429)],
  ])('is none that was quiet for minutes before the server ended it with %s', async (_name, error) => {
    const { clock, harness } = stuckAt5(sends(error, 4 * MINUTE));
    await clock.advance(120 * MINUTE);
    expect([Math.max(0, ...harness.delays), harness.reflector.status.primes.stalled]).toEqual([
      _name === '429' ? 800 : 0,
      undefined,
    ]);
    await harness.stop();
  });

  it('is not read while the server refuses everything: it is watched again when that is over', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] });
    const harness = new Harness(source, { clock, watchList: false });
    await clock.settle();
    source.failNext('list', () => apiError(401), Infinity);
    source.failNext('watch', () => apiError(401), Infinity);
    source.closeWatches();
    await clock.advance(10 * MINUTE);
    source.clearFaults();
    await clock.advance(MINUTE);
    expect([harness.reflector.status.phase, harness.reflector.status.primes]).toEqual(['watching', { initial: 1 }]);
    await harness.stop();
  });
});
