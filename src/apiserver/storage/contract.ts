import type { ApiObject } from '../contract.js';

/** One state of one object. Immutable; the object is deep-frozen, in its storage version, with its resourceVersion. */
export interface Entry {
  /** `namespace/name`, or `name` when cluster-scoped. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** The version of the store that this state came with. */
  readonly version: number;
  readonly object: ApiObject;
  /**
   * A place for what is derived from this state once and used by many: its JSON bytes, its protobuf bytes, for each
   * version it is served in. Keyed by whoever derives.
   */
  readonly derived: Map<string, unknown>;
}

/** A change, in the order of versions. `previous` is absent for ADDED; for DELETED `entry` is the last state with the version of the deletion. */
export interface Change {
  readonly type: 'ADDED' | 'DELETED' | 'MODIFIED';
  readonly groupResource: string;
  readonly entry: Entry;
  readonly previous: Entry | undefined;
}

/** The objects of a resource at one version. Stays what it is while the store goes on. */
export interface Snapshot {
  readonly version: number;
  /** In the order of keys, those after `after` only, those of one namespace only when one is given. */
  entries(options?: SnapshotRange): Iterable<Entry>;
  get(key: string): Entry | undefined;
  /** How many `entries` gives, without walking them. */
  count(options?: SnapshotRange): number;
}

/** Which objects of a snapshot. */
export interface SnapshotRange {
  readonly namespace?: string;
  /** Keys from this one on, which need not exist. */
  readonly from?: string;
  /** Keys after this one only, which need not exist. */
  readonly after?: string;
}

/**
 * All objects of the server and the recent past of each. Everything is synchronous, so that whoever reads and then
 * writes without an `await` in between is alone: that is how updates are atomic. What was written survives a crash
 * once `durable(version)` resolves; an answer that shows a version waits for it.
 */
export interface Storage {
  /** The newest version. The first write gets a larger one. */
  readonly version: number;
  get(groupResource: string, key: string): Entry | undefined;
  /** Stores a state and gives it the next version, which becomes its `metadata.resourceVersion`. The object is frozen. */
  put(groupResource: string, key: string, object: ApiObject): Entry;
  /** Removes; the entry of the change is the last state with the deletion's version. `object` replaces the last state when given. */
  remove(groupResource: string, key: string, object?: ApiObject): Entry;
  count(groupResource: string): number;
  /** The objects now. */
  snapshot(groupResource: string): Snapshot;
  /** The objects as they were; undefined when history does not go back so far. */
  snapshotAt(groupResource: string, version: number): Snapshot | undefined;
  /** The oldest version that a watch of any resource may start after. Each resource has its own past, see `oldestOf`. */
  readonly oldest: number;
  /** The oldest version that a watch of this resource may start after: a busy resource does not shorten the past of a quiet one. */
  oldestOf(groupResource: string): number;
  /**
   * Every change after `version`, past ones first, then each as it happens and is durable. Throws StatusError 410
   * (Expired) when history does not go back so far. The subscriber is called synchronously and must not throw.
   */
  subscribe(groupResource: string, version: number, onChange: (change: Change) => void): () => void;
  /** The changes after `version` that are durable, oldest first. Throws as `subscribe` does. */
  past(groupResource: string, version: number): Iterable<Change>;
  /** Every change up to this version is durable and has been given to its subscribers. */
  readonly settled: number;
  durable(version: number): Promise<void>;
  /** Forgets the past up to now: the next watch from an old version gets 410. */
  compact(): void;
  /** Every resource that has objects. */
  groupResources(): Iterable<string>;
  close(): Promise<void>;
}
