import { duplicate, invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { isObject } from '../json.js';
import { propertyOf, sorted } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/** The lists that are sets or maps and have an item twice: its second occurrence is the error. */
export function validateLists(schema: JsonSchema, value: unknown, path: string): FieldError[] {
  const errors: FieldError[] = [];
  visit(schema, value, path, errors);
  return errors;
}

function visit(schema: JsonSchema, value: unknown, path: string, errors: FieldError[]): void {
  if (Array.isArray(value)) {
    const listType = schema['x-kubernetes-list-type'];
    if (listType === 'set') checkUnique(value, value, path, errors);
    else if (listType === 'map') checkMap(schema, value, path, errors);
    const { items } = schema;
    if (items === undefined) return;
    value.forEach((item, index) => {
      visit(items, item, `${path}[${String(index)}]`, errors);
    });
  } else if (isObject(value)) {
    const isMap = typeof schema.additionalProperties === 'object';
    for (const [name, item] of Object.entries(value)) {
      const property = propertyOf(schema, name);
      const inner = isMap ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
      if (property !== undefined) visit(property, item, inner, errors);
    }
  }
}

function checkUnique(keys: readonly unknown[], shown: readonly unknown[], path: string, errors: FieldError[]): void {
  const seen = new Map<string, number>();
  keys.forEach((key, index) => {
    const text = JSON.stringify(sorted(key));
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    // A third occurrence is no news.
    if (times === 2) errors.push(duplicate(`${path}[${String(index)}]`, shown[index]));
  });
}

function checkMap(schema: JsonSchema, value: readonly unknown[], path: string, errors: FieldError[]): void {
  const wrong = value.findIndex((item) => item !== null && !isObject(item));
  if (wrong !== -1) {
    errors.push(invalid(`${path}[${String(wrong)}]`, value[wrong], 'must be an object for an array of list-type map'));
    return;
  }
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const keyOf = (item: unknown): Record<string, unknown> =>
    Object.fromEntries(
      keys
        .filter((key) => isObject(item) && Object.hasOwn(item, key))
        .map((key) => [key, (item as Record<string, unknown>)[key]]),
    );
  const found = value.map(keyOf);
  checkUnique(found, found, path, errors);
}
