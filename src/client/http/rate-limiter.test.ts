import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { RateLimiter } from './rate-limiter.js';

const never = new AbortController().signal;

describe('RateLimiter', () => {
  it('lets the burst through at once and then one each 1/qps', async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter({ qps: 10, burst: 3 }, clock);
    const start = clock.now();
    const times: number[] = [];
    const all = Array.from({ length: 6 }, () => limiter.take(never).then(() => times.push(clock.now() - start)));
    await clock.advance(300);
    await Promise.all(all);
    expect(times).toEqual([0, 0, 0, 100, 200, 300]);
  });

  it('saves up no more than the burst', async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter({ qps: 10, burst: 2 }, clock);
    await clock.advance(60_000);
    let taken = 0;
    const all = Array.from({ length: 4 }, () => limiter.take(never).then(() => taken++));
    await clock.settle();
    expect(taken).toBe(2);
    await clock.advance(200);
    await Promise.all(all);
  });

  it('gives one who waits no token after its abort, and leaves no timer', async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter({ qps: 1, burst: 1 }, clock);
    await limiter.take(never);
    const controller = new AbortController();
    const waiting = limiter.take(controller.signal);
    controller.abort();
    await expect(waiting).rejects.toBe(controller.signal.reason);
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(1_000);
    await limiter.take(never);
  });

  it('serves in order, and never above burst + qps × time in any window', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat({ max: 200 }), { maxLength: 30 }),
        async (qps, burst, gaps) => {
          const clock = new FakeClock();
          const limiter = new RateLimiter({ qps, burst }, clock);
          const served: { index: number; at: number }[] = [];
          const all: Promise<unknown>[] = [];
          for (const [index, gap] of gaps.entries()) {
            all.push(limiter.take(never).then(() => served.push({ index, at: clock.now() })));
            await clock.advance(gap);
          }
          await clock.advance((gaps.length / qps) * 1_000 + 100);
          await Promise.all(all);
          expect(served.map(({ index }) => index)).toEqual(gaps.map((_, index) => index));
          for (let from = 0; from < served.length; from++) {
            for (let to = from; to < served.length; to++) {
              const seconds = (served[to]!.at - served[from]!.at) / 1_000;
              expect(to - from + 1).toBeLessThanOrEqual(burst + qps * seconds + 1e-6);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
