import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeSlicer } from './time-slicer.js';

const { hrtime } = vi.hoisted(() => ({ hrtime: vi.fn<() => [seconds: number, nanoseconds: number]>() }));
vi.mock('node:process', async (original) => ({ ...(await original<object>()), hrtime }));

let now = 0;
/** How long the event loop has been idle in all. */
let idle = 0;

beforeEach(() => {
  now = 1_000;
  idle = 500;
  hrtime.mockImplementation(() => [Math.floor(now / 1e3), (now % 1e3) * 1e6]);
  vi.spyOn(performance.nodeTiming, 'idleTime', 'get').mockImplementation(() => idle);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A slicer whose slice starts now: the slices belong to the process, so what an earlier test left must end. */
async function fresh(stepsPerRead?: number): Promise<TimeSlicer> {
  const slicer = new TimeSlicer(stepsPerRead);
  await slicer.yield();
  return slicer;
}

function dueWithin(slicer: TimeSlicer, steps: number): boolean {
  let due = false;
  for (let step = 0; step < steps; step++) due = slicer.due() || due;
  return due;
}

describe('TimeSlicer', () => {
  it('is not due before its 2 ms are used, however many steps were made', async () => {
    const slicer = await fresh();
    now += 1.9;
    expect(dueWithin(slicer, 1_000)).toBe(false);
  });

  it('is due within 16 steps once its 2 ms are used', async () => {
    const slicer = await fresh();
    now += 2;
    expect(dueWithin(slicer, 16)).toBe(true);
  });

  it('reads the clock once in 16 steps', async () => {
    const slicer = await fresh();
    hrtime.mockClear();
    dueWithin(slicer, 160);
    expect(hrtime).toHaveBeenCalledTimes(10);
  });

  it('reads the clock at every step when asked to', async () => {
    const slicer = await fresh(1);
    now += 2;
    expect(slicer.due()).toBe(true);
  });

  it('has a whole slice again after a yield', async () => {
    const slicer = await fresh();
    now += 10;
    await slicer.yield();
    now += 1.9;
    expect(dueWithin(slicer, 16)).toBe(false);
  });

  it('is not due, and has a whole slice, when the event loop was idle since the last one: nobody has waited', async () => {
    const slicer = await fresh(1);
    now += 10;
    idle += 9;
    expect(slicer.due()).toBe(false);
    now += 1.9;
    expect(slicer.due()).toBe(false);
    now += 0.2;
    expect(slicer.due()).toBe(true);
  });

  it('has no second slice in a turn for having been idle before the first', async () => {
    idle += 9;
    const slicer = await fresh(1);
    now += 2;
    expect(slicer.due()).toBe(true);
  });

  it('shares the slice of a turn with every other loop of the process', async () => {
    await fresh();
    now += 2;
    expect(dueWithin(new TimeSlicer(), 16)).toBe(true);
  });

  it('lets other work of the event loop run while it yields', async () => {
    const order: string[] = [];
    const other = new Promise<void>((resolve) => {
      setImmediate(() => {
        order.push('other');
        resolve();
      });
    });
    await new TimeSlicer().yield();
    order.push('after the yield');
    await other;
    expect(order).toEqual(['other', 'after the yield']);
  });

  it('resumes loops one a turn, in the order they yielded', async () => {
    const order: string[] = [];
    const loop = async (name: string): Promise<void> => {
      await new TimeSlicer().yield();
      order.push(name);
    };
    const loops = [loop('first'), loop('second'), loop('third')];
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      order.push(`turn ${String(turn)} over`);
    }
    await Promise.all(loops);
    expect(order).toEqual(['first', 'turn 0 over', 'second', 'turn 1 over', 'third', 'turn 2 over']);
  });
});
