import type { FieldPath } from './field-path.js';
import { parseFieldPath } from './field-path.js';
import type { KubernetesObject } from './object.js';

/**
 * How much of an object a cache keeps.
 * `'full'`: all of it. `'metadata'`: apiVersion, kind and metadata. `keep`: those paths and the
 * identity (apiVersion, kind, and the name, namespace, uid, resourceVersion and labels of metadata).
 * `drop`: all but those paths; the identity cannot be dropped.
 */
export type Projection =
  | 'full'
  | 'metadata'
  | { readonly keep: readonly string[] }
  | { readonly drop: readonly string[] };

/** What every projection keeps: without it the pipeline cannot tell objects apart or select them. */
const IDENTITY: readonly FieldPath[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'labels'],
];

/** One text for each projection, the same for equal ones whatever the order of their paths. */
export function projectionKey(projection: Projection): string {
  if (typeof projection === 'string') return projection;
  const [word, paths] = 'keep' in projection ? ['keep', projection.keep] : ['drop', projection.drop];
  const parsed = paths.map((path) => JSON.stringify(parseFieldPath(path)));
  return `${word}:${[...new Set(parsed)].sort().join(',')}`;
}

/** A new object with what the projection keeps; parts are shared with the given one, never changed. */
export function projectObject<T extends KubernetesObject>(object: T, projection: Projection): T {
  if (projection === 'full') return object;
  const source = object as unknown as Plain;
  if (projection === 'metadata') return pick(source, [['apiVersion'], ['kind'], ['metadata']]) as unknown as T;
  if ('keep' in projection) return pick(source, [...IDENTITY, ...projection.keep.map(parseFieldPath)]) as unknown as T;
  let result = source;
  for (const path of projection.drop.map(parseFieldPath)) result = without(result, path);
  return { ...result, ...pick(source, IDENTITY.slice(0, 2)), metadata: { ...(result['metadata'] as Plain | undefined), ...(pick(source, IDENTITY.slice(2))['metadata'] as Plain) } } as unknown as T;
}

type Plain = Record<string, unknown>;

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pick(source: Plain, paths: readonly FieldPath[]): Plain {
  const result: Plain = {};
  for (const path of paths) copyPath(source, result, path);
  return result;
}

function copyPath(source: Plain, target: Plain, path: FieldPath): void {
  const [name, ...rest] = path as readonly [string, ...string[]];
  if (!Object.hasOwn(source, name)) return;
  const value = source[name];
  if (rest.length === 0 || !isPlain(value)) {
    if (rest.length === 0) target[name] = value;
    return;
  }
  const below: Plain = Object.hasOwn(target, name) && isPlain(target[name]) ? { ...target[name] } : {};
  copyPath(value, below, rest);
  target[name] = below;
}

function without(source: Plain, path: FieldPath): Plain {
  const [name, ...rest] = path as readonly [string, ...string[]];
  if (!Object.hasOwn(source, name)) return source;
  const value = source[name];
  if (rest.length > 0) return isPlain(value) ? { ...source, [name]: without(value, rest) } : source;
  const { [name]: _dropped, ...others } = source;
  return others;
}
