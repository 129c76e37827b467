import { markLike } from './partial.js';

/** The metadata every Kubernetes object has, as far as informers care. Kinds declare the rest. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent or empty for cluster-scoped objects. */
  readonly namespace?: string;
  /** Tells two objects of the same name apart when one was deleted and another created. */
  readonly uid?: string;
  /** A string, never a number; compare with `compareResourceVersions` only. */
  readonly resourceVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The least an object must have to be cached: a name. Every built-in and custom kind fits. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
}

// Texts come first: `string & {}`, which lets an editor suggest the known values of an open set, is an object too.
/** A deep, writable type of a read-only one. */
export type Mutable<T> = T extends string | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? Mutable<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
      : T;

/**
 * A copy that may be written to. Objects from a cache are shared by every reader and frozen:
 * copy, change the copy, send the copy.
 *
 * @example
 * const next = mutableCopy(lister.getOrThrow('default/web'));
 * next.metadata.labels = { ...next.metadata.labels, seen: 'true' };
 */
export function mutableCopy<T extends object>(object: T): Mutable<T> {
  return markLike(object, structuredClone(object) as Mutable<T> & object);
}
