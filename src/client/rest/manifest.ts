import type { KubernetesObject } from '../../meta/index.js';

type Leaf = string | number | boolean | bigint | symbol | null | undefined;

/** Whether a server fills a field in when it is left out: it sends `null`, or `{}`, where nothing was given. */
type IsFilledIn<V> = null extends V
  ? true
  : object extends V
    ? true
    : V extends Leaf | readonly unknown[]
      ? false
      : AllOptional<V>;

/* eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the type that every object without required fields accepts. */
type AllOptional<V> = {} extends ManifestPart<V> ? true : false;

/**
 * A part of an object as it is written, not as a server returns it: what the server adds by itself is optional, at any
 * depth. Read-only and writable objects both fit.
 */
export type ManifestPart<V> = V extends Leaf
  ? V
  : V extends readonly (infer Item)[]
    ? readonly ManifestPart<Item>[]
    : V extends object
      ? string extends keyof V
        ? V
        : {
            // Two maps over the keys of V, not over a part of them: so a field that is optional in V stays so.
            readonly [Key in keyof V as IsFilledIn<V[Key]> extends true ? never : Key]: ManifestPart<V[Key]>;
          } & {
            readonly [Key in keyof V as IsFilledIn<V[Key]> extends true ? Key : never]?: ManifestPart<V[Key]>;
          }
      : V;

/** The metadata of an object as it is written: a name or a generateName, and whatever else. */
export type ManifestMeta<M> = { readonly [Key in keyof M]?: M[Key] } & {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
};

/** Server-owned, or filled in by the client from the resource. */
type Head = 'apiVersion' | 'kind' | 'metadata' | 'status';

/**
 * An object to be written: what `T` has, less what the client (apiVersion, kind) and the server (uid, status,
 * defaults) fill in. Every `T` is a `Manifest<T>`.
 *
 * @example
 * const manifest: Manifest<ConfigMap> = { metadata: { name: 'settings' }, data: { colour: 'green' } };
 */
export type Manifest<T extends KubernetesObject> = string extends keyof T
  ? LooseManifest
  : {
      readonly apiVersion?: T['apiVersion'];
      readonly kind?: T['kind'];
      readonly metadata: ManifestMeta<T['metadata']>;
      readonly status?: T extends { readonly status?: infer Status } ? ManifestPart<Status> : never;
    } & ManifestPart<Omit<T, Head>>;

/** A manifest of a kind that is known only when the program runs. */
export interface LooseManifest {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ManifestMeta<KubernetesObject['metadata']>;
  readonly [field: string]: unknown;
}
