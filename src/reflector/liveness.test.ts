import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { Liveness } from './liveness.js';

const TIMEOUT_MS = 300_000;

function setUp() {
  const clock = new FakeClock();
  const start = clock.now();
  const alarms: number[] = [];
  const liveness = new Liveness(clock, TIMEOUT_MS, () => alarms.push(clock.now() - start));
  return { clock, alarms, liveness };
}

describe('Liveness', () => {
  it('takes a watch for dead that outlasts its timeout by 15 s', async () => {
    const { clock, alarms } = setUp();
    await clock.advance(TIMEOUT_MS + 60_000);
    expect(alarms).toEqual([TIMEOUT_MS + 15_000]);
  });

  it('does not take silence for death before two bookmarks: some resources send none', async () => {
    const { clock, alarms, liveness } = setUp();
    await clock.advance(60_000);
    liveness.bookmark();
    await clock.advance(TIMEOUT_MS - 60_000);
    expect(alarms).toEqual([]);
  });

  it('takes a silence of twice the interval for death after two bookmarks', async () => {
    const { clock, alarms, liveness } = setUp();
    await clock.advance(10_000);
    liveness.bookmark();
    await clock.advance(60_000);
    liveness.bookmark();
    await clock.advance(120_000);
    expect(alarms).toEqual([190_000]);
  });

  it('goes by the longest interval seen', async () => {
    const { clock, alarms, liveness } = setUp();
    liveness.bookmark();
    await clock.advance(60_000);
    liveness.bookmark();
    await clock.advance(20_000);
    liveness.bookmark();
    await clock.advance(119_999);
    expect(alarms).toEqual([]);
  });

  it('is quiet while bookmarks come', async () => {
    const { clock, alarms, liveness } = setUp();
    for (let time = 0; time < TIMEOUT_MS; time += 30_000) {
      liveness.bookmark();
      await clock.advance(30_000);
    }
    expect(alarms).toEqual([]);
  });

  it('takes any event for a sign of life: a busy server may drop bookmarks', async () => {
    const { clock, alarms, liveness } = setUp();
    liveness.bookmark();
    await clock.advance(20_000);
    liveness.bookmark();
    for (let time = 20_000; time < TIMEOUT_MS; time += 20_000) {
      await clock.advance(20_000);
      liveness.heardAt = clock.now();
    }
    expect(alarms).toEqual([]);
  });

  it('learns nothing from two bookmarks at one moment', async () => {
    const { clock, alarms, liveness } = setUp();
    liveness.bookmark();
    liveness.bookmark();
    await clock.advance(TIMEOUT_MS);
    expect(alarms).toEqual([]);
  });

  it('is no quicker than 10 s after bookmarks in a burst', async () => {
    const { clock, alarms, liveness } = setUp();
    liveness.bookmark();
    await clock.advance(5);
    liveness.bookmark();
    await clock.advance(9_999);
    expect(alarms).toEqual([]);
  });

  it('leaves no timer behind when stopped', async () => {
    const { clock, liveness } = setUp();
    liveness.bookmark();
    await clock.advance(60_000);
    liveness.bookmark();
    liveness.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});
