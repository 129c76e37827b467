import { Fifo } from '../base/fifo.js';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { ConsumerGate } from './consumer-gate.js';
import { ObjectDelta } from './delta.js';
import type { BookmarkDelta, Delta, ObjectDeltaType, RecordList, ReplacedAllDelta } from './delta.js';
import type { Item, PopInfo, ProcessDeltas, Queue } from './queue.js';
import { SyncTracker } from './sync-tracker.js';
import { applyTransform } from './transform.js';
import type { Transform } from './transform.js';

// client-go's number. Large enough that the cost of a pop (a promise, one store transaction)
// vanishes among the changes, small enough that applying a batch is one short slice of time.
const LARGEST_BATCH = 1000;

const AFTER_FIRST_LIST: PopInfo = { isInInitialList: false };

/** How an `InOrderQueue` is set up. Everything may be left out. */
export interface InOrderQueueOptions<T extends KubernetesObject> {
  /** Applied once to each object of an add, update, delete or replace. */
  readonly transform?: Transform<T> | undefined;
}

/**
 * Hands out every change in exactly the order in which it came, merging none. A list is one change,
 * so a consumer can apply it in one step, and so are a resync and a bookmark.
 *
 * It does not know the consumer's cache: what a list adds, changes and removes is found out when it
 * is applied, against the cache of that moment, and a resync shows the cache of that moment.
 *
 * The laws it holds are numbered in SPEC.md beside this file.
 *
 * @example
 * const queue = new InOrderQueue<Pod>();
 * queue.replace(pods, '100');
 * queue.update(pod);
 * await queue.pop(([delta]) => console.log(delta?.type)); // ReplacedAll
 */
export class InOrderQueue<T extends KubernetesObject> implements Queue<T> {
  readonly #transform: Transform<T> | undefined;
  readonly #entries = new Fifo<Delta<T>>();
  // The last entry, if that is a bookmark: the only entry that may still change.
  #tailBookmark: { type: 'Bookmark'; resourceVersion: string } | undefined;
  readonly #gate = new ConsumerGate();
  readonly #sync = new SyncTracker();
  readonly #next = (): Delta<T>[] | undefined => {
    const first = this.#entries.shift();
    if (first === undefined) return undefined;
    if (first === this.#tailBookmark) this.#tailBookmark = undefined;
    return this.#entries.length > 0 && first instanceof ObjectDelta ? this.#batchFrom(first) : [first];
  };

  constructor(options: InOrderQueueOptions<T> = {}) {
    this.#transform = options.transform;
  }

  add(item: Item<T>): void {
    this.#change('Added', item);
  }

  update(item: Item<T>): void {
    this.#change('Updated', item);
  }

  /** Queued whether or not anyone has heard of the object: only the consumer can tell. */
  delete(item: Item<T>, { finalStateUnknown = false }: { finalStateUnknown?: boolean } = {}): void {
    this.#change('Deleted', item, finalStateUnknown);
  }

  /** Queues one `ReplacedAll`, for an empty list too. */
  replace(items: Iterable<Item<T>>, resourceVersion: string, options: { keep?: ReadonlySet<string> } = {}): void {
    const keep = new Set(options.keep);
    const records = [];
    for (const item of items) {
      const record = recordOf(item);
      if (!keep.has(record.key)) records.push(applyTransform(record, this.#transform));
    }
    this.replaceRecords(records, resourceVersion, { keep });
  }

  /**
   * As `replace`, in constant time, for who has made a list of records already: they are taken as they
   * are, untransformed, and so is the list, which must not change afterwards. None may be in `keep`.
   */
  replaceRecords(
    records: RecordList<T>,
    resourceVersion: string,
    { keep, mayKeep }: Pick<ReplacedAllDelta<T>, 'keep' | 'mayKeep'>,
  ): void {
    this.#enqueue({ type: 'ReplacedAll', records, keep, ...(mayKeep && { mayKeep }), resourceVersion });
    this.#sync.replaced(this.#entries.length);
  }

  /** Queues one `SyncAll`. Two in a row stay two: who is due at which of them is the consumer's to know. */
  resync(): void {
    this.#enqueue({ type: 'SyncAll' });
  }

  /**
   * Queues one `Bookmark`. If the last entry is a bookmark that still waits, it takes the new
   * resourceVersion instead: nothing happened in between, so the older one has nothing left to say.
   */
  bookmark(resourceVersion: string): void {
    if (this.#tailBookmark !== undefined) {
      this.#tailBookmark.resourceVersion = resourceVersion;
      return;
    }
    const bookmark = { type: 'Bookmark', resourceVersion } satisfies BookmarkDelta;
    this.#enqueue(bookmark);
    this.#tailBookmark = bookmark;
  }

  pop(process: ProcessDeltas<T>): Promise<boolean> {
    return this.#gate.consume(this.#next, this.#tracked(process));
  }

  popAll(process: ProcessDeltas<T>, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    return this.#gate.consumeAll(this.#next, this.#tracked(process), signal);
  }

  #tracked(process: ProcessDeltas<T>): (deltas: Delta<T>[]) => void | Promise<void> {
    const sync = this.#sync;
    // Once synced there is nothing to keep track of.
    return (deltas) =>
      sync.hasSynced ? process(deltas, AFTER_FIRST_LIST) : sync.track(deltas.length, deltas, process);
  }

  close(): void {
    this.#gate.close();
  }

  get closed(): boolean {
    return this.#gate.closed;
  }

  get length(): number {
    return this.#entries.length;
  }

  get hasSynced(): boolean {
    return this.#sync.hasSynced;
  }

  get synced(): Promise<void> {
    return this.#sync.synced;
  }

  #change(type: ObjectDeltaType, item: Item<T>, finalStateUnknown = false): void {
    const record = recordOf(item);
    // An earlier state has been transformed already, or nobody will see it.
    const shown = finalStateUnknown ? record : applyTransform(record, this.#transform);
    this.#enqueue(new ObjectDelta(type, record.key, shown, finalStateUnknown));
    this.#sync.changed();
  }

  #enqueue(delta: Delta<T>): void {
    this.#entries.push(delta);
    this.#tailBookmark = undefined;
    this.#gate.wake();
  }

  /**
   * The longest batch from the head, which was taken already, in which no key comes twice, so that a consumer may read all old
   * states first and write all new ones after. The first list ends at a `ReplacedAll`, which goes
   * alone, so no batch can reach across that border.
   */
  #batchFrom(first: ObjectDelta<T>): Delta<T>[] {
    const batch: Delta<T>[] = [first];
    const keys = new Set([first.key]);
    while (batch.length < LARGEST_BATCH) {
      const next = this.#entries.peek();
      if (!(next instanceof ObjectDelta) || keys.has(next.key)) break;
      this.#entries.shift();
      keys.add(next.key);
      batch.push(next);
    }
    return batch;
  }
}
