import fc from 'fast-check';

/** What a handler is like. */
export interface HandlerPlan {
  readonly manner: 'sync' | 'slow' | 'throws' | 'rejects';
  /** How long a slow one takes for each call. */
  readonly delayMs: number;
  readonly highWaterMark: number | undefined;
  readonly overflow: 'latest' | 'all';
  readonly resyncPeriod: number | undefined;
}

export const handlerPlans: fc.Arbitrary<HandlerPlan> = fc.record({
  manner: fc.constantFrom('sync', 'sync', 'slow', 'slow', 'throws', 'rejects'),
  // 35 s is beyond the time after which a handler counts as stuck.
  delayMs: fc.constantFrom(0, 1, 700, 5_000, 35_000),
  highWaterMark: fc.constantFrom(undefined, undefined, 1, 2, 4),
  overflow: fc.constantFrom('latest', 'latest', 'all'),
  resyncPeriod: fc.constantFrom(undefined, undefined, 0, 15_000),
});
