import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from './object.js';

/** The names on the way to a field, outermost first. */
export type FieldPath = readonly string[];

/**
 * The path of a field that `T` has, as people write it: `'spec.nodeName'`, `"metadata.labels['app']"`. An editor completes
 * it, and the compiler finds a misspelt one, which would otherwise lead to nothing and say nothing.
 *
 * Any text where the fields are not known: in a `KubernetesObject`, below `unknown` and `object`, below the names of a map,
 * and further down in a type that contains itself. What every object has in its metadata is there whatever `T` declares, so
 * that it can be written for a `T` that is a type parameter. No path leads into an array.
 *
 * @example
 * const path: FieldPathOf<Pod> = 'spec.nodeName';
 */
export type FieldPathOf<T> = CommonPath | OwnPath<T>;

/** What the server gives every object, more than `ObjectMeta` says. */
type CommonPath =
  | 'apiVersion'
  | 'kind'
  | 'metadata'
  | `metadata.${'name' | 'generateName' | 'namespace' | 'uid' | 'resourceVersion' | 'generation'}`
  | `metadata.${'creationTimestamp' | 'deletionTimestamp' | 'deletionGracePeriodSeconds'}`
  | `metadata.${'finalizers' | 'ownerReferences' | 'managedFields'}`
  | AnyBelow<'metadata.labels' | 'metadata.annotations'>;

// Of each kind of a union by itself. A type that adds no field to those of every object says nothing about the rest.
type OwnPath<T> = T extends unknown
  ? KubernetesObject extends T
    ? [keyof T & string] extends [keyof KubernetesObject]
      ? string
      : PathsIn<T, 6, never>
    : PathsIn<T, 6, never>
  : never;

// How deep paths are spelt out; further down anything goes. The deepest field of any built-in kind that one would index
// has five names.
interface Fewer {
  1: 0;
  2: 1;
  3: 2;
  4: 3;
  5: 4;
  6: 5;
}

type PathsIn<T, Depth, Above> = string extends keyof T
  ? string
  : { [Name in keyof T & string]-?: PathsFrom<Name, T[Name], Depth, Above> }[keyof T & string];

// `Above`: the types on the way. A schema that contains schemas would cost the compiler minutes.
type PathsFrom<Name extends string, Value, Depth, Above> = unknown extends Value
  ? AnyBelow<Name>
  : Value extends Scalar | readonly unknown[] | null | undefined
    ? Name
    : [string] extends [keyof Value]
      ? AnyBelow<Name>
      : [keyof Value] extends [never]
        ? AnyBelow<Name>
        : [Value] extends [Above]
          ? AnyBelow<Name>
          : Depth extends keyof Fewer
            ? Name | `${Name}.${PathsIn<Value, Fewer[Depth], Above | Value>}`
            : AnyBelow<Name>;

type Scalar = string | number | bigint | boolean;

type AnyBelow<Name extends string> = Name | `${Name}.${string}` | `${Name}[${string}]`;

/**
 * Reads a path as people write it: `spec.nodeName`, `metadata.labels['app.kubernetes.io/name']`.
 * A dot at the beginning is allowed, as in the paths of a CustomResourceDefinition.
 * Throws `ERR_INVALID_ARGUMENT` when it cannot be one, or can lead nowhere: the `$` of JSONPath, a label with dots in
 * its name and no quotes around it.
 */
export function parseFieldPath(text: string): FieldPath {
  if (/^(?:\$|\{)/.test(text)) {
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `Cannot read the field path ${JSON.stringify(text)}: it looks like JSONPath. Write the names alone, as in spec.nodeName, and ['$…'] around a name that begins so.`,
    );
  }
  const names: string[] = [];
  const part = /(?:^|\.)([^.[\]'"]+)|\[(?:'([^']*)'|"([^"]*)")\]/gy;
  while (part.lastIndex < text.length) {
    const match = part.exec(text);
    if (match === null) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot read the field path ${JSON.stringify(text)}: write names with dots between, and ['…'] around a name that has dots.`,
      );
    }
    names.push((match[1] ?? match[2] ?? match[3]) as string);
  }
  const [metadata, map, ...below] = names;
  if (below.length > 1 && metadata === 'metadata' && (map === 'labels' || map === 'annotations')) {
    throw new KubeInformerError(
      'ERR_INVALID_ARGUMENT',
      `Cannot read the field path ${JSON.stringify(text)}: ${map} have nothing below them. Write metadata.${map}['${below.join('.')}'].`,
    );
  }
  if (names.length === 0) {
    throw new KubeInformerError('ERR_INVALID_ARGUMENT', 'Cannot read an empty field path: name at least one field.');
  }
  return names;
}

/**
 * What stands at a path of a plain object; undefined when any part of the way is missing.
 * Own properties only, and no path leads into an array: its items have no names.
 */
export function readFieldPath(object: unknown, path: FieldPath): unknown {
  let value = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const below = (value as Record<string, unknown>)[name];
    // What a plain object inherits is functions and __proto__; asking `hasOwn` only for those is eight
    // times as fast, and a selector asks for every object of a cache.
    if ((typeof below === 'function' || name === '__proto__') && !Object.hasOwn(value, name)) return undefined;
    value = below;
  }
  return value;
}
