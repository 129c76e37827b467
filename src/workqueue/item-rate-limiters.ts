import { realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { FailureCounts } from './failure-counts.js';
import { requireAtLeast, requirePositive } from './invalid-argument.js';
import type { RateLimiter } from './rate-limiter.js';

// Longer than a try may reasonably take: a count must not run out while its own retry is on the way.
const SHORTEST_IDLE_MS = 3_600_000;

// 2 ** 1024 is Infinity, and zero times that is NaN.
const LARGEST_EXPONENT = 1023;

/** When a limiter that counts failures gives up a count nobody forgot. */
export interface FailureCountOptions {
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /**
   * A count that was not raised for this long may go, and is gone after twice as long, so that keys
   * nobody calls `forget` for do not pile up. `Infinity` keeps all. Default: twice the longest
   * delay, so that it outlives the wait for its own retry, but at least an hour, so that it also
   * outlives a slow try.
   */
  readonly forgetAfterMs?: number | undefined;
}

/** Where the delays of an exponential limiter begin and end. */
export interface ItemExponentialFailureOptions extends FailureCountOptions {
  /** The delay after the first failure. */
  readonly baseDelayMs: number;
  /** No delay is longer. */
  readonly maxDelayMs: number;
}

/** Each failure of a key doubles its delay: `baseDelayMs · 2^n`, no more than `maxDelayMs`. */
export class ItemExponentialFailureRateLimiter implements RateLimiter {
  readonly #baseDelayMs: number;
  readonly #maxDelayMs: number;
  readonly #failures: FailureCounts;

  constructor(options: ItemExponentialFailureOptions) {
    const { baseDelayMs, maxDelayMs } = options;
    requireAtLeast('baseDelayMs of a rate limiter', baseDelayMs, 0);
    requireAtLeast('maxDelayMs of a rate limiter', maxDelayMs, 0);
    this.#baseDelayMs = baseDelayMs;
    this.#maxDelayMs = maxDelayMs;
    this.#failures = failureCounts(options, maxDelayMs);
  }

  when(key: unknown): number {
    const exponent = Math.min(this.#failures.raise(key), LARGEST_EXPONENT);
    return Math.min(this.#maxDelayMs, this.#baseDelayMs * 2 ** exponent);
  }

  forget(key: unknown): void {
    this.#failures.delete(key);
  }

  numRequeues(key: unknown): number {
    return this.#failures.get(key);
  }
}

/** The two paces of a fast/slow limiter. */
export interface ItemFastSlowOptions extends FailureCountOptions {
  readonly fastDelayMs: number;
  readonly slowDelayMs: number;
  /** How many failures of a key get the fast delay. */
  readonly maxFastAttempts: number;
}

/** The first failures of a key get a short delay each, all later ones a long one. */
export class ItemFastSlowRateLimiter implements RateLimiter {
  readonly #options: ItemFastSlowOptions;
  readonly #failures: FailureCounts;

  constructor(options: ItemFastSlowOptions) {
    requireAtLeast('fastDelayMs of a rate limiter', options.fastDelayMs, 0);
    requireAtLeast('slowDelayMs of a rate limiter', options.slowDelayMs, 0);
    requireAtLeast('maxFastAttempts of a rate limiter', options.maxFastAttempts, 0);
    this.#options = options;
    this.#failures = failureCounts(options, Math.max(options.fastDelayMs, options.slowDelayMs));
  }

  when(key: unknown): number {
    const { fastDelayMs, slowDelayMs, maxFastAttempts } = this.#options;
    return this.#failures.raise(key) < maxFastAttempts ? fastDelayMs : slowDelayMs;
  }

  forget(key: unknown): void {
    this.#failures.delete(key);
  }

  numRequeues(key: unknown): number {
    return this.#failures.get(key);
  }
}

function failureCounts(options: FailureCountOptions, longestDelayMs: number): FailureCounts {
  const { clock = realClock, forgetAfterMs = Math.max(2 * longestDelayMs, SHORTEST_IDLE_MS) } = options;
  requirePositive('forgetAfterMs of a rate limiter', forgetAfterMs);
  return new FailureCounts(clock, forgetAfterMs);
}
