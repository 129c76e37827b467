import { messageTypeOf } from '../../wire/codec/index.js';
import type { Field, MessageType } from '../../wire/codec/index.js';
import { structOf } from './built-in-nodes.js';
import type { FieldNode, ScalarNode, StructNode, TypeNode } from './contract.js';
import type { JsonSchema } from './json-schema.js';

/** The type of every object's metadata. */
export const objectMeta = (): MessageType =>
  ((messageTypeOf('v1', 'ConfigMap') as MessageType).ways.get('metadata') as readonly Field[]).at(-1)
    ?.inner as MessageType;

const STRING: ScalarNode = { type: 'scalar', scalar: 'string' };

/** The struct at the root of a custom object, or of an object embedded in one. */
export class CustomStruct implements StructNode {
  readonly type = 'struct';
  readonly name = '';
  readonly atomic: boolean;
  readonly preserveUnknown: boolean;
  readonly embedded: boolean;
  readonly required: readonly string[];
  readonly #schema: JsonSchema;
  #fields: ReadonlyMap<string, FieldNode> | undefined;

  constructor(schema: JsonSchema, options: { readonly embedded: boolean; readonly preserved: boolean }) {
    this.#schema = schema;
    this.atomic = schema['x-kubernetes-map-type'] === 'atomic';
    this.preserveUnknown = options.preserved || schema['x-kubernetes-preserve-unknown-fields'] === true;
    this.embedded = options.embedded;
    this.required = schema.required ?? [];
  }

  get fields(): ReadonlyMap<string, FieldNode> {
    return (this.#fields ??= this.#makeFields());
  }

  #makeFields(): ReadonlyMap<string, FieldNode> {
    const fields = new Map<string, FieldNode>();
    const add = (name: string, node: TypeNode, schema: JsonSchema): void => {
      const texts = schema.enum?.filter((value): value is string => typeof value === 'string');
      fields.set(name, {
        name,
        node,
        patchStrategy: [],
        ...(texts === undefined || texts.length === 0 ? {} : { enum: texts }),
        ...(schema.default === undefined ? {} : { default: schema.default }),
      });
    };
    for (const [name, schema] of Object.entries(this.#schema.properties ?? {})) {
      add(name, nodeOf(schema, this.preserveUnknown), schema);
    }
    if (this.embedded) {
      add('apiVersion', STRING, {});
      add('kind', STRING, {});
      add('metadata', structOf(objectMeta()), {});
    }
    return fields;
  }
}

const SCALARS: Readonly<Record<string, ScalarNode>> = {
  string: STRING,
  boolean: { type: 'scalar', scalar: 'boolean' },
  integer: { type: 'scalar', scalar: 'int64' },
  number: { type: 'scalar', scalar: 'double' },
};

const INT_OR_STRING: ScalarNode = { type: 'scalar', scalar: 'intOrString' };

/** The node of a schema. `preserved`: an ancestor keeps unknown fields, which its descendants then do for ownership, too. */
export function nodeOf(schema: JsonSchema, preserved: boolean): TypeNode {
  if (schema['x-kubernetes-int-or-string'] === true) return INT_OR_STRING;
  const atomic = schema['x-kubernetes-map-type'] === 'atomic';
  switch (schema.type) {
    case 'object':
      return objectNode(schema, preserved, atomic);
    case 'array':
      return {
        type: 'list',
        item: schema.items === undefined ? { type: 'any', atomic: true } : nodeOf(schema.items, preserved),
        listType: schema['x-kubernetes-list-type'] ?? 'atomic',
        keys: schema['x-kubernetes-list-map-keys'] ?? [],
      };
    case undefined:
    case '':
      return { type: 'any', atomic };
    default:
      return SCALARS[schema.type] ?? { type: 'any', atomic };
  }
}

function objectNode(schema: JsonSchema, preserved: boolean, atomic: boolean): TypeNode {
  const { properties, additionalProperties } = schema;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  if (embedded || (properties !== undefined && Object.keys(properties).length > 0)) {
    return new CustomStruct(schema, { embedded, preserved });
  }
  if (additionalProperties === undefined || additionalProperties === false) return { type: 'any', atomic };
  const value: TypeNode =
    additionalProperties === true ? { type: 'any', atomic: false } : nodeOf(additionalProperties, preserved);
  return { type: 'map', value, atomic };
}
