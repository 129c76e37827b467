import { CODE, TIMES, formatTime } from '../../../src/wire/codec/index.js';
import type { Field, MessageType } from '../../../src/wire/codec/index.js';
import type { ProtobufDescriptor, ProtobufMessage, ProtobufType, Protobufjs } from './packages.js';

const SCALARS: Readonly<Partial<Record<number, string>>> = {
  [CODE.STRING]: 'string',
  [CODE.BOOL]: 'bool',
  [CODE.INT32]: 'int32',
  [CODE.INT64]: 'int64',
  [CODE.DOUBLE]: 'double',
  [CODE.BYTES]: 'bytes',
};

/**
 * The same message as a type of protobufjs: the same fields under the same numbers, so that its compiled decoder reads
 * what ours does. `only` leaves out all other fields of the message itself.
 */
export function protobufTypeOf(
  { Root }: Protobufjs,
  type: MessageType,
  { only }: { readonly only?: readonly string[] } = {},
): ProtobufType {
  const nested: Record<string, ProtobufDescriptor> = {};
  const describe = (message: MessageType, wanted?: readonly string[]): string => {
    const name = nameOf(message);
    if (Object.hasOwn(nested, name)) return name;
    const fields: Record<string, ProtobufDescriptor['fields'][string]> = {};
    // Before its fields: messages refer to themselves.
    nested[name] = { edition: 'proto2', fields };
    for (const field of fieldsOf(message)) {
      if (wanted?.includes(field.json) === false) continue;
      fields[keyIn(field)] = {
        id: field.number,
        type: SCALARS[field.code] ?? describe(field.inner),
        ...(field.times === TIMES.LIST ? { rule: 'repeated' } : {}),
        ...(field.times === TIMES.MAP ? { keyType: 'string' } : {}),
      };
    }
    return name;
  };
  const name = describe(type, only);
  return Root.fromJSON({ nested }).lookupType(name);
}

/**
 * What a message that protobufjs decoded is as JSON, by the rules of Go: to compare it with what others made of the same
 * bytes. Throws for a field of a type that no pod of the bench has.
 */
export function jsonOf(type: MessageType, message: ProtobufMessage): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of fieldsOf(type)) {
    const key = keyIn(field);
    const value = Object.hasOwn(message, key) ? message[key] : undefined;
    if (field.isInline) {
      Object.assign(json, jsonOf(field.inner, (value ?? {}) as ProtobufMessage));
      continue;
    }
    const shown = value === undefined ? undefined : shownAs(field, value);
    if (shown === undefined ? !field.omitAbsent : !(field.omit && isEmpty(field, shown))) json[field.json] = shown;
  }
  return json;
}

function shownAs(field: Field, value: unknown): unknown {
  if (field.times === TIMES.LIST) return (value as readonly unknown[]).map((each) => one(field, each));
  if (field.times !== TIMES.MAP) return one(field, value);
  return Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, one(field, each)]));
}

function one(field: Field, value: unknown): unknown {
  switch (field.code) {
    case CODE.STRING:
    case CODE.BOOL:
    case CODE.INT32:
      return value;
    case CODE.INT64:
      return Number(value);
    case CODE.MESSAGE:
      return jsonOf(field.inner, value as ProtobufMessage);
    case CODE.TIME:
      // The zero time is a message without fields.
      return Object.hasOwn(value as object, 'seconds')
        ? formatTime(Number((value as { seconds: unknown }).seconds))
        : null;
    case CODE.QUANTITY:
      return (value as { string: string }).string;
    case CODE.INT_OR_STRING: {
      const { type, intVal, strVal } = value as { type: unknown; intVal: number; strVal: string };
      return Number(type) === 0 ? intVal : strVal;
    }
    case CODE.RAW_JSON:
      return JSON.parse(Buffer.from((value as { raw: Uint8Array }).raw).toString()) as unknown;
    default:
      throw new Error(`No pod of this bench has a field like ${field.json}.`);
  }
}

/** Whether omitempty leaves it out. It never does that to a struct. */
function isEmpty(field: Field, value: unknown): boolean {
  if (field.times === TIMES.LIST) return (value as readonly unknown[]).length === 0;
  if (field.times === TIMES.MAP) return Object.keys(value as object).length === 0;
  return field.times === TIMES.ONE && (value === '' || value === 0 || value === false);
}

function fieldsOf({ byNumber }: MessageType): Field[] {
  return byNumber.filter((field) => field !== undefined);
}

/** An inline field has no name in JSON, and a message has at most one of a number. */
function keyIn({ json, number }: Field): string {
  return json === '' ? `inline${number}` : json;
}

function nameOf({ apiVersion, name }: MessageType): string {
  return `${apiVersion.replaceAll(/[^a-z0-9]/g, '_')}_${name}`;
}
