import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { BucketRateLimiter } from './bucket-rate-limiter.js';
import { MaxOfRateLimiter, WithMaxWaitRateLimiter } from './combined-rate-limiters.js';
import { defaultControllerRateLimiter, defaultItemBasedRateLimiter } from './default-rate-limiters.js';
import { FailureCounts } from './failure-counts.js';
import { ItemExponentialFailureRateLimiter, ItemFastSlowRateLimiter } from './item-rate-limiters.js';
import type { RateLimiter } from './rate-limiter.js';

const HOUR_MS = 3_600_000;

function times(count: number, limiter: RateLimiter, key: unknown = 'one'): number[] {
  return Array.from({ length: count }, () => limiter.when(key));
}

describe('ItemExponentialFailureRateLimiter', () => {
  const make = (): RateLimiter => new ItemExponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1000 });

  it('doubles the delay of a key at each failure', () => {
    expect(times(5, make())).toEqual([1, 2, 4, 8, 16]);
  });

  it('counts each key alone', () => {
    const limiter = make();
    times(3, limiter, 'one');
    expect([limiter.when('two'), limiter.numRequeues('one'), limiter.numRequeues('two')]).toEqual([1, 3, 1]);
  });

  it('starts over when a key is forgotten', () => {
    const limiter = make();
    times(3, limiter);
    limiter.forget('one');
    expect([limiter.numRequeues('one'), limiter.when('one')]).toEqual([0, 1]);
  });

  it('never exceeds the longest delay', () => {
    expect(times(12, make()).slice(-3)).toEqual([512, 1000, 1000]);
  });

  it.each([0, 1, 1e300])('does not overflow after any number of failures, from a base of %d ms', (baseDelayMs) => {
    const limiter = new ItemExponentialFailureRateLimiter({ baseDelayMs, maxDelayMs: 1e6 });
    expect(times(2000, limiter).at(-1)).toBe(baseDelayMs === 0 ? 0 : 1e6);
  });

  it('keeps a count while its own longest delay passes', async () => {
    const clock = new FakeClock();
    const limiter = new ItemExponentialFailureRateLimiter({ baseDelayMs: HOUR_MS, maxDelayMs: 10 * HOUR_MS, clock });
    times(9, limiter);
    await clock.advance(19 * HOUR_MS);
    expect(limiter.numRequeues('one')).toBe(9);
  });

  it('gives up a count nobody raised for long (client-go keeps it for ever)', async () => {
    const clock = new FakeClock();
    const limiter = new ItemExponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1000, clock });
    times(9, limiter);
    await clock.advance(2 * HOUR_MS);
    expect([limiter.numRequeues('one'), limiter.when('one')]).toEqual([0, 1]);
  });

  it('keeps counts for ever if told so', async () => {
    const clock = new FakeClock();
    const options = { baseDelayMs: 1, maxDelayMs: 1000, forgetAfterMs: Infinity, clock };
    const limiter = new ItemExponentialFailureRateLimiter(options);
    times(3, limiter);
    await clock.advance(1e12);
    expect(limiter.numRequeues('one')).toBe(3);
  });

  it.each([
    { baseDelayMs: -1, maxDelayMs: 1 },
    { baseDelayMs: 1, maxDelayMs: NaN },
    { baseDelayMs: 1, maxDelayMs: 1, forgetAfterMs: 0 },
  ])('refuses %j', (options) => {
    expect(() => new ItemExponentialFailureRateLimiter(options)).toThrow(/of a rate limiter is .*; pass a number/);
  });
});

describe('ItemFastSlowRateLimiter', () => {
  it('gives the first failures of a key the fast delay and all others the slow one', () => {
    const limiter = new ItemFastSlowRateLimiter({ fastDelayMs: 5, slowDelayMs: 10_000, maxFastAttempts: 3 });
    expect(times(5, limiter)).toEqual([5, 5, 5, 10_000, 10_000]);
    expect([limiter.numRequeues('one'), limiter.when('two')]).toEqual([5, 5]);
  });

  it('starts over when a key is forgotten', () => {
    const limiter = new ItemFastSlowRateLimiter({ fastDelayMs: 5, slowDelayMs: 10_000, maxFastAttempts: 1 });
    times(2, limiter);
    limiter.forget('one');
    expect([limiter.numRequeues('one'), limiter.when('one')]).toEqual([0, 5]);
  });
});

