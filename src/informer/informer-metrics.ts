import { attempt } from '../base/metrics.js';
import type { Counter, Gauge, Histogram, Labels, MetricsProvider } from '../base/metrics.js';
import type { ReflectorTransition } from '../reflector/index.js';

// What Kubernetes components use for informer processing: 1 ms to 10 s.
const PROCESSING_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

// client-go has summaries here, without buckets. From a handful of objects to a million, and from a cache at hand to a minute.
const LIST_ITEMS_BUCKETS = [1, 10, 100, 1_000, 5_000, 10_000, 50_000, 100_000, 1_000_000];
const LIST_DURATION_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

// Beyond 15 digits a float is no longer exact; the last ones are those that move.
const EXACT_DIGITS = 15;

interface CacheState {
  readonly resourceVersion: string;
  readonly size: number;
}

/**
 * What an informer measures. Names and units are client-go's where it has them; the reflector's
 * are those it declares and never fills, and some are our own: of an outage, of the cache, of handlers. A provider that throws loses the measurement and stops nothing.
 */
export class InformerMetrics {
  readonly #provider: MetricsProvider;
  readonly #labels: Labels;
  readonly #queued: Gauge;
  readonly #latency: Histogram;
  readonly #storeVersion: Gauge;
  readonly #objects: Gauge;
  readonly #lists: Counter;
  readonly #listDuration: Histogram;
  readonly #listItems: Histogram;
  readonly #watches: Counter;
  readonly #failures: Counter;
  readonly #watching: Gauge;
  readonly #backlogs = new Map<string, Gauge>();

  constructor(provider: MetricsProvider, labels: Labels) {
    this.#provider = provider;
    this.#labels = labels;
    this.#queued = provider.gauge('informer_queued_items', 'Changes that wait to be applied to the cache.', labels);
    this.#latency = provider.histogram(
      'informer_processing_latency_seconds',
      'Time to apply one batch of changes to the cache and queue it for the handlers.',
      labels,
      PROCESSING_BUCKETS,
    );
    this.#storeVersion = provider.gauge(
      'informer_store_resource_version',
      'The last 15 digits of the resourceVersion the cache shows.',
      labels,
    );
    this.#objects = provider.gauge('informer_store_objects', 'Objects in the cache.', labels);
    this.#lists = provider.counter('reflector_lists_total', 'How often the whole source was read.', labels);
    this.#listDuration = provider.histogram(
      'reflector_list_duration_seconds',
      'Time to read the whole source.',
      labels,
      LIST_DURATION_BUCKETS,
    );
    this.#listItems = provider.histogram(
      'reflector_items_per_list',
      'Objects in one reading of the source.',
      labels,
      LIST_ITEMS_BUCKETS,
    );
    this.#watches = provider.counter('reflector_watches_total', 'Watches that the server accepted.', labels);
    this.#failures = provider.counter(
      'reflector_failures_total',
      'Lists and watches that were refused, failed or broke off.',
      labels,
    );
    this.#watching = provider.gauge('reflector_watching', '1 while a watch is open, and 0 otherwise.', labels);
  }

  transition({ to, prime, error }: ReflectorTransition): void {
    attempt(() => {
      this.#watching.set(to === 'watching' ? 1 : 0);
      if (error !== undefined) this.#failures.inc();
      if (to === 'watching') this.#watches.inc();
      if (prime === undefined) return;
      this.#lists.inc();
      this.#listDuration.observe(prime.durationMs / 1000);
      this.#listItems.observe(prime.objects);
    });
  }

  /** A batch was applied to the cache in this time, and so many changes still wait. */
  processed(durationMs: number, { resourceVersion, size }: CacheState, queued: number): void {
    attempt(() => {
      this.#queued.set(queued);
      this.#latency.observe(durationMs / 1000);
      this.#objects.set(size);
      const value = Number(resourceVersion.slice(-EXACT_DIGITS));
      if (resourceVersion !== '' && Number.isSafeInteger(value)) this.#storeVersion.set(value);
    });
  }

  backlog(handler: string, length: number): void {
    attempt(() => {
      let gauge = this.#backlogs.get(handler);
      if (gauge === undefined) {
        gauge = this.#provider.gauge('informer_handler_backlog', 'Changes that wait for a handler.', {
          ...this.#labels,
          handler,
        });
        this.#backlogs.set(handler, gauge);
      }
      gauge.set(length);
    });
  }
}
