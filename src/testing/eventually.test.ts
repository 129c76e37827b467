import { describe, expect, it } from 'vitest';

import { FakeClock } from '../base/fake-clock.js';
import { eventually } from './eventually.js';

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
});
