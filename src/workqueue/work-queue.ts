import { onAbort } from '../base/abort.js';
import type { Unlink } from '../base/abort.js';
import { realClock } from '../base/clock.js';
import { Leavable } from '../base/leavable.js';
import { TimeSlicer } from '../base/time-slicer.js';
import { invalidArgument, requirePositive } from './invalid-argument.js';
import { itemKey, requireKey } from './item-key.js';
import type { KeyOf } from './item-key.js';
import type { AddOptions, DrainOptions, GetOptions, QueueItem, WorkQueueOptions } from './options.js';
import { QueueMetrics } from './queue-metrics.js';
import { ReadyLine } from './ready-line.js';

/**
 * One item the queue knows of, from `add` until a `done` with nothing remembered.
 * It waits in the line exactly while it is not `processing`; `again` implies `processing`.
 */
class Entry<K> {
  readonly item: K;
  readonly key: unknown;
  priority: number;
  processing = false;
  /** Added while it was processed: goes back into the line when that is done. */
  again = false;
  againPriority = 0;
  rank = 0;
  order = 0;
  heapIndex = -1;
  addedAt = 0;
  startedAt = 0;

  constructor(item: K, key: unknown, priority: number) {
    this.item = item;
    this.key = key;
    this.priority = priority;
  }
}

interface Waiter<K> {
  readonly resolve: (item: K | undefined) => void;
  unlink: Unlink;
}

/**
 * A queue of things to look at, between those who notice changes and those who act on them.
 *
 * - An item that already waits is not added twice: many changes make one look.
 * - An item is never handed to two consumers at a time. One that is added while it is processed is
 *   remembered and waits again once `done` was called, so no change is lost.
 * - Items are handed out in the order they came, or by priority; waiting consumers are served in
 *   the order they came.
 * - It holds at most one entry for each distinct key; `add`, `get` and `done` are O(1), or
 *   O(log n) while priorities are in use.
 *
 * @example
 * const queue = new WorkQueue<string>();
 * informer.addEventHandler({ onAdd: (_pod, { key }) => queue.add(key) });
 *
 * for await (const key of queue.items({ signal })) {
 *   await reconcile(key);
 * }
 */
export class WorkQueue<K extends QueueItem = string> {
  readonly #keyOf: KeyOf<K>;
  readonly #metrics: QueueMetrics | undefined;
  readonly #entries = new Map<unknown, Entry<K>>();
  readonly #line: ReadyLine<Entry<K>>;
  /** How many entries have `again` set. */
  #remembered = 0;
  /** Consumers without an item, in order of arrival. Not empty only while the line is empty. */
  readonly #waiters = new Set<Waiter<K>>();
  readonly #drains = new Set<(drained: boolean) => void>();
  #shuttingDown = false;

  constructor(options: WorkQueueOptions<K> = {}) {
    const { name, metrics, clock = realClock, keyOf, agingMs } = options;
    this.#keyOf = keyOf;
    if (name !== undefined && metrics !== undefined) this.#metrics = new QueueMetrics(metrics, name, clock);
    if (agingMs === undefined) {
      this.#line = new ReadyLine();
    } else {
      requirePositive('agingMs of a work queue', agingMs);
      const start = clock.now();
      this.#line = new ReadyLine(() => (clock.now() - start) / agingMs);
    }
  }

  /** How many items wait to be handed out. */
  get length(): number {
    return this.#line.length;
  }

  /** How many items were handed out and are not done yet. */
  get processing(): number {
    return this.#entries.size - this.#line.length;
  }

  /** Whether `add` is ignored from now on. */
  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** Asks for `item` to be looked at. Ignored after a shutdown. */
  add(item: K, options?: AddOptions): void {
    const priority = priorityIn(options);
    const key = requireKey(item, this.#keyOf);
    if (this.#shuttingDown) return;
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      const added = new Entry(item, key, priority);
      this.#entries.set(key, added);
      this.#line.push(added);
      this.#metrics?.added(added, this.#depth);
      this.#serve();
    } else if (!entry.processing) {
      if (priority > entry.priority) this.#line.raise(entry, priority);
    } else if (!entry.again) {
      entry.again = true;
      entry.againPriority = priority;
      this.#remembered++;
      this.#metrics?.added(entry, this.#depth);
    } else if (priority > entry.againPriority) {
      entry.againPriority = priority;
    }
  }

  /**
   * Resolves to the next item, as soon as there is one; to undefined when the queue is shutting
   * down and none will come any more. Whoever gets an item must call `done` with it.
   *
   * Rejects with the signal's reason if that aborts first; no item is taken then.
   *
   * A loop around `get` whose body never waits for I/O or a timer keeps the event loop to itself
   * for as long as there are items; `items()` does not.
   */
  get(options: GetOptions = {}): Promise<K | undefined> {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const entry = this.#take();
    if (entry !== undefined) return Promise.resolve(entry.item);
    if (this.#over) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const waiter: Waiter<K> = { resolve, unlink: () => undefined };
      this.#waiters.add(waiter);
      waiter.unlink = onAbort(signal, () => {
        this.#waiters.delete(waiter);
        reject(signal?.reason as Error);
      });
    });
  }

  /**
   * The processing of `item` is over, well or not. If it was added meanwhile, it waits again.
   * Does nothing for an item that is not being processed.
   */
  done(item: K): void {
    const entry = this.#entries.get(itemKey(item, this.#keyOf));
    if (entry?.processing !== true) return;
    entry.processing = false;
    this.#metrics?.finished(entry);
    if (entry.again) {
      entry.priority = entry.againPriority;
      this.#lineUp(entry);
    } else {
      this.#entries.delete(entry.key);
      this.#settleDrains();
    }
  }

