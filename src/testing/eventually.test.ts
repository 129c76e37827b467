import { describe, expect, it } from 'vitest';

import { FakeClock } from '../base/fake-clock.js';
import type { Clock, Timer } from '../base/clock.js';
import { eventually, eventuallyBy } from './eventually.js';

describe('eventually', () => {
  it('resolves to what the assertion returns', async () => {
    expect(await eventually(() => 7)).toBe(7);
  });

  it('tries again until the assertion holds', async () => {
    let tries = 0;
    await eventually(() => {
      expect(++tries).toBe(5);
    });
    expect(tries).toBe(5);
  });

  it('takes false for an assertion that does not hold yet', async () => {
    let tries = 0;
    expect(await eventually(() => ++tries === 5)).toBe(true);
    await expect(eventually(() => Promise.resolve(false), { turns: 3 })).rejects.toThrow(/still false/);
  });

  it.each([undefined, null, 0, ''])('takes %j for one that holds', async (result) => {
    expect(await eventually(() => result)).toBe(result);
  });

  it('waits for an assertion that is asynchronous', async () => {
    let tries = 0;
    await eventually(async () => {
      await Promise.resolve();
      expect(++tries).toBe(2);
    });
    expect(tries).toBe(2);
  });

  it('lets the event loop turn between tries', async () => {
    let turned = false;
    setImmediate(() => (turned = true));
    await eventually(() => {
      expect(turned).toBe(true);
    });
  });

  it('gives up with the last error after its turns', async () => {
    let tries = 0;
    const attempt = eventually(
      () => {
        throw new Error(`try ${++tries}`);
      },
      { turns: 3 },
    );
    await expect(attempt).rejects.toThrow('try 3');
  });

  it('moves a clock from timer to timer until the assertion holds', async () => {
    const clock = new FakeClock(0);
    const fired: number[] = [];
    for (const at of [30_000, 10_000, 90_000]) clock.setTimeout(() => fired.push(at), at);
    await eventually(
      () => {
        expect(fired).toEqual([10_000, 30_000]);
      },
      { clock },
    );
    expect(clock.now()).toBe(30_000);
  });

  it('moves a clock no further than allowed', async () => {
    const clock = new FakeClock(0);
    clock.setTimeout(() => undefined, 5_000);
    clock.setTimeout(() => undefined, 20_000);
    const attempt = eventually(
      () => {
        throw new Error('never');
      },
      { clock, withinMs: 10_000 },
    );
    await expect(attempt).rejects.toThrow('never');
    expect(clock.now()).toBe(5_000);
  });

  /** Real time that passes at once, and counts the waits. */
  class Instant implements Clock {
    waits: (readonly [delayMs: number, keepAlive: boolean | undefined])[] = [];
    now(): number {
      return 0;
    }
    setTimeout(callback: () => void, delayMs: number, options?: { keepAlive?: boolean }): Timer {
      this.waits.push([delayMs, options?.keepAlive]);
      setImmediate(callback);
      return { cancel: () => undefined };
    }
    get totalMs(): number {
      return this.waits.reduce((sum, [delayMs]) => sum + delayMs, 0);
    }
  }

  const never = (): never => {
    throw new Error('never');
  };

  it('waits in real time for what comes from outside, when turns alone do not bring it', async () => {
    const time = new Instant();
    await eventuallyBy(time, () => (time.totalMs < 2_000 ? never() : undefined), {});
    expect(time.totalMs).toBe(2_000);
  });

  it('loses no real time when turns are enough', async () => {
    const time = new Instant();
    let tries = 0;
    await eventuallyBy(time, () => (++tries < 1_000 ? never() : undefined), {});
    expect(time.waits).toEqual([]);
  });

  it('gives up after three seconds of waits that keep the process alive', async () => {
    const time = new Instant();
    await expect(eventuallyBy(time, never, {})).rejects.toThrow('never');
    expect(time.totalMs).toBe(3_000);
    expect(new Set(time.waits.map(([, keepAlive]) => keepAlive))).toEqual(new Set([true]));
  });

  it('gives up no sooner because the machine stood still: waits are counted, not the time they took', async () => {
    const time = new Instant();
    time.now = () => time.waits.length * 60_000;
    let tries = 0;
    await eventuallyBy(time, () => (++tries < 1_100 ? never() : tries), {});
    expect(time.waits.length).toBeGreaterThan(90);
  });

  it.each([
    ['timeoutMs', { timeoutMs: 50 }, 50],
    ['timeoutMs of nothing', { timeoutMs: 0 }, 0],
    ['turns', { turns: 3 }, 0],
    ['turns and timeoutMs', { turns: 3, timeoutMs: 50 }, 50],
    ['a clock', { clock: new FakeClock(0) }, 0],
    ['a clock and timeoutMs', { clock: new FakeClock(0), timeoutMs: 50 }, 50],
  ])('with %s waits in real time as long as that says', async (_, options, totalMs) => {
    const time = new Instant();
    await expect(eventuallyBy(time, never, options)).rejects.toThrow('never');
    expect(time.totalMs).toBe(totalMs);
  });

  it('moves a clock on when what came from outside has set a timer', async () => {
    const clock = new FakeClock(0);
    const time = new Instant();
    let fired = false;
    await eventuallyBy(
      time,
      () => {
        if (time.waits.length === 2 && clock.pendingTimers === 0) clock.setTimeout(() => (fired = true), 1_000);
        expect(fired).toBe(true);
      },
      { clock, timeoutMs: 50 },
    );
    expect(clock.now()).toBe(1_000);
  });
});
