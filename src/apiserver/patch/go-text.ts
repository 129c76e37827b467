import { isObject } from '../json.js';

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
