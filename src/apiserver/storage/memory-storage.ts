import { realClock } from '../../base/clock.js';
import type { Clock } from '../../base/clock.js';
import { deferred } from '../../base/deferred.js';
import type { Deferred } from '../../base/deferred.js';
import type { ApiObject } from '../contract.js';
import { StatusError, expired } from '../status-error.js';
import type { Change, Entry, Snapshot, Storage } from './contract.js';
import type { HistoryLimits } from './history.js';
import type { Journal, JournalReader } from './journal.js';
import type { StoredEntry } from './stored-entry.js';
import { restamped, stampedEntry } from './stored-entry.js';
import { Subscribers } from './subscribers.js';
import { Table } from './table.js';

// As many changes of a resource as the watch cache of a kube-apiserver holds at most.
const HISTORY_SIZE = 102_400;
// etcd's past is compacted every five minutes by a kube-apiserver.
const HISTORY_AGE_MS = 5 * 60_000;
// The smallest watch cache of a kube-apiserver: a quiet resource keeps this many changes however old they are.
const HISTORY_KEEP = 100;
// etcd starts at 1, and a resourceVersion of 0 means something else.
export const FIRST_VERSION = 1;

export interface MemoryStorageOptions {
  /** The most changes of one resource that watches and old lists can go back. */
  readonly historySize?: number;
  /** How long changes are kept, but for the newest 100 of each resource. */
  readonly historyMs?: number;
  readonly clock?: Clock;
}

/** Where a storage goes on from, and where its changes are written. */
export interface Backing {
  readonly version: number;
  readonly entries: Iterable<readonly [groupResource: string, key: string, version: number, object: ApiObject]>;
  readonly journal: Journal;
}

/** All objects in memory. Without a backing, everything is durable as soon as it is written: nothing survives anyway. */
export class MemoryStorage implements Storage, JournalReader {
  readonly #clock: Clock;
  readonly #limits: HistoryLimits;
  readonly #tables = new Map<string, Table>();
  readonly #subscribers = new Subscribers();
  readonly #journal: Journal | undefined;
  /** The version of the state that can be read. */
  #version: number;
  /** The largest version ever given to a change: that of a lost one is not used again. */
  #counter: number;
  /** Versions of changes that were lost, from above the first to the second. */
  readonly #lost: (readonly [above: number, upTo: number])[] = [];
  /** Nothing before this is in the past of any resource. */
  #floor: number;
  #durable: number;
  /** Changes that the journal has and has not confirmed, in order. */
  #pending: Change[] = [];
  #waiting: { readonly version: number; readonly done: Deferred<void> }[] = [];
  #closed = false;

  constructor(options: MemoryStorageOptions = {}, backing?: Backing) {
    this.#clock = options.clock ?? realClock;
    const size = options.historySize ?? HISTORY_SIZE;
    this.#limits = { size, ageMs: options.historyMs ?? HISTORY_AGE_MS, keep: Math.min(size, HISTORY_KEEP) };
    this.#version = backing?.version ?? FIRST_VERSION;
    this.#counter = this.#version;
    this.#floor = this.#version;
    this.#durable = this.#version;
    this.#journal = backing?.journal;
    for (const [groupResource, key, version, object] of backing?.entries ?? []) {
      this.#table(groupResource).tree.set(stampedEntry(key, version, object));
    }
  }

  get version(): number {
    return this.#version;
  }

