import { delay, realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import { ApiStatusError } from '../errors/index.js';

/** How often a call that met a busy server is made again. */
export interface RetryWhenBusyOptions {
  /** How often `call` is made at most. Default: 10. */
  readonly attempts?: number | undefined;
  /** Ends the waiting, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

// client-go's number. A server that has asked ten times for patience is not helped by an eleventh call.
const ATTEMPTS = 10;

/**
 * Makes a call, and again after as long as the server asked for, where it answered 429 or 5xx and said how long
 * (`Retry-After`). Rejects with the last such answer, and with any other error at once. Calls of a client are not repeated by
 * themselves: a minute of waiting inside of one would be a surprise. Informers need none of this.
 *
 * @example
 * await retryWhenBusy(() => configMaps.create({ metadata: { name: 'settings' } }), { signal });
 */
export async function retryWhenBusy<T>(
  call: (attempt: number) => Promise<T>,
  { attempts = ATTEMPTS, signal, clock = realClock }: RetryWhenBusyOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await call(attempt);
    } catch (error) {
      const delayMs = patienceOf(error);
      if (delayMs === undefined || attempt >= attempts || signal?.aborted === true) throw error;
      // Unlike most waiting here: somebody's call is not done.
      await delay(clock, delayMs, signal, { keepAlive: true });
    }
  }
}

function patienceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiStatusError)) return undefined;
  return error.statusCode === 429 || error.statusCode >= 500 ? error.retryAfterMs : undefined;
}
