import type { Clock } from '../base/clock.js';
import { BucketRateLimiter } from './bucket-rate-limiter.js';
import { MaxOfRateLimiter } from './combined-rate-limiters.js';
import { ItemExponentialFailureRateLimiter } from './item-rate-limiters.js';
import type { RateLimiter } from './rate-limiter.js';

// The numbers are those every Kubernetes controller has run with for years.

// A first retry soon enough that a conflict resolves unnoticed.
const CONTROLLER_BASE_DELAY_MS = 5;
const ITEM_BASE_DELAY_MS = 1;
// Nearly 17 minutes: what fails for so long waits for a person, and should recover soon after one came.
const MAX_DELAY_MS = 1_000_000;
// All retries together, after a burst: a whole cluster that fails at once does not overrun the server.
const RETRIES_PER_SECOND = 10;
const RETRY_BURST = 100;

/** Where the limiter's time comes from. */
export interface DefaultRateLimiterOptions {
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * For controllers: 5 ms, doubled at each failure of a key up to 1000 s, and 10 retries a second
 * overall after a burst of 100. Whichever is longer holds.
 */
export function defaultControllerRateLimiter(options: DefaultRateLimiterOptions = {}): RateLimiter {
  const { clock } = options;
  return new MaxOfRateLimiter(
    new ItemExponentialFailureRateLimiter({ baseDelayMs: CONTROLLER_BASE_DELAY_MS, maxDelayMs: MAX_DELAY_MS, clock }),
    new BucketRateLimiter({ ratePerSecond: RETRIES_PER_SECOND, burst: RETRY_BURST, clock }),
  );
}

/** Looks at each key alone: 1 ms, doubled at each failure up to 1000 s. */
export function defaultItemBasedRateLimiter(options: DefaultRateLimiterOptions = {}): RateLimiter {
  const { clock } = options;
  return new ItemExponentialFailureRateLimiter({ baseDelayMs: ITEM_BASE_DELAY_MS, maxDelayMs: MAX_DELAY_MS, clock });
}
