import { KubeInformerError } from './base.js';

/** One reason among several that a `Status` gives. */
export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** What the API server answers instead of the object that was asked for, as it is on the wire. */
export interface Status {
  readonly apiVersion?: string;
  readonly kind?: 'Status';
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly causes?: readonly StatusCause[];
    readonly retryAfterSeconds?: number;
  };
}

// Anything the server may do better at a moment later. 409 is not here: the caller has to read again first.
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504]);

/**
 * The API server said no. `status` is its answer; `statusCode` and `reason` are taken from it.
 * `retryAfterMs` is how long the server asked to wait, from the `Retry-After` header or the status.
 */
export class ApiStatusError extends KubeInformerError {
  readonly status: Status;
  readonly statusCode: number;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;

  constructor(
    status: Status,
    options: { attempted?: string; explanation?: string; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    const statusCode = status.code ?? 500;
    const reason = status.reason ?? 'Unknown';
    const said = options.explanation ?? status.message ?? `the server answered ${statusCode} ${reason}`;
    super('ERR_API_STATUS', options.attempted === undefined ? said : `${options.attempted}: ${said}`, {
      cause: options.cause,
      retryable: RETRYABLE.has(statusCode),
    });
    this.status = status;
    this.statusCode = statusCode;
    this.reason = reason;
    const seconds = status.details?.retryAfterSeconds;
    this.retryAfterMs = options.retryAfterMs ?? (seconds === undefined || seconds <= 0 ? undefined : seconds * 1000);
  }
}

/** The object is not there. Thrown by `getOrThrow()` with the same shape as the server's own 404. */
export class NotFoundError extends ApiStatusError {
  constructor(resource: string, key: string) {
    const slash = key.indexOf('/');
    super({
      apiVersion: 'v1',
      kind: 'Status',
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
      message: `${resource} "${key}" not found`,
      details: { kind: resource, name: slash < 0 ? key : key.slice(slash + 1) },
    });
  }
}

// Every reason the API server gives by name. With one of these the reason decides, not the code:
// AlreadyExists and Conflict, for one, are both a 409.
const KNOWN_REASONS = new Set([
  'AlreadyExists',
  'BadRequest',
  'Conflict',
  'Expired',
  'Forbidden',
  'Gone',
  'InternalError',
  'Invalid',
  'MethodNotAllowed',
  'NotAcceptable',
  'NotFound',
  'RequestEntityTooLarge',
  'ServerTimeout',
  'ServiceUnavailable',
  'StoreReadError',
  'Timeout',
  'TooManyRequests',
  'Unauthorized',
  'UnsupportedMediaType',
]);

function isStatus(error: unknown, code: number, ...reasons: string[]): error is ApiStatusError {
  if (!(error instanceof ApiStatusError)) return false;
  return reasons.includes(error.reason) || (error.statusCode === code && !KNOWN_REASONS.has(error.reason));
}

/** Whether the server no longer has the history that was asked for: a resourceVersion or continue token is too old. */
export function isExpired(error: unknown): error is ApiStatusError {
  return isStatus(error, 410, 'Expired', 'Gone');
}

/** Whether the server has not seen the resourceVersion that was asked for: it lags, or it was restored from a backup. */
export function isTooLargeResourceVersion(error: unknown): error is ApiStatusError {
  if (!(error instanceof ApiStatusError)) return false;
  // A Status comes from the wire and may be anything, whatever its type says.
  const given: unknown = error.status.details?.causes;
  const causes: readonly (StatusCause | null)[] = Array.isArray(given) ? given : [];
  if (causes.some((cause) => cause?.reason === 'ResourceVersionTooLarge')) return true;
  // Servers before 1.17 have no such cause, only the words.
  const words = 'Too large resource version';
  return (
    isStatus(error, 504, 'Timeout') &&
    [error.status, ...causes].some((part) => typeof part?.message === 'string' && part.message.includes(words))
  );
}

/** 404: there is no such object, or no such resource. */
export function isNotFound(error: unknown): error is ApiStatusError {
  return isStatus(error, 404, 'NotFound');
}

/** 409 Conflict: the object has changed since it was read. Read it again, and write on top of that. */
export function isConflict(error: unknown): error is ApiStatusError {
  return isStatus(error, 409, 'Conflict');
}

/** 409 AlreadyExists: there is an object of that name. */
export function isAlreadyExists(error: unknown): error is ApiStatusError {
  return error instanceof ApiStatusError && error.reason === 'AlreadyExists';
}

/** 403: the credentials are good, and may not do this. */
export function isForbidden(error: unknown): error is ApiStatusError {
  return isStatus(error, 403, 'Forbidden');
}

/** 429: the server asks for patience; `retryAfterMs` says how much. */
export function isTooManyRequests(error: unknown): error is ApiStatusError {
  return isStatus(error, 429, 'TooManyRequests');
}

/** 422: the request cannot be understood, for one because the server is too old for WatchList. */
export function isInvalid(error: unknown): error is ApiStatusError {
  return isStatus(error, 422, 'Invalid');
}
