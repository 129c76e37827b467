import { CODE } from './codes.js';
import type { Field } from './message-type.js';
import { ZERO_SECONDS, parseDuration, parseTime } from './time.js';
import type { Writer } from './writer.js';

/** Writes a schema inside a union, with its length and tag. */
export type EncodeInner = (field: Field, object: Record<string, unknown>) => void;

/**
 * Writes the inside of a value whose JSON is not that of its message. Gives what the value should have
 * been when it is not that, and undefined when all went well.
 */
export function encodeSpecial(
  field: Field,
  value: unknown,
  writer: Writer,
  encodeInner: EncodeInner,
): string | undefined {
  switch (field.code) {
    case CODE.TIME:
    case CODE.MICRO_TIME:
      return encodeTime(value, field.code === CODE.MICRO_TIME, writer);
    case CODE.DURATION:
      return encodeDuration(value, writer);
    case CODE.QUANTITY:
      return encodeQuantity(value, writer);
    case CODE.INT_OR_STRING:
      return encodeIntOrString(value, writer);
    case CODE.RAW_JSON:
      writer.bytes(Buffer.from(JSON.stringify(value)));
      writer.tag(0x0a);
      return undefined;
    case CODE.STRINGS:
      return encodeStrings(value, 0x0a, writer);
    default:
      return encodeUnion(field, value, writer, encodeInner);
  }
}

function encodeTime(value: unknown, micro: boolean, writer: Writer): string | undefined {
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  if (time === undefined) return 'a time as in RFC 3339';
  const nanos = micro ? Math.trunc(time.nanos / 1000) * 1000 : 0;
  if (time.seconds === ZERO_SECONDS && nanos === 0) return undefined;
  writer.varint(nanos, 0);
  writer.tag(0x10);
  writer.int64(time.seconds);
  writer.tag(0x08);
  return undefined;
}

function encodeDuration(value: unknown, writer: Writer): string | undefined {
  const nanos = typeof value === 'string' ? parseDuration(value) : undefined;
  if (nanos === undefined) return 'a duration as in Go, 1h30m';
  writer.bigint(nanos);
  writer.tag(0x08);
  return undefined;
}

function encodeQuantity(value: unknown, writer: Writer): string | undefined {
  if (value !== undefined && typeof value !== 'string' && typeof value !== 'number') return 'a quantity';
  writer.text(String(value ?? '0'));
  writer.tag(0x0a);
  return undefined;
}

function encodeIntOrString(value: unknown, writer: Writer): string | undefined {
  const isText = typeof value === 'string';
  if (!isText && value !== undefined && !Number.isInteger(value)) return 'a whole number or a string';
  writer.text(isText ? value : '');
  writer.tag(0x1a);
  writer.int64(isText ? 0 : ((value as number | undefined) ?? 0));
  writer.tag(0x10);
  writer.varint(isText ? 1 : 0, 0);
  writer.tag(0x08);
  return undefined;
}

function encodeStrings(value: unknown, tag: number, writer: Writer): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return 'a list of strings';
  for (const text of value.toReversed()) {
    writer.text(text);
    writer.tag(tag);
  }
  return undefined;
}

function encodeUnion(field: Field, value: unknown, writer: Writer, encodeInner: EncodeInner): string | undefined {
  const parts = field.inner.byNumber;
  const schema = (parts[1]?.json === 'schema' ? parts[1] : parts[2]) as Field;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    encodeInner(schema, value as Record<string, unknown>);
    if (field.code === CODE.SCHEMA_OR_BOOL) {
      writer.varint(1, 0);
      writer.tag(0x08);
    }
    return undefined;
  }
  if (field.code === CODE.SCHEMA_OR_BOOL) {
    if (typeof value !== 'boolean') return 'a schema or a boolean';
    writer.varint(value ? 1 : 0, 0);
    writer.tag(0x08);
    return undefined;
  }
  if (field.code === CODE.SCHEMA_OR_STRINGS) return encodeStrings(value, 0x12, writer);
  if (!Array.isArray(value)) return 'a schema or a list of schemas';
  for (const item of (value as Record<string, unknown>[]).toReversed()) encodeInner(parts[2] as Field, item);
  return undefined;
}
