import { KubeInformerError } from '../errors/index.js';

/** One object. The metadata of any object fits. */
export interface ObjectName {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** `namespace/name`, or `name` for a cluster-scoped object. */
export function keyOf(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/**
 * The two halves of a key; the namespace is `''` for a cluster-scoped object.
 * Throws `ERR_INVALID_KEY` for anything that is not a key, two slashes among it.
 */
export function splitKey(key: string): { namespace: string; name: string } {
  // A caller without types may have anything in hand.
  const slash = typeof (key as unknown) === 'string' ? key.indexOf('/') : 0;
  const name = slash < 0 ? key : slash === 0 ? '' : key.slice(slash + 1);
  if (name === '' || name.includes('/')) {
    throw new KubeInformerError(
      'ERR_INVALID_KEY',
      `Cannot split the key ${JSON.stringify(key)}: a key is "namespace/name", or "name" for a cluster-scoped object.`,
    );
  }
  return { namespace: slash < 0 ? '' : key.slice(0, slash), name };
}
