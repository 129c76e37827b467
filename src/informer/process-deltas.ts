import { TimeSlicer } from '../base/time-slicer.js';
import { ObjectDelta } from '../delta-fifo/index.js';
import type { ProcessDeltas } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { Store } from '../store/index.js';
import { applyObjectDelta, applyReplacedAll, resyncAll } from './apply.js';
import { handlerFailed } from './handler-errors.js';
import { callHandler } from './notification.js';
import type { Change, ResourceEventHandler } from './notification.js';

/**
 * The `process` of a Controller with one handler: writes what was popped to the store, then calls the
 * handler for each change and waits for it. What the handler throws is given to `onError` and ends nothing. Calls
 * that return at once are made in slices, so that a long list does not hold the event loop.
 */
export function processDeltas<T extends KubernetesObject>(
  store: Store<T>,
  handler: ResourceEventHandler<T>,
  onError: (error: KubeInformerError) => void,
): ProcessDeltas<T> {
  // Of all batches: one that is cut up into many small ones must not block either.
  const slicer = new TimeSlicer(1);
  const call = async (changes: Iterable<Change<T>>): Promise<void> => {
    for (const change of changes) {
      try {
        await callHandler(handler, change);
      } catch (thrown) {
        onError(handlerFailed('handler', change, thrown));
      }
      if (slicer.due()) await slicer.yield();
    }
  };
  return async (deltas, { isInInitialList }) => {
    // All writes come before the first call, in the turn of the pop: a queue that compares the next list
    // with the store must not find it behind because a handler takes its time.
    const changes: Change<T>[] = [];
    for (const delta of deltas) {
      if (delta instanceof ObjectDelta) changes.push(...applyObjectDelta(store, delta, isInInitialList));
    }
    await call(changes);
    for (const delta of deltas) {
      if (delta instanceof ObjectDelta) continue;
      if (delta.type === 'Bookmark') store.bookmark(delta.resourceVersion);
      else if (delta.type === 'SyncAll') await call(await resyncAll(store));
      else {
        let replaced: Iterable<Change<T>> = [];
        await applyReplacedAll(store, delta, isInInitialList, (all) => {
          replaced = all;
        });
        await call(replaced);
      }
    }
  };
}
