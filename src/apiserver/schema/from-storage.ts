import type { ApiObject } from '../api-object.js';
import { groupVersionOf } from '../api-version.js';
import { copyJson, getOwn, isObject, setOwn } from '../json.js';
import type { Json } from '../json.js';
import { applyDefaults } from './defaults.js';
import { sorted } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { dropNulls, prune } from './prune.js';

/** The schema of each version of a CRD, by the name of the version. */
export type VersionSchemas = ReadonlyMap<string, JsonSchema>;

/** What a version that its CRD no longer has describes. */
const NOTHING: JsonSchema = { type: 'object' };

/**
 * A custom object of the storage as a version of its CRD shows it, made in the order of a kube-apiserver: pruned and
 * defaulted by the version it was stored in, then pruned by the one that is asked for, whose defaults are only for what
 * is written through it. The given object stays as it is, and what does not change is shared with it: the whole object,
 * when nothing does.
 */
export function fromStorage(schemas: VersionSchemas, object: ApiObject, apiVersion: string): ApiObject {
  // The schema has no say in metadata, which is most of many an object.
  const { metadata, ...rest } = object;
  const copy = copyJson(rest) as Json;
  const stored = schemaOf(schemas, object.apiVersion);
  shorten(stored, copy);
  applyDefaults(stored, copy);
  if (object.apiVersion !== apiVersion) {
    copy['apiVersion'] = apiVersion;
    shorten(schemaOf(schemas, apiVersion), copy);
  }
  copy['metadata'] = metadata;
  return sharing(object, copy) as ApiObject;
}

const schemaOf = (schemas: VersionSchemas, apiVersion: string): JsonSchema =>
  schemas.get(groupVersionOf(apiVersion).version) ?? NOTHING;

function shorten(schema: JsonSchema, object: Json): void {
  prune(schema, object);
  dropNulls(schema, object);
}

/** What `after` says, with every part that `before` has, too, taken from there; the new parts in the order of their keys. */
function sharing(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item, index) => sharing(before[index], item));
    return items.length === before.length && items.every((item, index) => item === before[index]) ? before : items;
  }
  if (!isObject(before) || !isObject(after)) return sorted(after);
  const names = Object.keys(after).sort();
  let same = names.length === Object.keys(before).length;
  const made: Json = {};
  for (const name of names) {
    const old = getOwn(before, name);
    const item = sharing(old, after[name]);
    same &&= item === old;
    setOwn(made, name, item);
  }
  return same ? before : made;
}
