import type { Failure } from './failure.js';

/**
 * The Reflector as a machine of named states. Each phase has one effect, which the loop in
 * `reflector.ts` runs; the effect ends in one event; `transition` names the next state.
 *
 *   idle ──start──► streaming ──primed──────────────────────────► watching
 *                      │ no WatchList                               ▲  │ │
 *                      ▼                                   accepted │  │ │ timed out
 *                   listing ──primed──► connecting ─────────────────┘  │ ├──────────► connecting
 *                      ▲                    ▲                          │ │ ended early, or silent
 *                      │                    └──────── probing ◄────────┼─┘
 *                   queued ◄───────────────────────────────────────────┘
 *                           expired, too large, inconsistent
 *
 *   Any failure leads through waiting back to what it interrupted; a broken watch through probing,
 *   at once if it had been a healthy one. stop, and a source that was closed, lead from everywhere to stopped.
 */
export type Phase =
  | 'idle'
  /** Waits for its turn to relist: informers of one process must not do so all at once. */
  | 'queued'
  /** A WatchList is open and has not sent its end mark. */
  | 'streaming'
  | 'listing'
  /** Asks whether the server knows our resourceVersion: a plain watch from the future is silent for ever. */
  | 'probing'
  /** A watch was asked for and not accepted yet. */
  | 'connecting'
  | 'watching'
  /** A delay between attempts. */
  | 'waiting'
  | 'stopped';

/** Why the whole source is read. */
export type PrimeReason =
  | 'initial'
  | 'expired'
  | 'too-large'
  | 'inconsistent'
  /** No watch got anywhere, although the server answers. */
  | 'stalled'
  | 'requested';

/** What a delay leads back to. */
export type Resume = 'prime' | 'probe' | 'watch';

export interface State {
  readonly phase: Phase;
  /** The state of the source that the sink has been told of, whole. `''` before the first list. */
  readonly resourceVersion: string;
  /** Our resourceVersion is of no use for reading: read the newest state instead. Cleared by a successful prime. */
  readonly readNewest: boolean;
  /** Why the source is being read, or was read last. */
  readonly reason: PrimeReason;
  /** When the server proved unable to send a WatchList; undefined while that is not known. */
  readonly watchListRefusedAt: number | undefined;
  /** Streams cut before their end mark since the last that came through. */
  readonly streamCuts: number;
  /** A later page had expired: this list is asked for in one piece. */
  readonly wholeList: boolean;
  /** The server pages even lists from its cache: so keep asking in pages, or it reads everything at once. */
  readonly alwaysPage: boolean;
  /** Attempts that failed since the last success. Sets the delay. */
  readonly failures: number;
  /** Watches that got nowhere since one last went well, or since the source was last read because of them. */
  readonly stalls: number;
  /** Times the source had to be read again since a watch last went well. */
  readonly relists: number;
  /** A probe was due and got no answer to its question: ask again when the watch ends, however it ends. */
  readonly probeOwed: boolean;
  /** In `waiting`: what comes after. */
  readonly resume: Resume;
  /** In `waiting`: the least delay, asked for by the server. */
  readonly retryAfterMs: number;
  /** In `waiting`: the server as a whole may be in trouble, so that word that it serves others again is of use. */
  readonly outage: boolean;
  /** Delays that such word cut short since the last success: each makes the next one last longer in any case. */
  readonly hastened: number;
}

