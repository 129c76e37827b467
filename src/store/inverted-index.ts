import type { KubernetesObject } from '../meta/index.js';
import type { Entry, EntryGroup, IndexedValues } from './entry.js';

/**
 * Value → the entries that have it. A value with a single entry points straight at it: an index of
 * something unique (an IP, a uid) then costs one Map slot an object instead of a Set each.
 *
 * Invariant: a value without entries has no slot.
 */
export class InvertedIndex<T extends KubernetesObject> {
  readonly #slots = new Map<string, Entry<T> | Set<Entry<T>>>();

  /** Values that have at least one entry, in order of first arrival. */
  values(): IterableIterator<string> {
    return this.#slots.keys();
  }

  /** The entries that have `value`, in the order in which they came to have it. */
  entries(value: string): EntryGroup<T> {
    const slot = this.#slots.get(value);
    if (slot === undefined) return [];
    return slot instanceof Set ? slot : [slot];
  }

  /** Moves an entry from what it had to what it has. What is in both stays where it is. */
  move(entry: Entry<T>, from: IndexedValues, to: IndexedValues): void {
    if (from === to) return;
    if (typeof from === 'string') {
      if (!includes(to, from)) this.#remove(from, entry);
    } else {
      for (const value of from) if (!includes(to, value)) this.#remove(value, entry);
    }
    if (typeof to === 'string') this.#add(to, entry);
    else for (const value of to) this.#add(value, entry);
  }

  #add(value: string, entry: Entry<T>): void {
    const slot = this.#slots.get(value);
    if (slot === undefined) this.#slots.set(value, entry);
    else if (slot instanceof Set) slot.add(entry);
    else if (slot !== entry) this.#slots.set(value, new Set([slot, entry]));
  }

  // A Set that shrinks to one entry stays a Set: values that swing between one and two would
  // otherwise allocate on every swing.
  #remove(value: string, entry: Entry<T>): void {
    const slot = this.#slots.get(value);
    if (slot === entry) this.#slots.delete(value);
    else if (slot instanceof Set && slot.delete(entry) && slot.size === 0) this.#slots.delete(value);
  }
}

function includes(values: IndexedValues, value: string): boolean {
  return typeof values === 'string' ? values === value : values.includes(value);
}
