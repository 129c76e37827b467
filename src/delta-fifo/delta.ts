import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/** What happened to one object, as the queue tells it. `Replaced` and `Sync` come from a list and from a resync. */
export type ObjectDeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';

/** One change of one object. */
export class ObjectDelta<T extends KubernetesObject> {
  readonly type: ObjectDeltaType;
  readonly key: string;
  /** Absent only for a deletion that was noticed after the fact, of an object nobody had kept. */
  readonly record: ObjectRecord<T> | undefined;
  /**
   * True for a deletion that was not seen but concluded from a list: `record` is the last known
   * state, which may be older than the one that was deleted. Always false for other types.
   */
  readonly finalStateUnknown: boolean;

  constructor(type: ObjectDeltaType, key: string, record: ObjectRecord<T> | undefined, finalStateUnknown = false) {
    this.type = type;
    this.key = key;
    this.record = record;
    this.finalStateUnknown = finalStateUnknown;
  }

  /** The object of the record, read-only. */
  get object(): T | undefined {
    return this.record?.object;
  }
}

/** Records that can be gone through more than once. An array is one. */
export interface RecordList<T extends KubernetesObject> extends Iterable<ObjectRecord<T>> {
  readonly length: number;
}

/** The whole content of the source at one resourceVersion: what is not in it is gone. */
export interface ReplacedAllDelta<T extends KubernetesObject> {
  readonly type: 'ReplacedAll';
  /** A source that names a key twice may get both through: the last one counts. */
  readonly records: RecordList<T>;
  /** Keys that are in the source but whose new state cannot be shown yet: what is cached for them stays. None of them is in `records`. */
  readonly keep: ReadonlySet<string>;
  /** Whether what is cached for one of them when the list is applied may stay; events before the list may change it. Default: yes. */
  readonly mayKeep?: (cached: ObjectRecord<T>) => boolean;
  readonly resourceVersion: string;
}

/** Show every cached object to the handlers once more. */
export interface SyncAllDelta {
  readonly type: 'SyncAll';
}

/** The source has been quiet up to this resourceVersion. */
export interface BookmarkDelta {
  readonly type: 'Bookmark';
  readonly resourceVersion: string;
}

/** A change that stands for the whole source, not for one object. */
export type WholeDelta<T extends KubernetesObject> = ReplacedAllDelta<T> | SyncAllDelta | BookmarkDelta;

/** Anything a queue can hold. `instanceof ObjectDelta` tells the two families apart, `type` the members. */
export type Delta<T extends KubernetesObject> = ObjectDelta<T> | WholeDelta<T>;

/**
 * What one `pop()` hands out. From a `DeltaFIFO`: everything that is queued for one key, oldest
 * first. From an `InOrderQueue`: consecutive changes of different keys, or a single `WholeDelta`.
 */
export type Deltas<T extends KubernetesObject> = readonly Delta<T>[];
