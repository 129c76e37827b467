import { isObject } from '../json.js';
import type { TypeNode } from '../schema/contract.js';
import { FieldSet } from './field-set.js';
import { fieldElement } from './path-element.js';
import { asList, asMap, childOf, elementsOf, isAtomic, shapeOf } from './typed.js';

/**
 * The fields that an object mentions: its leaves, the items of keyed lists, the entries of maps, and what is there but
 * empty. That is what an applier owns.
 */
export function fieldSetOf(node: TypeNode, value: unknown): FieldSet {
  const set = new FieldSet();
  collect(node, value, set);
  return set;
}

/** Adds what is below a value to `set`; gives whether the value itself is a field of its own. */
function collect(node: TypeNode, value: unknown, set: FieldSet): boolean {
  const shape = shapeOf(node, value);
  if (shape === 'leaf' || isAtomic(node)) return true;
  if (shape === 'map') {
    for (const [name, item] of Object.entries(asMap(value))) {
      const child = childOf(node, name);
      if (child === undefined) continue;
      const element = fieldElement(name);
      const below = new FieldSet();
      const self = collect(child.node, item, below);
      if (self || !child.named || isBare(item)) set.members.add(element);
      if (!below.isEmpty) set.children.set(element, below);
    }
  } else if (node.type === 'list') {
    for (const [element, items] of elementsOf(node, asList(value))) {
      set.members.add(element);
      // Items that share a name are owned together.
      if (items.length > 1) continue;
      const below = new FieldSet();
      collect(node.item, items[0], below);
      if (!below.isEmpty) set.children.set(element, below);
    }
  }
  return false;
}

const isBare = (value: unknown): boolean => value === null || (isObject(value) && Object.keys(value).length === 0);

/** With every named field on the way to a member of the set in it, too. */
export function withNamedFields(set: FieldSet, node: TypeNode | undefined): FieldSet {
  const result = new FieldSet();
  for (const element of set.members) result.members.add(element);
  for (const [element, child] of set.children) {
    let inner: TypeNode | undefined;
    if (node !== undefined && element.startsWith('f:')) {
      const found = childOf(node, element.slice(2));
      inner = found?.node;
      if (found?.named === true) result.members.add(element);
    } else if (node?.type === 'list' && element.startsWith('k:')) inner = node.item;
    result.children.set(element, withNamedFields(child, inner));
  }
  return result;
}
