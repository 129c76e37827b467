import { realClock } from '../base/clock.js';
import type { Clock } from '../base/clock.js';
import type { FakeClock } from '../base/fake-clock.js';

// What happens in memory settles in tens of turns of the event loop; a thousand take a few milliseconds when in vain.
const TURNS = 1_000;

// With a clock, each timer on the way gets this many turns: as many as `FakeClock.settle()` would
// give it twice over.
const TURNS_PER_TIMER = 16;

// Past every backoff and resync of this library with its default options.
const WITHIN_MS = 120_000;

// Thousands of times what a request to a server on this machine takes, and still less than the 5 s after which test
// runners end a test with an error that says less than the assertion's.
const TIMEOUT_MS = 3_000;

// Too short to be felt, and the other side, which may be another process, has the processor in between.
const POLL_MS = 10;

/** How long to wait for an assertion to hold. */
export interface EventuallyOptions {
  /** Time to move on when waiting alone does not help: from timer to timer, so that backoffs pass. */
  readonly clock?: FakeClock | undefined;
  /** How much of the clock's time may pass. */
  readonly withinMs?: number | undefined;
  /** How often the event loop may turn, without any real time in between, or with a clock before its time moves on. */
  readonly turns?: number | undefined;
  /**
   * How much real time to give to what comes from outside, such as answers of a server, after all else was in vain: 3 s,
   * and none by default where `clock` or `turns` bound the wait. It is spent in short waits that are counted, so a
   * machine that is busy or stands still in one of them takes longer and gives up no sooner.
   */
  readonly timeoutMs?: number | undefined;
}

/**
 * Tries an assertion again and again, a turn of the event loop in between, until it holds, and
 * resolves to what it returned. It does not hold as long as it throws or is `false`; anything else, `undefined` too, holds.
 * Gives up with the last error the assertion threw. An assertion that is asynchronous is waited for, however long it takes.
 *
 * @example
 * source.create(pod);
 * await eventually(() => expect(lister.get('default/web')).toBeDefined());
 * await eventually(() => lister.size === 3);
 */
export async function eventually<R>(
  assertion: () => R | Promise<R>,
  options: EventuallyOptions = {},
): Promise<Exclude<R, false>> {
  return eventuallyBy(realClock, assertion, options);
}

/** The same, with real time from a clock that tests own. */
export async function eventuallyBy<R>(
  realTime: Clock,
  assertion: () => R | Promise<R>,
  options: EventuallyOptions,
): Promise<Exclude<R, false>> {
  const { clock, withinMs = WITHIN_MS, turns = clock === undefined ? TURNS : TURNS_PER_TIMER } = options;
  const { timeoutMs = clock === undefined && options.turns === undefined ? TIMEOUT_MS : 0 } = options;
  const deadline = (clock?.now() ?? 0) + withinMs;
  let waitedMs = 0;
  let tries = Math.max(1, turns);
  let failure: unknown;
  for (;;) {
    for (; tries > 0; tries--) {
      try {
        const result = await assertion();
        if (result !== false) return result as Exclude<R, false>;
        failure = new Error('eventually() gave up: the assertion was still false.');
      } catch (thrown) {
        failure = thrown;
      }
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
    const nextTimerIn = clock?.nextTimerIn;
    if (clock !== undefined && nextTimerIn !== undefined && clock.now() + nextTimerIn <= deadline) {
      await clock.advance(nextTimerIn);
      tries = Math.max(1, turns);
    } else if (waitedMs < timeoutMs) {
      waitedMs += POLL_MS;
      await new Promise<void>((resolve) => {
        realTime.setTimeout(resolve, POLL_MS, { keepAlive: true });
      });
      tries = 1;
    } else {
      throw failure;
    }
  }
}
