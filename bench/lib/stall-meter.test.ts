import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { StallMeter, waitAt } from './stall-meter.mjs';

// The one test that uses real time: a meter of time has to be held against it.

// What a quiet machine adds to a block of 50 ms: a tick of the timer, some garbage collection.
const NOISE_MS = 10;

/**
 * The least of several readings. Other processes of the machine can only make a reading longer, so
 * this is the one they disturbed least; it is for upper bounds only. Stops at the first below `enough`.
 */
async function least(enough: number, measure: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < 20 && best >= enough; attempt++) best = Math.min(best, await measure());
  return best;
}

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('StallMeter', () => {
  async function stallOf50ms(): Promise<number> {
    const meter = new StallMeter();
    await sleep(20);
    block(50);
    await sleep(20);
    return (await meter.stop()).max;
  }

  it('reads a block as at least as long as it was', async () => {
    expect(await stallOf50ms()).toBeGreaterThanOrEqual(50);
  });

  it('reads a block as not much longer than it was', async () => {
    expect(await least(50 + NOISE_MS, stallOf50ms)).toBeLessThan(50 + NOISE_MS);
  });

  it('reads an idle loop as nearly nothing, not as its own resolution', async () => {
    const idle = await least(1, async () => {
      const meter = new StallMeter();
      await sleep(300);
      return (await meter.stop()).max;
    });
    expect(idle).toBeLessThan(1);
  });

  it('looks at an idle loop often', async () => {
    const meter = new StallMeter();
    await sleep(300);
    const { samples } = await meter.stop();
    // 300 on a quiet machine.
    expect(samples).toBeGreaterThan(50);
  });

  it('sees a block that begins right after the start', async () => {
    const meter = new StallMeter();
    block(50);
    await sleep(20);
    expect((await meter.stop()).max).toBeGreaterThanOrEqual(50);
  });

  it('sees a block that ends right before the stop', async () => {
    const meter = new StallMeter();
    await sleep(20);
    block(50);
    expect((await meter.stop()).max).toBeGreaterThanOrEqual(50);
  });

  it('sees a block when nothing else ever ran', async () => {
    const meter = new StallMeter();
    block(50);
    expect((await meter.stop()).max).toBeGreaterThanOrEqual(50);
  });

  it('sees a block made of promise callbacks, which never let a timer run', async () => {
    const meter = new StallMeter();
    await sleep(5);
    const end = performance.now() + 50;
    while (performance.now() < end) await Promise.resolve();
    await sleep(5);
    // The loop looks at the clock between its callbacks, so the edges of the block are not ours.
    expect((await meter.stop()).max).toBeGreaterThanOrEqual(49);
  });

  it('does not take many short tasks with turns of the loop between them for one long stall', async () => {
    const longest = await least(20, async () => {
      const meter = new StallMeter();
      for (let task = 0; task < 20; task++) {
        block(2);
        await new Promise<void>((resolve) => {
          setImmediate(resolve);
        });
      }
      return (await meter.stop()).max;
    });
    // 40 ms of work in all.
    expect(longest).toBeLessThan(20);
  });

  it('reports the pauses of the garbage collector', async () => {
    const meter = new StallMeter();
    const kept: object[] = [];
    for (let round = 0; round < 40; round++) {
      for (let item = 0; item < 10_000; item++) kept.push({ round, item });
      await sleep(1);
    }
    expect(kept.length).toBe(400_000);
    const { gcPauses } = await meter.stop();
    expect(gcPauses.count).toBeGreaterThan(0);
    expect(gcPauses.maxMs).toBeGreaterThan(0);
    expect(gcPauses.totalMs).toBeGreaterThanOrEqual(gcPauses.maxMs);
  });

  it('does not count a block after the stop', async () => {
    const meter = new StallMeter();
    const report = meter.stop();
    block(50);
    // Stopped in the same turn: there was no time for anything, a disturbance of 50 ms included.
    expect((await report).max).toBeLessThan(50);
  });

  it('gives the same report when stopped twice', async () => {
    const meter = new StallMeter();
    const report = await meter.stop();
    expect(await meter.stop()).toBe(report);
  });
});

describe('waitAt', () => {
  it('is 0 when less than the left-over share of the time was stalled', () => {
    expect(waitAt(0.99, [5, 3], 1_000)).toBe(0);
  });

  it('weighs a stall by how long it lasted', () => {
    // 100 of 1000 ms stalled; a wait above 90 ms is met during the first 10 ms of it, 1 % of the time.
    expect(waitAt(0.99, [100], 1_000)).toBeCloseTo(90);
  });

  it('shares the left-over time between stalls of the same length', () => {
    expect(waitAt(0.99, [100, 100], 1_000)).toBeCloseTo(95);
  });

  it('does not depend on how many idle samples there were', () => {
    const idle = Array.from({ length: 10_000 }, () => 0);
    expect(waitAt(0.99, [100, ...idle], 1_000)).toBeCloseTo(waitAt(0.99, [100], 1_000));
  });
});
