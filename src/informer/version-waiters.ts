import { onAbort } from '../base/abort.js';
import type { Clock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Rejects with `ERR_TIMEOUT` after this long. Default: waits as long as it takes. */
  readonly timeoutMs?: number;
}

interface Waiter {
  readonly resourceVersion: string;
  readonly settle: (error?: unknown) => void;
}

/** Those who wait until the cache shows a resourceVersion. */
export class VersionWaiters {
  readonly #clock: Clock;
  readonly #shows: (resourceVersion: string) => boolean;
  readonly #waiting = new Set<Waiter>();

  /** `shows`: whether the cache shows everything up to a resourceVersion now. */
  constructor(clock: Clock, shows: (resourceVersion: string) => boolean) {
    this.#clock = clock;
    this.#shows = shows;
  }

  /** Call it when the cache may show more than before. */
  check(): void {
    if (this.#waiting.size === 0) return;
    for (const waiter of [...this.#waiting]) {
      if (this.#shows(waiter.resourceVersion)) waiter.settle();
    }
  }

  wait(resourceVersion: string, { signal, timeoutMs }: WaitOptions): Promise<void> {
    if (this.#shows(resourceVersion)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      let unlink = (): void => undefined;
      const settle = (error?: unknown): void => {
        this.#waiting.delete(waiter);
        timer?.cancel();
        unlink();
        if (error === undefined) resolve();
        else reject(error as Error);
      };
      const waiter: Waiter = { resourceVersion, settle };
      const timer =
        timeoutMs === undefined
          ? undefined
          : this.#clock.setTimeout(() => {
              settle(tooLate(resourceVersion, timeoutMs));
            }, timeoutMs);
      this.#waiting.add(waiter);
      unlink = onAbort(signal, () => {
        settle(signal?.reason);
      });
    });
  }

  /** Rejects all that still wait. */
  close(error: unknown): void {
    for (const waiter of [...this.#waiting]) waiter.settle(error);
  }
}

function tooLate(resourceVersion: string, timeoutMs: number): KubeInformerError {
  return new KubeInformerError(
    'ERR_TIMEOUT',
    `Waited ${timeoutMs / 1000} s for the cache to show resourceVersion ${resourceVersion}, and it does not yet. ` +
      'See informer.status for what it is doing.',
    { retryable: true },
  );
}
