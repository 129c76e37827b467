import type { Clock } from '../base/clock.js';
import type { MetricsProvider } from '../base/metrics.js';

/** What a queue can hold: anything but null and undefined, so that undefined can mean the end. */
export type QueueItem = string | number | bigint | boolean | symbol | object;

/** What every work queue can be told. */
export interface WorkQueueOptions<K> {
  /**
   * Names the queue in its metrics, as the label `name`; a queue without one measures nothing.
   * Two queues of one name share their series, so give each its own.
   */
  readonly name?: string | undefined;
  /** Where measurements go. Default: nowhere. */
  readonly metrics?: MetricsProvider | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /**
   * What makes two items the same one. Items of equal keys are interchangeable: the queue hands out
   * whichever it has. Keys are compared as those of a `Map`, so return a string or a number.
   * Default: the item itself. Objects are refused without it: no two would be the same item.
   *
   * @example
   * new WorkQueue<{ namespace: string; name: string }>({ keyOf: (o) => `${o.namespace}/${o.name}` });
   */
  readonly keyOf?: ((item: K) => unknown) | undefined;
  /**
   * An item gains one priority for each `agingMs` it waits, so that steady traffic of a higher
   * priority cannot starve it. Default: none, a higher priority always goes first.
   */
  readonly agingMs?: number | undefined;
}

/** How one item is added. */
export interface AddOptions {
  /**
   * Higher goes first; within one priority the order is that of arrival. Adding a waiting item
   * again with a higher priority moves it up, with a lower one changes nothing. Default: 0, so that
   * both more and less urgent work can be told apart from work nobody thought about.
   */
  readonly priority?: number | undefined;
}

/** For a consumer that may stop waiting. */
export interface GetOptions {
  readonly signal?: AbortSignal | undefined;
}

/** How a drain may end early. */
export interface DrainOptions {
  /** Ends the wait, not the shutdown: a deadline fits, `AbortSignal.timeout(30_000)`. */
  readonly signal?: AbortSignal | undefined;
}
