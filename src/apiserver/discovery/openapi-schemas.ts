import { rulesOf } from '../../generated/index.js';
import type { FieldRule } from '../../generated/index.js';
import { CODE, TIMES, messageTypeOf } from '../../wire/codec/index.js';
import type { Field, MessageType } from '../../wire/codec/index.js';
import { groupVersionOf } from '../api-version.js';
import type { ServedResource } from '../contract.js';
import type { Json } from '../json.js';

const MACHINERY = 'io.k8s.apimachinery.pkg';
const META = `${MACHINERY}.apis.meta.v1`;
const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';

/** The schemas of the types that are a value of their own in JSON, by name. */
const VALUES: Readonly<Record<string, Json>> = {
  [`${META}.Time`]: { type: 'string', format: 'date-time' },
  [`${META}.MicroTime`]: { type: 'string', format: 'date-time' },
  [`${META}.Duration`]: { type: 'string' },
  [`${META}.FieldsV1`]: { type: 'object' },
  [`${META}.Patch`]: { type: 'object' },
  [`${MACHINERY}.api.resource.Quantity`]: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  [`${MACHINERY}.util.intstr.IntOrString`]: {
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  [`${MACHINERY}.runtime.RawExtension`]: { type: 'object' },
  [`${EXTENSIONS}.JSON`]: {},
  [`${EXTENSIONS}.JSONSchemaPropsOrBool`]: {},
  [`${EXTENSIONS}.JSONSchemaPropsOrArray`]: {},
  [`${EXTENSIONS}.JSONSchemaPropsOrStringArray`]: {},
};

/** Named schemas that refer to each other, gathered as they are first mentioned. */
export class SchemaSet {
  readonly #schemas = new Map<string, Json>();
  /** Where references point: `#/components/schemas/` in OpenAPI 3, `#/definitions/` in 2. */
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Every schema that was mentioned, by name. */
  toJson(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to a schema that this module knows by its name. */
  refTo(name: string): Json {
    const value = VALUES[name];
    if (value !== undefined) this.#schemas.set(name, value);
    return { $ref: this.#prefix + name };
  }

  /** A reference to a built-in kind, which is described with all it refers to. */
  refToKind(apiVersion: string, kind: string): Json {
    const type = messageTypeOf(apiVersion, kind);
    return type === undefined ? { type: 'object' } : this.#refToMessage(type, { ...groupVersionOf(apiVersion), kind });
  }

  /** A reference to a custom kind and its list, described by the schema of its CRD. */
  refToCustom(resource: ServedResource, list: boolean): Json {
    const { group, version } = resource;
    const kind = list ? resource.listKind : resource.kind;
    const name = `${group.split('.').reverse().join('.')}.${version}.${kind}`;
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      this.#schemas.set(name, {
        ...(list ? this.#customList(resource) : this.#customObject(resource)),
        'x-kubernetes-group-version-kind': [{ group, kind, version }],
      });
    }
    return { $ref: this.#prefix + name };
  }

  #customObject({ openApiSchema = {} }: ServedResource): Json {
    if (openApiSchema['x-kubernetes-preserve-unknown-fields'] === true && openApiSchema.properties === undefined) {
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    }
    return {
      ...openApiSchema,
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        ...openApiSchema.properties,
        metadata: { allOf: [this.#refToMetadataOf('ConfigMap')] },
      },
    };
  }

  #customList(resource: ServedResource): Json {
    return {
      type: 'object',
      required: ['items'],
      properties: {
        apiVersion: { type: 'string' },
        items: { type: 'array', items: this.refToCustom(resource, false) },
        kind: { type: 'string' },
        metadata: { allOf: [this.#refToMetadataOf('ConfigMapList')] },
      },
    };
  }

  /** ObjectMeta and ListMeta are no kinds, so they are found as what a kind has. */
  #refToMetadataOf(kind: string): Json {
    const field = messageTypeOf('v1', kind)?.ways.get('metadata')?.at(-1);
    return field === undefined ? { type: 'object' } : this.#refToMessage(field.inner, undefined);
  }

  #refToMessage(type: MessageType, identity: Json | undefined): Json {
    const name = schemaName(type.apiVersion, type.name);
    if (!this.#schemas.has(name)) {
      // Set first: a type may mention itself.
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#message(type, identity));
    }
    return { $ref: this.#prefix + name };
  }

  #message(type: MessageType, identity: Json | undefined): Json {
    const rules = rulesOf(type.apiVersion, type.name);
    const properties: Json = {};
    if (identity !== undefined) {
      properties['apiVersion'] = { type: 'string' };
      properties['kind'] = { type: 'string' };
    }
    for (const field of type.slots) properties[field.json] = this.#field(field, rules?.fields?.[field.json] ?? {});
    return {
      type: 'object',
      ...(rules?.required === undefined ? {} : { required: rules.required }),
      ...(Object.keys(properties).length === 0 ? {} : { properties: sorted(properties) }),
      ...(rules?.mapType === undefined ? {} : { 'x-kubernetes-map-type': rules.mapType }),
      ...(identity === undefined ? {} : { 'x-kubernetes-group-version-kind': [identity] }),
    };
  }

  #field(field: Field, rule: FieldRule): Json {
    const merge: Json = {
      ...(rule.listKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': rule.listKeys }),
      ...(rule.listType === undefined ? {} : { 'x-kubernetes-list-type': rule.listType }),
      ...(rule.mapType === undefined ? {} : { 'x-kubernetes-map-type': rule.mapType }),
      ...(rule.patchMergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': rule.patchMergeKey }),
      ...(rule.patchStrategy === undefined ? {} : { 'x-kubernetes-patch-strategy': rule.patchStrategy }),
    };
    const choice = rule.enum === undefined ? {} : { enum: rule.enum };
    switch (field.times) {
      case TIMES.LIST:
        return { type: 'array', items: { ...this.#value(field), ...choice }, ...merge };
      case TIMES.MAP:
        return { type: 'object', additionalProperties: this.#value(field), ...merge };
      default: {
        const value = this.#value(field);
        // A reference stands alone, so what is said beside it needs a wrapper.
        const inner = '$ref' in value ? { allOf: [value] } : value;
        return { ...inner, ...(rule.default === undefined ? {} : { default: rule.default }), ...choice, ...merge };
      }
    }
  }

  #value(field: Field): Json {
    switch (field.code) {
      case CODE.STRING:
        return { type: 'string' };
      case CODE.BOOL:
        return { type: 'boolean' };
      case CODE.INT32:
        return { type: 'integer', format: 'int32' };
      case CODE.INT64:
        return { type: 'integer', format: 'int64' };
      case CODE.DOUBLE:
        return { type: 'number', format: 'double' };
      case CODE.BYTES:
        return { type: 'string', format: 'byte' };
      case CODE.TIME:
        return this.refTo(`${META}.Time`);
      case CODE.MICRO_TIME:
        return this.refTo(`${META}.MicroTime`);
      case CODE.DURATION:
        return this.refTo(`${META}.Duration`);
      case CODE.QUANTITY:
        return this.refTo(`${MACHINERY}.api.resource.Quantity`);
      case CODE.INT_OR_STRING:
        return this.refTo(`${MACHINERY}.util.intstr.IntOrString`);
      case CODE.RAW_JSON:
        return this.refTo(field.json === 'fieldsV1' ? `${META}.FieldsV1` : `${MACHINERY}.runtime.RawExtension`);
      case CODE.SCHEMA_OR_BOOL:
        return this.refTo(`${EXTENSIONS}.JSONSchemaPropsOrBool`);
      case CODE.SCHEMA_OR_LIST:
        return this.refTo(`${EXTENSIONS}.JSONSchemaPropsOrArray`);
      case CODE.SCHEMA_OR_STRINGS:
        return this.refTo(`${EXTENSIONS}.JSONSchemaPropsOrStringArray`);
      case CODE.STRINGS:
        return { type: 'array', items: { type: 'string' } };
      default:
        return this.#refToMessage(field.inner, undefined);
    }
  }
}

const sorted = (object: Json): Json => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The name Kubernetes publishes a type under, from the Go package it is of. */
function schemaName(apiVersion: string, name: string): string {
  const { group, version } = groupVersionOf(apiVersion);
  switch (group) {
    case 'meta.k8s.io':
      return `${META}.${name}`;
    case 'apiextensions.k8s.io':
      return `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.${version}.${name}`;
    case 'apiregistration.k8s.io':
      return `io.k8s.kube-aggregator.pkg.apis.apiregistration.${version}.${name}`;
    case '':
      return `io.k8s.api.core.${version}.${name}`;
    default:
      return `io.k8s.api.${group.split('.')[0] as string}.${version}.${name}`;
  }
}
