import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { withDeadline } from './deadline.js';

const never = new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('resolves as the answer does, and leaves no timer', async () => {
    const clock = new FakeClock();
    expect([await withDeadline(Promise.resolve(5), clock, 1_000, 'Asking'), clock.pendingTimers]).toEqual([5, 0]);
  });

  it('rejects as the answer does, and leaves no timer', async () => {
    const clock = new FakeClock();
    await expect(withDeadline(Promise.reject(new Error('no')), clock, 1_000, 'Asking')).rejects.toThrow('no');
    expect(clock.pendingTimers).toBe(0);
  });

  it('rejects with ERR_TIMEOUT, retryable, after the time', async () => {
    const clock = new FakeClock();
    const rejection = expect(withDeadline(never, clock, 1_000, 'Asking')).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
      retryable: true,
      message: expect.stringContaining('Asking: no answer within 1 s') as string,
    });
    await clock.advance(1_000);
    await rejection;
  });
});
