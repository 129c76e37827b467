import { getOwn, isObject } from '../json.js';
import type { Json } from '../json.js';
import type { ObjectSchema } from '../schema/contract.js';
import type { FieldSet } from './field-set.js';
import { compareObjects } from './typed-compare.js';
import { fieldSetOf } from './typed-set.js';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** What all annotations of an object may have together, in bytes: the real server's limit. */
const MAX_ANNOTATIONS = 256 * 1024;

/** What client-side apply wrote down; undefined when the object is not managed by it. */
export function lastAppliedOf(object: Json): string | undefined {
  const { metadata } = object;
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const text = isObject(annotations) ? getOwn(annotations, ANNOTATION) : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/**
 * What client-side apply set and is still as it set it. `kubectl apply --server-side` takes that over without a
 * conflict: it was the same user.
 */
export function lastAppliedSet(schema: ObjectSchema, live: Json): FieldSet | undefined {
  const text = lastAppliedOf(live);
  if (text === undefined) return undefined;
  let last: unknown;
  try {
    last = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(last) || last['apiVersion'] !== schema.apiVersion) return undefined;
  const change = compareObjects(schema.root, last, live);
  return fieldSetOf(schema.root, last).difference(change.modified).difference(change.added).difference(change.removed);
}

/** Writes down, in place, what was applied just now, so that client-side apply finds it. */
export function withLastApplied(object: Json, applied: Json): void {
  const annotations = (object['metadata'] as Json)['annotations'] as Record<string, string>;
  const text = `${JSON.stringify(sorted(withoutAnnotation(applied)))}\n`;
  annotations[ANNOTATION] = text;
  let size = 0;
  for (const [name, value] of Object.entries(annotations)) size += Buffer.byteLength(name) + Buffer.byteLength(value);
  if (size > MAX_ANNOTATIONS) Reflect.deleteProperty(annotations, ANNOTATION);
}

function withoutAnnotation(applied: Json): Json {
  const { metadata } = applied;
  if (!isObject(metadata) || !isObject(metadata['annotations'])) return applied;
  const { [ANNOTATION]: _, ...annotations } = metadata['annotations'];
  return { ...applied, metadata: { ...metadata, annotations } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
