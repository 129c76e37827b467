/**
 * Decides how long an item waits before it is tried again. `key` is what the queue tells items
 * apart by: the item itself, or what `keyOf` makes of it.
 */
export interface RateLimiter {
  /** Counts one more try of `key` and returns how many milliseconds it has to wait. */
  when(key: unknown): number;
  /** `key` succeeded, or will not be tried any more: its next try is a first one. */
  forget(key: unknown): void;
  /** How many tries of `key` were counted since it was forgotten. */
  numRequeues(key: unknown): number;
}
