import { getOwn, isObject } from '../json.js';
import type { Json } from '../json.js';
import type { ListNode, TypeNode } from '../schema/contract.js';
import { keyElement, valueElement } from './path-element.js';
import type { PathElement } from './path-element.js';

/** What is below a node that says nothing about it: maps are owned by parts, lists as one. */
export const DEDUCED: TypeNode = { type: 'any', atomic: false };

/** How a value is treated: by its parts as a map or list, or as one. */
export type Shape = 'leaf' | 'list' | 'map';

/** By the type, and where the type leaves it open, by the value. A null is whatever its type is. */
export function shapeOf(node: TypeNode, value: unknown): Shape {
  switch (node.type) {
    case 'struct':
    case 'map':
      return 'map';
    case 'list':
      return 'list';
    case 'scalar':
      return 'leaf';
    case 'any':
      return isObject(value) && !node.atomic ? 'map' : 'leaf';
  }
}

/** Whether the inside of a map or list is owned as one. */
export function isAtomic(node: TypeNode): boolean {
  switch (node.type) {
    case 'struct':
    case 'map':
    case 'any':
      return node.atomic;
    case 'list':
      return node.listType === 'atomic';
    case 'scalar':
      return true;
  }
}

/** The type of what is under a name, and whether the type has that name; undefined when nothing may be there. */
export function childOf(
  node: TypeNode,
  name: string,
): { readonly node: TypeNode; readonly named: boolean } | undefined {
  switch (node.type) {
    case 'struct': {
      const field = node.fields.get(name);
      if (field !== undefined) return { node: field.node, named: true };
      return node.preserveUnknown ? { node: DEDUCED, named: false } : undefined;
    }
    case 'map':
      return { node: node.value, named: false };
    case 'any':
      return { node: DEDUCED, named: false };
    default:
      return undefined;
  }
}

/** What an item of a list is called in a path; an Error whose message says why it has no name. */
export function elementOf(list: ListNode, item: unknown): Error | PathElement {
  if (list.listType === 'set') {
    if (isObject(item)) return new Error("associative list without keys has an element that's a map type");
    if (Array.isArray(item)) return new Error('not supported: associative list with lists as elements');
    if (item === null) return new Error("associative list without keys has an element that's an explicit null");
    return valueElement(item);
  }
  if (item === null) return new Error('associative list with keys may not have a null element');
  if (!isObject(item)) return new Error('associative list with keys may not have non-map elements');
  const keys: Json = {};
  for (const name of list.keys) {
    const value = getOwn(item, name) ?? defaultOf(list.item, name);
    if (value !== undefined) keys[name] = value;
  }
  if (list.keys.length > 0 && Object.keys(keys).length === 0) {
    const names = list.keys.map((name) => JSON.stringify(name)).join(' ');
    return new Error(
      `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
    );
  }
  return keyElement(keys);
}

/** What a key is when the item leaves it out. */
function defaultOf(node: TypeNode, name: string): unknown {
  if (node.type !== 'struct') return undefined;
  const field = node.fields.get(name);
  return field?.default ?? field?.zero;
}

/** The items of a list by what they are called, in their order; those without a name are left out. */
export function elementsOf(list: ListNode, items: readonly unknown[]): Map<PathElement, unknown[]> {
  const elements = new Map<PathElement, unknown[]>();
  for (const item of items) {
    const element = elementOf(list, item);
    if (typeof element !== 'string') continue;
    const same = elements.get(element);
    if (same === undefined) elements.set(element, [item]);
    else same.push(item);
  }
  return elements;
}

export const asMap = (value: unknown): Json => (isObject(value) ? value : {});

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
