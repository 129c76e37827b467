import type { Change } from './contract.js';

interface Subscriber {
  readonly onChange: (change: Change) => void;
  /** The last version it was given: a change in the past and in the queue at once is given once. */
  seen: number;
}

/**
 * Who hears of the changes of each resource. A subscriber that writes while it is called makes a change that is
 * delivered after the current one has reached everybody: all see one order.
 */
export class Subscribers {
  readonly #byResource = new Map<string, Set<Subscriber>>();
  readonly #queue: Change[] = [];
  #delivering = false;

  /** Gives the past at once, then each delivered change above `version`. Gives the way to leave. */
  add(groupResource: string, version: number, past: readonly Change[], onChange: Subscriber['onChange']): () => void {
    const subscriber: Subscriber = { onChange, seen: version };
    let subscribers = this.#byResource.get(groupResource);
    if (subscribers === undefined) this.#byResource.set(groupResource, (subscribers = new Set()));
    for (const change of past) call(subscriber, change);
    subscribers.add(subscriber);
    return () => {
      subscribers.delete(subscriber);
    };
  }

  deliver(change: Change): void {
    this.#queue.push(change);
    if (this.#delivering) return;
    this.#delivering = true;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        for (const subscriber of this.#byResource.get(next.groupResource) ?? []) call(subscriber, next);
      }
    } finally {
      this.#delivering = false;
    }
  }

  clear(): void {
    this.#byResource.clear();
  }
}

/** A subscriber that throws breaks its promise; it must not take the write or its neighbours with it. */
function call(subscriber: Subscriber, change: Change): void {
  if (change.entry.version <= subscriber.seen) return;
  subscriber.seen = change.entry.version;
  try {
    subscriber.onChange(change);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error), { code: 'KUBE_INFORMER_SUBSCRIBER' });
  }
}
