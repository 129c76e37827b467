import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../base/deferred.js';
import { FakeClock } from '../../base/fake-clock.js';
import { Renewable } from './renewable.js';
import type { Renewed } from './renewable.js';
import { rejection } from './test-support.js';

/** A source that numbers what it gives: 1, 2, 3 … each good for `lifeMs`. */
function numbered(
  clock: FakeClock,
  lifeMs: number | undefined,
): { fetch: () => Promise<Renewed<number>>; fetches: number; failing: boolean } {
  const source = {
    fetches: 0,
    failing: false,
    fetch: (): Promise<Renewed<number>> => {
      source.fetches += 1;
      if (source.failing) return Promise.reject(new Error(`failure ${source.fetches}`));
      return Promise.resolve({
        value: source.fetches,
        expiresAtMs: lifeMs === undefined ? undefined : clock.now() + lifeMs,
      });
    },
  };
  return source;
}

/** A source that gives nothing until its gate is opened. */
function gated() {
  const source = {
    fetches: 0,
    gate: deferred<Renewed<number>>(),
    fetch: (): Promise<Renewed<number>> => {
      source.fetches += 1;
      return source.gate.promise;
    },
  };
  return source;
}

const same = (a: number, b: number): boolean => a === b;

describe('Renewable', () => {
  it('many concurrent first calls fetch once', async () => {
    const clock = new FakeClock();
    const source = gated();
    const renewable = new Renewable(source.fetch, { clock, same });
    const all = Array.from({ length: 50 }, () => renewable.get());
    await clock.settle();
    source.gate.resolve({ value: 7, expiresAtMs: undefined });
    expect([new Set(await Promise.all(all)), source.fetches]).toEqual([new Set([7]), 1]);
  });

  it('keeps a value without expiry until it is refused', async () => {
    const clock = new FakeClock();
    const renewable = new Renewable(numbered(clock, undefined).fetch, { clock, same });
    await renewable.get();
    await clock.advance(365 * 86_400_000);
    expect([await renewable.get(), await renewable.refused(), await renewable.get()]).toEqual([1, true, 2]);
  });

  it('renews a minute ahead of the expiry', async () => {
    const clock = new FakeClock();
    const renewable = new Renewable(numbered(clock, 3_600_000).fetch, { clock, same });
    const seen = [await renewable.get()];
    await clock.advance(3_539_999);
    seen.push(await renewable.get());
    await clock.advance(1);
    seen.push(await renewable.get());
    await clock.settle();
    seen.push(await renewable.get());
    expect(seen).toEqual([1, 1, 1, 2]);
  });

  it('renews a short-lived value in the last fifth of its life', async () => {
    const clock = new FakeClock();
    const renewable = new Renewable(numbered(clock, 50_000).fetch, { clock, same });
    const seen = [await renewable.get()];
    await clock.advance(39_999);
    seen.push(await renewable.get());
    await clock.advance(1);
    seen.push(await renewable.get());
    await clock.settle();
    seen.push(await renewable.get());
    expect(seen).toEqual([1, 1, 1, 2]);
  });

  it('nobody waits for a renewal while the value has half a minute to live', async () => {
    const clock = new FakeClock();
    const source = gated();
    const renewable = new Renewable(source.fetch, {
      clock,
      same,
      initial: { value: 99, expiresAtMs: clock.now() + 600_000 },
    });
    await clock.advance(569_999);
    expect([await renewable.get(), await renewable.get(), source.fetches]).toEqual([99, 99, 1]);
  });

  it('in its last half minute a request waits for the renewal that runs', async () => {
    const clock = new FakeClock();
    const { fetch, gate } = gated();
    const initial = { value: 99, expiresAtMs: clock.now() + 600_000 };
    const renewable = new Renewable(fetch, { clock, same, initial });
    await clock.advance(560_000);
    await renewable.get();
    await clock.advance(10_000);
    const late = renewable.get();
    gate.resolve({ value: 1, expiresAtMs: undefined });
    expect(await late).toBe(1);
  });

  it('a renewal that fails beside the requests is tried again, at most once a second', async () => {
    const clock = new FakeClock();
    const source = numbered(clock, undefined);
    source.failing = true;
    const initial = { value: 99, expiresAtMs: clock.now() + 600_000 };
    const renewable = new Renewable(source.fetch, { clock, same, initial });
    await clock.advance(540_000);
    for (let tenth = 0; tenth < 20; tenth += 1) {
      await renewable.get();
      await clock.advance(100);
    }
    source.failing = false;
    await renewable.get();
    await clock.settle();
    expect([await renewable.get(), source.fetches]).toEqual([3, 3]);
  });

  it('uses what arrives expired for five seconds, so that not every request fetches', async () => {
    const clock = new FakeClock();
    const source = numbered(clock, -1_000);
    const renewable = new Renewable(source.fetch, { clock, same });
    for (let second = 0; second < 10; second += 1) {
      await renewable.get();
      await clock.advance(1_000);
    }
    expect(source.fetches).toBe(2);
  });

  it('goes on with a value that is still good when renewing it early fails', async () => {
    const clock = new FakeClock();
    const source = numbered(clock, 3_600_000);
    const renewable = new Renewable(source.fetch, { clock, same });
    await renewable.get();
    await clock.advance(3_550_000);
    source.failing = true;
    expect(await renewable.get()).toBe(1);
  });

  it('rejects once the value has expired and renewing fails', async () => {
    const clock = new FakeClock();
    const source = numbered(clock, 3_600_000);
    const renewable = new Renewable(source.fetch, { clock, same });
    await renewable.get();
    await clock.advance(3_600_000);
    source.failing = true;
    expect((await rejection(renewable.get())).message).toBe('failure 2');
  });

  it('a failure stands for a second before the next attempt', async () => {
    const clock = new FakeClock();
    const source = numbered(clock, undefined);
    source.failing = true;
    const renewable = new Renewable(source.fetch, { clock, same });
    await rejection(renewable.get());
    await clock.advance(999);
    await rejection(renewable.get());
    const before = source.fetches;
    await clock.advance(1);
    source.failing = false;
    expect([before, await renewable.get()]).toEqual([1, 2]);
  });

  it('refusals soon after a replacement are about the old value', async () => {
    const clock = new FakeClock();
    const source = numbered(clock, undefined);
    const renewable = new Renewable(source.fetch, { clock, same });
    await renewable.get();
    await renewable.refused();
    await clock.advance(9_999);
    const again = await renewable.refused();
    expect([again, source.fetches]).toEqual([true, 2]);
  });

  it('a refusal that only gets the same value again gives no reason to try', async () => {
    const clock = new FakeClock();
    const renewable = new Renewable(() => Promise.resolve({ value: 1, expiresAtMs: undefined }), { clock, same });
    await renewable.get();
    expect(await renewable.refused()).toBe(false);
  });

  it('an initial value is used until it is about to expire', async () => {
    const clock = new FakeClock();
    const initial = { value: 99, expiresAtMs: clock.now() + 600_000 };
    const renewable = new Renewable(numbered(clock, undefined).fetch, { clock, same, initial });
    const first = await renewable.get();
    await clock.advance(570_000);
    expect([first, await renewable.get()]).toEqual([99, 1]);
  });

  it('an initial value that has expired is not used', async () => {
    const clock = new FakeClock();
    const initial = { value: 99, expiresAtMs: clock.now() - 1 };
    expect(await new Renewable(numbered(clock, undefined).fetch, { clock, same, initial }).get()).toBe(1);
  });

  it('never hands out an expired value, and never fetches more than once in five seconds', async () => {
    const step = fc.record({ waitMs: fc.integer({ min: 0, max: 90_000 }), failing: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 6_000, max: 300_000 }),
        fc.array(step, { maxLength: 30 }),
        async (lifeMs, steps) => {
          const clock = new FakeClock();
          const source = numbered(clock, lifeMs);
          const fetchTimes: number[] = [];
          const bornAt = new Map<number, number>();
          const renewable = new Renewable(
            async () => {
              if (!source.failing) fetchTimes.push(clock.now());
              const renewed = await source.fetch();
              bornAt.set(renewed.value, clock.now());
              return renewed;
            },
            { clock, same },
          );
          for (const { waitMs, failing } of steps) {
            source.failing = failing;
            const value = await renewable.get().catch(() => undefined);
            if (value !== undefined) expect(clock.now() - (bornAt.get(value) ?? 0)).toBeLessThan(lifeMs);
            await clock.advance(waitMs);
          }
          const gaps = fetchTimes.slice(1).map((at, index) => at - (fetchTimes[index] ?? 0));
          expect(Math.min(Infinity, ...gaps)).toBeGreaterThanOrEqual(Math.min(4_800, lifeMs * 0.8));
        },
      ),
      { numRuns: 50 },
    );
  });
});
