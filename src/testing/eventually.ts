import type { FakeClock } from '../base/fake-clock.js';

// What happens in memory settles in tens of turns of the event loop; a thousand leave room for
// sockets of this machine and take a few milliseconds when in vain.
const TURNS = 1_000;

// With a clock, each timer on the way gets this many turns: as many as `FakeClock.settle()` would
// give it twice over.
const TURNS_PER_TIMER = 16;

// Past every backoff and resync of this library with its default options.
const WITHIN_MS = 120_000;

/** How long to wait for an assertion to hold. */
export interface EventuallyOptions {
  /** Time to move on when waiting alone does not help: from timer to timer, so that backoffs pass. */
  readonly clock?: FakeClock;
  /** How much of the clock's time may pass. */
  readonly withinMs?: number;
  /** How often the event loop may turn before giving up, or with a clock before time moves on. */
  readonly turns?: number;
}

/**
 * Tries an assertion again and again, a turn of the event loop in between, until it holds, and
 * resolves to what it returned. Gives up with the last error the assertion threw. Never sleeps.
 *
 * @example
 * source.create(pod);
 * await eventually(() => expect(lister.get('default/web')).toBeDefined());
 */
export async function eventually<R>(assertion: () => R | Promise<R>, options: EventuallyOptions = {}): Promise<R> {
  const { clock, withinMs = WITHIN_MS, turns = clock === undefined ? TURNS : TURNS_PER_TIMER } = options;
  const deadline = (clock?.now() ?? 0) + withinMs;
  let failure: unknown;
  for (;;) {
    for (let turn = 0; turn < Math.max(1, turns); turn++) {
      try {
        return await assertion();
      } catch (thrown) {
        failure = thrown;
      }
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
    const nextTimerIn = clock?.nextTimerIn;
    if (clock === undefined || nextTimerIn === undefined || clock.now() + nextTimerIn > deadline) throw failure;
    await clock.advance(nextTimerIn);
  }
}
