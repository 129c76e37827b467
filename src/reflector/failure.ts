import {
  ApiStatusError,
  KubeInformerError,
  isExpired,
  isInvalid,
  isTooLargeResourceVersion,
  isTooManyRequests,
} from '../errors/index.js';
import type { Status } from '../errors/index.js';

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
  /** The source was closed by who made it, and never answers again. */
  | 'closed'
  /** The server is up and asks for patience. */
  | 'throttled'
  | 'transient';

export interface Failure {
  readonly kind: FailureKind;
  readonly error: unknown;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number;
}

/** Never throws, whatever a source has thrown. */
export function classifyFailure(error: unknown): Failure {
  const answer = answerOf(error);
  const retryAfterMs = answer?.retryAfterMs;
  const patience = typeof retryAfterMs === 'number' && retryAfterMs > 0 && retryAfterMs < Infinity;
  return { kind: kindOf(error, answer), error, ...(patience ? { retryAfterMs } : {}) };
}

/** Whether it is about what the server said or sent, and not about the line to it. */
export function isOfServer({ error }: Failure): boolean {
  return answerOf(error) !== undefined || (error instanceof KubeInformerError && UNREADABLE.has(error.code));
}

// A truncated message is that of a line that broke.
const UNREADABLE: ReadonlySet<string> = new Set([
  'ERR_WIRE_MALFORMED',
  'ERR_WIRE_TOO_LARGE',
  'ERR_WIRE_UNEXPECTED_CONTENT',
  'ERR_WIRE_UNKNOWN_TYPE',
]);

function kindOf(error: unknown, answer: ApiStatusError | undefined): FailureKind {
  if (answer === undefined) {
    const code = error instanceof KubeInformerError ? error.code : undefined;
    if (code === 'ERR_CLOSED') return 'closed';
    return code === 'ERR_WATCH_SILENT' ? 'unsupported' : 'transient';
  }
  // As a value of no type: a guard that does not hold would leave nothing of its argument's.
  const thrown: unknown = answer;
  if (isExpired(thrown)) return 'expired';
  if (isTooLargeResourceVersion(thrown)) return 'too-large';
  if (isInvalid(thrown)) return 'unsupported';
  if (isTooManyRequests(thrown)) return 'throttled';
  // A corrupt object was removed behind the server's back: what was sent before may include it.
  if (answer.reason === 'StoreReadError') return 'inconsistent';
  return answer.statusCode >= 400 && answer.statusCode < 500 && !answer.retryable ? 'refused' : 'transient';
}

/**
 * What the API server answered. Sources made with another client throw that client's errors: those
 * carry the HTTP status as `statusCode` or `code`, and mostly the server's Status as `body`.
 */
function answerOf(error: unknown): ApiStatusError | undefined {
  if (error instanceof ApiStatusError) return error;
  if (typeof error !== 'object' || error === null) return undefined;
  const { statusCode, code, body, status } = error as Readonly<Record<string, unknown>>;
  const http = [statusCode, code].find(isHttpFailure);
  if (http === undefined) return undefined;
  const said = [body, status].find((part) => typeof part === 'object' && part !== null) as Status | undefined;
  return new ApiStatusError({ ...said, code: http });
}

function isHttpFailure(value: unknown): value is number {
  return typeof value === 'number' && value >= 400 && value < 600;
}
