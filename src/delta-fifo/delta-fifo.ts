import { Fifo } from '../base/fifo.js';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { ConsumerGate } from './consumer-gate.js';
import { ObjectDelta } from './delta.js';
import type { Item, KnownObjects, ProcessDeltas, Queue } from './queue.js';
import { SyncTracker } from './sync-tracker.js';
import { applyTransform } from './transform.js';
import type { Transform } from './transform.js';

/** How a `DeltaFIFO` is set up. Everything may be left out. */
export interface DeltaFIFOOptions<T extends KubernetesObject> {
  /**
   * The cache the consumer keeps, usually its `Indexer`. Without it the queue knows an object only
   * while that is queued: a deletion of anything else is dropped, and `resync()` does nothing.
   */
  readonly knownObjects?: KnownObjects<T> | undefined;
  /**
   * Whether `replace()` makes `Replaced` deltas. The default is false, as in client-go, whose first
   * consumers knew no such type: it makes `Sync` deltas, which a consumer cannot tell from a resync.
   */
  readonly emitDeltaTypeReplaced?: boolean | undefined;
  /** Applied once to each object of an add, update, delete or replace; never to what the queue itself makes. */
  readonly transform?: Transform<T> | undefined;
}

/**
 * The queue of classic informers: it gathers the changes of each object until a consumer takes them,
 * all of one object at once. Objects come out in the order in which they were first queued, so the
 * order between objects is lost, as is the moment a list applied to all of them; `InOrderQueue` keeps both.
 *
 * The laws it holds are numbered in SPEC.md beside this file.
 *
 * @example
 * const store = new Indexer<Pod>();
 * const queue = new DeltaFIFO<Pod>({ knownObjects: store });
 * queue.add(pod);
 * await queue.pop((deltas) => {
 *   for (const delta of deltas) console.log(delta.type, delta.key);
 * });
 */
export class DeltaFIFO<T extends KubernetesObject> implements Queue<T> {
  readonly #knownObjects: KnownObjects<T> | undefined;
  readonly #transform: Transform<T> | undefined;
  readonly #replaceType: 'Replaced' | 'Sync';
  // The same keys in both, each once: `#keys` has their order, `#deltas` a list of at least one for each.
  readonly #keys = new Fifo<string>();
  readonly #deltas = new Map<string, ObjectDelta<T>[]>();
  /**
   * The newest of what was popped and is still being processed. It is in neither `#deltas` nor, perhaps, the known
   * objects: a producer that comes meanwhile (client-go makes it wait for its lock) must not take it for unknown.
   */
  #inProcess: ObjectDelta<T> | undefined;
  readonly #gate = new ConsumerGate();
  readonly #sync = new SyncTracker();

  constructor(options: DeltaFIFOOptions<T> = {}) {
    this.#knownObjects = options.knownObjects;
    this.#transform = options.transform;
    this.#replaceType = options.emitDeltaTypeReplaced === true ? 'Replaced' : 'Sync';
  }

  add(item: Item<T>): void {
    this.#change('Added', recordOf(item));
  }

  update(item: Item<T>): void {
    this.#change('Updated', recordOf(item));
  }

  /** Dropped when the object is neither queued nor in the known objects: its deletion has been told already. */
  delete(item: Item<T>, { finalStateUnknown = false }: { finalStateUnknown?: boolean } = {}): void {
    const record = recordOf(item);
    if (this.#deltas.has(record.key) || this.#isKnown(record.key)) {
      this.#change('Deleted', record, finalStateUnknown);
    } else {
      this.#sync.changed();
    }
  }

