import type { Status } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { WireItem } from './json-item.js';

/**
 * An event of a watch, as the Reflector takes it. `ADDED`, `MODIFIED` and `DELETED` carry a record; a
 * bookmark, which has no name and can be no record, carries a plain object; an `ERROR` carries a Status.
 * A type that is none of these carries whatever was sent: the Reflector reports it.
 */
export interface WireEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: string;
  readonly object: WireItem<T> | Status | null;
}
