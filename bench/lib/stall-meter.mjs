import { performance, PerformanceObserver } from 'node:perf_hooks';

// Not TypeScript: peers of a bench run it without a loader, whose memory would be theirs.

// The finest a timer of Node can tick. It bounds how many small tasks are counted as one stall, not
// how exactly a stall is read: see `StallMeter`.
const TICK_MS = 1;

// Entries about garbage collection are handed over one turn of the event loop after the collection,
// and by another turn when that happens inside a turn; the third is room.
const TURNS_FOR_GC_ENTRIES = 3;

/**
 * How long the event loop was held up, in milliseconds.
 *
 * `max` is the longest time the loop was busy without a timer getting its turn.
 *
 * `p99`: of a hundred moments picked evenly from the whole measurement, a timer due at that moment waits longer than this
 * at one. A long stall therefore counts for as long as it lasted, not as one sample.
 *
 * `samples` is how many times the loop was looked at: about one a millisecond, less while it was held up.
 *
 * `gcPauses` are those of the garbage collector on this thread; they are part of the stalls as well.
 *
 * @typedef {object} StallReport
 * @property {number} max
 * @property {number} p99
 * @property {number} samples
 * @property {number} durationMs
 * @property {{ readonly count: number, readonly maxMs: number, readonly totalMs: number }} gcPauses
 */

/**
 * Measures stalls of this thread's event loop, from the moment it is made to `stop()`, without a
 * hole: the first span begins in the constructor and the last one ends in `stop()`, so neither a
 * block right after the start nor one right before the end is missed, and nothing is ever reset.
 *
 * Between two ticks of a timer the loop either works or waits for something to do; how long it
 * waited is known exactly (`eventLoopUtilization`). A stall is the time between two ticks less that
 * waiting. So an idle loop reads about 0 rather than the timer's own millisecond, a block is never
 * read shorter than it was, and it is read longer by at most one tick's worth of other work.
 * (`monitorEventLoopDelay` starts counting at its second tick and includes its resolution in what it reads.)
 *
 * @example
 * const meter = new StallMeter(); // before the first byte
 * await work();                   // until after the last handler call
 * const { max, p99 } = await meter.stop();
 */
export class StallMeter {
  #startedAt = performance.now();
  /** @type {number[]} */
  #stalls = [];
  /** @type {{ at: number, ms: number }[]} */
  #gc = [];
  /** @type {PerformanceObserver} */
  #observer;
  /** @type {NodeJS.Timeout} */
  #timer;
  #tickedAt = this.#startedAt;
  #idle = idleMs();
  /** @type {Promise<StallReport> | undefined} */
  #stopped;

  constructor() {
    this.#observer = new PerformanceObserver((list) => {
      this.#collect(list.getEntries());
    });
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#timer = setInterval(() => {
      this.#tick();
    }, TICK_MS);
    // A meter must not keep a process alive that has nothing left to measure.
    this.#timer.unref();
  }

  /**
   * Ends the measurement at this very moment and resolves to it. Calling it again gives the same report.
   *
   * @returns {Promise<StallReport>}
   */
  stop() {
    if (this.#stopped === undefined) {
      this.#tick();
      clearInterval(this.#timer);
      this.#stopped = this.#finish();
    }
    return this.#stopped;
  }

  #tick() {
    const now = performance.now();
    const idle = idleMs();
    this.#stalls.push(Math.max(0, now - this.#tickedAt - (idle - this.#idle)));
    this.#tickedAt = now;
    this.#idle = idle;
  }

  /** @param {readonly { readonly startTime: number, readonly duration: number }[]} entries */
  #collect(entries) {
    for (const { startTime, duration } of entries) this.#gc.push({ at: startTime, ms: duration });
  }

  async #finish() {
    const endedAt = this.#tickedAt;
    for (let turn = 0; turn < TURNS_FOR_GC_ENTRIES; turn++) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    this.#collect(this.#observer.takeRecords());
    this.#observer.disconnect();
    const pauses = this.#gc.filter(({ at }) => at >= this.#startedAt && at < endedAt).map(({ ms }) => ms);
    const durationMs = endedAt - this.#startedAt;
    return {
      max: longest(this.#stalls),
      p99: waitAt(0.99, this.#stalls, durationMs),
      samples: this.#stalls.length,
      durationMs,
      gcPauses: { count: pauses.length, maxMs: longest(pauses), totalMs: pauses.reduce((sum, ms) => sum + ms, 0) },
    };
  }
}

/**
 * How long a timer waits that becomes due at a random moment, at the given quantile.
 *
 * During a stall of `s` ms the wait falls evenly from `s` to 0, and outside of stalls it is 0. So the
 * time with a wait above `w` is the sum of `s - w` over all longer stalls; the answer is the `w`
 * that makes this sum the share of time the quantile leaves over.
 *
 * @param {number} quantile
 * @param {readonly number[]} stalls
 * @param {number} durationMs
 */
export function waitAt(quantile, stalls, durationMs) {
  const leftOver = (1 - quantile) * durationMs;
  const longestFirst = [...stalls].sort((a, b) => b - a);
  let sum = 0;
  for (const [index, stall] of longestFirst.entries()) {
    sum += stall;
    const wait = (sum - leftOver) / (index + 1);
    if (wait >= (longestFirst[index + 1] ?? 0)) return Math.max(0, wait);
  }
  return 0;
}

function idleMs() {
  return performance.eventLoopUtilization().idle;
}

// Not Math.max(...values): a long measurement has more samples than a call can have arguments.
/** @param {readonly number[]} values */
function longest(values) {
  return values.reduce((max, value) => Math.max(max, value), 0);
}
