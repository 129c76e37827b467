import { ObjectRecord } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { Segment } from './backlog.js';
import type { Change } from './notification.js';

/**
 * The changes that a list or a resync makes. Most of them say the same of one record each, so the record stands for its
 * change, which is made when it is read. A hundred thousand changes that all live until they are delivered would fill the
 * young generation of the heap with survivors, and copying those is the longest pause of a first sync.
 */
export class ChangeList<T extends KubernetesObject> implements Segment<T>, Iterable<Change<T>> {
  readonly #meaning: (record: ObjectRecord<T>) => Change<T>;
  readonly #items: (Change<T> | ObjectRecord<T>)[];

  /** `meaning` is the change that a bare record stands for. */
  constructor(meaning: (record: ObjectRecord<T>) => Change<T>, items: (Change<T> | ObjectRecord<T>)[] = []) {
    this.#meaning = meaning;
    this.#items = items;
  }

  get length(): number {
    return this.#items.length;
  }

  push(item: Change<T> | ObjectRecord<T>): void {
    this.#items.push(item);
  }

  at(index: number): Change<T> | undefined {
    const item = this.#items[index];
    return item instanceof ObjectRecord ? this.#meaning(item) : item;
  }

  *[Symbol.iterator](): Generator<Change<T>, undefined> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as Change<T>;
  }

  /** The same changes after others. */
  after(changes: readonly Change<T>[]): ChangeList<T> {
    if (changes.length === 0) return this;
    return new ChangeList(this.#meaning, [...changes, ...this.#items]);
  }
}
