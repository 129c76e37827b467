import { TimeSlicer } from '../base/time-slicer.js';
import { ObjectDelta } from '../delta-fifo/index.js';
import type { Deltas, PopInfo, ReplacedAllDelta } from '../delta-fifo/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { Store } from '../store/index.js';
import { applyObjectDelta, applyReplacedAll, resyncAll } from './apply.js';
import type { Segment } from './backlog.js';
import type { Listener } from './listener.js';
import type { Processor } from './processor.js';

/**
 * What a shared informer does with what its queue hands out: writes the cache, then hands what has
 * changed to the handlers that were there at that moment. Works in slices; waits for no handler.
 */
export class CacheWriter<T extends KubernetesObject> {
  readonly #store: Store<T>;
  readonly #processor: Processor<T>;
  /** Those for whom the next SyncAll is. */
  readonly #due = new Set<Listener<T>>();
  /** Of all batches: one that is cut up into many small ones must not block either. */
  readonly #slicer = new TimeSlicer(1);

  constructor(store: Store<T>, processor: Processor<T>) {
    this.#store = store;
    this.#processor = processor;
  }

  /** The next SyncAll is for these. */
  markDue(listeners: readonly Listener<T>[]): void {
    for (const listener of listeners) this.#due.add(listener);
  }

  /** It is not for this one after all. */
  unmarkDue(listener: Listener<T>): void {
    this.#due.delete(listener);
  }

  /** At once, with nothing to wait for, what most batches are: one change of one object. */
  write(deltas: Deltas<T>, { isInInitialList }: PopInfo): Promise<void> | undefined {
    const first = deltas[0];
    if (deltas.length !== 1 || !(first instanceof ObjectDelta)) return this.#writeAll(deltas, isInInitialList);
    this.#processor.distribute(applyObjectDelta(this.#store, first, isInInitialList));
    return this.#slicer.due() ? this.#slicer.yield() : undefined;
  }

  async #writeAll(deltas: Deltas<T>, isInInitialList: boolean): Promise<void> {
    for (const delta of deltas) {
      switch (delta.type) {
        case 'ReplacedAll':
          await this.#replace(delta, isInInitialList);
          break;
        case 'SyncAll':
          await this.#resync();
          break;
        case 'Bookmark':
          this.#store.bookmark(delta.resourceVersion);
          break;
        default:
          this.#processor.distribute(applyObjectDelta(this.#store, delta, isInInitialList));
          if (this.#slicer.due()) await this.#slicer.yield();
      }
    }
  }

  async #replace(delta: ReplacedAllDelta<T>, isInInitialList: boolean): Promise<void> {
    let changes: Segment<T> = [];
    let recipients: readonly Listener<T>[] = [];
    await applyReplacedAll(this.#store, delta, isInInitialList, (all) => {
      changes = all;
      // Who joins after this step finds the list in the cache.
      recipients = this.#processor.listeners;
    });
    await this.#processor.distributeAll(changes, recipients);
  }

  async #resync(): Promise<void> {
    const due = this.#processor.listeners.filter((listener) => this.#due.has(listener));
    this.#due.clear();
    // Two periods that ended while one batch was applied make one resync.
    if (due.length > 0) await this.#processor.distributeAll(await resyncAll(this.#store), due);
  }
}