export type Event =
  | { readonly type: 'start' }
  | { readonly type: 'granted' }
  /** The source was read to the end and handed to the sink. */
  | {
      readonly type: 'primed';
      readonly resourceVersion: string;
      readonly objects: number;
      /** The server sent the list in pages. */
      readonly paged: boolean;
    }
  /**
   * Reading the source failed. `cut`: a stream did not get to its end mark, or was not even answered;
   * `pages`: pages that had come before.
   */
  | { readonly type: 'prime-failed'; readonly failure: Failure; readonly cut: boolean; readonly pages: number }
  | { readonly type: 'probed' }
  | { readonly type: 'probe-failed'; readonly failure: Failure }
  | { readonly type: 'accepted' }
  | { readonly type: 'watch-refused'; readonly failure: Failure }
  /**
   * `failure` undefined: the server ended it. `healthy`: it had brought something new, or had lasted a while.
   * `timedOut`: it had lasted as long as was asked for, and said what was to be expected.
   */
  | {
      readonly type: 'watch-ended';
      readonly resourceVersion: string;
      readonly healthy: boolean;
      readonly timedOut: boolean;
      readonly failure: Failure | undefined;
    }
  /** Nothing came although something was due: the connection is taken for dead. */
  | { readonly type: 'watch-silent'; readonly resourceVersion: string; readonly failure: Failure }
  | {
      readonly type: 'relist-requested';
      readonly resourceVersion: string;
      readonly healthy: boolean;
      readonly reason: 'requested' | 'inconsistent';
    }
  /** `early`: word that the server serves others again cut the delay short. */
  | { readonly type: 'waited'; readonly early: boolean }
  | { readonly type: 'stop' };

/** What can happen to a Reflector. */
export type EventType = Event['type'];

/** How every effect ends once the signal has aborted. */
export const STOP: Event = { type: 'stop' };

/** What a transition may depend on besides state and event. */
export interface Circumstances {
  readonly now: number;
  /** Whether the source is to be asked for a WatchList at all. */
  readonly watchList: boolean;
}

export const initialState: State = {
  phase: 'idle',
  resourceVersion: '',
  readNewest: false,
  reason: 'initial',
  watchListRefusedAt: undefined,
  streamCuts: 0,
  wholeList: false,
  alwaysPage: false,
  failures: 0,
  stalls: 0,
  relists: 0,
  probeOwed: false,
  resume: 'prime',
  retryAfterMs: 0,
  outage: false,
  hastened: 0,
};

// A server is upgraded, or a proxy mended, within a working day: ask it again twice an hour.
const ASK_FOR_WATCH_LIST_AGAIN_MS = 30 * 60_000;

// One cut stream is bad luck; a second says that a stream of this size does not get through.
const STREAM_CUTS_BEFORE_LISTING = 2;

// The first may have met a server that goes down, the second one that comes up.
const STALLS_BEFORE_RELIST = 3;

/**
 * The next state. An event that has no place in a phase leaves the state as it is: the effect that
 * sent it was already overtaken.
 */
export function transition(state: State, event: Event, now: Circumstances): State {
  if (event.type === 'stop') return state.phase === 'stopped' ? state : stopped(state);
  switch (state.phase) {
    case 'idle':
      return event.type === 'start' ? prime(state, now) : state;
    case 'queued':
      return event.type === 'granted' ? prime(state, now) : state;
    case 'streaming':
      if (event.type === 'primed') return primed(state, event, 'watching');
      return event.type === 'prime-failed' ? streamFailed(state, event, now) : state;
    case 'listing':
      if (event.type === 'primed') return primed(state, event, 'connecting');
      return event.type === 'prime-failed' ? listFailed(state, event) : state;
    case 'probing':
      if (event.type === 'probed') return { ...state, phase: 'connecting', probeOwed: false };
      return event.type === 'probe-failed' ? probeFailed(state, event.failure) : state;
    case 'connecting':
      if (event.type === 'accepted') return { ...state, phase: 'watching' };
      // A server that refuses the probe as well would refuse to be read.
      return event.type === 'watch-refused'
        ? watchFailed(state, event.failure, state.probeOwed ? probeLater : stalled)
        : state;
    case 'watching':
      return watching(state, event, now);
    case 'waiting':
      return event.type === 'waited' ? waited(state, event, now) : state;
    case 'stopped':
      return state;
  }
}

function stopped(state: State): State {
  return { ...state, phase: 'stopped' };
}

