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
  /** Taken off, but perhaps still in a call or draining. */
  readonly #leaving = new Set<Listener<T>>();
  #hasFirstList = false;

  get listeners(): readonly Listener<T>[] {
    return [...this.#listeners];
  }

  /** Adds a handler; `replay` is what the cache holds at this moment, as adds. */
  register(listener: Listener<T>, replay: Segment<T>): void {
    listener.begin(replay);
    if (this.#hasFirstList) listener.markFirstListQueued();
    this.#listeners.add(listener);
  }

  /** Takes a handler off: no further change reaches it. Resolves as `Listener.close()` does. */
  async remove(listener: Listener<T>, options: { readonly drain: boolean }): Promise<void> {
    this.#listeners.delete(listener);
    for (const gone of this.#leaving) if (gone.hasEnded) this.#leaving.delete(gone);
    this.#leaving.add(listener);
    await listener.close(options);
    // What its handler holds must not live as long as the informer.
    if (listener.hasEnded) this.#leaving.delete(listener);
  }

  distribute(changes: readonly Change<T>[]): void {
    for (const change of changes) {
      for (const listener of this.#listeners) listener.push(change);
    }
  }

  /** Hands a whole list to the given handlers; resolves when it waits for each. */
  async distributeAll(changes: Segment<T>, recipients: readonly Listener<T>[]): Promise<void> {
    await Promise.all(recipients.map((listener) => listener.pushAll(changes)));
  }

  /** Every handler that is there has been handed the first list; those that join from now on find it in the cache. */
  firstListDone(): void {
    this.#hasFirstList = true;
    for (const listener of this.#listeners) listener.markFirstListQueued();
  }

  /** The handlers that close need not wait for, since it is their call that asks for it. */
  abandonCurrentCall(): void {
    for (const listener of this.all) if (listener.isInCall) listener.abandon();
  }

  /** Makes no more calls, drops what waits, and resolves when no call is under way: of those taken off before, too. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((listener) => listener.close({ drain: false })));
    this.#listeners.clear();
    this.#leaving.clear();
  }

  /** Those that were taken off and have not ended included. */
  get all(): readonly Listener<T>[] {
    return [...this.#listeners, ...this.#leaving];
  }
}
