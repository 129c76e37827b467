import type { Failure } from './failure.js';
import type { ConnectionStats, HttpHeaders, HttpProtocol, Purpose } from './transport.js';

/** A request as a link sends it: credentials in, path complete. */
export interface WireRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** `host` or `host:port`, as the server expects it. */
  readonly authority: string;
  readonly headers: HttpHeaders;
  readonly body: Uint8Array | undefined;
}

/** The bytes of an answer, as they are on the wire. */
export interface WireBody {
  /** Whether a chunk is in memory that is used again: it is good until the next `read`. */
  readonly isBorrowed: boolean;
  /**
   * Hands over the next chunk, within this call if it is here already; undefined when all have come. `failed` learns why
   * they will not, after what came before: a {@link Failure}, or the signal's reason. One call at a time.
   */
  read(done: (chunk: Uint8Array | undefined) => void, failed: (error: unknown) => void): void;
  /** Nobody wants the rest, but the connection may be used again. */
  skip(): void;
  /** Ends the exchange. */
  destroy(): void;
  /** Calls back, once, when all was read, or nothing more will come. */
  onClose(listener: () => void): void;
}

/** An answer whose headers have come. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: WireBody;
}

/** The right to send one request on a link. It must be used, or given back with `release`. */
export interface Lease {
  readonly protocol: HttpProtocol;
  /** The link carried a request before: the server may have closed it at the moment we sent. */
  readonly reused: boolean;
  /**
   * Sends the request; resolves with the headers of the answer. Rejects with a {@link Failure}, or with the signal's
   * reason. The signal also ends the body later on. The lease ends by itself when the exchange does.
   */
  send(request: WireRequest, signal: AbortSignal): Promise<WireResponse>;
  release(): void;
}

/** What a link tells the pool that owns it. */
export interface LinkObserver {
  /** There may be room where there was none. */
  changed(): void;
  /** It is gone; it calls nothing after this. */
  closed(): void;
}

/** One connection to the server, an HTTP/2 session or an HTTP/1.1 connection. */
export interface Link {
  readonly stats: ConnectionStats;
  /** How many calls it carries at a time when nobody else uses it: at least 1. */
  readonly capacity: number;
  /** Call once, before anything else. A link that is gone already says so at once. */
  observe(observer: LinkObserver): void;
  hasRoom(purpose: Purpose): boolean;
  /** Takes the room. Call only when `hasRoom` says so. */
  lease(purpose: Purpose): Lease;
  /** Takes no new calls, tells its observer so, and closes when those under way have ended. */
  retire(): void;
  /** Ends it now; calls under way fail with `reason`. */
  destroy(reason: Failure): void;
}
