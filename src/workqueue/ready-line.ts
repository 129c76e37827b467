import { Fifo } from '../base/fifo.js';
import { Heap } from '../base/heap.js';
import type { HeapNode } from '../base/heap.js';

/** What the line knows of those who stand in it. It writes `rank` and `order`. */
export interface LineEntry extends HeapNode {
  priority: number;
  /** Decides who is first: the priority; with aging, less the levels the queue's age was worth on arrival. */
  rank: number;
  order: number;
}

/**
 * The items that wait to be handed out: higher priority first, first come first served within one.
 *
 * While everyone has priority 0 it is a ring, O(1). The first other priority moves all into a heap,
 * O(log n), which is given up again once it has run empty.
 *
 * Aging adds one priority for each `agingMs` of waiting. All entries gain at the same pace, so who
 * is ahead of whom never changes while they wait, and one number, fixed at the start, decides.
 */
export class ReadyLine<E extends LineEntry> {
  readonly #fifo = new Fifo<E>();
  readonly #heap = new Heap<E>((a, b) => a.rank > b.rank || (a.rank === b.rank && a.order < b.order));
  readonly #ageInLevels: (() => number) | undefined;
  #order = 0;

  /** For aging: `ageInLevels` tells how many priorities a wait since the beginning would have earned by now. */
  constructor(ageInLevels?: () => number) {
    this.#ageInLevels = ageInLevels;
  }

  get length(): number {
    return this.#fifo.length + this.#heap.length;
  }

  push(entry: E): void {
    entry.order = this.#order++;
    entry.rank = this.#ageInLevels === undefined ? entry.priority : entry.priority - this.#ageInLevels();
    if (this.#heap.length === 0 && entry.priority === 0) {
      this.#fifo.push(entry);
    } else {
      this.#leaveFifo();
      this.#heap.push(entry);
    }
  }

  /** Removes and returns who is next; undefined when nobody waits. */
  shift(): E | undefined {
    return this.#heap.length > 0 ? this.#heap.pop() : this.#fifo.shift();
  }

  /** Gives an entry that waits a higher priority. It keeps its place among those of that priority. */
  raise(entry: E, priority: number): void {
    this.#leaveFifo();
    entry.rank += priority - entry.priority;
    entry.priority = priority;
    this.#heap.update(entry);
  }

  #leaveFifo(): void {
    for (let entry = this.#fifo.shift(); entry !== undefined; entry = this.#fifo.shift()) this.#heap.push(entry);
  }
}
