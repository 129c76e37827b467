import type { Clock, Timer } from '../base/clock.js';

/**
 * Calls back once when nothing was heard for as long as is allowed. Hearing something costs a read
 * of the clock, not a timer: a busy stream says thousands of things a second.
 */
export class SilenceTimer {
  readonly #clock: Clock;
  readonly #onSilent: () => void;
  #allowedMs = 0;
  #heardAt = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, onSilent: () => void) {
    this.#clock = clock;
    this.#onSilent = onSilent;
  }

  /** From now on a silence of `ms` is too long. Replaces what was allowed before. */
  allow(ms: number): void {
    this.#allowedMs = ms;
    this.#heardAt = this.#clock.now();
    this.#timer?.cancel();
    this.#wait(ms);
  }

  /** `at`: when, for who has read the clock already. */
  heard(at: number = this.#clock.now()): void {
    this.#heardAt = at;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    this.#timer = this.#clock.setTimeout(() => {
      const leftMs = this.#heardAt + this.#allowedMs - this.#clock.now();
      if (leftMs > 0) this.#wait(leftMs);
      else this.#onSilent();
    }, ms);
  }
}
