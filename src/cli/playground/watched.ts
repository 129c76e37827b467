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
    const tell = (word: Seen['word'], key: string, object: KubernetesObject, resync: boolean): void => {
      const detail = word === 'delete' ? '' : detailOf(object);
      this.#tell({ at: Date.now(), word, resource: name, key, resync, detail });
    };
    informer.addEventHandler(
      {
        onAdd: (object, { key }) => {
          tell('add', key, object, false);
        },
        onUpdate: (_, object, { key, isResync }) => {
          tell('update', key, object, isResync);
        },
        onDelete: (object, { key }) => {
          tell('delete', key, object, false);
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

/** The part of an object that the workload changes. */
function detailOf(object: KubernetesObject): string {
  const { metadata, spec, status, data } = object as KubernetesObject & {
    readonly metadata: { readonly deletionTimestamp?: string };
    readonly spec?: { readonly replicas?: number };
    readonly status?: { readonly phase?: string };
    readonly data?: { readonly revision?: string };
  };
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (status?.phase !== undefined) return status.phase;
  if (spec?.replicas !== undefined) return `replicas: ${String(spec.replicas)}`;
  return data?.revision === undefined ? '' : `revision ${data.revision}`;
}
