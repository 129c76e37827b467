import { splitKey } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/** Where a list's records keep their bytes while they wait: in the cache that they are for. A store is one. */
export interface RecordMemory<T extends KubernetesObject> {
  /** The record is on its way into the cache. */
  settle(record: ObjectRecord<T>): void;
  /** These did not get there, as far as the cache does not hold them. */
  forget(records: Iterable<ObjectRecord<T> | undefined>): void;
}

/**
 * The records of a list on its way in: one for each key, in the order of first arrival. They are settled in the cache's
 * memory as they come: a list that waited elsewhere would be there twice when it is applied.
 *
 * Positions are kept in a map per namespace: one map for all would stall the event loop each time it
 * grows, as it would in the store.
 */
export class ListBuffer<T extends KubernetesObject> {
  #records: (ObjectRecord<T> | undefined)[] = [];
  readonly #positions = new Map<string, Map<string, number>>();
  #holes = 0;
  readonly #memory: RecordMemory<T>;

  constructor(memory: RecordMemory<T>) {
    this.#memory = memory;
  }

  set(record: ObjectRecord<T>): void {
    this.#memory.settle(record);
    const { namespace, name } = record;
    let space = this.#positions.get(namespace);
    if (space === undefined) this.#positions.set(namespace, (space = new Map<string, number>()));
    const position = space.get(name);
    if (position === undefined) space.set(name, this.#records.push(record) - 1);
    else {
      const before = this.#records[position];
      this.#records[position] = record;
      if (before !== record) this.#memory.forget([before]);
    }
  }

  delete(key: string): void {
    const { namespace, name } = splitKey(key);
    const space = this.#positions.get(namespace);
    const position = space?.get(name);
    if (space === undefined || position === undefined) return;
    space.delete(name);
    this.#memory.forget([this.#records[position]]);
    this.#records[position] = undefined;
    this.#holes++;
  }

  /** Hands the records over; the buffer is empty afterwards. */
  take(): readonly ObjectRecord<T>[] {
    const records = this.#holes === 0 ? this.#records : this.#records.filter((record) => record !== undefined);
    this.#reset();
    return records as readonly ObjectRecord<T>[];
  }

  /** The list is given up. */
  clear(): void {
    if (this.#records.length > 0) this.#memory.forget(this.#records);
    this.#reset();
  }

  #reset(): void {
    this.#records = [];
    this.#positions.clear();
    this.#holes = 0;
  }
}
