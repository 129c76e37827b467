import { TimeSlicer } from '../base/time-slicer.js';
import type { ProcessDeltas } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { Store } from '../store/index.js';
import { applyObjectDelta, applyReplacedAll, resyncAll } from './apply.js';
import { handlerFailed } from './handler-errors.js';
import { callHandler } from './notification.js';
import type { Change, ResourceEventHandler } from './notification.js';

/**
 * The `process` of a Controller with one handler: writes each delta to the store, then calls the
 * handler and waits for it. What the handler throws is given to `onError` and ends nothing. Calls
 * that return at once are made in slices, so that a long list does not hold the event loop.
 */
export function processDeltas<T extends KubernetesObject>(
  store: Store<T>,
  handler: ResourceEventHandler<T>,
  onError: (error: KubeInformerError) => void,
): ProcessDeltas<T> {
  // Of all batches: one that is cut up into many small ones must not block either.
  const slicer = new TimeSlicer(1);
  const call = async (changes: readonly Change<T>[]): Promise<void> => {
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
    for (const delta of deltas) {
      switch (delta.type) {
        case 'ReplacedAll': {
          let changes: readonly Change<T>[] = [];
          await applyReplacedAll(store, delta, isInInitialList, (all) => {
            changes = all;
          });
          await call(changes);
          break;
        }
        case 'SyncAll':
          await call(await resyncAll(store));
          break;
        case 'Bookmark':
          store.bookmark(delta.resourceVersion);
          break;
        default:
          await call(applyObjectDelta(store, delta, isInInitialList));
      }
    }
  };
}
