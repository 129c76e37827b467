import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { ApiStatusError } from '../errors/index.js';
import { retryOnConflict } from './retry-on-conflict.js';

const conflict = () => new ApiStatusError({ code: 409, reason: 'Conflict' });
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

describe('retryOnConflict', () => {
  it('tries five times, 10 ms apart, and rejects with the last conflict', async () => {
    const clock = new FakeClock();
    const at: number[] = [];
    const start = clock.now();
    const done = retryOnConflict(
      () => {
        at.push(clock.now() - start);
        return Promise.reject(conflict());
      },
      { clock, random: () => 0 },
    );
    const outcome = expect(done).rejects.toMatchObject({ reason: 'Conflict' });
    for (let step = 0; step < 6; step++) {
      await settle();
      await clock.advance(10);
    }
    await outcome;
    expect(at).toEqual([0, 10, 20, 30, 40]);
  });

  it('gives what the first good write gave', async () => {
    const clock = new FakeClock();
    const done = retryOnConflict((attempt) => (attempt < 2 ? Promise.reject(conflict()) : Promise.resolve(attempt)), {
      clock,
    });
    await settle();
    await clock.advance(11);
    expect(await done).toBe(2);
  });

  it.each([new Error('other'), new ApiStatusError({ code: 409, reason: 'AlreadyExists' })])(
    'passes %s on at once',
    async (error) => {
      let calls = 0;
      const write = () => (calls++, Promise.reject(error));
      await expect(retryOnConflict(write)).rejects.toBe(error);
      expect(calls).toBe(1);
    },
  );

  it('stops waiting when the signal aborts', async () => {
    const controller = new AbortController();
    const done = retryOnConflict(() => Promise.reject(conflict()), {
      clock: new FakeClock(),
      signal: controller.signal,
    });
    const outcome = expect(done).rejects.toThrow('enough');
    await settle();
    controller.abort(new Error('enough'));
    await outcome;
  });
});
