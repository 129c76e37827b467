import { KubeInformerError } from '../errors/index.js';
import { Keyed } from './keyed.js';
import type { KubernetesObject } from './object.js';

/**
 * The key of an object: `namespace/name`, or `name` for a cluster-scoped one. What a handler puts on a work queue; of an
 * object from a cache it is known without decoding anything.
 *
 * @example
 * informer.addEventHandler({ onAdd: (pod) => queue.add(keyOf(pod)) });
 */
export function keyOf(object: KubernetesObject): string;
/** The key of an object of this name. */
export function keyOf(namespace: string | undefined, name: string): string;
export function keyOf(subject: KubernetesObject | string | undefined, name = ''): string {
  if (typeof subject !== 'object') return subject === undefined || subject === '' ? name : `${subject}/${name}`;
  const known = Keyed.keyOf(subject);
  if (known !== undefined) return known;
  const { metadata } = subject;
  return keyOf(metadata.namespace, metadata.name);
}

/**
 * The two halves of a key; the namespace is `''` for a cluster-scoped object.
 * Throws `ERR_INVALID_KEY` for anything that is not a key, two slashes among it.
 */
export function splitKey(key: string): { namespace: string; name: string } {
  const slash = key.indexOf('/');
  const namespace = slash < 0 ? '' : key.slice(0, slash);
  const name = slash < 0 ? key : key.slice(slash + 1);
  if (name === '' || name.includes('/') || slash === 0) {
    throw new KubeInformerError(
      'ERR_INVALID_KEY',
      `Cannot split the key ${JSON.stringify(key)}: a key is "namespace/name", or "name" for a cluster-scoped object.`,
    );
  }
  return { namespace, name };
}
