import { KubeInformerError } from '../errors/index.js';
import { splitKey } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { Content } from './content.js';
import { Generation } from './generation.js';

// So few that they take a small part of a slice, so many that nobody notices the steps between them.
const PORTION = 256;

/**
 * A list on its way into a store: one record for each key, the last, in the order of the store it will be. Its records are
 * settled in the store's memory as they come: a list that waited elsewhere would be there twice when it is applied.
 *
 * What is made for it is the store's next content already, so that little is left to do, and nothing to allocate, when the
 * list is whole: a hundred thousand entries made in one go are as many survivors for the next collection to copy, which
 * was the longest pause of a first sync.
 *
 * Made by `Store.beginDraft()`. It ends with `Store.beginReplace(draft)`, after which it can still be read, but a write
 * throws `ERR_LIFECYCLE`; or with `clear()`.
 */
export class StoreDraft<T extends KubernetesObject> implements Iterable<ObjectRecord<T>> {
  readonly #content: Content<T>;
  #generation = new Generation<T>();
  #isTaken = false;

  /** @internal */
  constructor(content: Content<T>) {
    this.#content = content;
  }

  get length(): number {
    return this.#generation.size;
  }

  set(record: ObjectRecord<T>): void {
    this.#assertOpen();
    record.settle(this.#content.arena);
    const before = this.#generation.put(record, undefined);
    if (before !== undefined && before !== record) this.#content.forget([before]);
  }

  delete(key: string): void {
    this.#assertOpen();
    const { namespace, name } = splitKey(key);
    const removed = this.#generation.remove(namespace, name);
    if (removed !== undefined) this.#content.forget([removed]);
  }

  [Symbol.iterator](): Iterator<ObjectRecord<T>, undefined> {
    return this.#generation.records();
  }

  /** @internal Appends its records to `list`, some at each step, all of them settled. */
  appendTo(list: ObjectRecord<T>[]): Iterable<undefined> {
    return this.#generation.appendTo(list, PORTION, this.#content.arena);
  }

  /** The list is given up. After a replacement has begun from it, that is the replacement's to do, and this does nothing. */
  clear(): void {
    if (this.#isTaken) return;
    const given = this.#generation;
    this.#generation = new Generation<T>();
    if (given.size > 0) this.#content.forget(given.records());
  }

  /** @internal What it has made, without an index; undefined for another store, in whose memory it is not. */
  generationFor(content: Content<T>): Generation<T> | undefined {
    if (content !== this.#content) return undefined;
    this.#isTaken = true;
    return this.#generation;
  }

  #assertOpen(): void {
    if (!this.#isTaken) return;
    throw new KubeInformerError(
      'ERR_LIFECYCLE',
      'Cannot write to a draft that a replacement was begun from: begin another one with beginDraft().',
    );
  }
}
