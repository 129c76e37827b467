import type { KubernetesObject } from '../meta/index.js';
import type { Segment } from './backlog.js';
import type { Listener } from './listener.js';
import type { Change } from './notification.js';

/**
 * The handlers of an informer. A change goes to every handler that was there when the store took
 * it; one that joins later finds it in the cache. `register` and `distribute` are synchronous, so
 * between a store write and its distribution nobody can join.
 */
export class Processor<T extends KubernetesObject> {
  readonly #listeners = new Set<Listener<T>>();
  #firstListQueued = false;

  get listeners(): readonly Listener<T>[] {
    return [...this.#listeners];
  }

  /** Adds a handler; `replay` is what the cache holds at this moment, as adds. */
  register(listener: Listener<T>, replay: Segment<T>): void {
    listener.begin(replay);
    if (this.#firstListQueued) listener.markFirstListQueued();
    this.#listeners.add(listener);
  }

  /** Takes a handler off: no further change reaches it. */
  unregister(listener: Listener<T>): void {
    this.#listeners.delete(listener);
  }

  distribute(changes: readonly Change<T>[]): void {
    for (const change of changes) {
      for (const listener of this.#listeners) listener.push(change);
    }
  }

  /** Hands a whole list to the given handlers; resolves when it waits for each. */
  async distributeAll(changes: readonly Change<T>[], recipients: readonly Listener<T>[]): Promise<void> {
    await Promise.all(recipients.map((listener) => listener.pushAll(changes)));
  }

  /** The first list has been handed to the given handlers; those that join from now on find it in the cache. */
  firstListDistributed(recipients: readonly Listener<T>[]): void {
    this.#firstListQueued = true;
    for (const listener of recipients) listener.markFirstListQueued();
  }

  /** From now on who joins finds the first list in the cache. */
  firstListStored(): void {
    this.#firstListQueued = true;
  }

  async close(): Promise<void> {
    await Promise.all(this.listeners.map((listener) => listener.close({ drain: false })));
    this.#listeners.clear();
  }
}
