import { copyJson, getOwn, setOwn } from '../json.js';
import type { Json } from '../json.js';
import type { ListNode, TypeNode } from '../schema/contract.js';
import type { PathElement } from './path-element.js';
import { DEDUCED, asList, asMap, childOf, elementOf, isAtomic, shapeOf } from './typed.js';

/**
 * An object with an applied configuration laid over it: leaves of the configuration count, maps and keyed lists are
 * merged by their parts, nothing is removed. Neither argument is changed or shared with the result.
 */
export function mergeObjects(node: TypeNode, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return copyJson(live);
  const shape = shapeOf(node, applied ?? live);
  if (shape === 'leaf' || isAtomic(node)) return copyJson(applied);
  if (shape === 'map') {
    const left = asMap(live);
    const right = asMap(applied);
    if (Object.keys(left).length === 0 && Object.keys(right).length === 0) return copyJson(applied);
    return mergeMaps(node, left, right);
  }
  const left = asList(live);
  const right = asList(applied);
  if (left.length === 0 && right.length === 0) return copyJson(applied);
  return mergeLists(node as ListNode, left, right);
}

function mergeMaps(node: TypeNode, live: Json, applied: Json): Json {
  const merged: Json = {};
  for (const name of new Set([...Object.keys(live), ...Object.keys(applied)])) {
    const child = childOf(node, name)?.node ?? DEDUCED;
    setOwn(merged, name, mergeObjects(child, getOwn(live, name), getOwn(applied, name)));
  }
  return merged;
}

/** A list whose items have names. */
interface NamedItems {
  readonly names: readonly PathElement[];
  /** At the same places as the names. */
  readonly values: readonly unknown[];
  /** Undefined for a name that repeats: such items are not merged. */
  readonly byName: ReadonlyMap<PathElement, unknown>;
}

function namedItems(node: ListNode, items: readonly unknown[]): NamedItems {
  const names: PathElement[] = [];
  const values: unknown[] = [];
  const byName = new Map<PathElement, unknown>();
  for (const item of items) {
    const name = elementOf(node, item);
    if (typeof name !== 'string') continue;
    names.push(name);
    values.push(item);
    byName.set(name, byName.has(name) ? undefined : item);
  }
  return { names, values, byName };
}

/**
 * Items in the order of the applied list, with those that only the live list has kept between the neighbours they had
 * there, as far as the applied order allows.
 */
function mergeLists(node: ListNode, live: readonly unknown[], applied: readonly unknown[]): unknown[] {
  const left = namedItems(node, live);
  const right = namedItems(node, applied);
  const shared = right.names.filter((name) => left.byName.has(name));
  const placed = new Set<PathElement>();
  const out: unknown[] = [];
  let nextShared = shared.shift();
  let l = 0;
  let r = 0;
  const place = (name: PathElement): void => {
    placed.add(name);
    out.push(mergeObjects(node.item, left.byName.get(name), right.byName.get(name)));
  };
  while (l < left.names.length || r < right.names.length) {
    const leftName = left.names[l];
    const rightName = right.names[r];
    if (leftName !== undefined && rightName !== undefined) {
      if (leftName === rightName) {
        place(leftName);
        l++;
        r++;
        nextShared = shared.shift();
        continue;
      }
      if (right.byName.has(leftName) && nextShared !== undefined && nextShared !== leftName) {
        l++;
        continue;
      }
    }
    if (leftName !== undefined) {
      if (!right.byName.has(leftName)) {
        out.push(copyJson(left.values[l]));
        l++;
        continue;
      }
      if (placed.has(leftName)) l++;
    }
    if (rightName !== undefined) {
      place(rightName);
      r++;
      if (nextShared === rightName) nextShared = shared.shift();
    }
  }
  return out;
}
