import { ApiStatusError, KubeInformerError, messageOf } from 'kube-informer/errors';
import { apiError, connectionError } from 'kube-informer/testing';
import type { FailureKind } from './history.js';
import { ensure } from './violation.js';

/** What happened in a history that may lead to an error later. */
export type Cause =
  | 'close'
  | 'delay'
  | 'expiry'
  | 'failing-handler'
  | 'garbage'
  | 'half-open'
  | 'hang'
  | 'irregular-bookmarks'
  | 'no-end-mark'
  | 'no-watch-list'
  | 'reset'
  | 'restore'
  | 'slow-handler'
  | 'throttle'
  | 'transform';

const BY_CODE: Readonly<Record<string, readonly Cause[]>> = {
  ECONNRESET: ['reset', 'restore'],
  ERR_HANDLER_FAILED: ['failing-handler'],
  ERR_HANDLER_STUCK: ['slow-handler'],
  ERR_INVALID_OBJECT: ['garbage'],
  ERR_LIST_INVALID: ['garbage'],
  ERR_TABLE_UNSUPPORTED: ['garbage'],
  ERR_TIMEOUT: ['hang'],
  ERR_TRANSFORM_FAILED: ['transform'],
  ERR_UNEXPECTED_KIND: ['garbage'],
  ERR_UNKNOWN_EVENT_TYPE: ['garbage'],
  ERR_WATCH_SILENT: ['no-end-mark', 'half-open', 'delay', 'irregular-bookmarks', 'restore'],
  ERR_WATCH_STREAM: ['close', 'no-end-mark', 'delay'],
};

const BY_STATUS: Readonly<Record<number, readonly Cause[]>> = {
  410: ['expiry', 'restore'],
  422: ['no-watch-list'],
  429: ['throttle'],
  500: ['garbage'],
  504: ['restore'],
};

/** Every error an informer reports must come from something the history did. */
export class ErrorBook {
  readonly #causes = new Set<Cause>();
  readonly #injected = new WeakSet<object>();
  /** What was reported, for messages of other checks. */
  readonly seen: string[] = [];

  /** From now on this may lead to errors. */
  cause(cause: Cause): void {
    this.#causes.add(cause);
  }

  /** Makes errors for the source to answer with; each of them may come back. */
  inject(kind: FailureKind): () => Error {
    return () => {
      const error = makeError(kind);
      this.#injected.add(error);
      return error;
    };
  }

  /** Throws unless the history explains the error. */
  check(error: unknown): void {
    this.seen.push(messageOf(error));
    if (this.#injected.has(error as object)) return;
    const code = String((error as { code?: unknown }).code);
    const causes = error instanceof ApiStatusError ? BY_STATUS[error.statusCode] : BY_CODE[code];
    ensure(
      causes?.some((cause) => this.#causes.has(cause)) === true,
      () =>
        `reported an error that nothing in the history explains: ${code} ${messageOf(error)}` +
        (error instanceof KubeInformerError && error.cause !== undefined ? ` (cause: ${messageOf(error.cause)})` : ''),
    );
  }
}

function makeError(kind: FailureKind): Error {
  switch (kind) {
    case 'internal':
      return apiError(500);
    case 'unavailable':
      return apiError(503, { retryAfterSeconds: 2 });
    case 'forbidden':
      return apiError(403);
    case 'not-found':
      return apiError(404);
    case 'invalid':
      return apiError(422);
    case 'expired':
      return apiError(410);
    case 'too-large':
      return apiError(504, { causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }] });
    case 'refused':
      return connectionError('ECONNREFUSED');
    case 'unreadable':
      return new SyntaxError('Unexpected end of JSON input');
  }
}
