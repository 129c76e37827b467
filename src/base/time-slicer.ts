// Not the global ones, which fake timers of a test may have replaced.
import { performance } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import { Fifo } from './fifo.js';

// Long enough that yielding costs little (4 ms is 3 % faster), short enough that other work on the same event loop waits
// for one slice only: a slice, one step of user code and a GC pause, which is up to 16 ms, stay below 20 ms.
export const SLICE_MS = 2;

// Reading the clock costs about as much as a small step of work, so it is read once in 16.
const STEPS_PER_CLOCK_READ = 16;

const { nodeTiming } = performance;

/** In milliseconds. `performance.now()` is three calls more, which a change that comes alone would be met by each time. */
function now(): number {
  const time = hrtime();
  return time[0] * 1e3 + time[1] / 1e6;
}

/**
 * The event loop's turns, shared by every loop of this process: one slice of work a turn, whoever
 * does it. Were the budget each loop's own, ten informers would block the event loop ten times as long.
 */
const turns = {
  sliceEnds: 0,
  /** How long the event loop had been idle in all when the slice began. */
  idleMs: 0,
  waiting: new Fifo<() => void>(),
  begin: (at: number, idleMs: number): void => {
    turns.sliceEnds = at + SLICE_MS;
    turns.idleMs = idleMs;
  },
  next: (): void => {
    const resume = turns.waiting.shift();
    turns.begin(now(), nodeTiming.idleTime);
    if (turns.waiting.length > 0) setImmediate(turns.next);
    resume?.();
  },
};

/**
 * Keeps a long loop from blocking the event loop.
 *
 * @example
 * const slicer = new TimeSlicer();
 * for (const item of items) {
 *   work(item);
 *   if (slicer.due()) await slicer.yield();
 * }
 */
export class TimeSlicer {
  readonly #stepsPerRead: number;
  #steps = 0;

  /** `stepsPerRead`: 1 when a step may run code of the user's (a handler, a transform, an index function), which may take long. */
  constructor(stepsPerRead: number = STEPS_PER_CLOCK_READ) {
    this.#stepsPerRead = stepsPerRead;
  }

  /** Whether this turn's slice is used up. Call it once after each step. */
  due(): boolean {
    if (++this.#steps % this.#stepsPerRead !== 0) return false;
    const at = now();
    return at >= turns.sliceEnds && !isNewTurn(at);
  }

  /** Lets timers, I/O and other loops run; resolves when a slice is ours. Awaiting a settled promise would not. */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      turns.waiting.push(resolve);
      if (turns.waiting.length === 1) setImmediate(turns.next);
    });
  }
}

/**
 * Begins a slice if the event loop has been idle since the last one began: then it has turned, and nothing waited.
 * Without this an event that comes alone would find the last slice long over, and wait for a turn of the event loop more.
 */
function isNewTurn(at: number): boolean {
  const { idleTime } = nodeTiming;
  if (idleTime === turns.idleMs) return false;
  turns.begin(at, idleTime);
  return true;
}

/** How many loops wait for a slice. Zero when all work that can be done without time passing is done. */
export function slicesWaiting(): number {
  return turns.waiting.length;
}
