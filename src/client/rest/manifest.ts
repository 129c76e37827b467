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

// To a compiler that tells a missing field from an undefined one: here they are the same, neither is sent.
/* eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what a field that may be missing leaves. */
type IfOptional<V, Key extends keyof V> = {} extends Pick<V, Key> ? undefined : never;

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
            readonly [Key in keyof V as IsFilledIn<V[Key]> extends true ? never : Key]:
              ManifestPart<V[Key]> | IfOptional<V, Key>;
          } & {
            readonly [Key in keyof V as IsFilledIn<V[Key]> extends true ? Key : never]?:
              ManifestPart<V[Key]> | undefined;
          }
      : V;

/** The metadata of an object as it is written: a name or a generateName, and whatever else. */
export type ManifestMeta<M> = { readonly [Key in keyof M]?: M[Key] | undefined } & {
  readonly name?: string | undefined;
  readonly generateName?: string | undefined;
  readonly namespace?: string | undefined;
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
      readonly apiVersion?: T['apiVersion'] | undefined;
      readonly kind?: T['kind'] | undefined;
      readonly metadata: ManifestMeta<T['metadata']>;
      readonly status?: T extends { readonly status?: infer Status } ? ManifestPart<Status> | undefined : never;
    } & ManifestPart<Omit<T, Head>>;

/** A manifest of a kind that is known only when the program runs. */
export interface LooseManifest {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: ManifestMeta<KubernetesObject['metadata']>;
  readonly [field: string]: unknown;
}
