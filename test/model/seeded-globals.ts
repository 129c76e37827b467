// Larger than any slice, so that a run begins with the slice of whatever ran before it used up.
const GAP_MS = 1_000;

let latest = 0;

/** A small, fast generator of numbers in [0, 1); equal seeds give equal sequences. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Runs something with `Math.random` and `performance.now` made from a seed.
 *
 * Loops of the library yield when `performance.now` says that their slice is over. With the machine's
 * clock they would hardly ever yield in a test, and never twice at the same place; with this one they
 * yield at places that the seed chooses, so that interleavings are tried and can be repeated.
 */
export async function withSeededGlobals<R>(seed: number, run: () => Promise<R>): Promise<R> {
  const random = seededRandom(seed);
  const real = { random: Math.random, now: performance.now.bind(performance) };
  let now = Math.max(latest, real.now()) + GAP_MS;
  // About every third reading lands in a new slice of 2 ms.
  performance.now = () => (latest = now += random() * 1.5);
  Math.random = random;
  try {
    return await run();
  } finally {
    performance.now = real.now;
    Math.random = real.random;
  }
}
