import { ApiStatusError } from '../errors/index.js';
import type { Status, StatusCause } from '../errors/index.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** What an API error says besides its HTTP code. */
export interface ApiErrorOptions {
  /** By default the one the API server uses with that code. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  /** How long the server asks the client to wait. */
  readonly retryAfterSeconds?: number | undefined;
  readonly causes?: readonly StatusCause[] | undefined;
}

/** The body of an API server's refusal. */
export function failureStatus(code: number, options: ApiErrorOptions = {}): Status {
  const { retryAfterSeconds, causes } = options;
  const details = {
    ...(causes === undefined ? {} : { causes }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  const reason = options.reason ?? REASONS[code] ?? 'Unknown';
  return {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    reason,
    code,
    message: options.message ?? `the fake source answers ${code} ${reason}, as the test asked`,
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}

/**
 * An error as the API server answers it, for `failNext()` and `failPage()`.
 *
 * @example
 * source.failNext('list', apiError(403, { message: 'pods is forbidden' }));
 */
export function apiError(code: number, options: ApiErrorOptions = {}): ApiStatusError {
  return new ApiStatusError(failureStatus(code, options));
}

const SYSTEM_CALLS = {
  ECONNREFUSED: 'connect',
  ECONNRESET: 'read',
  EPIPE: 'write',
  ETIMEDOUT: 'connect',
} as const;

/** The ways a connection fails that `connectionError()` knows. */
export type ConnectionErrorCode = keyof typeof SYSTEM_CALLS;

/**
 * An error in the shape Node gives it when a connection fails: no answer of a server, a `code`.
 *
 * @example
 * source.failNext('watch', connectionError('ECONNREFUSED'));
 */
export function connectionError(code: ConnectionErrorCode): NodeJS.ErrnoException {
  const syscall = SYSTEM_CALLS[code];
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

/** The history that was asked for is gone. */
export function expiredStatus(asked: string, oldest: string): Status {
  return failureStatus(410, { message: `too old resource version: ${asked} (${oldest})` });
}

/** The version that was asked for has not happened yet. The server asks for one second, as the real one does. */
export function tooLargeStatus(asked: string, current: string): Status {
  return failureStatus(504, {
    message: `Too large resource version: ${asked}, current: ${current}`,
    retryAfterSeconds: 1,
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  });
}
