import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/index.js';
import { Waiters } from './waiters.js';

function setUp(): { clock: FakeClock; waiters: Waiters; show: () => void; isShown: () => boolean } {
  const clock = new FakeClock();
  const waiters = new Waiters(clock);
  let shown = false;
  const show = (): void => {
    shown = true;
    waiters.check();
  };
  return { clock, waiters, show, isShown: () => shown };
}

describe('waiting', () => {
  it('is over at once when there is nothing to wait for', async () => {
    const { waiters } = setUp();
    await waiters.wait(() => true, 'it', {});
    expect(waiters.size).toBe(0);
  });

  it('is over at the check that finds it so, for those it holds for', async () => {
    const { waiters, show, isShown } = setUp();
    const one = waiters.wait(isShown, 'it', {});
    const two = waiters.wait(() => false, 'another', {});
    show();
    await one;
    expect(waiters.size).toBe(1);
    waiters.close(new Error('end'));
    await expect(two).rejects.toThrow('end');
  });

  it('rejects after timeoutMs and says what for', async () => {
    const { waiters, clock } = setUp();
    const wait = waiters.wait(() => false, 'resourceVersion 7', { timeoutMs: 2_000 });
    const outcome = expect(wait).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
      retryable: true,
      message: expect.stringContaining('Waited 2 s for the cache to show resourceVersion 7') as string,
    });
    await clock.advance(2_000);
    await outcome;
    expect(waiters.size).toBe(0);
  });

  it('rejects with the reason of the signal, one that has aborted before too', async () => {
    const { waiters } = setUp();
    const controller = new AbortController();
    const wait = waiters.wait(() => false, 'it', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(wait).rejects.toThrow('enough');
    await expect(waiters.wait(() => false, 'it', { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('rejects those who come after the close', async () => {
    const { waiters, clock } = setUp();
    waiters.close(new Error('end'));
    await expect(waiters.wait(() => false, 'it', { timeoutMs: 5 })).rejects.toThrow('end');
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves neither a timer nor a listener behind', async () => {
    const { waiters, clock, show, isShown } = setUp();
    const { signal } = new AbortController();
    const wait = waiters.wait(isShown, 'it', { signal, timeoutMs: 1_000 });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    show();
    await wait;
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('with something that is no signal leaves neither a timer nor a waiter behind', async () => {
    const clock = new FakeClock();
    const waiters = new Waiters(clock);
    const signal = new AbortController() as unknown as AbortSignal;
    await expect(waiters.wait(() => false, 'it', { signal, timeoutMs: 8_000 })).rejects.toThrow(TypeError);
    expect([clock.pendingTimers, waiters.size]).toEqual([0, 0]);
  });

  it('that has ended before it began leaves nothing behind', async () => {
    const clock = new FakeClock();
    const waiters = new Waiters(clock);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(waiters.wait(() => false, 'it', { signal, timeoutMs: 8_000 })).rejects.toThrow('enough');
    waiters.close(new Error('closed'));
    await expect(waiters.wait(() => false, 'it', { timeoutMs: 8_000 })).rejects.toThrow('closed');
    expect([clock.pendingTimers, waiters.size]).toEqual([0, 0]);
  });
});
