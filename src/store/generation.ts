import type { SlabArena } from '../base/slab.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { Entry, NO_VALUES } from './entry.js';
import type { EntryGroup, IndexedValues } from './entry.js';
import { InvertedIndex } from './inverted-index.js';

/**
 * The whole content of a store, indices included. A replacement builds the next one beside the
 * current one; putting it in place is one assignment.
 *
 * A Map per namespace: one Map that grows to a million entries stalls for tens of milliseconds when
 * it rehashes, and the namespace index comes free.
 *
 * Invariants: no namespace is empty; `size` is the number of entries; each entry stands in
 * `#indices[slot]` under exactly `values[slot]`.
 */
export class Generation<T extends KubernetesObject> {
  readonly #spaces = new Map<string, Map<string, Entry<T>>>();
  readonly #indices: InvertedIndex<T>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get indexCount(): number {
    return this.#indices.length;
  }

  /** Makes room for one more index, in the next slot. Entries have a hole there until `setValues`. */
  addIndex(): void {
    this.#indices.push(new InvertedIndex());
  }

  index(slot: number): InvertedIndex<T> {
    return this.#indices[slot] as InvertedIndex<T>;
  }

  find(namespace: string, name: string): Entry<T> | undefined {
    return this.#spaces.get(namespace)?.get(name);
  }

  /**
   * Adds an entry, or changes the one of the same key in place. The entry owns `values` from here on. Returns the record
   * that stood there before.
   */
  put(record: ObjectRecord<T>, values: IndexedValues[] | undefined): ObjectRecord<T> | undefined {
    let space = this.#spaces.get(record.namespace);
    if (space === undefined) {
      space = new Map();
      this.#spaces.set(record.namespace, space);
    }
    const { name } = record;
    const entry = space.get(name);
    if (entry === undefined) {
      const added = new Entry(record, values);
      space.set(name, added);
      this.#size++;
      this.#move(added, undefined, values);
      return undefined;
    }
    const before = entry.record;
    const valuesBefore = entry.values;
    entry.record = record;
    entry.values = values;
    this.#move(entry, valuesBefore, values);
    return before;
  }

  /** Takes an entry away; its record, if there was one. */
  remove(namespace: string, name: string): ObjectRecord<T> | undefined {
    const space = this.#spaces.get(namespace);
    const entry = space?.get(name);
    if (space === undefined || entry === undefined) return undefined;
    space.delete(name);
    if (space.size === 0) this.#spaces.delete(namespace);
    this.#size--;
    this.#move(entry, entry.values, undefined);
    return entry.record;
  }

  /** Fills the hole of a new index. */
  setValues(entry: Entry<T>, slot: number, values: IndexedValues): void {
    entry.values ??= [];
    while (entry.values.length < slot) entry.values.push(undefined);
    entry.values[slot] = values;
    this.index(slot).move(entry, NO_VALUES, values);
  }

  namespaces(): IterableIterator<string> {
    return this.#spaces.keys();
  }

  *entries(): Generator<Entry<T>, undefined> {
    for (const space of this.#spaces.values()) yield* space.values();
  }

  *records(): Generator<ObjectRecord<T>, undefined> {
    for (const space of this.#spaces.values()) for (const entry of space.values()) yield entry.record;
  }

  /** All entries, by namespace. */
  *groups(): Generator<EntryGroup<T>, undefined> {
    for (const space of this.#spaces.values()) yield space.values();
  }

  /** The entries of one namespace. */
  entriesIn(namespace: string): EntryGroup<T> {
    return this.#spaces.get(namespace)?.values() ?? [];
  }

  /** As `records()`, each settled and appended to `list`: a portion at each step, and no more than one namespace. */
  *appendTo(list: ObjectRecord<T>[], portion: number, arena: SlabArena): Generator<undefined, undefined> {
    for (const space of this.#spaces.values()) {
      const entries = space.values();
      for (let isMore = true; isMore;) {
        isMore = append(entries, list, portion, arena);
        yield;
      }
    }
  }

  *recordsIn(namespace: string): Generator<ObjectRecord<T>, undefined> {
    for (const { record } of this.entriesIn(namespace)) yield record;
  }

  #move(
    entry: Entry<T>,
    from: readonly (IndexedValues | undefined)[] | undefined,
    to: readonly IndexedValues[] | undefined,
  ): void {
    for (let slot = 0; slot < this.#indices.length; slot++) {
      this.index(slot).move(entry, from?.[slot] ?? NO_VALUES, to?.[slot] ?? NO_VALUES);
    }
  }
}

// A plain function: V8 has less to compile than with this loop inside the generator.
function append<T extends KubernetesObject>(
  entries: Iterator<Entry<T>, unknown>,
  list: ObjectRecord<T>[],
  most: number,
  arena: SlabArena,
): boolean {
  for (let count = 0; count < most; count++) {
    const next = entries.next();
    if (next.done === true) return false;
    const { record } = next.value;
    // One that was in the cache, too, and was dropped from it since it came here, was released.
    record.settle(arena);
    list.push(record);
  }
  return true;
}
