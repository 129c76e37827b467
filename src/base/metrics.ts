/** The labels of one series. */
export type Labels = Readonly<Record<string, string>>;

/** A number that only grows. */
export interface Counter {
  inc(by?: number): void;
}

/** A number that is what it was last set to. */
export interface Gauge {
  set(value: number): void;
}

/** Counts how often values fell into which range. */
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

/** Takes a measurement. One that fails is lost, and stops nothing: nobody is there to be told of it. */
export function attempt(measure: () => void): void {
  try {
    measure();
  } catch {
    // See above.
  }
}
