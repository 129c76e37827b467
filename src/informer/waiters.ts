import { onAbort } from '../base/abort.js';
import type { Clock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';
import { assertKnownOptions } from '../meta/index.js';
import type { KnownOptions } from '../meta/index.js';

/** How long to wait. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Rejects with `ERR_TIMEOUT` after this long, or with `ERR_NOT_SYNCED` and that as its cause before the first list.
   * Default: waits as long as it takes.
   */
  readonly timeoutMs?: number | undefined;
}

export const WAIT_OPTIONS: KnownOptions<WaitOptions> = { signal: true, timeoutMs: true };

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
   * aborts, with that of `close` after it, and with `ERR_TIMEOUT`, which says what was waited for: each as `explain` puts it.
   */
  async wait(
    isOver: () => boolean,
    what: string,
    options: WaitOptions,
    explain: (reason: Error) => Error = (reason) => reason,
  ): Promise<void> {
    assertKnownOptions(options, WAIT_OPTIONS, `Cannot wait for ${what}`);
    if (isOver()) return;
    const { signal, timeoutMs } = options;
    if (this.#closed !== undefined) throw explain(this.#closed.reason);
    if (signal?.aborted === true) throw explain(signal.reason as Error);
    await new Promise<void>((resolve, reject) => {
      const settle = (failure?: { readonly reason: Error }): void => {
        this.#waiting.delete(waiter);
        timer?.cancel();
        unlink();
        if (failure === undefined) resolve();
        else reject(explain(failure.reason));
      };
      const waiter: Waiter = { isOver, settle };
      // First, since what is no signal throws here, and a timer would be left behind.
      const unlink = onAbort(signal, () => {
        settle({ reason: signal?.reason as Error });
      });
      this.#waiting.add(waiter);
      const timer =
        timeoutMs === undefined
          ? undefined
          : this.#clock.setTimeout(
              () => {
                settle({ reason: tooLate(what, timeoutMs) });
              },
              timeoutMs,
              // Who waits is to be told, also where nothing else keeps the process alive: an informer that was not started.
              { keepAlive: true },
            );
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

/** For who does not have the types: what is missing would be waited for as something that is there already. */
export function assertVersion(resourceVersion: unknown, informer: string): void {
  if (typeof resourceVersion === 'string') return;
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot wait for a resourceVersion of informer "${informer}": it is ${String(resourceVersion)}. Give that of an object the server answered with.`,
  );
}
