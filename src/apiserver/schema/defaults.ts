import { isObject, setOwn } from '../json.js';
import type { Json } from '../json.js';
import { propertyOf } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/**
 * Fills a custom object, in place, with the defaults of its schema: where nothing is, and where a null is that may not
 * be. Defaults inside an object come only where the object is, or is itself a default.
 */
export function applyDefaults(schema: JsonSchema, object: Json): void {
  fill(schema, object);
}

const isForbiddenNull = (value: unknown, schema: JsonSchema): boolean => value === null && schema.nullable !== true;

function fill(schema: JsonSchema | undefined, value: unknown): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return;
    value.forEach((item, index) => {
      if (isForbiddenNull(item, items) && items.default !== undefined) value[index] = structuredClone(items.default);
      fill(items, value[index]);
    });
    return;
  }
  if (!isObject(value)) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.default === undefined) continue;
    if (!Object.hasOwn(value, name) || isForbiddenNull(value[name], property)) {
      setOwn(value, name, structuredClone(property.default));
    }
  }
  for (const name of Object.keys(value)) {
    const property = propertyOf(schema, name);
    if (property === undefined) continue;
    if (isForbiddenNull(value[name], property) && property.default !== undefined) {
      setOwn(value, name, structuredClone(property.default));
    }
    fill(property, value[name]);
  }
}
