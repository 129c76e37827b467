import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { ResyncSchedule } from './resync-schedule.js';

function setUp(): { clock: FakeClock; schedule: ResyncSchedule<string>; fired: string[] } {
  const clock = new FakeClock();
  const start = clock.now();
  const fired: string[] = [];
  const schedule = new ResyncSchedule<string>(clock, (members) => {
    fired.push(`${(clock.now() - start) / 1000}s ${members.join('+')}`);
  });
  return { clock, schedule, fired };
}

describe('a resync is due', () => {
  it('to each member at its own period, never at period 0', async () => {
    const { clock, schedule, fired } = setUp();
    schedule.join('never', 0);
    schedule.join('two', 2_000);
    schedule.join('three', 3_000);
    schedule.start();
    await clock.advance(6_000);
    expect(fired).toEqual(['2s two', '3s three', '4s two', '6s two+three']);
  });

  it('counted from the start for those who joined before, and from joining for the others', async () => {
    const { clock, schedule, fired } = setUp();
    schedule.join('early', 2_000);
    await clock.advance(1_500);
    expect(schedule.nextAt).toBeUndefined();
    expect(clock.pendingTimers).toBe(0);
    schedule.start();
    await clock.advance(500);
    schedule.join('late', 2_000);
    await clock.advance(2_000);
    expect(fired).toEqual(['3.5s early', '4s late']);
  });

  it('at most once a second: a shorter period is a mistake in units', async () => {
    const { clock, schedule, fired } = setUp();
    schedule.start();
    schedule.join('hasty', 5);
    await clock.advance(2_000);
    expect(fired).toEqual(['1s hasty', '2s hasty']);
  });

  it.each([NaN, -1, 0])('never at period %d', (period) => {
    const { clock, schedule } = setUp();
    schedule.start();
    schedule.join('x', period);
    expect(clock.pendingTimers).toBe(0);
  });

  it('once after a pause, however long', () => {
    const timers: (() => void)[] = [];
    let now = 0;
    const clock = {
      now: () => now,
      setTimeout: (callback: () => void) => {
        timers.push(callback);
        return { cancel: () => undefined };
      },
    };
    const fired: number[] = [];
    const schedule = new ResyncSchedule<string>(clock, () => fired.push(now));
    schedule.start();
    schedule.join('x', 1_000);
    now = 60_000;
    timers.at(-1)?.();
    expect(fired).toEqual([60_000]);
    expect(schedule.nextAt).toBe(61_000);
  });
});

it('one timer serves all, and none is left for nobody or after the close', () => {
  const { clock, schedule } = setUp();
  schedule.start();
  schedule.join('a', 2_000);
  schedule.join('b', 1_000);
  expect(clock.pendingTimers).toBe(1);
  expect(schedule.nextAt).toBe(clock.now() + 1_000);
  schedule.leave('b');
  expect(schedule.nextAt).toBe(clock.now() + 2_000);
  schedule.leave('a');
  expect(clock.pendingTimers).toBe(0);
  schedule.join('c', 1_000);
  schedule.close();
  expect(clock.pendingTimers).toBe(0);
  expect(schedule.nextAt).toBeUndefined();
});
