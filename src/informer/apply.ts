import { TimeSlicer } from '../base/time-slicer.js';
import type { ObjectDelta, RecordList, ReplacedAllDelta } from '../delta-fifo/index.js';
import { compareResourceVersions, sameObject, sameVersion } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { StoreDraft } from '../store/index.js';
import type { Store } from '../store/index.js';
import { ChangeList } from './change-list.js';
import { added, deleted, resynced, updated } from './notification.js';
import type { Change } from './notification.js';

/**
 * Writes one delta to the store and returns what changed by it: mostly one change; none if the
 * store already showed that state or a later one; two if one object gave way to another of its name.
 * What the delta calls itself does not decide, what the store holds does.
 */
export function applyObjectDelta<T extends KubernetesObject>(
  store: Store<T>,
  delta: ObjectDelta<T>,
  isInInitialList: boolean,
): readonly Change<T>[] {
  const current = delta.record === undefined ? store.getRecord(delta.key) : store.counterpartOf(delta.record);
  if (delta.type === 'Deleted') return applyDelete(store, delta, current);
  const { record } = delta;
  if (record === undefined) return [];
  if (current === undefined) {
    store.add(record);
    return [added(record, isInInitialList)];
  }
  // A resync carries what is cached. A Sync of anything else is from a list, of a queue that does not say Replaced.
  if (delta.type === 'Sync' && (current === record || sameVersion(current, record))) return [resynced(current)];
  // A list is the truth whatever its versions; an event that is older than what we hold came late or twice.
  const isListed = delta.type === 'Replaced' || delta.type === 'Sync';
  if (sameVersion(current, record) || (!isListed && isOlder(record, current))) return [];
  store.update(record);
  return changesBetween(current, record, isInInitialList);
}

function applyDelete<T extends KubernetesObject>(
  store: Store<T>,
  delta: ObjectDelta<T>,
  current: ObjectRecord<T> | undefined,
): readonly Change<T>[] {
  const { record, finalStateUnknown } = delta;
  // Older than what we hold: it came late or twice. A deletion that was concluded is always older; if of
  // the same object, it stands: what we hold was on its way when the list that lacks it was read.
  const isLate = current !== undefined && record !== undefined && isOlder(record, current);
  if (isLate && !(finalStateUnknown && sameObject(current, record))) return [];
  store.delete(record ?? delta.key);
  if (current === undefined) return [];
  if (record === undefined || finalStateUnknown) return [deleted(current, true)];
  // Another object of that name came and went unseen: the one we showed is gone, its end was not seen.
  return sameObject(current, record) ? [deleted(record, false, current)] : [deleted(current, true)];
}

/**
 * Makes the store show a list, in one step, and returns what changed by it: deletions first, then
 * the rest in the order of the store. Works in slices up to the step itself; `commit` is called in the
 * same turn as the step, so that nobody can look in between.
 */
export async function applyReplacedAll<T extends KubernetesObject>(
  store: Store<T>,
  delta: ReplacedAllDelta<T>,
  isInInitialList: boolean,
  commit: (changes: ChangeList<T>) => void,
): Promise<void> {
  const slicer = new TimeSlicer(1);
  const draft = delta.records instanceof StoreDraft ? delta.records : await drafted(store, delta.records, slicer);
  const replacement = store.beginReplace(draft);
  const items: (Change<T> | ObjectRecord<T>)[] = [];
  const present = new ChangeList<T>((record) => added(record, isInInitialList), items);
  const gone: Change<T>[] = [];
  try {
    // A first list, mostly: all that is in it is new.
    if (replacement.isComplete) {
      for (const _ of draft.appendTo(items as ObjectRecord<T>[])) if (slicer.due()) await slicer.yield();
    } else {
      for (const record of draft) {
        const old = replacement.add(record);
        if (old === undefined) present.push(record);
        else if (!sameVersion(old, record)) {
          for (const change of changesBetween(old, record, isInInitialList)) present.push(change);
        }
        if (slicer.due()) await slicer.yield();
      }
    }
    const { keep, mayKeep = () => true } = delta;
    for (const key of keep) {
      const current = store.getRecord(key);
      if (current !== undefined && mayKeep(current)) replacement.keep(key);
    }
    // Not `missing()`, which would look through the whole store for the first that is, without a pause.
    for (const record of store.records()) {
      if (!replacement.has(record)) gone.push(deleted(record, true));
      if (slicer.due()) await slicer.yield();
    }
    replacement.commit(delta.resourceVersion);
  } catch (error) {
    replacement.abort();
    throw error;
  }
  commit(present.after(gone));
  while (replacement.drain(DRAINED_AT_ONCE)) if (slicer.due()) await slicer.yield();
}

async function drafted<T extends KubernetesObject>(
  store: Store<T>,
  records: RecordList<T>,
  slicer: TimeSlicer,
): Promise<StoreDraft<T>> {
  const draft = store.beginDraft();
  try {
    for (const record of records) {
      draft.set(record);
      if (slicer.due()) await slicer.yield();
    }
  } catch (error) {
    draft.clear();
    throw error;
  }
  return draft;
}

// A record that leaves is copied: one by one that takes less time than the clock that says whether a slice is over.
const DRAINED_AT_ONCE = 4;

/** A resync of everything the store holds, in the order of the store. */
export async function resyncAll<T extends KubernetesObject>(store: Store<T>): Promise<ChangeList<T>> {
  const slicer = new TimeSlicer();
  const changes = new ChangeList<T>(resynced);
  for (const record of store.records()) {
    changes.push(record);
    if (slicer.due()) await slicer.yield();
  }
  return changes;
}

function changesBetween<T extends KubernetesObject>(
  old: ObjectRecord<T>,
  record: ObjectRecord<T>,
  isInInitialList: boolean,
): readonly Change<T>[] {
  return sameObject(old, record) ? [updated(old, record)] : [deleted(old, true), added(record, isInInitialList)];
}

function isOlder(record: ObjectRecord, current: ObjectRecord): boolean {
  const order = compareResourceVersions(record.resourceVersion, current.resourceVersion);
  return order !== undefined && order < 0;
}
