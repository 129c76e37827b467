import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { ReflectorSink, ReplaceSession } from './contract.js';

/**
 * The list on its way into a sink. Whatever the sink does, its session is ended exactly once: by
 * `commit`, or by `end`, which never throws and may be called after `commit`.
 */
export class PrimeSession<T extends KubernetesObject> {
  readonly #session: ReplaceSession<T>;
  #ended = false;

  constructor(sink: ReflectorSink<T>) {
    this.#session = sink.beginReplace?.() ?? new CollectedReplace(sink);
  }

  set(record: ObjectRecord<T>): void {
    this.#session.set(record);
  }

  delete(key: string): void {
    this.#session.delete(key);
  }

  /** Throws what the sink throws; the list then counts as not taken. */
  commit(resourceVersion: string): void {
    this.#ended = true;
    this.#session.commit(resourceVersion);
  }

  /** Gives the list up unless it was committed. */
  end(onError: (error: unknown) => void): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      this.#session.abort();
    } catch (error) {
      onError(error);
    }
  }
}

/** Collects a list for a sink that takes it whole. */
class CollectedReplace<T extends KubernetesObject> implements ReplaceSession<T> {
  readonly #sink: ReflectorSink<T>;
  readonly #records = new Map<string, ObjectRecord<T>>();

  constructor(sink: ReflectorSink<T>) {
    this.#sink = sink;
  }

  set(record: ObjectRecord<T>): void {
    this.#records.set(record.key, record);
  }

  delete(key: string): void {
    this.#records.delete(key);
  }

  commit(resourceVersion: string): void {
    this.#sink.replace([...this.#records.values()], resourceVersion);
  }

  abort(): void {
    this.#records.clear();
  }
}
