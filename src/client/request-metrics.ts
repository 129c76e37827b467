import type { Clock } from '../base/clock.js';
import { attempt } from '../base/metrics.js';
import type { Counter, Histogram, Labels, MetricsProvider } from '../base/metrics.js';
import type { HttpRequest, HttpResponse, Transport, TransportStats } from './http/index.js';

// Those of Kubernetes' own components.
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** What client-go has in the place of a status when there was no answer. */
const NO_ANSWER = '<error>';

/** A transport that also counts requests and their time until the headers of the answer, under client-go's names. */
export class MeteredTransport implements Transport {
  readonly #inner: Transport;
  readonly #metrics: MetricsProvider;
  readonly #host: string;
  readonly #clock: Clock;
  // By their labels. Methods and statuses are few.
  readonly #counters = new Map<string, Counter>();
  readonly #durations = new Map<string, Histogram>();

  constructor(inner: Transport, metrics: MetricsProvider, { host, clock }: { host: string; clock: Clock }) {
    this.#inner = inner;
    this.#metrics = metrics;
    this.#host = host;
    this.#clock = clock;
  }

  get stats(): TransportStats {
    return this.#inner.stats;
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    const startedAt = this.#clock.now();
    let code = NO_ANSWER;
    try {
      const response = await this.#inner.request(request);
      code = String(response.status);
      return response;
    } finally {
      const seconds = (this.#clock.now() - startedAt) / 1000;
      attempt(() => {
        this.#counter(request.method, code).inc();
      });
      attempt(() => {
        this.#duration(request.method).observe(seconds);
      });
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #counter(method: string, code: string): Counter {
    return series(this.#counters, { code, host: this.#host, method }, (labels) =>
      this.#metrics.counter('rest_client_requests_total', 'Requests, by method and status of the answer.', labels),
    );
  }

  #duration(verb: string): Histogram {
    return series(this.#durations, { host: this.#host, verb }, (labels) =>
      this.#metrics.histogram(
        'rest_client_request_duration_seconds',
        'Time from a request to the headers of its answer.',
        labels,
        BUCKETS,
      ),
    );
  }
}

function series<S>(known: Map<string, S>, labels: Labels, make: (labels: Labels) => S): S {
  const key = Object.values(labels).join(' ');
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = make(labels)));
  return found;
}
