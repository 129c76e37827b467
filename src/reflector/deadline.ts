import type { Clock } from '../base/clock.js';
import { KubeInformerError } from '../errors/index.js';

/**
 * Settles as `answer` does, or rejects with `ERR_TIMEOUT` after `timeoutMs`. What comes of `answer`
 * after that is ignored; the caller ends the request.
 */
export function withDeadline<T>(answer: Promise<T>, clock: Clock, timeoutMs: number, attempted: string): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      reject(
        new KubeInformerError(
          'ERR_TIMEOUT',
          `${attempted}: no answer within ${timeoutMs / 1000} s. It is tried again.`,
          {
            retryable: true,
          },
        ),
      );
    }, timeoutMs);
    answer
      .finally(() => {
        timer.cancel();
      })
      .then(resolve, reject);
  });
}
