import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from './fake-clock.js';
import { TimeSlicer } from './time-slicer.js';

describe('FakeClock', () => {
  it('stands still until it is moved', async () => {
    const clock = new FakeClock(1_000);
    await clock.settle();
    expect(clock.now()).toBe(1_000);
  });

  it('never fires synchronously, not even a timer of 0 ms', () => {
    const clock = new FakeClock();
    let fired = false;
    clock.setTimeout(() => {
      fired = true;
    }, 0);
    expect(fired).toBe(false);
  });

  it('fires each timer at its own time', async () => {
    const clock = new FakeClock(0);
    const seen: number[] = [];
    for (const ms of [30, 10, 20]) clock.setTimeout(() => seen.push(clock.now()), ms);
    await clock.advance(100);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('fires timers of the same time in the order they were set', async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    for (const name of ['a', 'b', 'c']) clock.setTimeout(() => seen.push(name), 10);
    await clock.advance(10);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('fires what is due exactly at the end, and nothing after', async () => {
    const clock = new FakeClock(0);
    const seen: number[] = [];
    for (const ms of [10, 11]) clock.setTimeout(() => seen.push(ms), ms);
    await clock.advance(10);
    expect(seen).toEqual([10]);
  });

  it('ends at the asked time when no timer is due then', async () => {
    const clock = new FakeClock(0);
    await clock.advance(25);
    expect(clock.now()).toBe(25);
  });

  it('fires timers that were set by timers on the way', async () => {
    const clock = new FakeClock(0);
    const seen: number[] = [];
    const tick = (): void => {
      seen.push(clock.now());
      clock.setTimeout(tick, 10);
    };
    clock.setTimeout(tick, 10);
    await clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('fires timers that were set by promises on the way', async () => {
    const clock = new FakeClock(0);
    const seen: number[] = [];
    const wait = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        clock.setTimeout(resolve, ms);
      });
    const work = (async () => {
      for (let round = 0; round < 3; round++) {
        await wait(10);
        seen.push(clock.now());
      }
    })();
    await clock.advance(30);
    await work;
    expect(seen).toEqual([10, 20, 30]);
  });

  it('fires a timer of 0 ms that was set by work which noticed that time has passed', async () => {
    const clock = new FakeClock(0);
    let fired = false;
    const work = (async () => {
      while (clock.now() < 10) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      clock.setTimeout(() => {
        fired = true;
      }, 0);
    })();
    await clock.advance(10);
    await work;
    expect(fired).toBe(true);
  });

  it('does not fire a cancelled timer', async () => {
    const clock = new FakeClock();
    let fired = false;
    const timer = clock.setTimeout(() => {
      fired = true;
    }, 10);
    timer.cancel();
    timer.cancel();
    await clock.advance(10);
    expect(fired).toBe(false);
  });

  it('counts the timers that wait', async () => {
    const clock = new FakeClock();
    clock.setTimeout(() => undefined, 10);
    clock.setTimeout(() => undefined, 20).cancel();
    clock.setTimeout(() => undefined, 30);
    await clock.advance(10);
    expect(clock.pendingTimers).toBe(1);
  });

  it('tells when the next timer is due', async () => {
    const clock = new FakeClock();
    expect(clock.nextTimerIn).toBeUndefined();
    clock.setTimeout(() => undefined, 30);
    clock.setTimeout(() => undefined, 20);
    await clock.advance(5);
    expect(clock.nextTimerIn).toBe(15);
  });

  it('gives up on work that has no end', { timeout: 60_000 }, async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const work = (async () => {
      const slicer = new TimeSlicer(1);
      while (!stop.signal.aborted) await slicer.yield();
    })();
    await expect(clock.settle()).rejects.toThrow(/work without end/);
    stop.abort();
    await work;
  });

  it('never goes back when two advances overlap', async () => {
    const clock = new FakeClock(0);
    let inner: Promise<void> | undefined;
    clock.setTimeout(() => {
      inner = clock.advance(100);
    }, 10);
    const seen: number[] = [];
    clock.setTimeout(() => seen.push(clock.now()), 15);
    await clock.advance(20);
    await inner;
    expect(clock.now()).toBe(110);
    expect(seen).toEqual([15]);
  });

  it('fires exactly the timers due, in the order of time and then of setting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -5, max: 50 }), { maxLength: 10 }),
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 4 }),
        async (delays, moves) => {
          const clock = new FakeClock(0);
          const fired: number[] = [];
          delays.forEach((ms, index) => clock.setTimeout(() => fired.push(index), ms));
          let end = 0;
          for (const move of moves) {
            await clock.advance(move);
            end += move;
          }
          const due = delays
            .map((ms, index) => ({ at: Math.max(0, ms), index }))
            .filter(({ at }) => moves.length > 0 && at <= end)
            .sort((a, b) => a.at - b.at || a.index - b.index);
          expect(fired).toEqual(due.map(({ index }) => index));
          expect(clock.pendingTimers).toBe(delays.length - due.length);
        },
      ),
      { numRuns: 50 },
    );
  });
});
