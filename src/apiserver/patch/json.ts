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

export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

/** A value as Go prints it with `%v`: `map[a:1 b:[x y]]`, the keys in their order. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (isObject(value)) {
    const names = Object.keys(value).sort();
    return `map[${names.map((name) => `${name}:${goText(value[name])}`).join(' ')}]`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
