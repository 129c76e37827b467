import fc from 'fast-check';
import type { WatchListSupport } from 'kube-informer/testing';
import { handlerPlans } from './handler-plan.js';
import type { HandlerPlan } from './handler-plan.js';

/** What does not change during a history: the source, and how the informer was made. */
export interface Setup {
  readonly watchList: WatchListSupport;
  readonly watchCache: boolean;
  readonly batchEvents: boolean;
  readonly historyLimit: number;
  readonly bookmarkInterval: number;
  readonly resourceVersion: string;
  /** How many of the keys exist from the start. */
  readonly objects: number;
  /** Whether the client asks for `app=web` only. */
  readonly selector: boolean;
  readonly askForWatchList: boolean;
  readonly pageSize: number | undefined;
  readonly projection: 'full' | 'metadata' | 'no-status';
  readonly transform: 'none' | 'copies' | 'writes';
  readonly resyncPeriod: number;
  /** Handlers that are there before the start. */
  readonly handlers: readonly HandlerPlan[];
}

export const setups: fc.Arbitrary<Setup> = fc.record({
  watchList: fc.constantFrom('supported', 'supported', 'unsupported-422', 'declared-unsupported', 'never-ends'),
  watchCache: fc.boolean(),
  batchEvents: fc.boolean(),
  historyLimit: fc.constantFrom(1_000, 1_000, 3, 10),
  bookmarkInterval: fc.constantFrom(0, 10_000, 60_000),
  // One that gets a digit more on the way, and one that a number cannot hold.
  resourceVersion: fc.constantFrom('990', '99999999999999999990'),
  objects: fc.nat({ max: 5 }),
  selector: fc.boolean(),
  askForWatchList: fc.constantFrom(true, true, false),
  // Not 1, which could not be told from a probe.
  pageSize: fc.constantFrom(undefined, undefined, 2, 3),
  projection: fc.constantFrom('full', 'full', 'metadata', 'no-status'),
  transform: fc.constantFrom('none', 'none', 'copies', 'writes'),
  resyncPeriod: fc.constantFrom(0, 0, 20_000),
  handlers: fc.array(handlerPlans, { minLength: 1, maxLength: 2 }),
});
