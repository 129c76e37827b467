import { requireAtLeast } from './invalid-argument.js';
import type { RateLimiter } from './rate-limiter.js';

/** The strictest of several limiters: each counts every try, the longest delay holds. */
export class MaxOfRateLimiter implements RateLimiter {
  readonly #limiters: readonly RateLimiter[];

  constructor(...limiters: readonly RateLimiter[]) {
    this.#limiters = limiters;
  }

  when(key: unknown): number {
    let longest = 0;
    for (const limiter of this.#limiters) longest = Math.max(longest, limiter.when(key));
    return longest;
  }

  forget(key: unknown): void {
    for (const limiter of this.#limiters) limiter.forget(key);
  }

  numRequeues(key: unknown): number {
    let most = 0;
    for (const limiter of this.#limiters) most = Math.max(most, limiter.numRequeues(key));
    return most;
  }
}

/** Another limiter, but no delay is longer than `maxWaitMs`. */
export class WithMaxWaitRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #maxWaitMs: number;

  constructor(limiter: RateLimiter, options: { readonly maxWaitMs: number }) {
    requireAtLeast('maxWaitMs of a rate limiter', options.maxWaitMs, 0);
    this.#limiter = limiter;
    this.#maxWaitMs = options.maxWaitMs;
  }

  when(key: unknown): number {
    return Math.min(this.#maxWaitMs, this.#limiter.when(key));
  }

  forget(key: unknown): void {
    this.#limiter.forget(key);
  }

  numRequeues(key: unknown): number {
    return this.#limiter.numRequeues(key);
  }
}
