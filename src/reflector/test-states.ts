import type { Failure, FailureKind } from './failure.js';
import { initialState } from './state.js';
import type { Circumstances, Event, EventType, Phase, State } from './state.js';

/** An ordinary moment, with WatchList wanted. */
export const NOW: Circumstances = { now: 1_000_000, watchList: true };

export const failed = (kind: FailureKind, retryAfterMs?: number): Failure => ({
  kind,
  error: new Error(kind),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** A state in a phase as it is in ordinary life: the source was read at 10, or is being read for the first time. */
export function inPhase(phase: Phase, fields: Partial<State> = {}): State {
  const read = phase === 'idle' || phase === 'streaming' || phase === 'listing' ? '' : '10';
  return { ...initialState, phase, resourceVersion: read, ...fields };
}

/** An ordinary event of each type. */
export const SAMPLES: { readonly [K in EventType]: Event & { type: K } } = {
  start: { type: 'start' },
  granted: { type: 'granted' },
  primed: { type: 'primed', resourceVersion: '20', objects: 1, paged: false },
  'prime-failed': { type: 'prime-failed', failure: failed('transient'), cut: false, pages: 0 },
  probed: { type: 'probed' },
  'probe-failed': { type: 'probe-failed', failure: failed('transient') },
  accepted: { type: 'accepted' },
  'watch-refused': { type: 'watch-refused', failure: failed('transient') },
  'watch-ended': { type: 'watch-ended', resourceVersion: '20', healthy: true, timedOut: true, failure: undefined },
  'watch-silent': { type: 'watch-silent', resourceVersion: '20', failure: failed('unsupported') },
  'relist-requested': { type: 'relist-requested', resourceVersion: '20', healthy: true, reason: 'requested' },
  waited: { type: 'waited', early: false },
  stop: { type: 'stop' },
};

export const primeFailed = (kind: FailureKind, fields: Partial<Event & { type: 'prime-failed' }> = {}): Event => ({
  ...SAMPLES['prime-failed'],
  failure: failed(kind),
  ...fields,
});
export const watchEnded = (fields: Partial<Event & { type: 'watch-ended' }>): Event => ({
  ...SAMPLES['watch-ended'],
  ...fields,
});
