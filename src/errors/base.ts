/** Every code an error of this library can carry. A code never changes its meaning; docs/errors.md has a section for each. */
export type ErrorCode =
  | 'ERR_API_STATUS'
  | 'ERR_CLOSED'
  | 'ERR_CREDENTIALS'
  | 'ERR_EXEC_PLUGIN'
  | 'ERR_HANDLER_FAILED'
  | 'ERR_HANDLER_STUCK'
  | 'ERR_HTTP_BODY'
  | 'ERR_HTTP_CONNECT'
  | 'ERR_HTTP_CONNECTION_LOST'
  | 'ERR_HTTP_PROTOCOL'
  | 'ERR_HTTP_PROXY'
  | 'ERR_HTTP_TIMEOUT'
  | 'ERR_HTTP_TLS'
  | 'ERR_INCOMPLETE_OBJECT'
  | 'ERR_INDEX_CONFLICT'
  | 'ERR_INDEX_FUNCTION'
  | 'ERR_INDEX_UNKNOWN'
  | 'ERR_INVALID_ARGUMENT'
  | 'ERR_INVALID_KEY'
  | 'ERR_INVALID_OBJECT'
  | 'ERR_INVALID_SELECTOR'
  | 'ERR_KUBECONFIG'
  | 'ERR_LIFECYCLE'
  | 'ERR_LIST_INVALID'
  | 'ERR_NOT_SYNCED'
  | 'ERR_PROCESS_FAILED'
  | 'ERR_RESOURCE_UNKNOWN'
  | 'ERR_STORAGE_LOCKED'
  | 'ERR_STORAGE_UNREADABLE'
  | 'ERR_TABLE_UNSUPPORTED'
  | 'ERR_TIMEOUT'
  | 'ERR_TRANSFORM_FAILED'
  | 'ERR_UNEXPECTED_KIND'
  | 'ERR_UNKNOWN_EVENT_TYPE'
  | 'ERR_WATCH_SILENT'
  | 'ERR_WATCH_STREAM'
  | 'ERR_WIRE_MALFORMED'
  | 'ERR_WIRE_TOO_LARGE'
  | 'ERR_WIRE_TRUNCATED'
  | 'ERR_WIRE_UNEXPECTED_CONTENT'
  | 'ERR_WIRE_UNKNOWN_TYPE';

// In the global symbol registry, so that two copies of the package recognise each other's errors.
const BRAND = Symbol.for('kube-informer.error');

/**
 * The base of every error this library throws or reports.
 *
 * The message says what was attempted, on what, and what to do next; `code` is for programs,
 * `retryable` tells whether the same call can succeed later without a change by the caller, and
 * `cause` is the error underneath, if there was one.
 *
 * @example
 * try {
 *   lister.getOrThrow('default/web-1');
 * } catch (error) {
 *   if (error instanceof KubeInformerError && error.code === 'ERR_API_STATUS') …
 * }
 */
export class KubeInformerError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryable?: boolean | undefined } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    Object.defineProperty(this, 'name', { value: new.target.name, configurable: true });
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Name, message and fields, without stack and cause: what `JSON.stringify` of a status or a log line should show. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }

  /** `instanceof` also holds for errors of another installed copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== KubeInformerError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/** The message of anything that was thrown, for use inside another message: without the full stop that may be at its end. */
export function messageOf(thrown: unknown): string {
  return textOf(thrown).replace(/(?<!\.)\.$/, '');
}

function textOf(thrown: unknown): string {
  if (thrown instanceof Error) {
    // Of a program without types it may be anything.
    const message: unknown = thrown.message;
    return String(message);
  }
  if (typeof thrown === 'string') return thrown;
  try {
    // Undefined for undefined, functions and symbols, whatever the declaration says.
    const text = JSON.stringify(thrown) as string | undefined;
    return text ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