describe('BucketRateLimiter', () => {
  it('lets a burst through, then one at a time', () => {
    const limiter = new BucketRateLimiter({ ratePerSecond: 10, burst: 3, clock: new FakeClock() });
    expect(times(6, limiter)).toEqual([0, 0, 0, 100, 200, 300]);
  });

  it('pays reservations back before it lets the next burst through', async () => {
    const clock = new FakeClock();
    const limiter = new BucketRateLimiter({ ratePerSecond: 10, burst: 2, clock });
    times(4, limiter);
    await clock.advance(300);
    expect(times(3, limiter)).toEqual([0, 100, 200]);
  });

  it('holds no more than the burst after any quiet time', async () => {
    const clock = new FakeClock();
    const limiter = new BucketRateLimiter({ ratePerSecond: 10, burst: 2, clock });
    times(2, limiter);
    await clock.advance(1e9);
    expect(times(3, limiter)).toEqual([0, 0, 100]);
  });

  it('never limits at an endless rate', () => {
    const limiter = new BucketRateLimiter({ ratePerSecond: Infinity, burst: 1, clock: new FakeClock() });
    expect(times(3, limiter)).toEqual([0, 0, 0]);
  });

  it('knows nothing of keys', () => {
    const limiter = new BucketRateLimiter({ ratePerSecond: 10, burst: 1, clock: new FakeClock() });
    times(2, limiter);
    limiter.forget();
    expect([limiter.numRequeues(), limiter.when()]).toEqual([0, 200]);
  });

  it.each([
    { ratePerSecond: 0, burst: 1 },
    { ratePerSecond: 1, burst: 0 },
  ])('refuses %j', (options) => {
    expect(() => new BucketRateLimiter(options)).toThrow(/of a rate limiter is 0; pass a number/);
  });

  it('equals a count of tokens for any tries at any times', () => {
    const run = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60, size: 'max' });
    const bucket = { ratePerSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 5 }) };
    fc.assert(
      fc.property(run, fc.record(bucket), (pauses, { ratePerSecond, burst }) => {
        let now = 0;
        const clock = { now: () => now, setTimeout: () => ({ cancel: () => undefined }) };
        const limiter = new BucketRateLimiter({ ratePerSecond, burst, clock });
        let tokens = burst;
        for (const pause of pauses) {
          now += pause;
          tokens = Math.min(burst, tokens + (pause * ratePerSecond) / 1000) - 1;
          expect(limiter.when()).toBeCloseTo(Math.max(0, (-tokens * 1000) / ratePerSecond), 6);
        }
      }),
    );
  });
});

describe('MaxOfRateLimiter', () => {
  it('takes the longest delay and the highest count, and every limiter counts every try', () => {
    const limiter = new MaxOfRateLimiter(
      new ItemFastSlowRateLimiter({ fastDelayMs: 5, slowDelayMs: 3000, maxFastAttempts: 3 }),
      new ItemExponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1000 }),
    );
    expect(times(5, limiter)).toEqual([5, 5, 5, 3000, 3000]);
    expect([limiter.numRequeues('one'), limiter.when('two')]).toEqual([5, 5]);
  });

  it('forgets in every limiter', () => {
    const parts = [1, 2].map((baseDelayMs) => new ItemExponentialFailureRateLimiter({ baseDelayMs, maxDelayMs: 9 }));
    const limiter = new MaxOfRateLimiter(...parts);
    limiter.when('one');
    limiter.forget('one');
    expect(parts.map((part) => part.numRequeues('one'))).toEqual([0, 0]);
  });
});

describe('WithMaxWaitRateLimiter', () => {
  it('cuts the delay and passes on the rest', () => {
    const inner = new ItemExponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1000 });
    const limiter = new WithMaxWaitRateLimiter(inner, { maxWaitMs: 5 });
    expect([...times(5, limiter), limiter.numRequeues('one')]).toEqual([1, 2, 4, 5, 5, 5]);
    limiter.forget('one');
    expect(limiter.numRequeues('one')).toBe(0);
  });
});

describe('default rate limiters', () => {
  it('of controllers: 5 ms doubled up to 1000 s for a key', () => {
    const delays = times(19, defaultControllerRateLimiter({ clock: new FakeClock() }));
    expect([...delays.slice(0, 3), delays[17], delays[18]]).toEqual([5, 10, 20, 655_360, 1_000_000]);
  });

  it('of controllers: ten a second overall after a hundred', () => {
    const limiter = defaultControllerRateLimiter({ clock: new FakeClock() });
    const delays = Array.from({ length: 102 }, (_, key) => limiter.when(key));
    expect(delays.slice(98)).toEqual([5, 5, 100, 200]);
  });

  it('of items: 1 ms doubled up to 1000 s for a key, nothing overall', () => {
    const limiter = defaultItemBasedRateLimiter({ clock: new FakeClock() });
    for (let key = 0; key < 200; key++) limiter.when(key);
    const delays = times(21, limiter);
    expect([...delays.slice(0, 3), delays[20]]).toEqual([1, 2, 4, 1_000_000]);
  });
});

describe('FailureCounts', () => {
  it('stays bounded by the keys of two idle periods', async () => {
    const clock = new FakeClock();
    const counts = new FailureCounts(clock, 1000);
    for (let key = 0; key < 100; key++) {
      counts.raise(key);
      await clock.advance(100);
    }
    expect(counts.size).toBeLessThanOrEqual(20);
  });

  it('keeps a count for at least one idle period and no longer than two', () => {
    const pause = fc.integer({ min: 1, max: 700 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), pause), { maxLength: 60, size: 'max' }),
        (steps) => {
          let now = 0;
          const clock = { now: () => now, setTimeout: () => ({ cancel: () => undefined }) };
          const counts = new FailureCounts(clock, 1000);
          const raisedAt = new Map<string, number>();
          for (const [key, pauseMs] of steps) {
            now += pauseMs;
            const idle = now - (raisedAt.get(key) ?? -Infinity);
            const count = counts.get(key);
            if (idle < 1000) expect(count).toBeGreaterThan(0);
            if (idle >= 2000) expect(count).toBe(0);
            expect(counts.raise(key)).toBe(count);
            raisedAt.set(key, now);
          }
        },
      ),
    );
  });
});
