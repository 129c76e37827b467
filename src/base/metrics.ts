/** The labels of one series. */
export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  inc(by?: number): void;
}

export interface Gauge {
  set(value: number): void;
}

export interface Histogram {
  observe(value: number): void;
}

/**
 * Where measurements go. The library calls each constructor once for a name and set of labels and
 * keeps what it gets; a provider that is asked twice for the same series must return the same one.
 * Names follow client-go and Kubernetes wherever those have a name for the same thing.
 */
export interface MetricsProvider {
  counter(name: string, help: string, labels: Labels): Counter;
  gauge(name: string, help: string, labels: Labels): Gauge;
  histogram(name: string, help: string, labels: Labels, buckets?: readonly number[]): Histogram;
}

const nothing = { inc: () => undefined, set: () => undefined, observe: () => undefined };

/** Measures nothing: the default. */
export const noMetrics: MetricsProvider = {
  counter: () => nothing,
  gauge: () => nothing,
  histogram: () => nothing,
};
