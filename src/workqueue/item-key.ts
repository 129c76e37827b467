import { invalidArgument } from './invalid-argument.js';

/** As the option of every queue has it. */
export type KeyOf<K> = ((item: K) => unknown) | undefined;

/** What a queue tells items apart by. */
export function itemKey<K>(item: K, keyOf: KeyOf<K>): unknown {
  return keyOf === undefined ? item : keyOf(item);
}

/**
 * The key of an item that is added. Throws for what no queue takes: undefined would read as the end in `get`, objects that
 * nothing tells apart would never be the same item, and those without a key would all be one.
 */
export function requireKey<K>(item: K, keyOf: KeyOf<K>): unknown {
  if (item === undefined || item === null) {
    throw invalidArgument('The item added to a work queue', item, 'anything but null and undefined');
  }
  if (keyOf === undefined) {
    if (typeof item !== 'object' && typeof item !== 'function') return item;
    throw invalidArgument(
      'The item added to a work queue without keyOf',
      'an object',
      'the option keyOf, such as (item) => item.name, or (item) => item where the very same object is meant: ' +
        'otherwise no two would be the same item',
    );
  }
  const key = keyOf(item);
  if (key !== undefined && key !== null) return key;
  throw invalidArgument('What keyOf made of an item added to a work queue', key, 'a keyOf that gives each item a key');
}
