import fc from 'fast-check';
import { describeHistory, histories } from './history.js';
import type { History } from './history.js';
import type { RunReport } from './world.js';

/** Something that runs a history and throws when a promise is broken. */
export type Runner = (history: History) => Promise<RunReport>;

export interface SearchOptions {
  readonly run: Runner;
  readonly seed: number;
  /** Stop looking after this many histories, or this much time. */
  readonly runs?: number;
  readonly forMs?: number;
  /** Where among the histories of the seed to begin, as a counter-example says. */
  readonly path?: string;
  /** Whether a counter-example is made as short as possible. Default true. */
  readonly shrink?: boolean;
  readonly onReport?: (report: RunReport) => void;
}

/** A history that breaks a promise, and how to see it again. */
export interface CounterExample {
  readonly history: History;
  readonly message: string;
  readonly seed: number;
  readonly path: string;
  /** All of the above for people. */
  readonly text: string;
}

/** Tries random histories; resolves to the first that fails, or to undefined. */
export async function findCounterExample(
  options: SearchOptions,
): Promise<{ readonly runs: number; readonly found: CounterExample | undefined }> {
  const { run, seed, shrink = true } = options;
  const property = fc.asyncProperty(histories, async (history) => {
    const report = await run(history);
    options.onReport?.(report);
  });
  const result = await fc.check(property, {
    seed,
    numRuns: options.runs ?? Number.MAX_SAFE_INTEGER,
    endOnFailure: !shrink,
    ...(options.path === undefined ? {} : { path: options.path }),
    ...(options.forMs === undefined ? {} : { interruptAfterTimeLimit: options.forMs }),
  });
  if (!result.failed || result.counterexample === null) return { runs: result.numRuns, found: undefined };
  const [history] = result.counterexample;
  const error = result.errorInstance;
  const message =
    error instanceof Error
      ? error.name === 'Violation'
        ? error.message
        : (error.stack ?? error.message)
      : String(error);
  const path = result.counterexamplePath;
  const text = [
    `A promise is broken: ${message}`,
    describeHistory(history),
    `Found after ${result.numRuns} histories and ${result.numShrinks} steps of shrinking.`,
    `Replay: npm run test:model -- --seed ${result.seed} --path ${path}`,
  ].join('\n');
  return { runs: result.numRuns, found: { history, message, seed: result.seed, path, text } };
}

/** A new seed, for runs that are to be different each time. */
export function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
