import { KubeInformerError } from '../errors/index.js';

/**
 * Freezes an object and everything below it, also below parts that someone froze on their own.
 * From then on a write throws a `TypeError` where it is made, so no reader can spoil a cache that
 * others share. Safe on shared and on cyclic parts. Accessors of frozen parts are not called: an
 * object that decodes itself on demand stays as it is.
 */
export function deepFreeze<T>(value: T): T {
  freeze(value, undefined);
  return value;
}

// `frozen` has the parts that were found frozen, by whomever, and walked once more. It stays
// undefined for the usual case, a tree straight from JSON, which then costs no bookkeeping.
function freeze(value: unknown, frozen: Set<object> | undefined): Set<object> | undefined {
  // Node refuses to freeze views on memory, since that memory can be written from elsewhere anyway.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return frozen;
  if (!Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen = freeze(part, frozen);
    return frozen;
  }
  if (frozen?.has(value) === true) return frozen;
  frozen = (frozen ?? new Set()).add(value);
  for (const name of Object.keys(value)) {
    frozen = freeze(Object.getOwnPropertyDescriptor(value, name)?.value, frozen);
  }
  return frozen;
}

/**
 * Throws `ERR_INVALID_OBJECT`, with the path, when `value` contains itself: such an object can be
 * neither sent nor copied as JSON, so it must not enter a cache.
 */
export function assertAcyclic(value: unknown): void {
  const above = new Set<object>();
  const path: string[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (above.has(part)) {
      throw new KubeInformerError('ERR_INVALID_OBJECT', `The object contains itself at ${path.join('.')}.`);
    }
    above.add(part);
    for (const [name, child] of Object.entries(part)) {
      path.push(name);
      walk(child);
      path.pop();
    }
    above.delete(part);
  };
  walk(value);
}