  get oldest(): number {
    let oldest = this.#floor;
    for (const { history } of this.#tables.values()) oldest = Math.max(oldest, history.oldest);
    return oldest;
  }

  oldestOf(groupResource: string): number {
    return Math.max(this.#floor, this.#tables.get(groupResource)?.history.oldest ?? 0);
  }

  get(groupResource: string, key: string): Entry | undefined {
    return this.#tables.get(groupResource)?.tree.get(key);
  }

  put(groupResource: string, key: string, object: ApiObject): Entry {
    const table = this.#table(groupResource);
    const previous = table.tree.get(key);
    const entry = stampedEntry(key, this.#counter + 1, object);
    this.#change(table, { type: previous === undefined ? 'ADDED' : 'MODIFIED', groupResource, entry, previous });
    return entry;
  }

  remove(groupResource: string, key: string, object?: ApiObject): Entry {
    const table = this.#tables.get(groupResource);
    const previous = table?.tree.get(key);
    if (table === undefined || previous === undefined) {
      throw new StatusError(500, 'InternalError', `cannot remove ${groupResource} ${key}: it is not stored`);
    }
    const version = this.#counter + 1;
    const entry = object === undefined ? restamped(previous, version) : stampedEntry(key, version, object);
    this.#change(table, { type: 'DELETED', groupResource, entry, previous });
    return entry;
  }

  count(groupResource: string): number {
    return this.#tables.get(groupResource)?.tree.size ?? 0;
  }

  snapshot(groupResource: string): Snapshot {
    return this.#table(groupResource).snapshot(this.#version);
  }

  snapshotAt(groupResource: string, version: number): Snapshot | undefined {
    return version < this.#floor ? undefined : this.#table(groupResource).snapshotAt(version);
  }

  subscribe(groupResource: string, version: number, onChange: (change: Change) => void): () => void {
    return this.#subscribers.add(groupResource, version, this.past(groupResource, version), onChange);
  }

  past(groupResource: string, version: number): Change[] {
    const oldest = this.oldestOf(groupResource);
    if (version < oldest) throw expired(`too old resource version: ${String(version)} (${String(oldest)})`);
    return this.#tables.get(groupResource)?.history.after(version) ?? [];
  }

  get settled(): number {
    return this.#durable;
  }

  durable(version: number): Promise<void> {
    if (this.#lost.some(([above, upTo]) => version > above && version <= upTo)) return Promise.reject(notWritten());
    if (version <= this.#durable) return Promise.resolve();
    const done = deferred();
    this.#waiting.push({ version, done });
    return done.promise;
  }

  compact(): void {
    this.#floor = this.#durable;
    for (const table of this.#tables.values()) table.forget(this.#floor);
  }

  *groupResources(): IterableIterator<string> {
    for (const [groupResource, { tree }] of this.#tables) if (tree.size > 0) yield groupResource;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#journal?.close();
    this.#subscribers.clear();
  }

  /** For the journal only. */
  onDurable(version: number): void {
    this.#durable = Math.max(this.#durable, version);
    let count = 0;
    for (const change of this.#pending) {
      if (change.entry.version > version) break;
      count++;
    }
    const settled = this.#pending.splice(0, count);
    for (const change of settled) {
      const table = this.#table(change.groupResource);
      table.pending.shift();
      this.#publish(table, change);
    }
    const waiting = this.#waiting;
    this.#waiting = waiting.filter((waiter) => waiter.version > version);
    for (const waiter of waiting) if (waiter.version <= version) waiter.done.resolve();
  }

  /** For the journal only. What was not written did not happen. */
  onLost(cause: unknown): void {
    for (const { groupResource } of this.#pending) this.#table(groupResource).revertPending();
    this.#pending = [];
    this.#lost.push([this.#durable, this.#counter]);
    this.#version = this.#durable;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { done } of waiting) done.reject(notWritten(cause));
  }

  /** For the journal only: every resource as it was. */
  snapshotsAt(version: number): Map<string, Snapshot> {
    const snapshots = new Map<string, Snapshot>();
    for (const groupResource of this.#tables.keys()) {
      const snapshot = this.snapshotAt(groupResource, version);
      if (snapshot === undefined)
        throw new Error(`the past of ${groupResource} does not go back to ${String(version)}`);
      snapshots.set(groupResource, snapshot);
    }
    return snapshots;
  }

  #change(table: Table, change: Change): void {
    if (this.#closed) throw new StatusError(503, 'ServiceUnavailable', 'the storage is closed');
    this.#journal?.append(change);
    this.#counter = change.entry.version;
    this.#version = change.entry.version;
    table.apply(change);
    if (this.#journal === undefined) {
      this.#durable = this.#version;
      this.#publish(table, change);
    } else {
      table.pending.push(change);
      this.#pending.push(change);
    }
  }

  #publish(table: Table, change: Change): void {
    table.history.push(change, this.#clock.now());
    this.#subscribers.deliver(change);
    // Not before: those who follow derive from it what they tell the change by.
    (change.previous as StoredEntry | undefined)?.forgetDerived();
    // Encoded for those who follow; whoever reads the past later encodes again.
    if (table.tree.get(change.entry.key) !== change.entry) (change.entry as StoredEntry).forgetDerived();
  }

  #table(groupResource: string): Table {
    let table = this.#tables.get(groupResource);
    if (table === undefined) this.#tables.set(groupResource, (table = new Table(this.#limits, this.#floor)));
    return table;
  }
}

function notWritten(cause?: unknown): StatusError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new StatusError(500, 'InternalError', `the change could not be written to disk and was not made${why}`);
}
