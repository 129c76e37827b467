import { isObject } from '../json.js';
import type { Json } from '../json.js';
import { propertyOf } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

const META = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Removes from a custom object, in place, what its schema does not have, and gives the paths of what it removed in their
 * order. `apiVersion`, `kind` and `metadata` of the object, and of embedded objects, stay: they have rules of their own.
 */
export function prune(schema: JsonSchema, object: Json): string[] {
  const removed: string[] = [];
  pruneValue({ ...schema, 'x-kubernetes-embedded-resource': true }, object, '', removed);
  return removed.sort();
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function pruneValue(schema: JsonSchema | undefined, value: unknown, path: string, removed: string[]): void {
  if (schema?.['x-kubernetes-preserve-unknown-fields'] === true) {
    prunePreserved(schema, value, path, removed);
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      pruneValue(schema?.items, item, `${path}[${String(index)}]`, removed);
    });
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    if (schema?.['x-kubernetes-embedded-resource'] === true && META.has(name)) continue;
    const inner = schema === undefined ? undefined : propertyOf(schema, name);
    if (inner !== undefined) pruneValue(inner, value[name], join(path, name), removed);
    else if (schema?.additionalProperties === undefined || schema.additionalProperties === false) {
      removed.push(join(path, name));
      Reflect.deleteProperty(value, name);
    } else pruneValue(undefined, value[name], join(path, name), removed);
  }
}

/** What is not described stays; what is described is pruned again from there on. */
function prunePreserved(schema: JsonSchema | undefined, value: unknown, path: string, removed: string[]): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      prunePreserved(schema.items, item, `${path}[${String(index)}]`, removed);
    });
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    if (schema['x-kubernetes-embedded-resource'] === true && META.has(name)) continue;
    const inner = propertyOf(schema, name);
    if (inner !== undefined) pruneValue(inner, value[name], join(path, name), removed);
  }
}

/** Removes, in place, every null that its schema does not allow and that no default replaces. */
export function dropNulls(schema: JsonSchema | undefined, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) dropNulls(schema?.items, item);
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const inner = schema === undefined ? undefined : propertyOf(schema, name);
    const item = value[name];
    if (item === null) {
      if (inner !== undefined && inner.nullable !== true && inner.default === undefined) {
        Reflect.deleteProperty(value, name);
      }
    } else dropNulls(inner, item);
  }
}
