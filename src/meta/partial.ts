/** The objects that a projection has taken something out of. */
const partial = new WeakSet();

/** Remembers that an object is not all of what the server has. It is returned. */
export function markPartial<T extends object>(object: T): T {
  partial.add(object);
  return object;
}

/**
 * Whether an object is known not to be all of what the server has: one from a cache with a projection, or a `mutableCopy`
 * of it. Copies made otherwise are not known; types tell those apart, see `PartialObject`.
 */
export function isPartial(object: object): boolean {
  return partial.has(object);
}

/** `copy`, marked if the object it was made of is. */
export function markLike<T extends object>(object: object, copy: T): T {
  return isPartial(object) ? markPartial(copy) : copy;
}
