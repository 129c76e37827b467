import { Bench } from 'tinybench';
import { median } from '../../lib/table.js';

/** One way to do something. */
export interface Way {
  readonly name: string;
  /** Does it many times, and returns how many microseconds one took. */
  round(): Promise<number>;
}

/** What the ways to do one thing took. */
export interface Comparison {
  readonly operation: string;
  readonly results: readonly { readonly way: string; readonly samples: readonly number[] }[];
}

// The first rounds run in V8's interpreter, and are left out. An odd number is left, for the median to be one of them.
const WARM_UP = 2;
const ROUNDS = 7;

/** Lets the ways take turns, so that a slow moment of the machine falls on all of them. */
export async function compare(operation: string, ways: readonly Way[]): Promise<Comparison> {
  const results = ways.map((way) => ({ way, samples: [] as number[] }));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const { way, samples } of results) {
      const microseconds = await way.round();
      if (round >= WARM_UP) samples.push(microseconds);
    }
  }
  return { operation, results: results.map(({ way, samples }) => ({ way: way.name, samples })) };
}

/**
 * The rows of a table: a line for each operation, and one for each way below it. The first way is ours; the last column is
 * how many times as long another takes.
 */
export function rowsOf(comparisons: readonly Comparison[]): string[][] {
  return comparisons.flatMap(({ operation, results }) => {
    const ours = median(results[0]?.samples ?? []);
    return [
      [operation, '', '', ''],
      ...results.map(({ way, samples }, index) => [
        `  ${way}`,
        digits(median(samples)),
        `${digits(Math.min(...samples))}–${digits(Math.max(...samples))}`,
        index === 0 ? '' : digits(median(samples) / ours),
      ]),
    ];
  });
}

/** Three digits that mean something, and no more decimals than a clock can tell. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3);
}

// One call is too short for a clock: so many of them as take this long are one sample.
const SAMPLE_MS = 0.5;
// Enough samples for a median, in each of the rounds.
const ROUND_MS = 40;

/** What was returned: the compiler may not compute at all what nobody can see. */
const last: { result: unknown } = { result: undefined };

/** A way that can be repeated as it is; `call` is given another number each time. */
export function repeated(name: string, call: (number: number) => unknown): Way {
  let number = 0;
  let count = 0;
  const calls = (): void => {
    for (let index = 0; index < count; index++) last.result = call(number++);
  };
  return {
    name,
    async round() {
      if (count === 0) {
        const startedAt = performance.now();
        for (count = 1; performance.now() - startedAt < SAMPLE_MS; count *= 2) calls();
      }
      return await sample(name, calls, count);
    },
  };
}

/** A way that does the thing `count` times in one call. */
export function batched(name: string, count: number, call: () => void | Promise<void>): Way {
  return { name, round: () => sample(name, call, count) };
}

async function sample(name: string, call: () => void | Promise<void>, count: number): Promise<number> {
  const bench = new Bench({ time: ROUND_MS, iterations: 5, warmupTime: ROUND_MS / 4, warmupIterations: 2 });
  bench.add(name, call);
  const [task] = await bench.run();
  if (task === undefined || !('latency' in task.result)) throw new Error(`${name} did not run.`);
  return (task.result.latency.p50 * 1000) / count;
}

/**
 * A way that can be taken only once for each of the things that `prepare` makes, which is not measured. What `use`
 * returns is kept until all are done, as a cache would.
 */
export function once<T>(
  name: string,
  prepare: () => Promise<readonly T[]> | readonly T[],
  use: (item: T) => unknown,
): Way {
  return {
    name,
    async round() {
      const items = await prepare();
      const kept = new Array<unknown>(items.length);
      collect();
      const startedAt = performance.now();
      for (let index = 0; index < items.length; index++) kept[index] = use(items[index] as T);
      const microseconds = ((performance.now() - startedAt) * 1000) / items.length;
      last.result = kept;
      return microseconds;
    },
  };
}

/** So that no way pays for the garbage of the one before. */
export function collect(): void {
  if (globalThis.gc === undefined) throw new Error('This bench needs node --expose-gc.');
  last.result = undefined;
  globalThis.gc();
}
