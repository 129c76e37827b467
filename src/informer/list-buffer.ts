import { splitKey } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/**
 * The records of a list on its way in: one for each key, in the order of first arrival.
 *
 * Positions are kept in a map per namespace: one map for all would stall the event loop each time it
 * grows, as it would in the store.
 */
export class ListBuffer<T extends KubernetesObject> {
  #records: (ObjectRecord<T> | undefined)[] = [];
  readonly #positions = new Map<string, Map<string, number>>();
  #holes = 0;

  set(record: ObjectRecord<T>): void {
    let space = this.#positions.get(record.namespace);
    if (space === undefined) this.#positions.set(record.namespace, (space = new Map<string, number>()));
    const position = space.get(record.name);
    if (position !== undefined) this.#records[position] = record;
    else space.set(record.name, this.#records.push(record) - 1);
  }

  delete(key: string): void {
    const { namespace, name } = splitKey(key);
    const space = this.#positions.get(namespace);
    const position = space?.get(name);
    if (space === undefined || position === undefined) return;
    space.delete(name);
    this.#records[position] = undefined;
    this.#holes++;
  }

  /** Hands the records over; the buffer is empty afterwards. */
  take(): readonly ObjectRecord<T>[] {
    const records = this.#holes === 0 ? this.#records : this.#records.filter((record) => record !== undefined);
    this.clear();
    return records as readonly ObjectRecord<T>[];
  }

  clear(): void {
    this.#records = [];
    this.#positions.clear();
    this.#holes = 0;
  }
}
