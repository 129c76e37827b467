import { rulesOf } from '../../generated/index.js';
import type { FieldRule, MessageRules } from '../../generated/index.js';
import { CODE, TIMES, messageTypeOf } from '../../wire/codec/index.js';
import type { Field, MessageType } from '../../wire/codec/index.js';
import { groupVersionOf } from '../api-version.js';
import type { FieldNode, ListNode, ScalarNode, StructNode, TypeNode } from './contract.js';

const STRING: ScalarNode = { type: 'scalar', scalar: 'string' };

const SCALARS: ReadonlyMap<number, ScalarNode> = new Map<number, ScalarNode>([
  [CODE.STRING, STRING],
  [CODE.BOOL, { type: 'scalar', scalar: 'boolean' }],
  [CODE.INT32, { type: 'scalar', scalar: 'int32' }],
  [CODE.INT64, { type: 'scalar', scalar: 'int64' }],
  [CODE.DOUBLE, { type: 'scalar', scalar: 'double' }],
  [CODE.BYTES, { type: 'scalar', scalar: 'bytes' }],
  [CODE.TIME, { type: 'scalar', scalar: 'time' }],
  [CODE.MICRO_TIME, { type: 'scalar', scalar: 'microTime' }],
  [CODE.DURATION, { type: 'scalar', scalar: 'duration' }],
  [CODE.QUANTITY, { type: 'scalar', scalar: 'quantity' }],
  [CODE.INT_OR_STRING, { type: 'scalar', scalar: 'intOrString' }],
]);

/** What OpenAPI calls an object without properties: its maps are owned by parts, its lists as one. */
const DEDUCED: TypeNode = { type: 'any', atomic: false };

const RAW: TypeNode = { type: 'any', atomic: true };

const STRINGS: ListNode = { type: 'list', item: STRING, listType: 'atomic', keys: [] };

/** `v1.PodSpec`: a Go type as messages name it, its package by the version. */
export function goTypeName(type: MessageType): string {
  return `${groupVersionOf(type.apiVersion).version}.${type.name}`;
}

/** Whether a message is an object or list of its own, with apiVersion and kind among its fields. */
export function isKind(type: MessageType): boolean {
  return messageTypeOf(type.apiVersion, type.name) === type;
}

/** The struct of a message. Its fields are made when first asked for: types refer to each other and to themselves. */
class BuiltInStruct implements StructNode {
  readonly type = 'struct';
  readonly name: string;
  readonly atomic: boolean;
  readonly preserveUnknown = false;
  readonly embedded = false;
  readonly #message: MessageType;
  readonly #rules: MessageRules | undefined;
  #fields: ReadonlyMap<string, FieldNode> | undefined;

  constructor(message: MessageType, atomic: boolean | undefined) {
    this.#message = message;
    this.#rules = rulesOf(message.apiVersion, message.name);
    this.name = goTypeName(message);
    this.atomic = atomic ?? this.#rules?.mapType === 'atomic';
  }

  get required(): readonly string[] {
    return this.#rules?.required ?? [];
  }

  get fields(): ReadonlyMap<string, FieldNode> {
    return (this.#fields ??= fieldsOf(this.#message));
  }
}

function fieldsOf(message: MessageType): ReadonlyMap<string, FieldNode> {
  const fields = new Map<string, FieldNode>();
  if (isKind(message)) {
    for (const name of ['kind', 'apiVersion']) fields.set(name, { name, node: STRING, patchStrategy: [] });
  }
  const rules = new Map<MessageType, MessageRules | undefined>();
  for (const [name, way] of message.ways) {
    const field = way.at(-1) as Field;
    const owner = way.length === 1 ? message : (way.at(-2) as Field).inner;
    if (!rules.has(owner)) rules.set(owner, rulesOf(owner.apiVersion, owner.name));
    fields.set(name, fieldNode(field, rules.get(owner)?.fields?.[name] ?? {}));
  }
  return fields;
}

function fieldNode(field: Field, rule: FieldRule): FieldNode {
  return {
    name: field.json,
    node: nodeOf(field, rule),
    patchStrategy: rule.patchStrategy === undefined ? [] : rule.patchStrategy.split(','),
    ...(rule.patchMergeKey === undefined ? {} : { patchMergeKey: rule.patchMergeKey }),
    ...(rule.enum === undefined ? {} : { enum: rule.enum }),
    ...(rule.default === undefined ? {} : { default: rule.default }),
    ...(field.times !== TIMES.ONE || field.omit || !ZEROS.has(field.code) ? {} : { zero: ZEROS.get(field.code) }),
  };
}

const ZEROS: ReadonlyMap<number, unknown> = new Map<number, unknown>([
  [CODE.STRING, ''],
  [CODE.INT32, 0],
  [CODE.INT64, 0],
  [CODE.BOOL, false],
]);

function nodeOf(field: Field, rule: FieldRule): TypeNode {
  switch (field.times) {
    case TIMES.LIST:
      return { type: 'list', item: itemNode(field, undefined), ...ownershipOf(rule) };
    case TIMES.MAP:
      return { type: 'map', value: itemNode(field, undefined), atomic: rule.mapType === 'atomic' };
    default:
      return itemNode(field, rule.mapType === undefined ? undefined : rule.mapType === 'atomic');
  }
}

/** A list without a list type that strategic merge patch merges is merged by server-side apply, too. */
function ownershipOf(rule: FieldRule): Pick<ListNode, 'keys' | 'listType'> {
  if (rule.listType !== undefined) return { listType: rule.listType, keys: rule.listKeys ?? [] };
  if (rule.patchStrategy?.split(',').includes('merge') !== true) return { listType: 'atomic', keys: [] };
  return rule.patchMergeKey === undefined
    ? { listType: 'set', keys: [] }
    : { listType: 'map', keys: [rule.patchMergeKey] };
}

function itemNode(field: Field, atomic: boolean | undefined): TypeNode {
  if (field.code === CODE.MESSAGE) return structOf(field.inner, atomic);
  if (field.code === CODE.STRINGS) return STRINGS;
  // What is no pointer is a RawExtension: an object of its own, which the server takes as one.
  if (field.code === CODE.RAW_JSON && field.times === TIMES.ONE) return RAW;
  return SCALARS.get(field.code) ?? DEDUCED;
}

const structs = new Map<MessageType, StructNode>();

/** The struct of a message, the same one each time unless its field says otherwise about who owns its inside. */
export function structOf(message: MessageType, atomic?: boolean): StructNode {
  if (atomic !== undefined) return new BuiltInStruct(message, atomic);
  let struct = structs.get(message);
  if (struct === undefined) {
    struct = new BuiltInStruct(message, undefined);
    structs.set(message, struct);
  }
  return struct;
}
