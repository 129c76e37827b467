import type { Clock } from '../base/clock.js';

/**
 * How often each key failed, less those nobody asked about for long: a caller that never forgets a
 * key, say of a deleted object, does not grow it for ever.
 *
 * A count lives at least `idleMs` and no longer than twice that after it was last raised. Two
 * generations do it without a timer or a time stamp for each key: each `idleMs` the young one
 * becomes the old one, and the old one goes, with all that was not raised since. Without a timer,
 * memory is given back at the next call, and only calls take more.
 */
export class FailureCounts {
  readonly #clock: Clock;
  readonly #idleMs: number;
  #young = new Map<unknown, number>();
  #old = new Map<unknown, number>();
  #youngSince: number;

  constructor(clock: Clock, idleMs: number) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#youngSince = clock.now();
  }

  /** Raises the count of `key` by one and returns what it was before. */
  raise(key: unknown): number {
    const count = this.get(key);
    this.#young.set(key, count + 1);
    return count;
  }

  get(key: unknown): number {
    this.#expire();
    return this.#young.get(key) ?? this.#old.get(key) ?? 0;
  }

  delete(key: unknown): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** How many counts are held, a key in both generations twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #expire(): void {
    const age = this.#clock.now() - this.#youngSince;
    if (age < this.#idleMs) return;
    this.#old = age < 2 * this.#idleMs ? this.#young : new Map<unknown, number>();
    this.#young = new Map<unknown, number>();
    this.#youngSince = age < 2 * this.#idleMs ? this.#youngSince + this.#idleMs : this.#clock.now();
  }
}