  /**
   * Queues every item, then a deletion for each queued or known object that the list lacks, with the
   * last record there is of it. The resourceVersion has no place in this queue.
   */
  replace(items: Iterable<Item<T>>, _resourceVersion: string, options: { keep?: ReadonlySet<string> } = {}): void {
    const present = new Set(options.keep);
    const replaced: ObjectDelta<T>[] = [];
    for (const item of items) {
      const record = recordOf(item);
      if (options.keep?.has(record.key) === true) continue;
      present.add(record.key);
      replaced.push(new ObjectDelta(this.#replaceType, record.key, applyTransform(record, this.#transform)));
    }
    const gone = this.#missing(present);
    // Nothing above changed the queue and nothing below can throw.
    for (const delta of replaced) this.#enqueue(delta);
    for (const delta of gone) this.#enqueue(delta);
    this.#sync.replaced(this.#keys.length);
    this.#gate.wake();
  }

  /** Queues a `Sync` for every known object that has nothing queued or in process: that is newer than the cache. */
  resync(): void {
    if (this.#knownObjects === undefined) return;
    const due: ObjectDelta<T>[] = [];
    for (const key of this.#knownObjects.keys()) {
      if (this.#deltas.has(key) || key === this.#inProcess?.key) continue;
      const record = this.#knownObjects.getRecord(key);
      if (record !== undefined) due.push(new ObjectDelta('Sync', key, record));
    }
    for (const delta of due) this.#enqueue(delta);
    this.#gate.wake();
  }

  /** Does nothing: with changes sorted by key there is no place in the queue that a bookmark could mark. */
  bookmark(_resourceVersion: string): void {
    // Nothing to do, see above.
  }

  pop(process: ProcessDeltas<T>): Promise<boolean> {
    return this.#gate.consume(
      () => this.#take(),
      (deltas) => this.#process(deltas, process),
    );
  }

  popAll(process: ProcessDeltas<T>, { signal }: { readonly signal: AbortSignal }): Promise<void> {
    return this.#gate.consumeAll(
      () => this.#take(),
      (deltas) => this.#process(deltas, process),
      signal,
    );
  }

  close(): void {
    this.#gate.close();
  }

  get closed(): boolean {
    return this.#gate.closed;
  }

  get length(): number {
    return this.#keys.length;
  }

  get hasSynced(): boolean {
    return this.#sync.hasSynced;
  }

  get synced(): Promise<void> {
    return this.#sync.synced;
  }

  #change(type: 'Added' | 'Updated' | 'Deleted', record: ObjectRecord<T>, finalStateUnknown = false): void {
    const shown = finalStateUnknown ? record : applyTransform(record, this.#transform);
    this.#enqueue(new ObjectDelta(type, record.key, shown, finalStateUnknown));
    this.#sync.changed();
    this.#gate.wake();
  }

  #enqueue(delta: ObjectDelta<T>): void {
    const queued = this.#deltas.get(delta.key);
    if (queued === undefined) {
      this.#keys.push(delta.key);
      this.#deltas.set(delta.key, [delta]);
      return;
    }
    const newest = queued.at(-1);
    if (delta.type !== 'Deleted' || newest?.type !== 'Deleted') {
      queued.push(delta);
    } else if (newest.finalStateUnknown) {
      // Of two deletions in a row one is enough: the one that was seen, or else the later guess.
      queued[queued.length - 1] = delta;
    }
  }

  #isKnown(key: string): boolean {
    return this.#knownObjects?.getRecord(key) !== undefined || this.#willBeKnown()?.key === key;
  }

  /** What the known objects will have when the process that is under way has ended, if it puts something there. */
  #willBeKnown(): ObjectDelta<T> | undefined {
    return this.#knownObjects === undefined || this.#inProcess?.type === 'Deleted' ? undefined : this.#inProcess;
  }

  /** Deletions of what is queued or known and not in `present`. */
  #missing(present: ReadonlySet<string>): ObjectDelta<T>[] {
    const gone: ObjectDelta<T>[] = [];
    for (const [key, queued] of this.#deltas) {
      if (!present.has(key)) gone.push(new ObjectDelta('Deleted', key, queued.at(-1)?.record, true));
    }
    const coming = this.#willBeKnown();
    if (coming !== undefined && !present.has(coming.key) && !this.#deltas.has(coming.key)) {
      gone.push(new ObjectDelta('Deleted', coming.key, coming.record, true));
    }
    for (const key of this.#knownObjects?.keys() ?? []) {
      if (present.has(key) || this.#deltas.has(key) || key === this.#inProcess?.key) continue;
      gone.push(new ObjectDelta('Deleted', key, this.#knownObjects?.getRecord(key), true));
    }
    return gone;
  }

  async #process(deltas: ObjectDelta<T>[], process: ProcessDeltas<T>): Promise<void> {
    this.#inProcess = deltas.at(-1);
    try {
      await this.#sync.track(1, deltas, process);
    } finally {
      this.#inProcess = undefined;
    }
  }

  #take(): ObjectDelta<T>[] | undefined {
    const key = this.#keys.shift();
    if (key === undefined) return undefined;
    const deltas = this.#deltas.get(key);
    this.#deltas.delete(key);
    return deltas;
  }
}
