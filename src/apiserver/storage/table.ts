import type { Change, Entry, Snapshot, SnapshotRange } from './contract.js';
import { History } from './history.js';
import type { HistoryLimits } from './history.js';
import { SortedTree } from './sorted-tree.js';
import type { SortedView } from './sorted-tree.js';
import type { StoredEntry } from './stored-entry.js';

// Snapshots of the past that were asked for and are likely to be asked for again, by the next page. A snapshot costs
// only what changed since.
const KEPT_SNAPSHOTS = 16;

/** The objects of one resource: now, and a while back. */
export class Table {
  readonly tree = new SortedTree<StoredEntry>();
  readonly history: History;
  /** Changes that are made but not durable yet, in order. No watch has seen them. */
  readonly pending: Change[] = [];
  /** The version of the last change, durable or not. */
  changed = 0;
  readonly #past = new Map<number, SortedView<StoredEntry>>();

  constructor(limits: HistoryLimits, oldest: number) {
    this.history = new History(limits, oldest);
  }

  apply(change: Change): void {
    if (change.type === 'DELETED') this.tree.delete(change.entry.key);
    else this.tree.set(change.entry as StoredEntry);
    this.changed = change.entry.version;
  }

  snapshot(version: number): Snapshot {
    return new TableSnapshot(version, this.tree.view());
  }

  /** The objects as they were; undefined when the past does not go back so far. */
  snapshotAt(version: number): Snapshot | undefined {
    if (version < this.history.oldest) return undefined;
    if (version >= this.changed) return this.snapshot(version);
    let view = this.#past.get(version);
    if (view === undefined) {
      view = this.#rebuild(version);
      for (const old of this.#past.keys()) {
        if (this.#past.size >= KEPT_SNAPSHOTS || old < this.history.oldest) this.#past.delete(old);
      }
      this.#past.set(version, view);
    }
    return new TableSnapshot(version, view);
  }

  forget(version: number): void {
    this.history.forget(version);
    for (const old of this.#past.keys()) if (old < version) this.#past.delete(old);
  }

  /** Takes back the pending changes, newest first. */
  revertPending(): void {
    for (const change of this.pending.reverse()) undo(this.tree, change);
    this.pending.length = 0;
    this.#past.clear();
  }

  #rebuild(version: number): SortedView<StoredEntry> {
    const tree = this.tree.fork();
    const later = [...this.history.after(version), ...this.pending.filter(({ entry }) => entry.version > version)];
    for (const change of later.reverse()) undo(tree, change);
    return tree.view();
  }
}

function undo(tree: SortedTree<StoredEntry>, { entry, previous }: Change): void {
  if (previous === undefined) tree.delete(entry.key);
  else tree.set(previous as StoredEntry);
}

class TableSnapshot implements Snapshot {
  readonly version: number;
  readonly #view: SortedView<StoredEntry>;

  constructor(version: number, view: SortedView<StoredEntry>) {
    this.version = version;
    this.#view = view;
  }

  entries(options: SnapshotRange = {}): Iterable<Entry> {
    const view = this.#view;
    const [from, to] = bounds(options);
    return { [Symbol.iterator]: () => view.range(from, to) };
  }

  get(key: string): Entry | undefined {
    return this.#view.get(key);
  }

  count(options: SnapshotRange = {}): number {
    const [from, to] = bounds(options);
    return Math.max(0, (to === undefined ? this.#view.size : this.#view.rank(to)) - this.#view.rank(from));
  }
}

/** Keys of a namespace lie between `ns/` and the next character after the slash. The key right after `k` is `k` + NUL. */
function bounds({ namespace = '', from = '', after }: SnapshotRange): [string, string | undefined] {
  let start = namespace === '' ? '' : `${namespace}/`;
  if (from > start) start = from;
  if (after !== undefined && after >= start) start = `${after}\0`;
  return [start, namespace === '' ? undefined : `${namespace}0`];
}
