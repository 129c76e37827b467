import { KubeInformerError } from '../errors/index.js';
import type { FieldPath, FieldPathOf } from './field-path.js';
import { parseFieldPath } from './field-path.js';
import type { KubernetesObject } from './object.js';
import { markLike, markPartial } from './partial.js';

/**
 * How much of an object a cache keeps.
 * `'full'`: all of it. `'metadata'`: apiVersion, kind and metadata. `keep`: those paths and the
 * identity (apiVersion, kind, and the name, namespace, uid, resourceVersion and labels of metadata).
 * `drop`: all but those paths; the identity cannot be dropped.
 */
export type Projection<T = KubernetesObject> =
  'full' | 'metadata' | { readonly keep: readonly FieldPathOf<T>[] } | { readonly drop: readonly FieldPathOf<T>[] };

/** `Projection<T>` for paths that are written where the type is known, and nothing for those known only when the program runs. */
export type CheckedProjection<T, P> =
  string extends PathOf<P> ? unknown : { readonly projection?: Projection<T> | undefined };

type PathOf<P> = P extends { readonly keep: readonly (infer Path)[] } | { readonly drop: readonly (infer Path)[] }
  ? Path
  : never;

/** What every projection keeps: without it the pipeline cannot tell objects apart or select them. */
export const IDENTITY: readonly FieldPath[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'labels'],
];

/**
 * One text for each projection, the same for equal ones whatever the order of their paths. Throws `ERR_INVALID_ARGUMENT`
 * for what is none.
 */
export function projectionKey(projection: Projection): string {
  if (projection === 'full' || projection === 'metadata') return projection;
  assertPaths(projection);
  const [word, paths] = 'keep' in projection ? ['keep', projection.keep] : ['drop', projection.drop];
  const parsed = paths.map((path) => JSON.stringify(parseFieldPath(path)));
  return `${word}:${[...new Set(parsed)].sort().join(',')}`;
}

function assertPaths(projection: unknown): void {
  const { keep, drop } = Object(projection) as { readonly keep?: unknown; readonly drop?: unknown };
  const paths = keep ?? drop;
  const isOneOfTwo = 'keep' in Object(projection) !== 'drop' in Object(projection);
  if (isOneOfTwo && Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return;
  throw new KubeInformerError(
    'ERR_INVALID_ARGUMENT',
    `Cannot use ${JSON.stringify(projection)} as a projection: it is 'full', 'metadata', or { keep } or { drop } with a ` +
      `list of paths, such as ['spec.nodeName'].`,
  );
}

/** A new object with what the projection keeps; parts are shared with the given one, never changed. */
export function projectObject<T extends KubernetesObject>(object: T, projection: Projection): T {
  if (projection === 'full') return object;
  const source = object as unknown as Plain;
  const projected = project(source, projection) as unknown as T;
  return leavesOut(projection) ? markPartial(projected) : markLike(object, projected);
}

// What cannot be dropped, and what the server keeps its own of when an object is written without it.
const NOT_MISSED: readonly FieldPath[] = [...IDENTITY, ['metadata', 'managedFields']];

function isWithin(path: FieldPath, outer: FieldPath): boolean {
  return outer.every((name, index) => path[index] === name);
}

/** Whether an object loses something by the projection that the server would lose by its update. */
export function leavesOut(projection: Projection): boolean {
  if (typeof projection === 'string') return projection !== 'full';
  if ('keep' in projection) return true;
  return pathsOf(projection, projection.drop).some((path) => !NOT_MISSED.some((kept) => isWithin(path, kept)));
}

/** Whether an object can still have something at a path after the projection. */
export function keepsPath(projection: Projection, path: FieldPath): boolean {
  if (projection === 'full') return true;
  const touches = (kept: FieldPath): boolean => isWithin(path, kept) || isWithin(kept, path);
  if (projection === 'metadata') return METADATA.some(touches);
  if (IDENTITY.some(touches)) return true;
  if ('keep' in projection) return pathsOf(projection, projection.keep).some(touches);
  return !pathsOf(projection, projection.drop).some((dropped) => isWithin(path, dropped));
}

type Plain = Readonly<Record<string, unknown>>;

/** What is left of an object of which only metadata is wanted. */
export const METADATA: readonly FieldPath[] = [['apiVersion'], ['kind'], ['metadata']];

// One projection is applied to every object of a cache: its paths are read once.
const parsedPaths = new WeakMap<object, readonly FieldPath[]>();

function pathsOf(projection: object, texts: readonly string[]): readonly FieldPath[] {
  let paths = parsedPaths.get(projection);
  if (paths === undefined) {
    paths = texts.map(parseFieldPath);
    parsedPaths.set(projection, paths);
  }
  return paths;
}

function project(source: Plain, projection: Exclude<Projection, 'full'>): Plain {
  if (projection === 'metadata') return copyPaths(source, {}, METADATA);
  if ('keep' in projection) {
    return copyPaths(source, copyPaths(source, {}, IDENTITY), pathsOf(projection, projection.keep));
  }
  const rest = pathsOf(projection, projection.drop).reduce(without, source);
  return copyPaths(source, rest, IDENTITY);
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `target` with what stands at the paths of `source`; what is missing there is left as it is. */
function copyPaths(source: Plain, target: Plain, paths: readonly FieldPath[]): Plain {
  return paths.reduce((result, path) => copyPath(source, result, path, 0), target);
}

function copyPath(source: Plain, target: Plain, path: FieldPath, depth: number): Plain {
  const name = path[depth] as string;
  if (!Object.hasOwn(source, name)) return target;
  const value = source[name];
  if (depth === path.length - 1) return { ...target, [name]: value };
  if (!isPlain(value)) return target;
  const below = Object.hasOwn(target, name) ? target[name] : undefined;
  return { ...target, [name]: copyPath(value, isPlain(below) ? below : {}, path, depth + 1) };
}

function without(source: Plain, path: FieldPath): Plain {
  const [name, ...rest] = path as readonly [string, ...string[]];
  if (!Object.hasOwn(source, name)) return source;
  const value = source[name];
  if (rest.length > 0) return isPlain(value) ? { ...source, [name]: without(value, rest) } : source;
  const { [name]: _dropped, ...others } = source;
  return others;
}
