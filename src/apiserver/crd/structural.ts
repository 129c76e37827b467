import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { validateCustom } from '../schema/index.js';
import type { JsonSchema } from '../schema/index.js';
import { nestedErrors } from './structural-nested.js';

type Level = 'field' | 'item' | 'root';

/** A schema as it was sent: with the fields that are refused, too. */
export interface RawSchema extends JsonSchema {
  readonly $ref?: string;
  readonly id?: string;
  readonly additionalItems?: unknown;
  readonly patternProperties?: unknown;
  readonly definitions?: unknown;
  readonly dependencies?: unknown;
  readonly uniqueItems?: boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const;

/** Everything wrong with the schema of a version. `field` is that of the schema's parent. */
export function schemaErrors(schema: JsonSchema | undefined, field: string, hasStatus: boolean): FieldError[] {
  if (schema === undefined) return [];
  const place = `${field}.openAPIV3Schema`;
  const errors: FieldError[] = [];
  if (hasStatus && schema.type !== undefined && schema.type !== 'object') {
    errors.push(
      invalid(
        `${place}.type`,
        schema.type,
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
      ),
    );
  }
  if (schema.nullable === true) {
    errors.push(forbidden(`${place}.nullable`, 'nullable cannot be true at the root'));
  }
  const structure = [...invariantErrors(schema, 'root', place), ...nestedErrors(schema, place, true)];
  structure.sort((a, b) => (`${a.field}: ${a.text}` < `${b.field}: ${b.text}` ? -1 : 1));
  errors.push(...structure);
  // Defaults are judged by a schema that is sound.
  if (structure.length === 0) errors.push(...defaultErrors(schema, place, true));
  return [...errors, ...supportErrors(schema, place)];
}

function childrenOf(schema: JsonSchema, place: string): [schema: JsonSchema, place: string, level: Level][] {
  const children: [JsonSchema, string, Level][] = [];
  if (schema.items !== undefined) children.push([schema.items, `${place}.items`, 'item']);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    children.push([property, `${place}.properties[${name}]`, 'field']);
  }
  if (typeof schema.additionalProperties === 'object') {
    children.push([schema.additionalProperties, `${place}.additionalProperties`, 'field']);
  }
  return children;
}

