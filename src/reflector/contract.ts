import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/** What a list or watch asks the server for. Names and meanings are the API server's. */
export interface ListOptions {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /**
   * A share of the objects, for servers that can select one (`ShardedListAndWatch`, alpha in 1.36):
   * `shardRange(object.metadata.uid,'0x0000000000000000','0x8000000000000000')`. Others ignore it.
   */
  readonly shardSelector?: string | undefined;
  /** `''` is the newest state, `'0'` any state the server has at hand, a number one not older than that. */
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
  /** At most this many objects a page; 0 or absent: no paging. */
  readonly limit?: number | undefined;
  /** Continues a list where a page ended. Set by `ListWatch`, never by the Reflector. */
  readonly continue?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly allowWatchBookmarks?: boolean | undefined;
  /** Makes a watch send the present state first, ended by a bookmark: a WatchList. */
  readonly sendInitialEvents?: boolean | undefined;
  /**
   * Nothing but the metadata of each object will be read: a source that can get less sends less. One that
   * cannot may leave it be.
   */
  readonly metadataOnly?: boolean | undefined;
}

/** One part of a list, with what the list as a whole says. */
export interface ListPage<T extends KubernetesObject> {
  readonly items: Iterable<T | ObjectRecord<T>>;
  /**
   * The state of the source this list shows. `''` on a page that came before the source has said it, as with custom
   * resources, whose lists say it after their items; one page at least must have it.
   */
  readonly resourceVersion: string;
  /** Set when the server cut the list here and another request brings the rest. */
  readonly continue?: string;
  /** The kind of the list where the source knows it; a `Table` is refused. */
  readonly kind?: string;
}

/** What a watch sends, as it is on the wire. An `ERROR` carries a Status instead of an object. */
export interface WatchEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR' | (string & {});
  // What belongs there, and what may be there all the same: a Status, a bookmark without a name, anything a proxy sends.
  // eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents
  readonly object: T | ObjectRecord<T> | unknown;
}

/** A watch that was accepted by the server. It ends when the server ends it, and throws when the connection breaks. */
export type WatchStream<T extends KubernetesObject> = AsyncIterable<WatchEvent<T> | readonly WatchEvent<T>[]>;

/** The signal ends the request; the source must then stop, by throwing or by ending. */
export interface RequestContext {
  readonly signal: AbortSignal;
}

/**
 * Where a Reflector gets objects from. Implement it by hand for a source of your own, or build one
 * with `ListWatch`.
 *
 * What the server refuses is thrown as `ApiStatusError`, or as any error with the HTTP status in
 * `statusCode` or `code`: 410 is what makes a Reflector read everything again. A `KubeInformerError` of code `ERR_CLOSED`
 * says that the source never answers again, and ends the Reflector. Any other error is a connection that failed.
 */
export interface ListerWatcher<T extends KubernetesObject> {
  /**
   * The present state, in pages as they arrive. When a later page has expired it throws Expired;
   * it does not start over by itself.
   */
  list(options: ListOptions, context: RequestContext): AsyncIterable<ListPage<T>> | Iterable<ListPage<T>>;
  /** Resolves when the server has accepted the watch. */
  watch(options: ListOptions, context: RequestContext): Promise<WatchStream<T>>;
  /** False when the source is known not to understand `sendInitialEvents`; absent means: try. */
  readonly supportsWatchList?: boolean | undefined;
}

/**
 * Where a Reflector puts what it sees. The Reflector declares what it needs; the queues happen to fit.
 * A call that throws concerns that one object only: it is reported, and the Reflector goes on.
 */
export interface ReflectorSink<T extends KubernetesObject> {
  add(record: ObjectRecord<T>): void;
  update(record: ObjectRecord<T>): void;
  delete(record: ObjectRecord<T>): void;
  /** If it throws, nothing of the list was taken, and the source is read again. */
  replace(records: readonly ObjectRecord<T>[], resourceVersion: string): void;
  /** When present, a list is handed over object by object as it arrives, instead of whole to `replace`. */
  beginReplace?(): ReplaceSession<T>;
  bookmark?(resourceVersion: string): void;
}

/**
 * A list on its way in. Exactly one of `commit` and `abort` ends it, and nothing takes effect before
 * `commit`. A `commit` that throws has taken nothing.
 */
export interface ReplaceSession<T extends KubernetesObject> {
  /** During a WatchList an object may come again, or go again: the last word counts. */
  set(record: ObjectRecord<T>): void;
  delete(key: string): void;
  commit(resourceVersion: string): void;
  abort(): void;
}
