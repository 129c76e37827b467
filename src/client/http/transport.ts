import type { TlsMaterial } from '../connection.js';

/** Header names in lower case; a value that is a list is a header that occurs more than once. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A `request` is expected to end soon, counts for the rate limiter and has time limits. A `watch` stays open as long as
 * the server likes: it has no time limit after the connection is made, and never takes the last streams of a session.
 */
export type Purpose = 'request' | 'watch';

/** What one HTTP/2 session or one HTTP/1.1 connection speaks. */
export type HttpProtocol = 'h2' | 'http/1.1';

/** One call of the API server. */
export interface HttpRequest {
  readonly method: string;
  /** Absolute, percent-encoded, without a query: `/api/v1/pods`. A path in the server's URL comes before it. */
  readonly path: string;
  /** A list is a parameter that occurs more than once; undefined ones are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>> | undefined;
  readonly headers?: HttpHeaders | undefined;
  /** Kept until the answer is there, since it may have to be sent again. */
  readonly body?: string | Uint8Array | undefined;
  /** Ends the call at any moment, before, during and after the answer's headers, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly purpose?: Purpose | undefined;
  /** For the whole call, from now until the last byte of the answer. Absent: only the limits of each phase apply. */
  readonly timeoutMs?: number | undefined;
}

/** The server's answer, whatever its status: 404 and 500 are answers too. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly protocol: HttpProtocol;
  /** The texts of the `Warning: 299` headers, in order. */
  readonly warnings: readonly string[];
  /** How long the server asks to wait (`Retry-After`), from now; undefined when it does not. */
  readonly retryAfterMs: number | undefined;
  /**
   * The body, decompressed, as it arrives. Can be read once. A reader that is slow slows the server down; leaving the
   * loop early ends the call. It throws when the connection breaks or the body is cut short, and never just ends then.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the rest of the body up. One of reading it to the end, leaving the loop, the signal and this must happen. */
  cancel(): void;
}

/**
 * Sends requests to one API server, over as few connections as the server allows.
 *
 * A rejection is an `HttpError` for anything that went wrong on the way, the signal's reason for an abort, and whatever
 * the credentials threw when they could not be had. An answer of any status is not an error here.
 */
export interface Transport {
  request(request: HttpRequest): Promise<HttpResponse>;
  /** What is open now. */
  readonly stats: TransportStats;
  /** Ends every call under way and closes every connection; resolves when all are gone. Later requests are refused. */
  close(): Promise<void>;
}

/** A snapshot for status pages and tests. */
export interface TransportStats {
  readonly connections: readonly ConnectionStats[];
  /** Calls that wait for a connection. */
  readonly waiting: number;
  /** Connections being made. */
  readonly dialing: number;
}

/** One connection, in {@link TransportStats}. */
export interface ConnectionStats {
  readonly protocol: HttpProtocol;
  readonly watches: number;
  readonly requests: number;
  /** How many streams the server allows at a time; 1 for HTTP/1.1. */
  readonly limit: number;
  /** It takes no new calls and closes when those under way have ended. */
  readonly retiring: boolean;
}

/** TLS material with the version that names it. */
export type VersionedTls = TlsMaterial & { readonly version: string };
