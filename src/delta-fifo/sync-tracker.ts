import { deferred } from '../base/deferred.js';
import type { PopInfo } from './queue.js';

/**
 * Knows when a queue has handed out its first list.
 *
 * What the first list is made of is fixed when the first `replace()` returns: every entry that is
 * queued then. Entries leave in the order they came, so a count is enough: it falls as they are
 * taken, and the queue has synced when the last of them has been processed.
 */
export class SyncTracker {
  readonly #synced = deferred();
  #hasSynced = false;
  // Whether any change or list has come: what comes first decides, later ones change nothing.
  #populated = false;
  // Entries of the first list that have not been taken yet.
  #left = 0;

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** An add, update or delete came. Before any list it means that there will be none to wait for. */
  changed(): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#finish();
  }

  /** A list came, after which the queue holds `length` entries. */
  replaced(length: number): void {
    if (this.#populated) return;
    this.#populated = true;
    this.#left = length;
    if (length === 0) this.#finish();
  }

  /**
   * Runs `process` on what was just taken, which is so many entries. They leave the count before it runs, so
   * that a first list which comes meanwhile is not credited with them; `hasSynced` waits until it settled.
   */
  track<E>(
    entries: number,
    taken: E,
    process: (taken: E, info: PopInfo) => void | Promise<void>,
  ): void | Promise<void> {
    const info: PopInfo = { isInInitialList: !this.#hasSynced };
    this.#left = Math.max(0, this.#left - entries);
    let processing: void | Promise<void> = undefined;
    try {
      processing = process(taken, info);
    } finally {
      if (processing === undefined) this.#settled();
    }
    return processing === undefined ? undefined : this.#settle(processing);
  }

  async #settle(processing: Promise<void>): Promise<void> {
    try {
      await processing;
    } finally {
      this.#settled();
    }
  }

  #settled(): void {
    if (this.#populated && this.#left === 0) this.#finish();
  }

  #finish(): void {
    if (this.#hasSynced) return;
    this.#hasSynced = true;
    this.#synced.resolve();
  }
}