function prime(state: State, now: Circumstances): State {
  return { ...state, phase: wouldStream(state, now) ? 'streaming' : 'listing' };
}

function wouldStream({ watchListRefusedAt }: State, { now, watchList }: Circumstances): boolean {
  const refused = watchListRefusedAt !== undefined && now - watchListRefusedAt < ASK_FOR_WATCH_LIST_AGAIN_MS;
  return watchList && !refused;
}

function primed(state: State, event: Event & { type: 'primed' }, phase: 'watching' | 'connecting'): State {
  const fromCache = state.phase === 'listing' && state.resourceVersion === '' && !state.readNewest;
  return {
    ...state,
    phase,
    resourceVersion: event.resourceVersion,
    readNewest: false,
    wholeList: false,
    probeOwed: false,
    streamCuts: state.phase === 'streaming' ? 0 : state.streamCuts,
    watchListRefusedAt: state.phase === 'streaming' ? undefined : state.watchListRefusedAt,
    // A list that had to be asked for in one piece came in pages before.
    alwaysPage: state.alwaysPage || (fromCache && (event.paged || state.wholeList)),
    // That the source can be read says nothing about watches, which are what failed.
    failures: state.reason === 'stalled' ? state.failures : 0,
    hastened: state.reason === 'stalled' ? state.hastened : 0,
  };
}

function streamFailed(state: State, event: Event & { type: 'prime-failed' }, now: Circumstances): State {
  const { failure, cut } = event;
  switch (failure.kind) {
    case 'expired':
    case 'too-large':
      return state.readNewest ? wait(state, 'prime', failure) : { ...state, readNewest: true };
    case 'unsupported':
      return withoutWatchList(state, now);
    case 'refused':
      return { ...state, phase: 'listing' };
    case 'closed':
      return stopped(state);
    case 'throttled':
      return wait(state, 'prime', failure);
    case 'inconsistent':
    case 'transient': {
      const streamCuts = cut ? state.streamCuts + 1 : state.streamCuts;
      if (streamCuts < STREAM_CUTS_BEFORE_LISTING) return wait({ ...state, streamCuts }, 'prime', failure);
      return withoutWatchList(state, now);
    }
  }
}

function withoutWatchList(state: State, { now }: Circumstances): State {
  return { ...state, phase: 'listing', watchListRefusedAt: now, streamCuts: 0 };
}

function listFailed(state: State, event: Event & { type: 'prime-failed' }): State {
  const { failure, pages } = event;
  if (failure.kind === 'closed') return stopped(state);
  if (failure.kind === 'expired' && pages > 0 && !state.wholeList) return { ...state, wholeList: true };
  const unusable = failure.kind === 'expired' || failure.kind === 'too-large';
  if (unusable && pages === 0 && !state.readNewest) return { ...state, readNewest: true };
  return wait({ ...state, readNewest: state.readNewest || unusable }, 'prime', failure);
}

function probeFailed(state: State, failure: Failure): State {
  switch (failure.kind) {
    case 'expired':
    case 'too-large':
    case 'inconsistent':
      return relist(state, failure.kind, failure);
    case 'unsupported':
    case 'refused':
      // It says something about the question, nothing about our resourceVersion. A watch may still be allowed.
      return { ...state, phase: 'connecting', probeOwed: true };
    case 'closed':
      return stopped(state);
    case 'throttled':
    case 'transient':
      return wait(state, 'probe', failure);
  }
}

