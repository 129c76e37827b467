import type { KubernetesObject, SharedInformer } from '../../index.js';
import type { Seen } from './view.js';

// More than the rows of any terminal.
const KEPT = 200;
// The span over which events are counted: long enough for a steady figure, short enough to see a burst.
const SPAN_MS = 5_000;

/** What informers told: the last changes, and how many there were lately. */
export class Watched {
  readonly #seen: Seen[] = [];
  readonly #times = new Map<string, number[]>();
  readonly #onSeen: (seen: Seen) => void;

  constructor(onSeen: (seen: Seen) => void) {
    this.#onSeen = onSeen;
  }

  get recent(): readonly Seen[] {
    return this.#seen;
  }

  /** Follows an informer under a name. */
  follow(name: string, informer: SharedInformer<KubernetesObject>): void {
    const tell = (word: Seen['word'], key: string, resync: boolean): void => {
      this.#tell({ at: Date.now(), word, resource: name, key, resync });
    };
    informer.addEventHandler(
      {
        onAdd: (_, { key }) => {
          tell('add', key, false);
        },
        onUpdate: (_, __, { key, isResync }) => {
          tell('update', key, isResync);
        },
        onDelete: (_, { key }) => {
          tell('delete', key, false);
        },
      },
      { name: 'view' },
    );
  }

  eventsPerSecond(name: string, now: number): number {
    const times = this.#times.get(name) ?? [];
    while (times[0] !== undefined && times[0] < now - SPAN_MS) times.shift();
    return times.length / (SPAN_MS / 1_000);
  }

  #tell(seen: Seen): void {
    this.#seen.push(seen);
    if (this.#seen.length > KEPT) this.#seen.shift();
    const times = this.#times.get(seen.resource) ?? [];
    this.#times.set(seen.resource, times);
    // A resync is no event of the server.
    if (!seen.resync) times.push(seen.at);
    this.#onSeen(seen);
  }
}
