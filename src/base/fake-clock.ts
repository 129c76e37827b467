import type { Clock, Timer } from './clock.js';
import { slicesWaiting } from './time-slicer.js';

interface PendingTimer extends Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

// A macrotask turn drains every promise chain that is ready. Code under test that yields with
// setImmediate needs one turn for each yield; eight covers the chains of this library, and loops
// that wait for a slice are counted besides.
const TURNS_TO_SETTLE = 8;

// A loop that is at work gets 2 ms a turn, so this is 20 s of work without a millisecond passing: a list of a million takes less.
const TURNS_BEFORE_GIVING_UP = 10_000;

/**
 * A clock that stands still until the test moves it.
 *
 * @example
 * const clock = new FakeClock();
 * const informer = new SharedInformer(source, { clock, resyncPeriod: 5_000 });
 * await clock.advance(5_000); // every timer due by then has fired, in order
 */
export class FakeClock implements Clock {
  #now: number;
  #order = 0;
  readonly #pending = new Set<PendingTimer>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, delayMs: number): Timer {
    const timer: PendingTimer = {
      at: this.#now + Math.max(0, delayMs),
      order: this.#order++,
      callback,
      cancel: () => {
        this.#pending.delete(timer);
      },
    };
    this.#pending.add(timer);
    return timer;
  }

  /** How many timers wait. Zero after a clean stop. */
  get pendingTimers(): number {
    return this.#pending.size;
  }

  /** When the next timer is due, in milliseconds from now; undefined when none waits. */
  get nextTimerIn(): number | undefined {
    const next = this.#next();
    return next === undefined ? undefined : next.at - this.#now;
  }

  /**
   * Moves time forward by `ms`. Each timer due on the way fires at its own time, earliest first,
   * and what it set in motion settles before the next one fires. Time never goes back, not even when
   * two calls overlap. Rejects as `settle()` does.
   */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (;;) {
      const next = this.#next();
      if (next !== undefined && next.at <= end) {
        this.#now = Math.max(this.#now, next.at);
        this.#pending.delete(next);
        next.callback();
      } else if (this.#now < end) {
        this.#now = end;
      } else {
        return;
      }
      await this.settle();
    }
  }

  /** Lets everything that can run without time passing run. Rejects when that has no end. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < TURNS_TO_SETTLE || slicesWaiting() > 0; turn++) {
      if (turn === TURNS_BEFORE_GIVING_UP) {
        throw new Error(
          `Cannot settle: after ${turn} turns of the event loop there is still work to do, and no time has passed. ` +
            'Something makes work without end, such as a handler that answers each change with another one ' +
            '(a FakeListerWatcher makes a new version of every write, also of one that changes nothing).',
        );
      }
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  #next(): PendingTimer | undefined {
    let first: PendingTimer | undefined;
    for (const timer of this.#pending) {
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  }
}
