import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { ReflectorSink, ReplaceSession } from './contract.js';

/**
 * A replace session of the sink, or one that collects the list for a sink that takes it whole.
 * In both, `abort` after `commit` does nothing.
 */
export function beginReplace<T extends KubernetesObject>(sink: ReflectorSink<T>): ReplaceSession<T> {
  return sink.beginReplace?.() ?? new CollectedReplace(sink);
}

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
