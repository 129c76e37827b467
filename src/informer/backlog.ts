import { Fifo } from '../base/fifo.js';
import { sameVersion } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { Change } from './notification.js';
import { deleted, updated } from './notification.js';

/**
 * What to do when a handler falls behind. `'latest'`: above the mark only the newest state of each
 * object is kept. `'all'`: everything is kept, and memory grows with the backlog.
 */
export type Overflow = 'latest' | 'all';

/** Changes that are taken as a whole: an array of them, or something that makes them when they are read. */
export interface Segment<T extends KubernetesObject> {
  readonly length: number;
  at(index: number): Change<T> | undefined;
}

/** A place in the queue; vacant when what stood there cancelled out. */
interface Slot<T extends KubernetesObject> {
  change: Change<T> | undefined;
}

/** The slots of one key that can still be merged into. */
interface Pending<T extends KubernetesObject> {
  /** The end of an object the handler has seen, when that waits. */
  end: Slot<T> | undefined;
  /** The newest state, when that waits: an add or an update. */
  state: Slot<T> | undefined;
}

/**
 * The changes that wait for one handler, in order.
 *
 * Below the mark everything is kept. Above it, with `'latest'`, a change is merged into what waits
 * for the same key, at the place of the older one:
 *
 * - add, update → add of the newer state; update, update → one update from the oldest to the newest;
 * - update, delete → delete; a delete is never merged away, nor the add that follows it;
 * - update, update back to the state before → nothing, since nothing has changed;
 * - add, delete → nothing: the handler never learns of an object that came and went while it was behind.
 *
 * So every object the handler was shown gets its delete, the last state always arrives, and the
 * backlog is bounded by twice the keys that were ever shown or exist.
 *
 * A list or a replay is taken whole as a segment, which costs one reference.
 */
export class Backlog<T extends KubernetesObject> {
  readonly #mark: number;
  readonly #overflow: Overflow;
  /** What is left of a list, from the place `#read` on; undefined when it was read. */
  #segment: Segment<T> | undefined;
  #read = 0;
  readonly #slots = new Fifo<Slot<T>>();
  #vacant = 0;
  /** How many changes wait. Only the backlog writes it. */
  length = 0;
  /** Present only above the mark: invariant then: every non-vacant slot is in it, by key, unless `#overflow` is 'all'. */
  #pending: Map<string, Pending<T>> | undefined;
  #merged = 0;
  #highest = 0;

  constructor(mark: number, overflow: Overflow) {
    this.#mark = mark;
    this.#overflow = overflow;
  }

  /** The longest it has ever been. */
  get highest(): number {
    return this.#highest;
  }

  /** How many changes were merged away. */
  get merged(): number {
    return this.#merged;
  }

  /** Whether a whole list can be taken at the cost of one reference. */
  get takesSegment(): boolean {
    return this.length === 0;
  }

  /** Takes a list whole. Only when `takesSegment`. It must not change afterwards. */
  pushSegment(segment: Segment<T>): void {
    this.#reset();
    if (segment.length > 0) this.#segment = segment;
    this.length = segment.length;
    if (this.length > this.#highest) this.#highest = this.length;
  }

  push(change: Change<T>): void {
    if (this.#overflow === 'all' || this.length < this.#mark) this.#append(change);
    else this.#merge(change);
  }

  shift(): Change<T> | undefined {
    const segment = this.#segment;
    if (segment !== undefined) {
      const change = segment.at(this.#read++);
      this.length--;
      if (this.#read === segment.length) this.#dropSegment();
      return change;
    }
    for (let slot = this.#slots.shift(); slot !== undefined; slot = this.#slots.shift()) {
      const { change } = slot;
      if (change === undefined) {
        this.#vacant--;
        continue;
      }
      this.length--;
      if (this.#pending !== undefined) this.#forget(slot, change, this.#pending);
      return change;
    }
    return undefined;
  }

  clear(): void {
    this.#reset();
  }

  #append(change: Change<T>): void {
    const slot = { change };
    this.#slots.push(slot);
    if (++this.length > this.#highest) this.#highest = this.length;
    if (this.#pending !== undefined) this.#remember(slot, change);
  }

  #merge(change: Change<T>): void {
    this.#pending ??= this.#index();
    const waiting = this.#pending.get(change.record.key);
    const state = waiting?.state;
    const before = state?.change;
    if (waiting === undefined || state === undefined || before === undefined || change.type === 'add') {
      this.#append(change);
      return;
    }
    this.#merged++;
    if (change.type === 'update' && !cancelsOut(before, change)) state.change = mergeUpdate(before, change);
    else if (change.type === 'delete' && before.type === 'update') {
      // The handler never is shown what the update led to.
      state.change = deleted(change.record, change.flag, before.old);
      waiting.end = state;
      waiting.state = undefined;
    } else {
      state.change = undefined;
      waiting.state = undefined;
      if (waiting.end === undefined) this.#pending.delete(change.record.key);
      this.#vacant++;
      this.length--;
      this.#compact();
    }
  }

  #index(): Map<string, Pending<T>> {
    this.#pending = new Map();
    for (const slot of this.#slots) {
      if (slot.change !== undefined) this.#remember(slot, slot.change);
    }
    return this.#pending;
  }

  #remember(slot: Slot<T>, change: Change<T>): void {
    const pending = this.#pending as Map<string, Pending<T>>;
    const { key } = change.record;
    let waiting = pending.get(key);
    if (waiting === undefined) pending.set(key, (waiting = { end: undefined, state: undefined }));
    if (change.type === 'delete') {
      waiting.end = slot;
      waiting.state = undefined;
    } else waiting.state = slot;
  }

  #forget(slot: Slot<T>, change: Change<T>, pending: Map<string, Pending<T>>): void {
    if (this.#slots.length - this.#vacant < this.#mark / 2) {
      this.#pending = undefined;
      return;
    }
    const { key } = change.record;
    const waiting = pending.get(key);
    if (waiting === undefined) return;
    if (waiting.end === slot) waiting.end = undefined;
    if (waiting.state === slot) waiting.state = undefined;
    if (waiting.end === undefined && waiting.state === undefined) pending.delete(key);
  }

  // Objects that come and go leave vacant slots; without this they would pile up behind a stuck handler.
  #compact(): void {
    if (this.#vacant < this.#mark || this.#vacant < this.#slots.length / 2) return;
    const kept = [...this.#slots].filter((slot) => slot.change !== undefined);
    this.#slots.clear();
    for (const slot of kept) this.#slots.push(slot);
    this.#vacant = 0;
  }

  #reset(): void {
    this.#dropSegment();
    this.#slots.clear();
    this.#vacant = 0;
    this.length = 0;
    this.#pending = undefined;
  }

  #dropSegment(): void {
    this.#segment = undefined;
    this.#read = 0;
  }
}

/** Whether an update leads back to what the handler was shown: a source that was restored from a backup does that. */
function cancelsOut<T extends KubernetesObject>(before: Change<T>, update: Change<T>): boolean {
  return before.old !== undefined && !before.flag && !update.flag && sameVersion(before.old, update.record);
}

function mergeUpdate<T extends KubernetesObject>(before: Change<T>, update: Change<T>): Change<T> {
  if (update.flag) return before;
  if (before.type === 'add') return { ...before, record: update.record };
  return updated(before.old ?? before.record, update.record);
}
