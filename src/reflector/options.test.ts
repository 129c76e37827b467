import { describe, expect, it } from 'vitest';
import { FakeListerWatcher } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { resolveSettings } from './options.js';
import type { ReflectorTuning } from './options.js';
import { processRelistBudget } from './relist-budget.js';
import { RecordingSink } from './test-harness.js';

const resolve = (tuning: ReflectorTuning = {}) =>
  resolveSettings<TestObject>({ ...tuning, listerWatcher: new FakeListerWatcher(), sink: new RecordingSink() });

describe('resolveSettings', () => {
  it('has a default for everything', () => {
    expect(resolve()).toMatchObject({
      watchList: true,
      pageSize: undefined,
      minWatchTimeoutMs: 300_000,
      backoff: { initialMs: 800, maxMs: 30_000, factor: 2, jitter: 1 },
      endMarkTimeoutMs: 20_000,
      answerTimeoutMs: 60_000,
      relistBudget: processRelistBudget,
    });
  });

  it.each([
    [1_000, 300_000],
    [1_800_000, 1_800_000],
  ])('a least watch timeout of %d ms becomes %d: less than five minutes is ignored', (asked, expected) => {
    expect(resolve({ minWatchTimeoutMs: asked }).minWatchTimeoutMs).toBe(expected);
  });

  it.each([
    [undefined, undefined, true],
    [undefined, true, true],
    [undefined, false, false],
    [false, true, false],
    [true, false, false],
  ])('watchList %s with a source that says %s: %j', (watchList, supportsWatchList, expected) => {
    const listerWatcher = {
      list: () => [],
      watch: () => Promise.reject(new Error('not here')),
      ...(supportsWatchList === undefined ? {} : { supportsWatchList }),
    };
    const settings = resolveSettings<TestObject>({
      listerWatcher,
      sink: new RecordingSink(),
      ...(watchList === undefined ? {} : { watchList }),
    });
    expect(settings.watchList).toBe(expected);
  });

  it.each<ReflectorTuning>([
    { pageSize: -1 },
    { pageSize: NaN },
    { minWatchTimeoutMs: Infinity },
    { endMarkTimeoutMs: NaN },
    { answerTimeoutMs: -5 },
    { backoff: { initialMs: NaN, maxMs: 1, factor: 2, jitter: 0 } },
  ])('refuses %j', (tuning) => {
    expect(() => resolve(tuning)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }) as Error);
  });
});
