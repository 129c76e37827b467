import process from 'node:process';
import { onAbort } from './abort.js';

/** A pending callback. Cancelling twice, or after it ran, does nothing. */
export interface Timer {
  cancel(): void;
}

/**
 * Where every part of the library gets its time from, so that tests own it.
 *
 * `now()` is in milliseconds since the epoch and never goes back, even when the
 * system's wall clock is set: it may be subtracted and it may be shown.
 */
export interface Clock {
  now(): number;
  /**
   * Calls `callback` once, `delayMs` from now, never synchronously.
   * The timer does not keep the process alive unless `keepAlive` is set.
   */
  setTimeout(callback: () => void, delayMs: number, options?: { keepAlive?: boolean }): Timer;
}

// A timer above this fires at once in Node (signed 32-bit milliseconds, about 24.8 days), so longer ones wait in steps.
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * Milliseconds of a clock that never goes back, from anywhere on. `performance.now()` tells the same, in five calls where
 * this takes one; fake timers of a user's test replace both.
 */
function monotonic(): number {
  const time = process.hrtime();
  return time[0] * 1e3 + time[1] / 1e6;
}

/** What is added to that for milliseconds since the epoch. */
const ORIGIN = performance.timeOrigin + performance.now() - monotonic();

class RealClock implements Clock {
  now(): number {
    return ORIGIN + monotonic();
  }

  setTimeout(callback: () => void, delayMs: number, options: { keepAlive?: boolean } = {}): Timer {
    let handle: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      const stepMs = Math.min(Math.max(0, leftMs), LONGEST_DELAY_MS);
      handle = setTimeout(() => {
        if (leftMs > stepMs) wait(leftMs - stepMs);
        else callback();
      }, stepMs);
      if (options.keepAlive !== true) handle.unref();
    };
    wait(delayMs);
    return {
      cancel: () => {
        clearTimeout(handle);
      },
    };
  }
}

/** The machine's clock, the default of every `clock` option. */
export const realClock: Clock = new RealClock();

/**
 * Resolves after `delayMs` on `clock`, or as soon as `signal` aborts.
 * Resolves to whether the whole delay passed; never rejects, and leaves neither
 * a timer nor a listener behind. Does not keep the process alive unless `keepAlive` is set.
 */
export function delay(
  clock: Clock,
  delayMs: number,
  signal?: AbortSignal,
  options: { keepAlive?: boolean } = {},
): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = clock.setTimeout(
      () => {
        unlink();
        resolve(true);
      },
      delayMs,
      options,
    );
    const unlink = onAbort(signal, () => {
      timer.cancel();
      resolve(false);
    });
  });
}
