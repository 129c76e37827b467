import type { ApiObject } from '../contract.js';
import type { StructNode, TypeNode } from '../schema/contract.js';
import { builtInSchema } from '../schema/index.js';
import { parseQuantity, roundToMilli, showQuantity } from './quantity.js';

/** Where the quantities of a type are; undefined when it has none, so that walks stop early. */
type Visit = (value: unknown) => unknown;

const visits = new WeakMap<TypeNode, Visit | null>();

function canonical(value: unknown, toMilli: boolean): unknown {
  const quantity = typeof value === 'string' ? parseQuantity(value) : '';
  if (typeof quantity === 'string') return value;
  return showQuantity(toMilli ? roundToMilli(quantity) : quantity);
}

function structVisit(node: StructNode): Visit | null {
  const fields: [string, Visit][] = [];
  // Types refer to themselves (JSON schemas do): a type that is being looked at has, for now, no quantities.
  visits.set(node, null);
  for (const [name, field] of node.fields) {
    const visit = visitOf(field.node);
    if (visit !== null) fields.push([name, visit]);
  }
  if (fields.length === 0) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const struct = value as Record<string, unknown>;
    for (const [name, visit] of fields) if (struct[name] !== undefined) struct[name] = visit(struct[name]);
    return value;
  };
}

function build(node: TypeNode): Visit | null {
  if (node.type === 'struct') return structVisit(node);
  if (node.type === 'scalar') return node.scalar === 'quantity' ? (value) => canonical(value, false) : null;
  if (node.type === 'list') {
    const visit = visitOf(node.item);
    return visit === null ? null : (value) => (Array.isArray(value) ? value.map(visit) : value);
  }
  if (node.type === 'map') {
    // A map of quantities is a list of resources, which knows no less than a thousandth.
    const isResources = node.value.type === 'scalar' && node.value.scalar === 'quantity';
    const visit = isResources ? (value: unknown): unknown => canonical(value, true) : visitOf(node.value);
    if (visit === null) return null;
    return (value) => {
      if (typeof value !== 'object' || value === null) return value;
      const map = value as Record<string, unknown>;
      for (const key of Object.keys(map)) map[key] = visit(map[key]);
      return value;
    };
  }
  return null;
}

function visitOf(node: TypeNode): Visit | null {
  const known = visits.get(node);
  if (known !== undefined) return known;
  const visit = build(node);
  visits.set(node, visit);
  return visit;
}

/** Puts every quantity of a built-in object into the form in which the server stores and shows it. */
export function canonicaliseQuantities(object: ApiObject): void {
  visitOf(builtInSchema(object.apiVersion, object.kind).root)?.(object);
}
