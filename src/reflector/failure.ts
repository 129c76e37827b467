import {
  ApiStatusError,
  KubeInformerError,
  isExpired,
  isInvalid,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from '../errors/index.js';

/**
 * What an error means for the next step. Anything that is not listed by name is `transient`: the
 * resourceVersion is still good, so wait and ask again.
 */
export type FailureKind =
  /** The server no longer has the history after our resourceVersion. */
  | 'expired'
  /** The server has not seen our resourceVersion yet, or lost it when it was restored from a backup. */
  | 'too-large'
  /** The server does not understand the request: for a WatchList, it is too old for it. */
  | 'unsupported'
  /** The server says that what it sent before cannot be relied on. */
  | 'inconsistent'
  /** The server refused for a reason that asking in another way may avoid (403, 404, 405, …). */
  | 'refused'
  /** The server is up and asks for patience. */
  | 'throttled'
  | 'transient';

export interface Failure {
  readonly kind: FailureKind;
  readonly error: unknown;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
}

export function classifyFailure(error: unknown): Failure {
  const retryAfterMs = error instanceof ApiStatusError ? error.retryAfterMs : undefined;
  return { kind: kindOf(error), error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function kindOf(error: unknown): FailureKind {
  if (isExpired(error)) return 'expired';
  if (isTooLargeResourceVersion(error)) return 'too-large';
  if (isInvalid(error)) return 'unsupported';
  if (isTooManyRequests(error)) return 'throttled';
  if (error instanceof ApiStatusError) {
    // A corrupt object was removed behind the server's back: what was sent before may include it.
    if (error.reason === 'StoreReadError') return 'inconsistent';
    if (error.statusCode >= 400 && error.statusCode < 500 && !error.retryable) return 'refused';
  }
  if (error instanceof KubeInformerError && error.code === 'ERR_WATCH_SILENT') return 'unsupported';
  return 'transient';
}
