import { defaultControllerRateLimiter } from './default-rate-limiters.js';
import { DelayingQueue } from './delaying-queue.js';
import { itemKey, requireKey } from './item-key.js';
import type { KeyOf } from './item-key.js';
import type { AddOptions, QueueItem, WorkQueueOptions } from './options.js';
import type { RateLimiter } from './rate-limiter.js';

/** What a rate limiting queue can be told. */
export interface RateLimitingQueueOptions<K> extends WorkQueueOptions<K> {
  /**
   * Default: `defaultControllerRateLimiter()`, on the clock of the queue. A limiter may be shared
   * between queues; their keys then count together.
   */
  readonly rateLimiter?: RateLimiter | undefined;
}

/**
 * A work queue that tries again, later each time.
 *
 * @example
 * const queue = new RateLimitingQueue<string>({ name: 'pods' });
 *
 * for await (const key of queue.items({ signal })) {
 *   try {
 *     await reconcile(key);
 *     queue.forget(key);
 *   } catch (error) {
 *     queue.addRateLimited(key);
 *   }
 * }
 */
export class RateLimitingQueue<K extends QueueItem = string> extends DelayingQueue<K> {
  readonly #limiter: RateLimiter;
  readonly #keyOf: KeyOf<K>;

  constructor(options: RateLimitingQueueOptions<K> = {}) {
    super(options);
    this.#keyOf = options.keyOf;
    this.#limiter = options.rateLimiter ?? defaultControllerRateLimiter({ clock: options.clock });
  }

  /** Adds `item` as soon as the limiter allows. Ignored, and not counted, after a shutdown. */
  addRateLimited(item: K, options?: AddOptions): void {
    const key = requireKey(item, this.#keyOf);
    if (this.shuttingDown) return;
    this.addAfter(item, this.#limiter.when(key), options);
  }

  /**
   * Starts the count of `item` over; call it when a try succeeded or no other will follow.
   * It takes nothing out of the queue, and `done` is still needed.
   */
  forget(item: K): void {
    this.#limiter.forget(itemKey(item, this.#keyOf));
  }

  /** How many times `item` was added by `addRateLimited` since it was forgotten. */
  numRequeues(item: K): number {
    return this.#limiter.numRequeues(itemKey(item, this.#keyOf));
  }
}
