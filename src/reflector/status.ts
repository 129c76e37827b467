import type { EventType, Phase, PrimeReason, State } from './state.js';

/** One change of phase. The stream of these is all there is to know of a connection. */
export interface ReflectorTransition {
  readonly at: number;
  readonly from: Phase;
  readonly to: Phase;
  /** What led to it. */
  readonly because: EventType;
  readonly resourceVersion: string;
  /** The error that led to it, if one did. */
  readonly error?: unknown;
  /** When `to` is `waiting`: for how long. */
  readonly delayMs?: number;
  /** When the source was read: why, how many objects it held, and how long that took. */
  readonly prime?: { readonly reason: PrimeReason; readonly objects: number; readonly durationMs: number };
}

/** An error, when it came, and what was done about it. */
export interface ReportedError {
  readonly error: unknown;
  readonly at: number;
  readonly action: string;
}

/** What a Reflector is doing. A snapshot: it does not change. */
export interface ReflectorStatus {
  readonly phase: Phase;
  /** When the phase began. */
  readonly since: number;
  /** Since when no watch tells of changes, through all attempts to get one; undefined while one does, and before the start. */
  readonly disconnectedSince: number | undefined;
  readonly resourceVersion: string;
  /** The last thing heard from the source, a bookmark included; undefined before the first. */
  readonly lastEventAt: number | undefined;
  readonly lastError: ReportedError | undefined;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the next attempt is due; undefined unless `phase` is `waiting`. */
  readonly retryAt: number | undefined;
  /** How often the whole source was read, by reason. */
  readonly primes: Readonly<Partial<Record<PrimeReason, number>>>;
  /** Whether the server was found unable to send a WatchList. */
  readonly watchListRefused: boolean;
}

/** What the Reflector does next, for people. */
export function describeNext(state: State, delayMs: number | undefined): string {
  switch (state.phase) {
    case 'waiting':
      return `tries again in ${((delayMs ?? 0) / 1000).toFixed(1)} s (attempt ${state.failures + 1})`;
    case 'queued':
      return 'reads everything again when it is its turn';
    case 'streaming':
      return 'reads everything again as a stream';
    case 'listing':
      return 'reads everything again as a list';
    case 'probing':
      return 'asks whether the server still knows the resourceVersion';
    case 'connecting':
      return 'watches again from the same resourceVersion';
    case 'idle':
    case 'watching':
      return 'goes on';
    case 'stopped':
      return 'has stopped: the source was closed';
  }
}
