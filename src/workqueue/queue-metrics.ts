import type { Clock, Timer } from '../base/clock.js';
import { attempt } from '../base/metrics.js';
import type { Counter, Gauge, Histogram, MetricsProvider } from '../base/metrics.js';

// What Kubernetes uses for its own queues, in seconds, so that dashboards fit: 10 ns to 10 s.
const DURATION_BUCKETS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];

// As in Kubernetes: often enough for any scraper, and it walks only what is being processed.
const UNFINISHED_UPDATE_MS = 500;

/** When something was added and when its processing began, in the clock's milliseconds. */
export interface Timed {
  addedAt: number;
  startedAt: number;
}

/**
 * Measures one named queue under the names Kubernetes uses. `depth` is given by the caller: all
 * that is to be handed out, also what is remembered until its present processing is done. A provider that throws loses
 * the measurement and stops nothing.
 */
export class QueueMetrics {
  readonly #clock: Clock;
  readonly #depth: Gauge;
  readonly #adds: Counter;
  readonly #queueDuration: Histogram;
  readonly #workDuration: Histogram;
  readonly #unfinished: Gauge;
  readonly #longest: Gauge;
  readonly #running = new Set<Timed>();
  /** Set if and only if something runs and the queue is not shut down. */
  #timer: Timer | undefined;
  #stopped = false;

  constructor(provider: MetricsProvider, name: string, clock: Clock) {
    const labels = { name };
    this.#clock = clock;
    this.#depth = provider.gauge('workqueue_depth', 'Items that wait to be processed.', labels);
    this.#adds = provider.counter('workqueue_adds_total', 'Items added, not counting repeats of waiting ones.', labels);
    this.#queueDuration = provider.histogram(
      'workqueue_queue_duration_seconds',
      'How long items waited before they were processed.',
      labels,
      DURATION_BUCKETS,
    );
    this.#workDuration = provider.histogram(
      'workqueue_work_duration_seconds',
      'How long processing an item took.',
      labels,
      DURATION_BUCKETS,
    );
    this.#unfinished = provider.gauge(
      'workqueue_unfinished_work_seconds',
      'Time spent so far on items still being processed, summed up. It grows without end when one is stuck.',
      labels,
    );
    this.#longest = provider.gauge(
      'workqueue_longest_running_processor_seconds',
      'Time spent so far on the item that has been processed for longest.',
      labels,
    );
  }

  added(item: Timed, depth: number): void {
    item.addedAt = this.#clock.now();
    attempt(() => {
      this.#adds.inc();
      this.#depth.set(depth);
    });
  }

  started(item: Timed, depth: number): void {
    item.startedAt = this.#clock.now();
    attempt(() => {
      this.#depth.set(depth);
      this.#queueDuration.observe((item.startedAt - item.addedAt) / 1000);
    });
    this.#running.add(item);
    if (this.#timer === undefined && !this.#stopped) this.#schedule();
  }

  finished(item: Timed): void {
    attempt(() => {
      this.#workDuration.observe((this.#clock.now() - item.startedAt) / 1000);
    });
    this.#ended(item);
  }

  /** It was handed out, and waits again as if it had not been. */
  returned(item: Timed, depth: number): void {
    attempt(() => {
      this.#depth.set(depth);
    });
    this.#ended(item);
  }

  #ended(item: Timed): void {
    this.#running.delete(item);
    if (this.#running.size > 0) return;
    this.#cancel();
    this.#setUnfinished(0, 0);
  }

  dropped(): void {
    attempt(() => {
      this.#depth.set(0);
    });
  }

  /** Ends the periodic updates. What is counted at an event goes on. */
  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #schedule(): void {
    this.#timer = this.#clock.setTimeout(() => {
      const now = this.#clock.now();
      let total = 0;
      let longest = 0;
      for (const { startedAt } of this.#running) {
        total += now - startedAt;
        longest = Math.max(longest, now - startedAt);
      }
      this.#setUnfinished(total / 1000, longest / 1000);
      this.#schedule();
    }, UNFINISHED_UPDATE_MS);
  }

  #setUnfinished(total: number, longest: number): void {
    attempt(() => {
      this.#unfinished.set(total);
      this.#longest.set(longest);
    });
  }

  #cancel(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}
