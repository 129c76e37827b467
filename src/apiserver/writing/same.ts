import type { Json } from '../json.js';
import { sameJson } from '../json.js';

/** Whether two objects are the same but for the fields named, of which only the first level counts. */
export function sameExcept(left: Json, right: Json, except: readonly string[]): boolean {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const name of except) keys.delete(name);
  for (const key of keys) if (!sameJson(left[key], right[key])) return false;
  return true;
}
