import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/** What a handler learns of an object that appeared. */
export interface AddInfo {
  readonly key: string;
  /** Whether the object was there when this handler, or the informer, began. */
  readonly isInInitialList: boolean;
}

/** What a handler learns of an object that changed, or is shown again. */
export interface UpdateInfo {
  readonly key: string;
  /** Whether nothing has changed and the object is only shown once more, as the handler's resync period asks for. */
  readonly isResync: boolean;
}

/** What a handler learns of an object that is gone. */
export interface DeleteInfo<T extends KubernetesObject = KubernetesObject> {
  readonly key: string;
  /** Whether the deletion was concluded and not seen: the object is the last known state, not the final one. */
  readonly finalStateUnknown: boolean;
  /** What the handler was shown before: the final state may be one that it never was. */
  readonly lastShown: T;
}

/**
 * Called by an informer on changes; leave out what you do not need.
 *
 * - One call at a time: the next waits until the promise of the one before settles.
 * - For each object: an add, any number of updates, a delete, and then from the start. The cache
 *   already shows a change when its call is made, and may show a later one.
 * - An object of the same name but another uid is another object: a delete and an add, no update.
 * - What is thrown, or rejected, is reported and ends nothing. A call that failed is not repeated,
 *   except by a resync: put the key on a work queue if it must be.
 * - Objects are shared with the cache and read-only: `mutableCopy()` before a write.
 */
export interface ResourceEventHandler<T extends KubernetesObject> {
  onAdd?(object: T, info: AddInfo): unknown;
  onUpdate?(oldObject: T, newObject: T, info: UpdateInfo): unknown;
  onDelete?(lastObject: T, info: DeleteInfo<T>): unknown;
}

/** A handler's call as a value; `type` tells which. */
export type Notification<T extends KubernetesObject> =
  | ({ readonly type: 'add'; readonly object: T } & AddInfo)
  | ({ readonly type: 'update'; readonly oldObject: T; readonly object: T } & UpdateInfo)
  | ({ readonly type: 'delete'; readonly object: T } & DeleteInfo<T>);

/**
 * A notification before anyone reads its object: what the Processor passes around. The flag is
 * `isInInitialList`, `isResync` or `finalStateUnknown`, by type. One for all handlers; never changed.
 */
export interface Change<T extends KubernetesObject> {
  readonly type: 'add' | 'update' | 'delete';
  readonly record: ObjectRecord<T>;
  /** The state before an update, or before a deletion if that brought another one; undefined otherwise. */
  readonly old: ObjectRecord<T> | undefined;
  readonly flag: boolean;
}

export function added<T extends KubernetesObject>(record: ObjectRecord<T>, isInInitialList: boolean): Change<T> {
  return { type: 'add', record, old: undefined, flag: isInInitialList };
}

export function updated<T extends KubernetesObject>(old: ObjectRecord<T>, record: ObjectRecord<T>): Change<T> {
  return { type: 'update', record, old, flag: false };
}

export function resynced<T extends KubernetesObject>(record: ObjectRecord<T>): Change<T> {
  return { type: 'update', record, old: record, flag: true };
}

/** `before`: the state that was shown, where that is another one. */
export function deleted<T extends KubernetesObject>(
  record: ObjectRecord<T>,
  finalStateUnknown: boolean,
  before?: ObjectRecord<T>,
): Change<T> {
  return { type: 'delete', record, old: before, flag: finalStateUnknown };
}

/** Makes the handler's call for a change and returns what the handler returned. */
export function callHandler<T extends KubernetesObject>(handler: ResourceEventHandler<T>, change: Change<T>): unknown {
  const { key } = change.record;
  switch (change.type) {
    case 'add':
      return handler.onAdd?.(change.record.object, { key, isInInitialList: change.flag });
    case 'update':
      return handler.onUpdate?.((change.old ?? change.record).object, change.record.object, {
        key,
        isResync: change.flag,
      });
    case 'delete':
      return handler.onDelete?.(change.record.object, {
        key,
        finalStateUnknown: change.flag,
        lastShown: (change.old ?? change.record).object,
      });
  }
}

/** A handler that passes every call on as a value. */
export function notificationHandler<T extends KubernetesObject>(
  receive: (notification: Notification<T>) => unknown,
): ResourceEventHandler<T> {
  return {
    onAdd: (object, info) => receive({ type: 'add', object, ...info }),
    onUpdate: (oldObject, object, info) => receive({ type: 'update', oldObject, object, ...info }),
    onDelete: (object, info) => receive({ type: 'delete', object, ...info }),
  };
}
