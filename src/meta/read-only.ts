import { KubeInformerError } from '../errors/index.js';

/**
 * Freezes an object and everything below it, once: a frozen part is taken as done.
 * From then on a write throws a `TypeError` where it is made, so no reader can spoil a cache that
 * others share. Safe on shared and on cyclic parts.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
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
