import type { Clock } from '../base/clock.js';
import { delay } from '../base/clock.js';
import { onAbort } from '../base/abort.js';
import { Fifo } from '../base/fifo.js';
import { KubeInformerError } from '../errors/index.js';

/** How many relists at once, and how far apart. */
export interface RelistBudgetOptions {
  /** How many relists may run at once, at least 1. Default 4. */
  readonly concurrency?: number | undefined;
  /** Each relist first waits a random time up to this. Default 1 s; 0: none. */
  readonly maxJitterMs?: number | undefined;
}

/** Gives the turn back. Calling it again does nothing. */
export type Release = () => void;

/**
 * Turns for relists, shared by all informers of one client, or of a process. When an API server restarts, the history
 * of quiet resources is gone, and every informer finds that out in the same second: without turns
 * they would all read everything at once.
 */
export class RelistBudget {
  readonly #maxJitterMs: number;
  readonly #waiting = new Fifo<{ grant: (() => void) | undefined }>();
  #free: number;

  /** Throws `ERR_INVALID_ARGUMENT` for a budget under which no relist could ever run. */
  constructor(options: RelistBudgetOptions = {}) {
    // Four lists keep one API server busy without filling its default share for one user.
    const { concurrency = 4, maxJitterMs = 1_000 } = options;
    if (!(concurrency >= 1) || !(maxJitterMs >= 0 && maxJitterMs < Infinity)) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot make a relist budget of concurrency ${concurrency} and maxJitterMs ${maxJitterMs}: ` +
          'give a concurrency of at least 1 and a jitter of 0 or more.',
      );
    }
    this.#free = Math.floor(concurrency);
    // A second spreads some dozens of informers, and nobody misses it after an outage.
    this.#maxJitterMs = maxJitterMs;
  }

  /**
   * Resolves to the turn, or to undefined when the signal aborts first. Turns come in the order asked
   * for. The clock and the source of jitter are the taker's.
   */
  async take(signal: AbortSignal, clock: Clock, random: () => number): Promise<Release | undefined> {
    const jitterMs = random() * this.#maxJitterMs;
    if (jitterMs > 0) await delay(clock, jitterMs, signal);
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free--;
    else if (!(await this.#turn(signal))) return undefined;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#passOn();
    };
  }

  /** For a signal that has not aborted yet. */
  #turn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: { grant: (() => void) | undefined } = { grant: undefined };
      const unlink = onAbort(signal, () => {
        waiter.grant = undefined;
        resolve(false);
      });
      waiter.grant = () => {
        unlink();
        resolve(true);
      };
      this.#waiting.push(waiter);
    });
  }

  // The turn goes straight to who waits: were it freed first, a newcomer could take it in between.
  #passOn(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.grant === undefined) continue;
      next.grant();
      return;
    }
    this.#free++;
  }
}

const budgets = new WeakMap<object, RelistBudget>();

/** The turns of all who read from one source, such as a client: a server that is in trouble holds up nobody else's. */
export function relistBudgetOf(source: object): RelistBudget {
  let budget = budgets.get(source);
  if (budget === undefined) budgets.set(source, (budget = new RelistBudget()));
  return budget;
}

/** The turns of every Reflector that is not given its own. */
export const processRelistBudget = new RelistBudget();
