import type { FieldPath, FieldSelector, KubernetesObject, LabelSelector } from '../meta/index.js';
import type { EntryGroup } from './entry.js';
import { Indexer } from './indexer.js';
import type { Store } from './store.js';

/**
 * The entries among which those that match the selectors are, in a deterministic order: by an index
 * over a field that a selector pins down, or by namespace, or all of them. The caller still has to match each.
 */
export function candidates<T extends KubernetesObject>(
  store: Store<T>,
  namespace: string | undefined,
  labels?: LabelSelector,
  fields?: FieldSelector,
): Iterable<EntryGroup<T>> {
  const pinned = [...(fields?.pinned() ?? []), ...(labels?.pinned() ?? [])];
  const space = namespace ?? pinned.find(({ path }) => isNamespace(path))?.values[0];
  if (store instanceof Indexer) {
    const indexer = store as Indexer<T>;
    for (const { path, values } of pinned) {
      // A missing field reads as '' in a field selector, and an index does not hold what is missing.
      const name = values.includes('') ? undefined : indexer.indexOfField(path);
      if (name === undefined) continue;
      if (values.length === 1) return [indexer.entriesByIndex(name, values[0] as string)];
      return [new Set(values.flatMap((value) => [...indexer.entriesByIndex(name, value)]))];
    }
  }
  return store.entryGroups(space);
}

function isNamespace(path: FieldPath): boolean {
  return path.length === 2 && path[0] === 'metadata' && path[1] === 'namespace';
}
