import { realClock } from '../base/clock.js';
import type { Clock, Timer } from '../base/clock.js';
import { Heap } from '../base/heap.js';
import { attempt } from '../base/metrics.js';
import type { Counter } from '../base/metrics.js';
import { invalidArgument } from './invalid-argument.js';
import { requireKey } from './item-key.js';
import type { KeyOf } from './item-key.js';
import type { AddOptions, DrainOptions, QueueItem, WorkQueueOptions } from './options.js';
import { WorkQueue, priorityIn } from './work-queue.js';

// About a millisecond of work in one go; the rest comes one turn of the event loop later.
const ADDS_PER_TURN = 1000;

/** An item whose time has not come. */
class Delayed<K> {
  readonly item: K;
  readonly key: unknown;
  readonly order: number;
  readyAt: number;
  priority: number;
  heapIndex = -1;

  constructor(item: K, key: unknown, order: number, readyAt: number, priority: number) {
    this.item = item;
    this.key = key;
    this.order = order;
    this.readyAt = readyAt;
    this.priority = priority;
  }
}

/** How a delaying queue drains. */
export interface DelayingDrainOptions extends DrainOptions {
  /**
   * What becomes of items whose time has not come. `drop`, the default: most are retries of what
   * fails right now or looks planned for hours ahead; the drain should neither wait for them nor
   * hammer what is failing. `run`: they are added at once, earliest first, and drained with the rest.
   */
  readonly delayed?: 'drop' | 'run' | undefined;
}

/**
 * A work queue that can add an item later.
 *
 * @example
 * const queue = new DelayingQueue<string>();
 * queue.addAfter('default/web-1', 30_000); // look again in half a minute
 */
export class DelayingQueue<K extends QueueItem = string> extends WorkQueue<K> {
  readonly #clock: Clock;
  readonly #keyOf: KeyOf<K>;
  readonly #retries: Counter | undefined;
  readonly #byTime = new Heap<Delayed<K>>(
    (a, b) => a.readyAt < b.readyAt || (a.readyAt === b.readyAt && a.order < b.order),
  );
  /** The same entries as `#byTime`, one for each key. */
  readonly #byKey = new Map<unknown, Delayed<K>>();
  #order = 0;
  /** Set if and only if something is delayed; fires no later than `#timerAt`, when the earliest is due. */
  #timer: Timer | undefined;
  #timerAt = Infinity;

  constructor(options: WorkQueueOptions<K> = {}) {
    super(options);
    const { name, metrics, clock = realClock, keyOf } = options;
    this.#clock = clock;
    this.#keyOf = keyOf;
    if (name !== undefined) {
      this.#retries = metrics?.counter('workqueue_retries_total', 'Items added again after a delay.', { name });
    }
  }

  /** How many items are to be added later. They do not count in `length`. */
  get delayed(): number {
    return this.#byKey.size;
  }

  /**
   * Adds `item` when `delayMs` have passed; at once if that is zero or less. An item is delayed at
   * most once: of two times the earlier holds, of two priorities the higher. An `add` meanwhile
   * does not cancel it. Ignored after a shutdown. Waiting does not keep the process alive: a started informer does.
   */
  addAfter(item: K, delayMs: number, options?: AddOptions): void {
    const priority = priorityIn(options);
    // Here, and not when its time comes: what a timer throws ends the process.
    const key = requireKey(item, this.#keyOf);
    if (Number.isNaN(delayMs)) throw invalidArgument('The delay of a work queue item', delayMs, 'milliseconds');
    if (this.shuttingDown) return;
    attempt(() => this.#retries?.inc());
    if (delayMs <= 0) {
      this.add(item, options);
      return;
    }
    const readyAt = this.#clock.now() + delayMs;
    const known = this.#byKey.get(key);
    if (known === undefined) {
      const added = new Delayed(item, key, this.#order++, readyAt, priority);
      this.#byKey.set(key, added);
      this.#byTime.push(added);
    } else {
      known.priority = Math.max(known.priority, priority);
      if (readyAt < known.readyAt) {
        known.readyAt = readyAt;
        this.#byTime.update(known);
      }
    }
    this.#schedule();
  }

  /** As in `WorkQueue`; items whose time has not come are dropped. */
  override shutDown(): void {
    this.#drop();
    super.shutDown();
  }

  /** As in `WorkQueue`; `delayed` says what becomes of items whose time has not come. */
  override shutDownWithDrain(options: DelayingDrainOptions = {}): Promise<boolean> {
    if (options.delayed === 'run') this.#addUntil(Infinity, Infinity);
    this.#drop();
    return super.shutDownWithDrain(options);
  }

  /** Adds what is due by `time`, but no more than `limit` items. */
  #addUntil(time: number, limit: number): void {
    for (let added = 0; added < limit; added++) {
      const next = this.#byTime.peek();
      if (next === undefined || next.readyAt > time) return;
      this.#byTime.pop();
      this.#byKey.delete(next.key);
      this.add(next.item, next);
    }
  }

  /** Makes the timer fit the earliest entry. */
  #schedule(): void {
    const at = this.#byTime.peek()?.readyAt;
    if (at === undefined || (this.#timer !== undefined && this.#timerAt <= at)) return;
    this.#timer?.cancel();
    this.#timerAt = at;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = undefined;
      // A timer may come early, and cannot wait longer than 24 days: what is not due is scheduled again.
      this.#addUntil(this.#clock.now(), ADDS_PER_TURN);
      this.#schedule();
    }, at - this.#clock.now());
  }

  #drop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#byTime.clear();
    this.#byKey.clear();
  }
}
