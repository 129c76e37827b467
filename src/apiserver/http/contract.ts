import type { ApiObject, ResourceRequest } from '../contract.js';
import type { Entry } from '../storage/contract.js';

/** What a verb answers; the HTTP part chooses the representation (JSON, YAML, protobuf, Table, metadata only). */
export type Answer =
  /** One object. `entry` is given when it is a stored state as it is, whose encodings may be reused. */
  | { readonly type: 'object'; readonly code: number; readonly object: ApiObject; readonly entry?: Entry }
  | { readonly type: 'list'; readonly list: ListAnswer }
  | { readonly type: 'watch'; readonly watch: WatchAnswer }
  /** Success, and nothing to show. */
  | { readonly type: 'nothing' }
  /** A `Status` that reports success: deletions of what is gone at once, bindings, evictions. */
  | { readonly type: 'status'; readonly code: number; readonly status: Readonly<Record<string, unknown>> };

export interface ListAnswer {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
  readonly entries: Iterable<Entry>;
}

/** An event before it is encoded. A bookmark has no entry but a version; an error has a status. */
export type ServedEvent =
  | { readonly type: 'ADDED' | 'DELETED' | 'MODIFIED'; readonly entry: Entry }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  | { readonly type: 'ERROR'; readonly status: Readonly<Record<string, unknown>> };

/**
 * A watch that is under way. The HTTP part calls `start` once, with where events go; `send` gives false when the
 * socket is full, which the watch may ignore up to its bound and then ends the stream.
 */
export interface WatchAnswer {
  start(sink: WatchSink): void;
  /** The client went away, or the server stops. */
  stop(): void;
}

export interface WatchSink {
  send(event: ServedEvent): void;
  /** Ends the stream cleanly. */
  end(): void;
  /** Bytes that the socket has not taken yet. */
  readonly buffered: number;
}

/** One of the two halves of the verbs: `reading` (get, list, watch) and `writing` (the rest). */
export interface Verbs {
  handle(request: ResourceRequest, body: Body | undefined): Answer | Promise<Answer>;
}

/** The body of a request, read whole, with its media type. Not decoded: a patch is not an object. */
export interface Body {
  /** `application/json`, without parameters. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export type RequestHeaders = Readonly<Record<string, readonly string[] | string | undefined>>;

/** A document outside of resources, which has one representation, or two. */
export interface DocumentAnswer {
  readonly code: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same as a value, of documents that are served as YAML, too. */
  readonly object?: Readonly<Record<string, unknown>>;
}
