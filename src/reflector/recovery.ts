import { childController } from '../base/abort.js';
import { delay } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import type { RelistBudget } from './relist-budget.js';

// As long as turns for relists are spread: a server that has just come back is not to meet everybody at once.
const MAX_JITTER_MS = 1_000;

/** A delay between two attempts. */
export interface Patience {
  /** When the attempt began that has failed. */
  readonly attemptedAt: number;
  readonly delayMs: number;
  /** How much of it passes in any case. */
  readonly leastMs: number;
}

/** What a wait needs of who waits. */
export interface Waiter {
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** The delay was cut to this, counted from its beginning. */
  readonly onShortened: (delayMs: number) => void;
}

/**
 * Word that a server answers again, passed between all who read from it. After an outage of minutes each of them sits out
 * a delay of up to a minute; the first that gets through tells the others, who then wait a second at most.
 */
export class Recovery {
  readonly #waiting = new Set<() => void>();
  #announcedAt = -Infinity;

  /** Says that the server serves one again whom it had failed. */
  announce(now: number): void {
    this.#announcedAt = now;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when the delay is over, or the signal has aborted: to whether word of a recovery cut it short. */
  async wait(patience: Patience, { clock, random, signal, onShortened }: Waiter): Promise<boolean> {
    const { attemptedAt, delayMs, leastMs } = patience;
    const startedAt = clock.now();
    const { controller, unlink } = childController(signal);
    const wake = (): void => {
      controller.abort();
    };
    this.#waiting.add(wake);
    // An attempt may hang for a minute, and fail when the others are served long since.
    if (this.#announcedAt > attemptedAt) wake();
    const passed = await delay(clock, delayMs, controller.signal);
    this.#waiting.delete(wake);
    unlink();
    if (passed || signal.aborted) return false;
    const passedMs = clock.now() - startedAt;
    const shortenedMs = Math.min(delayMs, Math.max(passedMs, leastMs) + random() * MAX_JITTER_MS);
    onShortened(shortenedMs);
    await delay(clock, shortenedMs - passedMs, signal);
    return true;
  }
}

const recoveries = new WeakMap<RelistBudget, Recovery>();

/** Those who share turns for relists read from one server, and pass word of it. */
export function recoveryOf(budget: RelistBudget): Recovery {
  let recovery = recoveries.get(budget);
  if (recovery === undefined) recoveries.set(budget, (recovery = new Recovery()));
  return recovery;
}
