import { groupVersionOf } from '../api-version.js';
import type { ApiObject } from '../contract.js';
import { shown } from '../field-error.js';
import { isObject, setOwn } from '../json.js';
import type { Json } from '../json.js';
import { badRequest } from '../status-error.js';
import type { Decoded, ObjectSchema, ReadOptions, StructNode } from './contract.js';
import { CustomStruct, objectMeta } from './custom-nodes.js';
import { GoDecodeError, goKindOf } from './go-error.js';
import { goJson } from './go-json.js';
import { propertyOf, sorted } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { cannotBeHandled } from './messages.js';
import { dropNulls, prune } from './prune.js';

const NO_LITERALS: ReadonlyMap<string, string> = new Map<string, string>();

/** Metadata as Go reads and writes it. Throws GoDecodeError. */
function readMetadata(value: unknown, path: string, unknown: string[]): unknown {
  if (!isObject(value)) {
    throw new GoDecodeError(`json: cannot unmarshal ${goKindOf(value)} into Go value of type v1.ObjectMeta`);
  }
  const found: string[] = [];
  const metadata = goJson(objectMeta(), value, { unknown: found, literals: NO_LITERALS });
  for (const name of found) unknown.push(path === '' ? `metadata.${name}` : `${path}.metadata.${name}`);
  return metadata;
}

class CustomSchema implements ObjectSchema {
  readonly apiVersion: string;
  readonly kind: string;
  readonly root: StructNode;
  readonly versions: readonly string[];
  readonly #schema: JsonSchema;

  constructor(apiVersion: string, kind: string, schema: JsonSchema, versions: readonly string[]) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.versions = versions;
    this.#schema = schema;
    this.root = new CustomStruct(schema, { embedded: true, preserved: false });
  }

  normalise(value: Json, { keepNulls = false }: ReadOptions = {}): Decoded {
    const object = sorted(value) as Json;
    const unknown: string[] = [];
    let metadata: unknown;
    try {
      metadata = sorted(readMetadata(object['metadata'] ?? {}, '', unknown));
      unknown.push(...prune(this.#schema, object));
      if (!keepNulls) dropNulls(this.#schema, object);
      const inEmbedded: string[] = [];
      coerceEmbedded(this.#schema, object, '', inEmbedded, false);
      unknown.push(...inEmbedded.sort());
    } catch (error) {
      if (error instanceof GoDecodeError) throw cannotBeHandled(this, error);
      throw error;
    }
    for (const name of ['apiVersion', 'kind'] as const) {
      const text = object[name] ?? this[name];
      if (typeof text !== 'string') throw badRequest(`.${name} accessor error: ${shown(text)} is not a string`);
      object[name] = text;
    }
    object['metadata'] = metadata;
    return {
      object: sorted(object) as ApiObject,
      problems: unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
    };
  }
}

/** Reads the metadata of embedded objects, in place, as that of the object itself. */
function coerceEmbedded(
  schema: JsonSchema | undefined,
  value: unknown,
  path: string,
  unknown: string[],
  isEmbedded: boolean,
): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      coerceEmbedded(schema.items, item, `${path}[${String(index)}]`, unknown, isEmbeddedSchema(schema.items));
    });
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const inner = path === '' ? name : `${path}.${name}`;
    if (isEmbedded) coerceMeta(value, name, path, unknown);
    const property = propertyOf(schema, name);
    if (property !== undefined) coerceEmbedded(property, value[name], inner, unknown, isEmbeddedSchema(property));
  }
}

const isEmbeddedSchema = (schema: JsonSchema | undefined): boolean =>
  schema?.['x-kubernetes-embedded-resource'] === true;

function coerceMeta(object: Json, name: string, path: string, unknown: string[]): void {
  const value = object[name];
  if (name === 'apiVersion' || name === 'kind') {
    if (typeof value !== 'string') {
      throw new GoDecodeError(`${path}.${name}: Invalid value: ${shown(value)}: must be a string`);
    }
  } else if (name === 'metadata') {
    try {
      setOwn(object, name, readMetadata(value, path, unknown));
    } catch (error) {
      if (!(error instanceof GoDecodeError)) throw error;
      throw new GoDecodeError(`${path}.metadata: Invalid value: ${shown(value)}: ${error.message}`);
    }
  }
}

/**
 * How the objects of a CRD's version are read: metadata as every object's, the rest pruned to the schema. Keys are in
 * the order Go writes maps. Defaults and validation are the caller's: `applyDefaults`, `validateCustom`. An object that
 * says another kind keeps it, for validation to refuse. `versions` are all of the CRD; by default this one.
 */
export function customSchema(
  apiVersion: string,
  kind: string,
  openAPIV3Schema: JsonSchema,
  { versions = [groupVersionOf(apiVersion).version] }: { versions?: readonly string[] } = {},
): ObjectSchema {
  return new CustomSchema(apiVersion, kind, openAPIV3Schema, versions);
}
