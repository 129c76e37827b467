import { getOwn, sameJson } from '../json.js';
import type { Json } from '../json.js';
import type { ListNode, TypeNode } from '../schema/contract.js';
import { FieldSet } from './field-set.js';
import { fieldElement } from './path-element.js';
import type { PathElement } from './path-element.js';
import { DEDUCED, asList, asMap, childOf, elementsOf, isAtomic, shapeOf } from './typed.js';

/** What is different between two objects. A field is in one of the three sets at most. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

type Change = keyof Comparison;

/** Stands for a value that is not there; null is one that is. */
const ABSENT = undefined;

export function compareObjects(node: TypeNode, before: unknown, after: unknown): Comparison {
  const walk = new CompareWalk();
  walk.value(node, before, after);
  return walk.result;
}

class CompareWalk {
  readonly result: Comparison = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() };

  /** From the object to where the walk is; changed on the way. */
  readonly #path: PathElement[] = [];

  #below(element: PathElement, node: TypeNode, before: unknown, after: unknown): void {
    this.#path.push(element);
    this.value(node, before, after);
    this.#path.pop();
  }

  value(node: TypeNode, before: unknown, after: unknown): void {
    // Shared parts of two versions of an object are common, and the same.
    if (before === after) return;
    const left = shapeOf(node, before);
    const right = shapeOf(node, after);
    // Where the value decides the shape and one is missing, the other decides.
    const shape = before === ABSENT ? right : left;
    const isLeaf =
      before !== ABSENT && after !== ABSENT && left !== right
        ? this.#mixed(node, before, after)
        : this.#shaped(node, shape, before, after);
    if (isLeaf) this.#leaf(before, after);
    else if (before === ABSENT) this.#note('added');
    else if (after === ABSENT) this.#note('removed');
  }

  /** A map became a leaf, or the other way round: the parts go or come, and the whole is modified. */
  #mixed(node: TypeNode, before: unknown, after: unknown): boolean {
    this.#map(node, asMap(before), asMap(after));
    return true;
  }

  /** Compares by parts; gives true when the value is to be compared as one instead. */
  #shaped(node: TypeNode, shape: string, before: unknown, after: unknown): boolean {
    if (shape === 'leaf' || isAtomic(node)) return true;
    if (shape === 'map') {
      const left = asMap(before);
      const right = asMap(after);
      if (Object.keys(left).length === 0 && Object.keys(right).length === 0) return true;
      this.#map(node, left, right);
      return false;
    }
    const left = asList(before);
    const right = asList(after);
    if (left.length === 0 && right.length === 0) return true;
    this.#list(node as ListNode, left, right);
    return false;
  }

  #map(node: TypeNode, left: Json, right: Json): void {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const child = childOf(node, name)?.node ?? DEDUCED;
      this.#below(fieldElement(name), child, getOwn(left, name), getOwn(right, name));
    }
  }

  #list(node: ListNode, left: readonly unknown[], right: readonly unknown[]): void {
    const before = elementsOf(node, left);
    const after = elementsOf(node, right);
    for (const element of new Set([...before.keys(), ...after.keys()])) {
      const old = before.get(element) ?? [];
      const now = after.get(element) ?? [];
      if (old.length <= 1 && now.length <= 1) this.#below(element, node.item, old[0], now[0]);
      else if (old.length > 1 && now.length > 1) {
        if (!sameJson(old, now)) this.#note('modified', element);
      } else if (old.length > 1) {
        if (now.length > 0) this.#below(element, node.item, ABSENT, now[0]);
        this.#note('removed', element);
      } else {
        if (old.length > 0) this.#below(element, node.item, old[0], ABSENT);
        this.#note('added', element);
      }
    }
  }

  #leaf(before: unknown, after: unknown): void {
    if (before === ABSENT) this.#note('added');
    else if (after === ABSENT) this.#note('removed');
    else if (!sameJson(before, after)) this.#note('modified');
  }

  #note(change: Change, element?: PathElement): void {
    this.result[change].add(element === undefined ? this.#path : [...this.#path, element]);
  }
}
