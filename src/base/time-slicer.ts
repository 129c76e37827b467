import { Fifo } from './fifo.js';

// Long enough that yielding costs little (4 ms is 3 % faster), short enough that other work on the same event loop waits
// for one slice only: a slice, one step of user code and a GC pause, which is up to 16 ms, stay below 20 ms.
export const SLICE_MS = 2;

// Reading the clock costs about as much as a small step of work, so it is read once in 16.
const STEPS_PER_CLOCK_READ = 16;

/**
 * The event loop's turns, shared by every loop of this process: one slice of work a turn, whoever
 * does it. Were the budget each loop's own, ten informers would block the event loop ten times as long.
 */
const turns = {
  sliceEnds: 0,
  waiting: new Fifo<() => void>(),
  next: (): void => {
    const resume = turns.waiting.shift();
    turns.sliceEnds = performance.now() + SLICE_MS;
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
    return performance.now() >= turns.sliceEnds;
  }

  /** Lets timers, I/O and other loops run; resolves when a slice is ours. Awaiting a settled promise would not. */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      turns.waiting.push(resolve);
      if (turns.waiting.length === 1) setImmediate(turns.next);
    });
  }
}

/** How many loops wait for a slice. Zero when all work that can be done without time passing is done. */
export function slicesWaiting(): number {
  return turns.waiting.length;
}
