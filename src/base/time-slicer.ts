// Long enough that yielding costs nothing measurable, short enough that other work on the same
// event loop waits for one slice only: three slices and a GC pause stay below 20 ms.
const BUDGET_MS = 4;

// Reading the clock costs about as much as a small step of work, so it is read once in 16.
const STEPS_PER_CLOCK_READ = 16;

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
  #steps = 0;
  #sliceEnds = performance.now() + BUDGET_MS;

  /** Whether this slice of work has used its time. Call it once after each step. */
  due(): boolean {
    if (++this.#steps % STEPS_PER_CLOCK_READ !== 0) return false;
    return performance.now() >= this.#sliceEnds;
  }

  /** Lets timers and I/O run, then starts a new slice. Awaiting a settled promise would not. */
  async yield(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    this.#sliceEnds = performance.now() + BUDGET_MS;
  }
}
