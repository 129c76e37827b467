import { realClock } from '../base/clock.js';
import type { Clock, Timer } from '../base/clock.js';
import { consoleLogger } from '../base/logger.js';
import type { Logger } from '../base/logger.js';
import type { AnyInformer } from './wait-for-informers.js';

// Long enough for a program that asks for many informers and starts them all at last.
const PATIENCE_MS = 5_000;

interface Surroundings {
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** Warns, once, of an informer that was asked for after its factory was started and that nothing starts: it looks like an empty cluster. */
export function remindToStart(informer: AnyInformer, { clock = realClock, logger }: Surroundings): Timer {
  return clock.setTimeout(() => {
    if (informer.isStarted || informer.isStopped) return;
    warn(
      logger,
      `${informer.name}: It was asked for after factory.start(), and nothing has started it in ${PATIENCE_MS / 1000} s, ` +
        'so its cache stays empty. Call factory.start() again after asking for an informer.',
    );
  }, PATIENCE_MS);
}

/** Warns of what does nothing: caches that stay as they are look like a cluster in which nothing happens. */
export function warnOfStartAfterStop({ logger }: Surroundings): void {
  warn(logger, 'factory.start() after stop() starts nothing. Make a new factory.');
}

function warn(logger: Logger = consoleLogger, text: string): void {
  try {
    logger.warn(`kube-informer: ${text}`);
  } catch {
    // A logger that fails has nobody left to tell.
  }
}
