import { isObject, setOwn } from '../json.js';
import type { Json } from '../json.js';
import type { TypeNode } from '../schema/contract.js';
import type { FieldSet } from './field-set.js';
import { fieldElement } from './path-element.js';
import { DEDUCED, childOf, elementOf, isAtomic, shapeOf } from './typed.js';

/**
 * An object without the fields of a set. A map or list that loses everything, or has a field inside what is owned as
 * one, becomes null: it was there and has nothing left.
 */
export function removeFields(node: TypeNode, value: unknown, set: FieldSet): unknown {
  const shape = shapeOf(node, value);
  if (shape === 'leaf') return value;
  if (shape === 'map') {
    if (!isObject(value) || Object.keys(value).length === 0 || isAtomic(node)) return null;
    const kept: Json = {};
    for (const [name, item] of Object.entries(value)) {
      const element = fieldElement(name);
      if (set.members.has(element)) continue;
      const below = set.children.get(element);
      setOwn(
        kept,
        name,
        below === undefined || below.isEmpty ? item : removeFields(childOf(node, name)?.node ?? DEDUCED, item, below),
      );
    }
    return Object.keys(kept).length === 0 ? null : kept;
  }
  if (node.type !== 'list' || !Array.isArray(value) || value.length === 0 || isAtomic(node)) return null;
  const kept: unknown[] = [];
  for (const item of value as unknown[]) {
    const element = elementOf(node, item);
    if (typeof element === 'string' && set.members.has(element)) continue;
    const below = typeof element === 'string' ? set.children.get(element) : undefined;
    kept.push(below === undefined || below.isEmpty ? item : removeFields(node.item, item, below));
  }
  return kept.length === 0 ? null : kept;
}