/** What no schema of Kubernetes may have, and what its own extensions ask for. */
function supportErrors(schema: RawSchema, place: string): FieldError[] {
  const errors: FieldError[] = [];
  if (schema.uniqueItems === true) {
    errors.push(
      forbidden(
        `${place}.uniqueItems`,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
  }
  const { additionalProperties, properties } = schema;
  if (
    additionalProperties !== undefined &&
    additionalProperties !== false &&
    Object.keys(properties ?? {}).length > 0
  ) {
    errors.push(forbidden(`${place}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'));
  }
  const { type = '' } = schema;
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(`${place}.type`, type, TYPES));
  for (const name of UNSUPPORTED) {
    if (schema[name] !== undefined) errors.push(forbidden(`${place}.${name}`, `${name} is not supported`));
  }
  errors.push(...extensionErrors(schema, place));
  for (const [child, where] of childrenOf(schema, place)) errors.push(...supportErrors(child, where));
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
    schema[word]?.forEach((part, index) => {
      errors.push(...supportErrors(part, `${place}.${word}[${String(index)}]`));
    });
  }
  if (schema.not !== undefined) errors.push(...supportErrors(schema.not, `${place}.not`));
  return errors;
}

function defaultErrors(schema: JsonSchema, place: string, isRoot: boolean): FieldError[] {
  const errors = childrenOf(schema, place).flatMap(([child, where]) => defaultErrors(child, where, false));
  if (schema.default === undefined || isRoot) return errors;
  const own = validateCustom(schema, schema.default).map((error) => ({
    ...error,
    field: error.field === '' ? `${place}.default` : `${place}.default.${error.field}`,
  }));
  return [...own, ...errors];
}

function extensionErrors(schema: JsonSchema, place: string): FieldError[] {
  const errors: FieldError[] = [];
  const { type = '' } = schema;
  const needs = (name: string, wanted: string): void => {
    const detail = `must be ${wanted} if ${name} is specified`;
    if (type === '') errors.push(required(`${place}.type`, detail));
    else if (type !== wanted) errors.push(invalid(`${place}.type`, type, detail));
  };
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.push(invalid(`${place}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  const mapType: string | undefined = schema['x-kubernetes-map-type'];
  if (mapType !== undefined) {
    needs('x-kubernetes-map-type', 'object');
    if (!['atomic', 'granular'].includes(mapType)) {
      errors.push(notSupported(`${place}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
    }
  }
  const listType: string | undefined = schema['x-kubernetes-list-type'];
  if (listType !== undefined) {
    needs('x-kubernetes-list-type', 'array');
    if (!['atomic', 'map', 'set'].includes(listType)) {
      errors.push(notSupported(`${place}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
    }
  }
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (keys.length > 0 && listType !== 'map') {
    const where = `${place}.x-kubernetes-list-type`;
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(listType === undefined ? required(where, detail) : invalid(where, listType, detail));
  }
  if (listType === 'map') errors.push(...mapKeyErrors(schema, keys, place));
  return errors;
}

function mapKeyErrors(schema: JsonSchema, keys: readonly string[], place: string): FieldError[] {
  const field = `${place}.x-kubernetes-list-map-keys`;
  const errors: FieldError[] = [];
  if (keys.length === 0) errors.push(required(field, 'must not be empty if x-kubernetes-list-type is map'));
  const { items } = schema;
  if (items === undefined) {
    errors.push(required(`${place}.items`, 'must have a schema if x-kubernetes-list-type is map'));
    return errors;
  }
  if (items.type !== 'object') {
    errors.push(
      invalid(
        `${place}.items.type`,
        items.type ?? '',
        "must be object if parent array's x-kubernetes-list-type is map",
      ),
    );
  }
  if (keys.some((key) => items.properties?.[key] === undefined)) {
    errors.push(invalid(field, keys, 'entries must all be names of item properties'));
  }
  if (new Set(keys).size !== keys.length) errors.push(invalid(field, keys, 'must not contain duplicate entries'));
  for (const key of keys) {
    const property = items.properties?.[key];
    const where = `${place}.items.properties[${key}]`;
    if (property === undefined) continue;
    if (items.required?.includes(key) !== true && property.default === undefined) {
      errors.push(
        required(
          `${where}.default`,
          'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
        ),
      );
    }
    if (property.nullable === true) {
      errors.push(
        forbidden(`${where}.nullable`, 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable'),
      );
    }
  }
  return errors;
}

const NO_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** What makes a schema structural: every part that is described has a type. */
function invariantErrors(schema: JsonSchema, level: Level, place: string): FieldError[] {
  const errors: FieldError[] = [];
  const { type = '', properties = {} } = schema;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const preserves = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const intOrString = schema['x-kubernetes-int-or-string'] === true;
  if (type === 'array' && schema.items === undefined) errors.push(required(`${place}.items`, 'must be specified'));
  for (const [child, where, childLevel] of childrenOf(schema, place)) {
    errors.push(...invariantErrors(child, childLevel, where));
  }
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== false && level === 'root') {
    errors.push(forbidden(`${place}.additionalProperties`, 'must not be used at the root'));
  }
  if (intOrString && preserves) {
    const field = `${place}.x-kubernetes-preserve-unknown-fields`;
    errors.push(invalid(field, true, 'must be false if x-kubernetes-int-or-string is true'));
  }
  if (embedded && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(`${place}.type`, detail) : invalid(`${place}.type`, type, detail));
  } else if (type === '' && !intOrString && !preserves) {
    errors.push(required(`${place}.type`, NO_TYPE[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(`${place}.type`, type, 'must be object at the root'));
  }
  if (level === 'root' || embedded) {
    for (const name of ['kind', 'apiVersion'] as const) {
      const property = properties[name];
      if (property !== undefined && property.type !== 'string') {
        errors.push(invalid(`${place}.properties[${name}].type`, property.type ?? '', 'must be string'));
      }
    }
    errors.push(...metadataErrors(properties.metadata, level, `${place}.properties[metadata]`));
  }
  if (embedded && !preserves && Object.keys(properties).length === 0) {
    errors.push(
      required(
        `${place}.properties`,
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ),
    );
  }
  return errors;
}

function metadataErrors(metadata: JsonSchema | undefined, level: Level, place: string): FieldError[] {
  if (metadata === undefined) return [];
  if (metadata.type !== 'object') return [invalid(`${place}.type`, metadata.type ?? '', 'must be object')];
  if (level !== 'root') return [];
  const names = Object.keys(metadata.properties ?? {});
  const others = Object.keys(metadata).filter((name) => !['type', 'properties', 'description'].includes(name));
  if (others.length === 0 && names.every((name) => name === 'name' || name === 'generateName')) return [];
  return [
    forbidden(
      place,
      'must not specify anything other than name and generateName, but metadata is implicitly specified',
    ),
  ];
}
