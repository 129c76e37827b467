import type { KubernetesObject } from '../meta/index.js';
import type { ResourceEventHandler } from './notification.js';

/**
 * A handler that sees only the objects `filter` accepts, as if there were no others: an object that
 * begins to pass is added, one that no longer passes is deleted.
 *
 * @example
 * informer.addEventHandler(filterHandler((pod) => pod.spec.nodeName === me, { onAdd, onDelete }));
 */
export function filterHandler<T extends KubernetesObject>(
  filter: (object: T) => boolean,
  handler: ResourceEventHandler<T>,
): ResourceEventHandler<T> {
  return {
    onAdd: (object, info) => (filter(object) ? handler.onAdd?.(object, info) : undefined),
    onUpdate: (oldObject, newObject, info) => {
      const { key } = info;
      const before = filter(oldObject);
      const now = filter(newObject);
      if (before && now) return handler.onUpdate?.(oldObject, newObject, info);
      if (now) return handler.onAdd?.(newObject, { key, isInInitialList: false });
      // It still exists, so this is its last state that passed, and nothing about it is unknown.
      if (before) return handler.onDelete?.(oldObject, { key, finalStateUnknown: false, lastShown: oldObject });
      return undefined;
    },
    onDelete: (object, info) => {
      const { lastShown } = info;
      // What the handler knows decides, not a final state that it was never shown.
      if (!filter(lastShown)) return undefined;
      return handler.onDelete?.(filter(object) ? object : lastShown, info);
    },
  };
}
