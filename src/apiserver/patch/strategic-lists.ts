import { isObject, sameJson } from '../json.js';
import type { Json } from '../json.js';
import { StatusError } from '../status-error.js';
import { goText } from './go-text.js';
import { rejected } from './json-patch.js';

export const DIRECTIVE = '$patch';

/** A patch that cannot be applied: the real server answers 500 and says only this. */
export const unable = (message: string): StatusError => new StatusError(500, '', message);

export const noMergeKey = (map: Json, key: string): StatusError =>
  unable(`map: ${goText(map)} does not contain declared merge key: ${key}`);

export const badPatchType = (directive: unknown, map: Json): StatusError =>
  unable(`unknown patch type: ${goText(directive)} in map: ${goText(map)}`);

/** The place of the item with a key; -1 when there is none. */
export function findByKey(list: readonly unknown[], key: string, value: unknown): number {
  for (const [index, item] of list.entries()) {
    if (!isObject(item)) throw unable(`value for key ${String(index)} is not a map`);
    if (Object.hasOwn(item, key) && sameJson(item[key], value)) return index;
  }
  return -1;
}

/** Whether lists hold maps or scalars; all items of all of them must be of one type. */
export function itemsAreMaps(...lists: readonly (readonly unknown[])[]): boolean {
  let kind: string | undefined;
  for (const item of lists.flat()) {
    const found = isObject(item) ? 'map' : Array.isArray(item) ? 'list' : item === null ? 'nil' : typeof item;
    if (found === 'list') throw rejected();
    if (kind !== undefined && kind !== found) {
      throw unable(`list element types are not identical: ${goText(lists)}`);
    }
    kind = found;
  }
  if (kind === undefined) throw unable('no elements in any of the given slices');
  return kind === 'map';
}

function position(list: readonly unknown[], item: unknown, key: string | undefined): number {
  if (key === undefined) return list.findIndex((other) => sameJson(other, item));
  const value = isObject(item) ? item[key] : undefined;
  return list.findIndex((other) => isObject(other) && sameJson(other[key], value));
}

/** In the order of another list; whatever that does not have comes before. Stable as Go's sort is on few items. */
function inOrderOf(items: readonly unknown[], order: readonly unknown[], key: string | undefined): unknown[] {
  const sorted = [...items];
  const before = (a: unknown, b: unknown): boolean => {
    const at = position(order, a, key);
    const bt = position(order, b, key);
    return at >= 0 && bt >= 0 ? at < bt : true;
  };
  for (let end = 1; end < sorted.length; end++) {
    for (let at = end; at > 0 && before(sorted[at], sorted[at - 1]); at--) {
      [sorted[at], sorted[at - 1]] = [sorted[at - 1], sorted[at]];
    }
  }
  return sorted;
}

function requireKeys(items: readonly unknown[], key: string | undefined): void {
  if (key === undefined) return;
  for (const item of items) {
    if (!isObject(item) || !Object.hasOwn(item, key)) throw noMergeKey(isObject(item) ? item : {}, key);
  }
}

/**
 * A merged list in its final order: the items that the patch speaks of in the order the patch has them, the others in
 * the order the server had them, the two woven together by where the server had both.
 */
export function ordered(
  merged: readonly unknown[],
  patchOrder: readonly unknown[],
  serverOrder: readonly unknown[],
  key: string | undefined,
): unknown[] {
  requireKeys(merged, key);
  requireKeys(patchOrder, key);
  const inPatch = inOrderOf(
    merged.filter((item) => position(patchOrder, item, key) >= 0),
    patchOrder,
    key,
  );
  const serverOnly = inOrderOf(
    merged.filter((item) => position(patchOrder, item, key) < 0),
    serverOrder,
    key,
  );
  const result: unknown[] = [];
  let left = 0;
  let right = 0;
  while (left < serverOnly.length && right < inPatch.length) {
    const at = position(serverOrder, serverOnly[left], key);
    const bt = position(serverOrder, inPatch[right], key);
    result.push(at >= 0 && bt >= 0 && at < bt ? serverOnly[left++] : inPatch[right++]);
  }
  return [...result, ...serverOnly.slice(left), ...inPatch.slice(right)];
}

/** Each value once, at its first place. */
export function distinct(values: readonly unknown[]): unknown[] {
  return values.filter((value, index) => values.findIndex((other) => sameJson(other, value)) === index);
}
