import { onAbort } from '../../base/abort.js';
import type { Clock, Timer } from '../../base/clock.js';
import type { RateLimit } from './options.js';

interface Waiter {
  readonly go: () => void;
}

/**
 * A token bucket: `burst` tokens at first, `qps` new ones a second, never more than `burst`. Those who wait are served
 * in the order they came; one that gives up takes no token.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  #tokens: number;
  #filledAt: number;
  readonly #waiters = new Set<Waiter>();
  #timer: Timer | undefined;

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
    this.#tokens = limit.burst;
    this.#filledAt = clock.now();
  }

  /** Resolves when a token was taken; rejects with the signal's reason when that comes first. */
  take(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    this.#fill();
    if (this.#waiters.size === 0 && this.#tokens >= 1) {
      this.#tokens--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        go: () => {
          unlink();
          resolve();
        },
      };
      const unlink = onAbort(signal, () => {
        this.#waiters.delete(waiter);
        if (this.#waiters.size === 0) this.#timer?.cancel();
        reject(signal.reason as Error);
      });
      this.#waiters.add(waiter);
      if (this.#waiters.size === 1) this.#arm();
    });
  }

  #fill(): void {
    const now = this.#clock.now();
    const earned = ((now - this.#filledAt) / 1000) * this.#limit.qps;
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + earned);
    this.#filledAt = now;
  }

  #arm(): void {
    // Rounded up: a timer that comes a fraction of a millisecond early would find no token and be set again.
    const waitMs = Math.ceil(((1 - this.#tokens) / this.#limit.qps) * 1000);
    // Whoever waits for a token means to send a request, so the process must not end meanwhile.
    this.#timer = this.#clock.setTimeout(this.#serve, waitMs, { keepAlive: true });
  }

  readonly #serve = (): void => {
    this.#fill();
    for (const waiter of this.#waiters) {
      if (this.#tokens < 1) break;
      this.#tokens--;
      this.#waiters.delete(waiter);
      waiter.go();
    }
    if (this.#waiters.size > 0) this.#arm();
  };
}