  /**
   * One consumer as a loop: `done` is called for each item when the body ends, by `continue`,
   * `break` or a throw as well, so the body must not. The loop ends when the queue is shut down and
   * empty, and quietly when `signal` aborts. Run it several times for several consumers.
   *
   * It lets timers and I/O run every few milliseconds, even if the body never waits for either.
   */
  items(options: GetOptions = {}): AsyncGenerator<K, void, undefined> {
    return new Leavable(options.signal, (signal) => this.#items(signal));
  }

  async *#items(signal: AbortSignal): AsyncGenerator<K, void, undefined> {
    const slicer = new TimeSlicer(1);
    for (;;) {
      // A rejection can only be the signal's.
      const item = await this.get({ signal }).catch(() => undefined);
      if (item === undefined) return;
      // It was given to the loop in the moment in which that ended: nobody might see it.
      if (signal.aborted) {
        this.#giveBack(item);
        return;
      }
      try {
        yield item;
      } finally {
        this.done(item);
      }
      if (slicer.due()) await slicer.yield();
    }
  }

  /** Puts an item that nobody has seen in line again, also when the queue is shutting down. */
  #giveBack(item: K): void {
    const entry = this.#entries.get(itemKey(item, this.#keyOf));
    if (entry?.processing !== true) return;
    entry.processing = false;
    if (entry.again) entry.priority = Math.max(entry.priority, entry.againPriority);
    this.#metrics?.returned(entry, this.#depth + (entry.again ? 0 : 1));
    this.#lineUp(entry);
  }

  #lineUp(entry: Entry<K>): void {
    if (entry.again) this.#remembered--;
    entry.again = false;
    this.#line.push(entry);
    this.#serve();
    this.#releaseWaiters();
  }

  /** The priority `item` waits or is processed with, to be kept on a retry; undefined if it does neither. */
  priorityOf(item: K): number | undefined {
    return this.#entries.get(itemKey(item, this.#keyOf))?.priority;
  }

  /**
   * From now on `add` is ignored. What waits is still handed out, and then consumers are told that
   * it is over. Ends the wait of every `shutDownWithDrain`. Calling it again does nothing else.
   */
  shutDown(): void {
    this.#close();
    for (const settle of [...this.#drains]) settle(false);
  }

  /**
   * Shuts down as `shutDown` does and waits until nothing waits and nothing is being processed.
   * Resolves to true then; to false if `shutDown` or the signal ended the wait before. Never
   * rejects. Somebody has to go on consuming, or give the wait an end through `signal`.
   */
  shutDownWithDrain(options: DrainOptions = {}): Promise<boolean> {
    this.#close();
    return new Promise((resolve) => {
      let unlink: Unlink = () => undefined;
      const settle = (drained: boolean): void => {
        this.#drains.delete(settle);
        unlink();
        resolve(drained);
      };
      this.#drains.add(settle);
      this.#settleDrains();
      if (!this.#drains.has(settle)) return;
      unlink = onAbort(options.signal, () => {
        settle(false);
      });
    });
  }

  /**
   * Shuts down, drops what waits and resolves when nothing is being processed any more. Unlike a
   * drain it needs no consumer, so leaving the scope of an `await using` by an error cannot hang on
   * items nobody will take.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.shutDown();
    for (let entry = this.#line.shift(); entry !== undefined; entry = this.#line.shift()) {
      this.#entries.delete(entry.key);
    }
    for (const entry of this.#entries.values()) entry.again = false;
    this.#remembered = 0;
    this.#metrics?.dropped();
    this.#releaseWaiters();
    // Another shutDown() ends a drain, but not this wait.
    while (!(await this.shutDownWithDrain()));
  }

  /** All that is still to be handed out. */
  get #depth(): number {
    return this.#line.length + this.#remembered;
  }

  /** What is remembered will wait again, so it counts: else its change could be lost at the end. */
  get #over(): boolean {
    return this.#shuttingDown && this.#depth === 0;
  }

  #take(): Entry<K> | undefined {
    const entry = this.#line.shift();
    if (entry === undefined) return undefined;
    entry.processing = true;
    this.#metrics?.started(entry, this.#depth);
    return entry;
  }

  /** Gives the one item that was put in line to the consumer that has waited longest. */
  #serve(): void {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      waiter.unlink();
      waiter.resolve(this.#take()?.item);
      return;
    }
  }

  #close(): void {
    if (this.#shuttingDown) return;
    this.#shuttingDown = true;
    this.#metrics?.stop();
    this.#releaseWaiters();
  }

  #releaseWaiters(): void {
    if (!this.#over) return;
    for (const waiter of this.#waiters) {
      waiter.unlink();
      waiter.resolve(undefined);
    }
    this.#waiters.clear();
  }

  #settleDrains(): void {
    if (this.#entries.size > 0 || this.#drains.size === 0) return;
    for (const settle of [...this.#drains]) settle(true);
  }
}

/** The priority asked for; throws if it cannot be compared with others. */
export function priorityIn(options: AddOptions | undefined): number {
  const priority = options?.priority;
  if (priority === undefined) return 0;
  if (!Number.isFinite(priority))
    throw invalidArgument('The priority of a work queue item', priority, 'a finite number');
  return priority;
}
