import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { SilenceTimer } from './silence-timer.js';

function setUp() {
  const clock = new FakeClock();
  const alarms: number[] = [];
  const start = clock.now();
  const timer = new SilenceTimer(clock, () => alarms.push(clock.now() - start));
  return { clock, alarms, timer };
}

describe('SilenceTimer', () => {
  it('calls back after the silence that is allowed, once', async () => {
    const { clock, alarms, timer } = setUp();
    timer.allow(100);
    await clock.advance(1_000);
    expect(alarms).toEqual([100]);
  });

  it('counts from what was heard last', async () => {
    const { clock, alarms, timer } = setUp();
    timer.allow(100);
    await clock.advance(60);
    timer.heardAt = clock.now();
    await clock.advance(1_000);
    expect(alarms).toEqual([160]);
  });

  it('needs one timer however much is heard', async () => {
    const { clock, timer } = setUp();
    timer.allow(100);
    for (let time = 0; time < 500; time++) {
      timer.heardAt = clock.now();
      await clock.advance(1);
    }
    expect(clock.pendingTimers).toBe(1);
  });

  it('takes a new allowance from the moment it is given', async () => {
    const { clock, alarms, timer } = setUp();
    timer.allow(100);
    await clock.advance(50);
    timer.allow(30);
    await clock.advance(1_000);
    expect(alarms).toEqual([80]);
  });

  it('does nothing before silence was limited', async () => {
    const { clock, alarms, timer } = setUp();
    timer.heardAt = clock.now();
    await clock.advance(1_000);
    expect(alarms).toEqual([]);
  });

  it('leaves nothing behind when stopped', async () => {
    const { clock, alarms, timer } = setUp();
    timer.allow(100);
    timer.stop();
    timer.stop();
    await clock.advance(1_000);
    expect([alarms, clock.pendingTimers]).toEqual([[], 0]);
  });
});