function watching(state: State, event: Event, now: Circumstances): State {
  switch (event.type) {
    case 'watch-ended': {
      const { healthy, timedOut, failure } = event;
      const next = watched(state, event.resourceVersion, healthy);
      // A server that refuses the probe would refuse a list, but not a WatchList, which it allows who may watch.
      const nowhere = state.probeOwed && !wouldStream(state, now) ? probeLater : stalled;
      if (!healthy) return failure === undefined ? nowhere(next, undefined) : watchFailed(next, failure, nowhere);
      // A server that goes down ends its watches early; what comes up may have been restored from a backup.
      if (failure === undefined) return { ...next, phase: timedOut && !state.probeOwed ? 'connecting' : 'probing' };
      // Mostly a connection that broke: the next one is one round trip away. If that is wrong, the probe will wait.
      if (failure.kind === 'transient' && failure.retryAfterMs === undefined) return { ...next, phase: 'probing' };
      return watchFailed(next, failure, probeLater);
    }
    case 'watch-silent':
      // A silence is noticed only after minutes of a good watch.
      return { ...watched(state, event.resourceVersion, true), phase: 'probing' };
    case 'relist-requested':
      return { ...watched(state, event.resourceVersion, event.healthy), phase: 'queued', reason: event.reason };
    default:
      return state;
  }
}

function watched(state: State, resourceVersion: string, healthy: boolean): State {
  return healthy
    ? { ...state, resourceVersion, failures: 0, hastened: 0, stalls: 0, relists: 0 }
    : { ...state, resourceVersion };
}

/**
 * A watch could not be opened, or broke. Only three answers say at once that our resourceVersion is of no use;
 * `otherwise` is for what says nothing about it.
 */
function watchFailed(state: State, failure: Failure, otherwise: (state: State, failure: Failure) => State): State {
  switch (failure.kind) {
    case 'expired':
    case 'too-large':
    case 'inconsistent':
      return relist(state, failure.kind, failure);
    case 'closed':
      return stopped(state);
    case 'throttled':
      return wait(state, 'watch', failure);
    case 'unsupported':
    case 'refused':
    case 'transient':
      return otherwise(state, failure);
  }
}

function probeLater(state: State, failure: Failure | undefined): State {
  return wait(state, 'probe', failure);
}

/**
 * The watch got nowhere. It is tried again, unless that is no use: an event that nobody can read stays where it is, and a
 * server that allows lists alone, or a proxy that holds watches back, does so for ever.
 */
function stalled(state: State, failure: Failure | undefined): State {
  const stalls = state.stalls + 1;
  if (stalls < STALLS_BEFORE_RELIST) return wait({ ...state, stalls }, 'probe', failure);
  return relist({ ...state, stalls: 0 }, 'stalled', failure);
}

// An expired resourceVersion still serves as the least that a list must show; one from the future does not.
function relist(
  state: State,
  reason: 'expired' | 'too-large' | 'inconsistent' | 'stalled',
  failure: Failure | undefined,
): State {
  const next = {
    ...state,
    reason,
    readNewest: state.readNewest || reason === 'too-large',
    relists: state.relists + 1,
  };
  if (state.relists === 0) return { ...next, phase: 'queued' };
  // The last one led to no watch that went well: a server whose lists are too old for its own watches would be read
  // for ever. A list that succeeds has set failures to 0, so the relists are counted instead.
  return { ...wait(next, 'prime', failure), failures: Math.max(state.failures + 1, state.relists), outage: false };
}

function wait(state: State, resume: Resume, failure: Failure | undefined): State {
  return {
    ...state,
    phase: 'waiting',
    resume,
    failures: state.failures + 1,
    retryAfterMs: failure?.retryAfterMs ?? 0,
    // A server that starts refuses, for some seconds, what it will allow.
    outage: failure === undefined || failure.kind === 'transient' || failure.kind === 'refused',
  };
}

function waited(state: State, { early }: Event & { type: 'waited' }, now: Circumstances): State {
  const next = { ...state, retryAfterMs: 0, hastened: early ? state.hastened + 1 : state.hastened };
  // The first read of a source is never held back; every later one takes its turn again.
  if (state.resume === 'prime') return state.resourceVersion === '' ? prime(next, now) : { ...next, phase: 'queued' };
  return { ...next, phase: state.resume === 'probe' ? 'probing' : 'connecting' };
}

/** Whether the whole source is being read. */
export function isPriming({ phase }: State): boolean {
  return phase === 'streaming' || phase === 'listing';
}
