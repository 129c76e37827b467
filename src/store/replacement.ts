import { KubeInformerError } from '../errors/index.js';
import { recordOf, sameVersion, splitKey } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { Content } from './content.js';
import type { StoreDraft } from './draft.js';
import type { IndexedValues } from './entry.js';
import type { Generation } from './generation.js';

/**
 * The next content of a store, built beside the current one in as many slices as the caller likes;
 * readers see nothing of it until `commit()`, and from then on nothing else.
 *
 * Exactly one of `commit()` and `abort()` ends it; every other call after that throws
 * `ERR_LIFECYCLE`. The store must not be written between begin and commit. Made by
 * `Store.beginReplace()`.
 *
 * @example
 * const replacement = store.beginReplace();
 * for (const record of records) {
 *   const old = replacement.add(record);
 *   if (slicer.due()) await slicer.yield();
 * }
 * for (const gone of replacement.missing()) …
 * replacement.commit(list.metadata.resourceVersion);
 */
export class StoreReplacement<T extends KubernetesObject> {
  readonly #content: Content<T>;
  readonly #base: Generation<T>;
  readonly #next: Generation<T>;
  readonly #writesAtBegin: number;
  /**
   * @internal Whether the records of the draft need not be added: they are in the next generation, the store has nothing to compare
   * them with, and there is no index to file them in. An index that is added later sees to it by itself.
   */
  readonly isComplete: boolean;
  #ended = false;

  /** @internal */
  constructor(content: Content<T>, draft?: StoreDraft<T>) {
    this.#content = content;
    this.#base = content.generation;
    this.#writesAtBegin = content.writes;
    const drafted = draft?.generationFor(content);
    this.#next = content.begin(drafted);
    this.isComplete = drafted !== undefined && this.#base.size === 0 && content.definitions.length === 0;
  }

  /** How many objects the next generation holds so far. */
  get size(): number {
    return this.#next.size;
  }

  /**
   * Puts an object into the next generation and returns the current record of that key, if any.
   * Where the current one is the same version, that record is kept and no index is computed again.
   * The same key twice: the last one counts, at the place of the first.
   * Throws `ERR_INVALID_OBJECT`, with nothing changed, for what cannot be identified.
   */
  add(item: T | ObjectRecord<T>): ObjectRecord<T> | undefined {
    this.#assertOpen('add to');
    const record = recordOf(item);
    const current = this.#base.find(record.namespace, record.name);
    if (current !== undefined && sameVersion(current.record, record)) {
      this.#put(current.record, this.#content.inherit(current), current.record);
      // It may have been settled in advance; the one that is there already takes its place.
      if (record !== current.record) record.release(this.#content.arena);
    } else {
      const values = this.#content.evaluate(record);
      record.settle(this.#content.arena);
      this.#put(record, values, current?.record);
    }
    return current?.record;
  }

  /** Carries over what the store holds for a key now. Returns whether it holds anything. */
  keep(key: string): boolean {
    this.#assertOpen('keep a key in');
    const { namespace, name } = splitKey(key);
    const current = this.#base.find(namespace, name);
    if (current === undefined) return false;
    this.#put(current.record, this.#content.inherit(current), current.record);
    return true;
  }

  #put(record: ObjectRecord<T>, values: IndexedValues[] | undefined, current: ObjectRecord<T> | undefined): void {
    const before = this.#next.put(record, values);
    if (before !== undefined && before !== record && before !== current) before.release(this.#content.arena);
  }

  /** Whether the next generation, as it stands, has an object of this record's key. */
  has(record: ObjectRecord<T>): boolean {
    return this.#next.find(record.namespace, record.name) !== undefined;
  }

  /** What the store holds now and the next generation, as it stands, does not; in the order of the store. */
  *missing(): Generator<ObjectRecord<T>, undefined> {
    for (const record of this.#base.records()) {
      if (!this.has(record)) yield record;
    }
  }

  /**
   * Makes the next generation the store's content, at `resourceVersion`, in one step.
   * Throws `ERR_LIFECYCLE`, with nothing changed, when the store was written since this began.
   */
  commit(resourceVersion: string): void {
    this.#assertOpen('commit');
    this.#ended = true;
    this.#content.commit(this.#next, this.#writesAtBegin, resourceVersion);
  }

  /**
   * Lets some of the records that a commit or an abort dropped give back their memory; whether there are more. Without it
   * they do so along with the writes that follow.
   */
  drain(most: number): boolean {
    return this.#content.arena.drain(most);
  }

  /** Throws the next generation away. Calling it again, or after a commit, does nothing. */
  abort(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#content.abandon(this.#next);
  }

  #assertOpen(attempt: string): void {
    if (!this.#ended) return;
    throw new KubeInformerError(
      'ERR_LIFECYCLE',
      `Cannot ${attempt} a replacement that was committed or aborted: begin another one with beginReplace().`,
    );
  }
}
