import { onAbort } from '../base/abort.js';
import type { Clock } from '../base/clock.js';

/** Waits between two calls, or until the signal aborts. Unlike most waiting here it keeps the process alive: somebody's write is not done. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel();
      unlink();
      resolve();
    };
    const timer = clock.setTimeout(end, delayMs, { keepAlive: true });
    const unlink = onAbort(signal, () => {
      end();
    });
  });
}
