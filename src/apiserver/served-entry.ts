import type { ServedResource } from './contract.js';
import type { Entry } from './storage/contract.js';
import { reshaped } from './storage/index.js';

interface Known {
  readonly resource: ServedResource;
  readonly entry: Entry;
}

/**
 * A state of the storage as a resource shows it: of a custom kind pruned, defaulted and in the version that is served. It
 * is made once for each state and resource, and a changed CRD, which makes another resource, makes it anew. A state that
 * needs no change is itself, so that its encodings are shared; one that does has a place for encodings of its own, which
 * goes when the state is made anew. Built-in kinds are converted where they are encoded.
 */
export function servedEntry(resource: ServedResource, entry: Entry): Entry {
  if (resource.fromStorage === undefined) return entry;
  const key = `served ${resource.version}`;
  const known = entry.derived.get(key) as Known | undefined;
  if (known?.resource === resource) return known.entry;
  const object = resource.fromStorage(entry.object);
  const made = object === entry.object ? entry : reshaped(entry, object);
  entry.derived.set(key, { resource, entry: made } satisfies Known);
  return made;
}
