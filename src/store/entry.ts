import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/** What one index says about one object: one value, or several (none is an empty array). */
export type IndexedValues = string | readonly string[];

/** The answer of an index that does not hold the object. */
export const NO_VALUES: readonly string[] = Object.freeze([]);

/**
 * One key in one generation. An entry belongs to a single generation and is never shared: an update
 * writes to it in place, which must not show to those who still read an older generation. Records
 * and the values inside `values` are immutable and are shared freely.
 */
export class Entry<T extends KubernetesObject> {
  record: ObjectRecord<T>;
  /**
   * By slot of the index. A hole is an index that is still being built and has not come here.
   * Undefined while there is no index at all, so that a plain store pays nothing for it.
   */
  values: (IndexedValues | undefined)[] | undefined;

  constructor(record: ObjectRecord<T>, values: (IndexedValues | undefined)[] | undefined) {
    this.record = record;
    this.values = values;
  }
}

/**
 * Some entries of a generation, to be gone through once and at once: a collection of the language's own, several times as
 * fast as a generator.
 */
export type EntryGroup<T extends KubernetesObject> = Iterable<Entry<T>>;
