import { KubeInformerError, messageOf } from '../errors/index.js';
import type { PrimeReason, ReflectorPhase, ReportedError } from '../reflector/index.js';
import type { StaleObject } from './intake.js';
import type { HandlerStatus } from './listener.js';

/** What an informer is doing. A snapshot: it does not change. Times are milliseconds since the epoch. */
export interface InformerStatus {
  readonly name: string;
  /** What the connection is doing; `idle` before the start, `stopped` after the stop. */
  readonly phase: ReflectorPhase;
  /** When the phase began. */
  readonly since: number;
  /**
   * Since when no watch tells of changes, through all attempts to get one: how old the cache may be. Undefined while one
   * does, and before the start.
   */
  readonly disconnectedSince: number | undefined;
  /** Whether the cache has shown a whole list. Stays true through later outages: `disconnectedSince` tells of those. */
  readonly synced: boolean;
  readonly objects: number;
  /** The state of the source that the cache shows. */
  readonly resourceVersion: string;
  /** How far the source was read. Ahead of `resourceVersion` while changes wait in the queue. */
  readonly readResourceVersion: string;
  /** Changes that wait to be applied to the cache. */
  readonly queueDepth: number;
  /** For how long there has been something to apply without a break; 0 when the cache shows all that was read. */
  readonly lagMs: number;
  readonly lastEventAt: number | undefined;
  readonly lastError: ReportedError | undefined;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** When the next attempt is due, if one is waited for. */
  readonly retryAt: number | undefined;
  /** How often the whole source was read, by reason. */
  readonly lists: Readonly<Partial<Record<PrimeReason, number>>>;
  readonly watchListRefused: boolean;
  readonly nextResyncAt: number | undefined;
  /** Objects whose newest state cannot be cached because the transform fails on it. */
  readonly stale: readonly StaleObject[];
  /**
   * How many fields came with objects that are newer than this library, and are in no object of the cache; an object
   * counts each time it comes. See the option `unknownFields`.
   */
  readonly unknownFields: number;
  readonly handlers: readonly HandlerStatus[];
}

/** Why an informer of that status has not synced. */
export function notSynced(status: InformerStatus, isStarted: boolean, cause: unknown): KubeInformerError {
  const { name, phase, lastError } = status;
  // What was to be done about an error is not, once it has stopped.
  const then = lastError === undefined || phase === 'stopped' ? '' : ` (then: ${lastError.action})`;
  const why = lastError === undefined ? '' : `; last error: ${messageOf(lastError.error)}${then}`;
  const state = isStarted || phase === 'stopped' ? `it is ${phase}` : 'it was not started';
  return new KubeInformerError('ERR_NOT_SYNCED', `Informer "${name}" has not synced: ${state}${why}.`, {
    cause,
    retryable: true,
  });
}

/** What those learn who still wait for something of an informer that is no more. */
export function stopped(name: string, how: string): KubeInformerError {
  return new KubeInformerError('ERR_CLOSED', `Informer "${name}" ${how}.`);
}

/** What those learn who ask something of it all the same. */
export function cannotAfterStop(name: string, attempt: string): KubeInformerError {
  const why = 'it was stopped, and cannot be started again. Make a new one.';
  return new KubeInformerError('ERR_LIFECYCLE', `Cannot ${attempt} informer "${name}": ${why}`);
}
