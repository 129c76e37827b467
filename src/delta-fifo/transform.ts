import { KubeInformerError, messageOf } from '../errors/index.js';
import { PlainRecord, assertAcyclic, markLike, mutableCopy } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';

/**
 * Changes an object before anyone sees it, mostly to drop what is not needed. Called once for each
 * object that comes from the source. It may write to what it is given and return that, or return
 * something new; it must be synchronous, and safe to call again on its own result, since a source may
 * send the same object twice.
 *
 * It may change everything but the identity (name, namespace, uid, resourceVersion). What it leaves
 * out of the identity is put back; what it changes of it is an error.
 *
 * @example
 * const slim: Transform<Pod> = ({ spec, ...rest }) => ({ ...rest, spec: { nodeName: spec.nodeName } });
 */
export type Transform<T extends KubernetesObject> = (object: T) => T;

const IDENTITY = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

/**
 * The record of what `transform` makes of a record's object.
 *
 * The given record must not be used afterwards, whether this throws or not: a transform may have written
 * to its object. If that object is frozen, because somebody has read it before, the transform works on a copy.
 *
 * Throws `ERR_TRANSFORM_FAILED`, naming the key, when the transform throws or returns something that
 * cannot be cached under the same identity: no object, a promise, an object that contains itself, or
 * another name, namespace, uid or resourceVersion. An identity that is missing from the result is put
 * back instead, since the pipeline cannot do without it and the intent is clear.
 */
export function transformRecord<T extends KubernetesObject>(
  record: ObjectRecord<T>,
  transform: Transform<T>,
): ObjectRecord<T> {
  const given = record.forTransform();
  const writable = Object.isFrozen(given) ? (mutableCopy(given) as T) : given;
  let result: unknown;
  try {
    result = transform(writable);
  } catch (thrown) {
    throw failed(record.key, `the transform threw: ${messageOf(thrown)}`, thrown);
  }
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    throw failed(record.key, `the transform returned ${nameOf(result)}; it must return the object`);
  }
  if ('then' in result && typeof result.then === 'function') {
    // Nobody will wait for it: a later rejection must not end the process.
    Promise.resolve(result).catch(() => undefined);
    throw failed(record.key, 'the transform returned a promise; it must be synchronous');
  }
  try {
    assertAcyclic(result);
  } catch (thrown) {
    throw failed(record.key, `the transform returned what cannot be cached: ${messageOf(thrown)}`, thrown);
  }
  return new PlainRecord(markLike(given, withIdentity(result as T, record)));
}

/** `transformRecord`, or the record as it is when there is no transform. */
export function applyTransform<T extends KubernetesObject>(
  record: ObjectRecord<T>,
  transform: Transform<T> | undefined,
): ObjectRecord<T> {
  return transform === undefined ? record : transformRecord(record, transform);
}

function withIdentity<T extends KubernetesObject>(result: T, record: ObjectRecord<T>): T {
  const found: unknown = (result as { readonly metadata?: unknown }).metadata ?? {};
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    throw failed(record.key, `the transform made metadata ${nameOf(found)}; it must stay an object`);
  }
  const metadata = found as Readonly<Record<string, unknown>>;
  const lost: Record<string, string> = {};
  for (const field of IDENTITY) {
    const value = metadata[field] ?? '';
    if (value === record[field]) continue;
    if (value !== '') {
      const change = `from ${JSON.stringify(record[field])} to ${JSON.stringify(value)}`;
      throw failed(record.key, `the transform changed metadata.${field} ${change}; an object keeps its identity`);
    }
    lost[field] = record[field];
  }
  return Object.keys(lost).length === 0 ? result : { ...result, metadata: { ...metadata, ...lost } };
}

function nameOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function failed(key: string, what: string, cause?: unknown): KubeInformerError {
  return new KubeInformerError(
    'ERR_TRANSFORM_FAILED',
    `Cannot transform ${JSON.stringify(key)}: ${what}. Correct the transform: until then this object cannot enter the cache.`,
    { cause },
  );
}
