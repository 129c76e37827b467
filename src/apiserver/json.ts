/** A JSON object. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets a property whatever its name is: an assignment to `__proto__` would set the prototype. */
export function setOwn(object: Json, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else object[name] = value;
}

/** A property of the object's own, whatever its name is; undefined when there is none. */
export const getOwn = (object: Json, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);

/** A deep copy of JSON, quicker than structuredClone, which also looks for cycles and classes. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: Json = {};
  for (const name of Object.keys(value)) setOwn(copy, name, copyJson(value[name]));
  return copy;
}

/** Deep equality. A missing field equals `undefined`, and the order of keys means nothing. */
export const sameJson = (a: unknown, b: unknown): boolean => same(a, b, false);

/** As `sameJson`, and null equals what is missing, too: Go reads the same from both. */
export const sameInGo = (a: unknown, b: unknown): boolean => same(a, b, true);

function same(a: unknown, b: unknown, nullIsMissing: boolean): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index], nullIsMissing));
  }
  const isMissing = (value: unknown): boolean => value === undefined || (nullIsMissing && value === null);
  if (!isObject(a) || !isObject(b)) return isMissing(a) && isMissing(b);
  return (
    Object.keys(a).every((name) => same(a[name], getOwn(b, name), nullIsMissing)) &&
    Object.keys(b).every((name) => Object.hasOwn(a, name) || isMissing(b[name]))
  );
}
