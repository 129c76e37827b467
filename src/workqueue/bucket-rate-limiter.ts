import { realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { requireAtLeast, requirePositive } from './invalid-argument.js';
import type { RateLimiter } from './rate-limiter.js';

/** The size and the pace of a bucket. */
export interface BucketOptions {
  /** How many tries a second are let through in the long run. */
  readonly ratePerSecond: number;
  /** How many may go at once after a quiet time, and at the very start. */
  readonly burst: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * A token bucket for all keys together. It starts full; a try that finds no token reserves the next
 * one to drip in that nobody else has reserved, and is told how long that takes. It keeps no state
 * for a key, so there is nothing to forget.
 */
export class BucketRateLimiter implements RateLimiter {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** How far ahead of the pace a burst may run. */
  readonly #allowanceMs: number;
  /**
   * The whole state: when the bucket would be full again. One sum instead of a count of tokens that
   * is multiplied at each call, so that no fraction of a token gets lost.
   */
  #fullAt = -Infinity;

  constructor(options: BucketOptions) {
    const { ratePerSecond, burst, clock = realClock } = options;
    requirePositive('ratePerSecond of a rate limiter', ratePerSecond);
    requireAtLeast('burst of a rate limiter', burst, 1);
    this.#clock = clock;
    this.#intervalMs = 1000 / ratePerSecond;
    // Without a pace there is nothing to run ahead of, and zero times an endless burst is NaN.
    this.#allowanceMs = this.#intervalMs === 0 ? 0 : (burst - 1) * this.#intervalMs;
  }

  when(): number {
    const now = this.#clock.now();
    const from = Math.max(this.#fullAt, now);
    this.#fullAt = from + this.#intervalMs;
    return Math.max(0, from - now - this.#allowanceMs);
  }

  forget(): void {
    // Nothing is kept for a key.
  }

  numRequeues(): number {
    return 0;
  }
}
