import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { delay, realClock } from './clock.js';
import { FakeClock } from './fake-clock.js';

const LONGEST_OF_NODE_MS = 2 ** 31 - 1;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('realClock', () => {
  it('tells milliseconds since the epoch', () => {
    expect(Math.abs(realClock.now() - Date.now())).toBeLessThan(60_000);
  });

  it('does not follow the wall clock when that is set back', () => {
    const before = realClock.now();
    vi.spyOn(Date, 'now').mockReturnValue(0);
    expect(realClock.now()).toBeGreaterThanOrEqual(before);
  });

  it('fires after the delay and not before', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    realClock.setTimeout(callback, 100);
    vi.advanceTimersByTime(99);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('takes a negative delay as none', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    realClock.setTimeout(callback, -5);
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('waits for a delay that is longer than a timer of Node can be', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    realClock.setTimeout(callback, LONGEST_OF_NODE_MS * 2 + 10);
    vi.advanceTimersByTime(LONGEST_OF_NODE_MS * 2 + 9);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('can cancel a long delay after its first step', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    const timer = realClock.setTimeout(callback, LONGEST_OF_NODE_MS + 10);
    vi.advanceTimersByTime(LONGEST_OF_NODE_MS + 5);
    timer.cancel();
    vi.advanceTimersByTime(10);
    expect(callback).not.toHaveBeenCalled();
  });

  it('does not fire after cancel, which may be called twice', () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    const timer = realClock.setTimeout(callback, 10);
    timer.cancel();
    timer.cancel();
    vi.advanceTimersByTime(20);
    expect(callback).not.toHaveBeenCalled();
  });

  it.each([
    [undefined, false],
    [false, false],
    [true, true],
  ])('with keepAlive %s holds the process: %s', (keepAlive, holds) => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const timer = realClock.setTimeout(() => undefined, 60_000, { keepAlive });
    const handle = set.mock.results[0]?.value as NodeJS.Timeout;
    expect(handle.hasRef()).toBe(holds);
    timer.cancel();
  });
});

describe('delay', () => {
  it('resolves to true when the whole delay has passed', async () => {
    const clock = new FakeClock();
    const waiting = delay(clock, 100);
    await clock.advance(100);
    await expect(waiting).resolves.toBe(true);
  });

  it('resolves to false as soon as the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = delay(new FakeClock(), 100, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBe(false);
  });

  it('sets no timer when the signal had aborted', async () => {
    const clock = new FakeClock();
    await expect(delay(clock, 100, AbortSignal.abort())).resolves.toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves no timer behind when the signal aborts', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const waiting = delay(clock, 100, controller.signal);
    controller.abort();
    await waiting;
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves no listener behind when the delay passes', async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const waiting = delay(clock, 100, signal);
    await clock.advance(100);
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
