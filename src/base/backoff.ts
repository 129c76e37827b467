/** How delays between attempts grow. */
export interface BackoffOptions {
  /** The first delay. */
  readonly initialMs: number;
  /** No delay, before jitter, is longer than this. */
  readonly maxMs: number;
  /** Each delay is this many times the one before. */
  readonly factor: number;
  /** A delay `d` becomes `d + random() * jitter * d`, so that many clients do not come back together. */
  readonly jitter: number;
}

/** The delay before the attempt that follows `attempts` failed ones, in milliseconds. */
export function backoffDelay(options: BackoffOptions, attempts: number, random: () => number = Math.random): number {
  const { initialMs, maxMs, factor, jitter } = options;
  // The power overflows after enough attempts, and 0 times infinity is not a number.
  const base = initialMs === 0 ? 0 : Math.min(maxMs, initialMs * factor ** attempts);
  return base + random() * jitter * base;
}

/**
 * Growing delays for one thing that keeps failing. Only `reset()`, which the caller makes on
 * success, starts it over: a long outage never makes it eager again.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #random: () => number;
  #attempts = 0;

  constructor(options: BackoffOptions, random: () => number = Math.random) {
    this.#options = options;
    this.#random = random;
  }

  /** How many delays were handed out since the last reset. */
  get attempts(): number {
    return this.#attempts;
  }

  /** The next delay in milliseconds. */
  next(): number {
    return backoffDelay(this.#options, this.#attempts++, this.#random);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
