import type { Clock, Timer } from '../base/clock.js';

/**
 * Calls back once when nothing was heard for as long as is allowed. Hearing something is a field
 * that is written, not a timer: a busy stream says thousands of things a second.
 */
export class SilenceTimer {
  /** When something was heard last: for who hears it to write. */
  heardAt = 0;
  readonly #clock: Clock;
  readonly #onSilent: () => void;
  #allowedMs = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, onSilent: () => void) {
    this.#clock = clock;
    this.#onSilent = onSilent;
  }

  /** From now on a silence of `ms` is too long. Replaces what was allowed before. */
  allow(ms: number): void {
    this.#allowedMs = ms;
    this.heardAt = this.#clock.now();
    this.#timer?.cancel();
    this.#wait(ms);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #wait(ms: number): void {
    this.#timer = this.#clock.setTimeout(() => {
      const leftMs = this.heardAt + this.#allowedMs - this.#clock.now();
      if (leftMs > 0) this.#wait(leftMs);
      else this.#onSilent();
    }, ms);
  }
}
