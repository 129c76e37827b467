import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { Deltas } from './delta.js';

/** An object, or the record of one. */
export type Item<T extends KubernetesObject> = T | ObjectRecord<T>;

/** What a consumer learns about the deltas it is given, beside the deltas. */
export interface PopInfo {
  /** Whether these deltas belong to the first list: the queue had not synced when they were popped. */
  readonly isInInitialList: boolean;
}

/** Applies what was popped. The next pop waits until it settles, so it must not wait for a pop itself. */
export type ProcessDeltas<T extends KubernetesObject> = (deltas: Deltas<T>, info: PopInfo) => void | Promise<void>;

/**
 * Between a Reflector, which produces, and a Controller, which consumes.
 *
 * - Producers never wait and are not stopped by `close()`: what was queued can still be popped.
 * - A producer call that throws has changed nothing, `hasSynced` included. An item whose identity
 *   cannot be read throws `ERR_INVALID_OBJECT`; one the transform fails on `ERR_TRANSFORM_FAILED`.
 * - One consumer at a time: a second `pop()` waits for the first.
 * - `hasSynced` turns true once and stays: when the first `replace()` has been popped and processed
 *   to the end, even if processing failed, or at once when an add, update or delete came before any
 *   `replace()`. An empty first `replace()` syncs a `DeltaFIFO` at once, since it queues nothing; in an
 *   `InOrderQueue` it is popped like any other.
 */
export interface Queue<T extends KubernetesObject> {
  add(item: Item<T>): void;
  update(item: Item<T>): void;
  /** `finalStateUnknown`: the item is not the state that was deleted, only an earlier one. */
  delete(item: Item<T>, options?: { finalStateUnknown?: boolean }): void;
  /**
   * The whole content of the source at `resourceVersion`. `keep` names keys that are in the source
   * but not shown here: they are neither replaced, even if `items` has them, nor taken as deleted.
   */
  replace(items: Iterable<Item<T>>, resourceVersion: string, options?: { keep?: ReadonlySet<string> }): void;
  /** Queues what is cached once more, for handlers that failed on it or want to look again. */
  resync(): void;
  /** The source has reached `resourceVersion` without a change. */
  bookmark(resourceVersion: string): void;
  /**
   * Takes the next deltas and runs `process` on them. Waits while the queue is empty.
   * Resolves to true after `process` did; to false when the queue is closed and empty; rejects with
   * what `process` threw. The deltas are gone from the queue in every case.
   */
  pop(process: ProcessDeltas<T>): Promise<boolean>;
  /**
   * As `pop`, again and again until the signal aborts, or the queue is closed and empty; others that pop have their turn in
   * between, and it ends when its own has come. Rejects with the first thing that `process` throws.
   */
  popAll(process: ProcessDeltas<T>, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Wakes waiting consumers. What is still queued can be popped. Calling it again does nothing. */
  close(): void;
  readonly closed: boolean;
  /** Entries that wait to be popped: keys in a `DeltaFIFO`, changes in an `InOrderQueue`. */
  readonly length: number;
  readonly hasSynced: boolean;
  /** Resolves when `hasSynced` turns true. Never rejects. */
  readonly synced: Promise<void>;
}

/** What a queue may know of the consumer's cache. A `Store` fits. */
export interface KnownObjects<T extends KubernetesObject> {
  keys(): Iterable<string>;
  getRecord(key: string): ObjectRecord<T> | undefined;
}
