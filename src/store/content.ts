import { SlabArena } from '../base/slab.js';
import { KubeInformerError } from '../errors/index.js';
import { compareResourceVersions } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { Entry, IndexedValues } from './entry.js';
import { Generation } from './generation.js';
import { warnOfIndexErrors } from './index-definition.js';
import type { IndexDefinition, OnIndexError } from './index-definition.js';

/**
 * The state behind a store and what is building its next generation: the one place where content
 * changes. Not part of the public surface.
 */
export class Content<T extends KubernetesObject> {
  readonly definitions: IndexDefinition<T>[] = [];
  /**
   * Where records that keep bytes have them while they are in the store. A record is settled here before it stands in a
   * generation, and released after it no longer does.
   */
  readonly arena = new SlabArena();
  readonly #onIndexError: OnIndexError;
  #generation = new Generation<T>();
  #resourceVersion = '';
  /** Counts every write, so that a replacement can tell whether its base is still what it was. */
  #writes = 0;
  /** What the replacement in progress builds. A second replacement takes the place of the first. */
  #next: Generation<T> | undefined;

  constructor(onIndexError: OnIndexError = warnOfIndexErrors()) {
    this.#onIndexError = onIndexError;
  }

  get generation(): Generation<T> {
    return this.#generation;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  get writes(): number {
    return this.#writes;
  }

  put(record: ObjectRecord<T>): void {
    // A record never changes, so neither do its values: a resync writes back what is there.
    if (this.definitions.length > 0 && this.#generation.find(record.namespace, record.name)?.record === record) {
      this.advance(record.resourceVersion);
      return;
    }
    // The index functions run before anything is touched: one that writes to this store cannot spoil it.
    const values = this.definitions.length === 0 ? undefined : this.evaluate(record);
    record.settle(this.arena);
    const before = this.#generation.put(record, values);
    if (before !== undefined && before !== record) {
      if (this.#next === undefined) before.release(this.arena);
      else this.#dropped(before);
    }
    this.advance(record.resourceVersion);
  }

  remove(namespace: string, name: string, resourceVersion: string): boolean {
    const removed = this.#generation.remove(namespace, name);
    if (removed !== undefined) this.#dropped(removed);
    this.advance(resourceVersion);
    return removed !== undefined;
  }

  /** A record has left the current generation. The one that is being built may hold it still. */
  #dropped(record: ObjectRecord<T>): void {
    if (this.#next?.find(record.namespace, record.name)?.record !== record) record.release(this.arena);
  }

  /** Counts a write and moves the resourceVersion on, unless that is known to be a step back. */
  advance(resourceVersion: string): void {
    this.#writes++;
    if (resourceVersion === '') return;
    const order = compareResourceVersions(resourceVersion, this.#resourceVersion);
    if (order === undefined || order > 0) this.#resourceVersion = resourceVersion;
  }

  /** A generation to be filled beside the current one, empty at first or a draft. An earlier one can no longer be committed. */
  begin(draft = new Generation<T>()): Generation<T> {
    while (draft.indexCount < this.definitions.length) draft.addIndex();
    this.#next = draft;
    return draft;
  }

  /** Gives up what was being built. Its records leave in slices, those that the current generation has stay. */
  abandon(next: Generation<T>): void {
    if (this.#next === next) this.#next = undefined;
    if (next !== this.#generation) this.forget(next.records());
  }

  /** Has the records release their memory, in slices, except those that a generation holds when their turn comes. */
  forget(records: Iterable<ObjectRecord<T> | undefined>): void {
    this.arena.retire(this.#leavers(records));
  }

  // A step for each record, also for one that stays, so that slices are about equally long.
  *#leavers(records: Iterable<ObjectRecord<T> | undefined>): Generator<ObjectRecord<T> | undefined, undefined> {
    for (const record of records) yield record === undefined || this.#holds(record) ? undefined : record;
  }

  #holds(record: ObjectRecord<T>): boolean {
    const { namespace, name } = record;
    if (this.#generation.find(namespace, name)?.record === record) return true;
    return this.#next?.find(namespace, name)?.record === record;
  }

  /** Puts `next` in place if nothing was written since `writesAtBegin`; throws `ERR_LIFECYCLE` otherwise. */
  commit(next: Generation<T>, writesAtBegin: number, resourceVersion: string): void {
    if (this.#next !== next || this.#writes !== writesAtBegin) {
      this.abandon(next);
      throw new KubeInformerError(
        'ERR_LIFECYCLE',
        'Cannot commit the replacement of a store: the store was written, or another replacement was begun, since this one began, and that would be lost. ' +
          'Nothing has changed. Begin again with beginReplace(), and let one writer at a time write to the store.',
      );
    }
    const last = this.#generation;
    this.#next = undefined;
    this.#generation = next;
    this.forget(last.records());
    this.#resourceVersion = resourceVersion;
    this.#writes++;
  }

  /** The values of a record in every index, by slot; undefined when there is no index. */
  evaluate(record: ObjectRecord<T>): IndexedValues[] | undefined {
    if (this.definitions.length === 0) return undefined;
    return this.definitions.map((definition) => definition.evaluate(record, this.report));
  }

  /** The values of an entry for another generation: those at hand, and the missing ones computed. */
  inherit(entry: Entry<T>): IndexedValues[] | undefined {
    if (this.definitions.length === 0) return undefined;
    const { record, values } = entry;
    return this.definitions.map((definition) => values?.[definition.slot] ?? definition.evaluate(record, this.report));
  }

  /** Opens a slot for each definition, in the current generation and in one that is being built. */
  define(definitions: readonly IndexDefinition<T>[]): void {
    for (const definition of definitions) {
      this.definitions.push(definition);
      for (const generation of this.liveGenerations()) generation.addIndex();
    }
  }

  /** Files one entry in an index that was added after it. Entries written since have no hole any more. */
  fill(generation: Generation<T>, entry: Entry<T>, definition: IndexDefinition<T>): void {
    if (entry.values?.[definition.slot] !== undefined) return;
    const current = this.#generation.find(entry.record.namespace, entry.record.name);
    const known = current?.record === entry.record ? current.values?.[definition.slot] : undefined;
    generation.setValues(entry, definition.slot, known ?? definition.evaluate(entry.record, this.report));
  }

  /** The generations that readers see now or may see later. */
  liveGenerations(): Generation<T>[] {
    return this.#next === undefined ? [this.#generation] : [this.#generation, this.#next];
  }

  readonly report: OnIndexError = (error, context) => {
    try {
      this.#onIndexError(error, context);
    } catch (thrown) {
      warnOfIndexErrors()(
        new KubeInformerError('ERR_INDEX_FUNCTION', `onIndexError threw while it was told: ${error.message}`, {
          cause: thrown,
        }),
        context,
      );
    }
  };
}
