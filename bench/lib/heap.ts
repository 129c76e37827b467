import { setImmediate as turn } from 'node:timers/promises';

/** Collects garbage until there is none, and returns what is left, in bytes. Needs `--expose-gc`. */
export async function liveHeap(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('This bench needs node --expose-gc.');
  for (let round = 0; round < 4; round++) {
    globalThis.gc();
    await turn();
  }
  return process.memoryUsage().heapUsed;
}

/** Samples the heap every few milliseconds, until `stop()`, which returns the highest reading in bytes. */
export function watchPeakHeap(): { stop(): number } {
  let peak = process.memoryUsage().heapUsed;
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  };
  const timer = setInterval(sample, 5);
  return {
    stop: () => {
      clearInterval(timer);
      sample();
      return peak;
    },
  };
}
