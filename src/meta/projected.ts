import type { KubernetesObject, ObjectMeta } from './object.js';
import type { Projection } from './projection.js';

declare const incomplete: unique symbol;

/** An object that a projection has taken something out of. No such field exists: only types know it, to keep it from `update()`. */
export interface PartialObject {
  readonly [incomplete]?: true;
}

/** Anything but a `PartialObject`, and all copies of one. */
export interface WholeObject {
  readonly [incomplete]?: never;
}

// Paths lead through objects, never into a list: its items are there as a whole, or not at all. Of a map any key may be
// missing as it is. Text comes first: `string & {}`, which open sets of values have, is an object too.
/** Any field may be missing, at any depth. */
export type SomeOf<V> = V extends string | number | boolean | readonly unknown[]
  ? V
  : V extends object
    ? string extends keyof V
      ? V
      : { readonly [Key in keyof V]?: SomeOf<V[Key]> }
    : V;

/** What a projection always keeps of metadata, and annotations, of which any may be missing as it is. */
type Named = keyof ObjectMeta;

/** `metadata` with what is always kept, and perhaps some of the rest. */
type SomeMetadata<M extends ObjectMeta> = ObjectMeta & Pick<M, Named> & SomeOf<Omit<M, Named>>;

// Whatever `T` is, this is a KubernetesObject, also to a compiler that tells a missing field from an undefined one.
type TypeFields<T extends KubernetesObject> = Pick<T, 'apiVersion' | 'kind'> & Omit<KubernetesObject, 'metadata'>;

/** Any of the fields of `T`, and its identity. */
type SomeFields<T extends KubernetesObject> = TypeFields<T> & {
  readonly metadata: SomeMetadata<T['metadata']>;
} & SomeOf<Omit<T, 'apiVersion' | 'kind' | 'metadata'>>;

/**
 * The objects of a cache of `T` with a projection: which parts of them are sure to be there. Unless that is all of them
 * they are no objects for `update()`, which would delete the rest on the server.
 *
 * @example
 * type PodName = Projected<Pod, 'metadata'>; // { apiVersion, kind, metadata }
 */
export type Projected<T extends KubernetesObject, P extends Projection> = [P] extends [
  'full' | { readonly drop: readonly 'metadata.managedFields'[] },
]
  ? T
  : [P] extends ['metadata']
    ? TypeFields<T> & Pick<T, 'metadata'> & PartialObject
    : SomeFields<T> & PartialObject;
