import { backoffDelay } from '../base/backoff.js';
import type { BackoffOptions } from '../base/backoff.js';
import { delay, realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { isConflict } from '../errors/index.js';
import { assertKnownOptions } from '../meta/index.js';
import type { KnownOptions } from '../meta/index.js';

/** How often and when a write that met a conflict is tried again. */
export interface RetryOnConflictOptions {
  /** How often `write` is called at most. Default: 5. */
  readonly attempts?: number | undefined;
  /** Default: 10 ms, no growth, a tenth of jitter. */
  readonly backoff?: BackoffOptions | undefined;
  /** Ends the waiting, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

const KNOWN: KnownOptions<RetryOnConflictOptions> = {
  attempts: true,
  backoff: true,
  signal: true,
  clock: true,
  random: true,
};

// client-go's DefaultRetry. A conflict is over as soon as the object is read again, so there is little to wait for;
// five writers that meet get through in five rounds.
const ATTEMPTS = 5;
const BACKOFF: BackoffOptions = { initialMs: 10, maxMs: 10, factor: 1, jitter: 0.1 };

/**
 * Calls `write`, and again when the server answers that the object has changed since it was read. So `write` must read
 * the object each time, not only write it. Rejects with the last conflict, and with any other error at once.
 *
 * @example
 * await retryOnConflict(async () => {
 *   const next = mutableCopy(await pods.get('web-1'));
 *   next.metadata.labels = { ...next.metadata.labels, seen: 'true' };
 *   return pods.update(next);
 * });
 */
export async function retryOnConflict<T>(
  write: (attempt: number) => Promise<T>,
  options: RetryOnConflictOptions = {},
): Promise<T> {
  assertKnownOptions(options, KNOWN, 'Cannot retry on a conflict');
  const { attempts = ATTEMPTS, backoff = BACKOFF, signal, clock = realClock, random } = options;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await write(attempt);
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts || signal?.aborted === true) throw error;
      // Unlike most waiting here: somebody's call is not done.
      await delay(clock, backoffDelay(backoff, attempt - 1, random), signal, { keepAlive: true });
    }
  }
}
