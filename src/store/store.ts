import type { ArenaStats } from '../base/slab.js';
import { recordOf, splitKey } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { Content } from './content.js';
import { StoreDraft } from './draft.js';
import type { EntryGroup } from './entry.js';
import { StoreReplacement } from './replacement.js';
import type { StoreOperation, TransactionResult } from './transaction.js';

/**
 * The local copy of a resource: records by key.
 *
 * - Objects that are handed out are read-only all the way down and shared by all readers.
 * - Order is deterministic: namespaces in order of first arrival, and in each the objects in order
 *   of first arrival. `replace` starts over with the order of its list. An update keeps its place.
 * - Iterators copy nothing and are live, as those of a `Map`: they show writes that are made while
 *   they run. A replacement they do not show: an iterator walks to the end of the content it began on.
 * - A key with two slashes, or an empty one, throws `ERR_INVALID_KEY` wherever a key is taken.
 *
 * @example
 * const store = new Store<Pod>();
 * store.add(pod);
 * store.get('default/web-1')?.spec.nodeName;
 */
export class Store<T extends KubernetesObject> {
  /** @internal */
  protected readonly content: Content<T>;

  /** @internal The parameter is for subclasses. */
  constructor(content: Content<T> = new Content<T>()) {
    this.content = content;
  }

  /**
   * The resourceVersion of the source that the content shows; `''` before the first write.
   * Set by each write, by `replace` and by `bookmark`. An older one never replaces a newer one,
   * except through `replace`, which says what the source is now; two that cannot be compared: the
   * later call counts. Writes without a resourceVersion leave it.
   */
  get resourceVersion(): string {
    return this.content.resourceVersion;
  }

  get size(): number {
    return this.content.generation.size;
  }

  /** Puts an object there, in place of any other of its key. Throws `ERR_INVALID_OBJECT`. */
  add(item: T | ObjectRecord<T>): void {
    this.content.put(recordOf(item));
  }

  /** The same as `add`. */
  update(item: T | ObjectRecord<T>): void {
    this.content.put(recordOf(item));
  }

  /**
   * Takes an object away and returns whether it was there. Given an object, its resourceVersion is
   * that of the deletion; a key alone leaves the store's resourceVersion.
   */
  delete(itemOrKey: T | ObjectRecord<T> | string): boolean {
    if (typeof itemOrKey === 'string') {
      const { namespace, name } = splitKey(itemOrKey);
      return this.content.remove(namespace, name, '');
    }
    const { namespace, name, resourceVersion } = recordOf(itemOrKey);
    return this.content.remove(namespace, name, resourceVersion);
  }

  /**
   * Applies several writes with no reader in between. One that fails is reported and the rest is
   * applied, in order.
   */
  transaction(operations: readonly StoreOperation<T>[]): TransactionResult {
    const applied: number[] = [];
    const failed: { index: number; error: unknown }[] = [];
    for (const [index, operation] of operations.entries()) {
      try {
        if (operation.type === 'delete') this.delete(operation.item);
        else this.add(operation.item);
        applied.push(index);
      } catch (error) {
        failed.push({ index, error });
      }
    }
    return { applied, failed };
  }

  /** The source has reached `resourceVersion` without a change. */
  bookmark(resourceVersion: string): void {
    this.content.advance(resourceVersion);
  }

  /**
   * Makes `items` the whole content, in one step. Objects of the same version keep their identity.
   * An item that cannot be identified throws `ERR_INVALID_OBJECT`, and nothing changes.
   * This blocks for as long as the list is; `beginReplace()` is the form for big ones.
   */
  replace(items: Iterable<T | ObjectRecord<T>>, resourceVersion: string): void {
    const replacement = this.beginReplace();
    try {
      for (const item of items) replacement.add(item);
      replacement.commit(resourceVersion);
    } finally {
      replacement.abort();
    }
    // This blocks in any case.
    while (replacement.drain(1_000));
  }

  /**
   * Starts to build the next content beside this one. One at a time: a second makes the first fail at its commit.
   * A draft is where it starts from; each of its records is still to be added, which is when it is compared and indexed.
   */
  beginReplace(draft?: StoreDraft<T>): StoreReplacement<T> {
    return new StoreReplacement(this.content, draft);
  }

  /** For a list that is to replace the content and is not whole yet: see `beginReplace`. There may be several. */
  beginDraft(): StoreDraft<T> {
    return new StoreDraft(this.content);
  }

  /** @internal What the bytes of the records take. */
  get memory(): ArenaStats {
    return this.content.arena.stats;
  }

  /** The object of a key, read-only; undefined when there is none. */
  get(key: string): T | undefined {
    return this.getRecord(key)?.object;
  }

  /** The record of a key: identity and single fields without making the object. */
  getRecord(key: string): ObjectRecord<T> | undefined {
    const { namespace, name } = splitKey(key);
    return this.content.generation.find(namespace, name)?.record;
  }

  /** @internal What is there under the key of a record. */
  counterpartOf({ namespace, name }: ObjectRecord<T>): ObjectRecord<T> | undefined {
    return this.content.generation.find(namespace, name)?.record;
  }

  has(key: string): boolean {
    return this.getRecord(key) !== undefined;
  }

  /** A new array of all objects. Iterate instead where a copy is not needed. */
  list(): T[] {
    const objects: T[] = [];
    for (const group of this.entryGroups()) for (const { record } of group) objects.push(record.object);
    return objects;
  }

  /** A new array of all records. */
  listRecords(): ObjectRecord<T>[] {
    const records: ObjectRecord<T>[] = [];
    for (const group of this.entryGroups()) for (const { record } of group) records.push(record);
    return records;
  }

  /** @internal What `records()` goes through, or `recordsIn(namespace)`. */
  entryGroups(namespace?: string): Iterable<EntryGroup<T>> {
    const { generation } = this.content;
    return namespace === undefined ? generation.groups() : [generation.entriesIn(namespace)];
  }

  keys(): Generator<string, undefined> {
    return keysOf(this.entryGroups());
  }

  records(): Generator<ObjectRecord<T>, undefined> {
    return this.content.generation.records();
  }

  values(): Generator<T, undefined> {
    return objectsOf(this.entryGroups());
  }

  [Symbol.iterator](): Generator<T, undefined> {
    return this.values();
  }

  /** The records of one namespace; `''` has the cluster-scoped ones. */
  recordsIn(namespace: string): Generator<ObjectRecord<T>, undefined> {
    return this.content.generation.recordsIn(namespace);
  }

  /** The namespaces that have at least one object; `''` stands for cluster-scoped ones. */
  namespaces(): IterableIterator<string> {
    return this.content.generation.namespaces();
  }
}

// Each is made when it is reached. One generator in another takes half as long again.
function* objectsOf<T extends KubernetesObject>(groups: Iterable<EntryGroup<T>>): Generator<T, undefined> {
  for (const group of groups) for (const { record } of group) yield record.object;
}

function* keysOf<T extends KubernetesObject>(groups: Iterable<EntryGroup<T>>): Generator<string, undefined> {
  for (const group of groups) for (const { record } of group) yield record.key;
}
