import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/** One write among several. `add` and `update` both put the object there, new or not. */
export type StoreOperation<T extends KubernetesObject> =
  | { readonly type: 'add' | 'update'; readonly item: T | ObjectRecord<T> }
  | { readonly type: 'delete'; readonly item: T | ObjectRecord<T> | string };

/** What became of each operation of a transaction, by its place in the list. */
export interface TransactionResult {
  readonly applied: readonly number[];
  readonly failed: readonly { readonly index: number; readonly error: unknown }[];
}
