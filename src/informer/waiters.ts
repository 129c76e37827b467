import { onAbort } from '../base/abort.js';
import type { Clock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';

/** How long to wait. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Rejects with `ERR_TIMEOUT` after this long, or with `ERR_NOT_SYNCED` and that as its cause before the first list.
   * Default: waits as long as it takes.
   */
  readonly timeoutMs?: number | undefined;
}

interface Waiter {
  readonly isOver: () => boolean;
  readonly settle: (failure?: { readonly reason: Error }) => void;
}

/** Those who wait for the cache to show something. */
export class Waiters {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiter>();
  #closed: { readonly reason: Error } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Call it when the cache may show more than before. */
  check(): void {
    if (this.#waiting.size === 0) return;
    for (const waiter of [...this.#waiting]) {
      if (waiter.isOver()) waiter.settle();
    }
  }

  /**
   * Resolves once `isOver` holds, at once if it does now. Rejects with the signal's reason when that
   * aborts, with that of `close` after it, and with `ERR_TIMEOUT`, which says what was waited for.
   */
  wait(isOver: () => boolean, what: string, { signal, timeoutMs }: WaitOptions): Promise<void> {
    if (isOver()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      let unlink = (): void => undefined;
      const settle = (failure?: { readonly reason: Error }): void => {
        this.#waiting.delete(waiter);
        timer?.cancel();
        unlink();
        if (failure === undefined) resolve();
        else reject(failure.reason);
      };
      const waiter: Waiter = { isOver, settle };
      const timer =
        timeoutMs === undefined
          ? undefined
          : this.#clock.setTimeout(() => {
              settle({ reason: tooLate(what, timeoutMs) });
            }, timeoutMs);
      if (this.#closed !== undefined) {
        settle(this.#closed);
        return;
      }
      this.#waiting.add(waiter);
      unlink = onAbort(signal, () => {
        settle({ reason: signal?.reason as Error });
      });
    });
  }

  /** Rejects all that still wait, and all that come after. */
  close(reason: unknown): void {
    this.#closed ??= { reason: reason as Error };
    for (const waiter of [...this.#waiting]) waiter.settle(this.#closed);
  }
}

function tooLate(what: string, timeoutMs: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_TIMEOUT',
    `Waited ${timeoutMs / 1000} s for the cache to show ${what}, and it does not yet. ` +
      'See informer.status for what it is doing. Of writes that it does not select it learns with the next bookmark, ' +
      'once a minute on most servers.',
    { retryable: true },
  );
}
