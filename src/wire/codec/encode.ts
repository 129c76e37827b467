import { KubeInformerError } from '../../errors/index.js';
import { CODE, TIMES } from './codes.js';
import { encodeSpecial } from './encode-special.js';
import type { Field, MessageType } from './message-type.js';
import { MAX_DEPTH } from './reader.js';
import { Writer } from './writer.js';

/**
 * The protobuf of an object, byte for byte what Go writes for the same JSON: fields by number, entries of
 * maps by key. JSON inside protobuf is written without spaces. Properties that the type does not have,
 * apiVersion and kind among them, are left out, as Go leaves them out.
 * Throws `ERR_INVALID_OBJECT` when a value is not of the type of its field.
 */
export function encodeMessage(type: MessageType, object: object): Uint8Array {
  const writer = new Writer();
  encodeFields(type, object as Record<string, unknown>, writer, 0);
  return writer.finish();
}

function encodeFields(type: MessageType, object: Record<string, unknown>, writer: Writer, depth: number): void {
  if (depth > MAX_DEPTH) {
    throw new KubeInformerError(
      'ERR_INVALID_OBJECT',
      `Cannot encode ${String(type)}: it nests deeper than ${MAX_DEPTH} messages. Check it for a cycle.`,
    );
  }
  for (const field of type.descending) {
    if (field.isInline) {
      const before = writer.length;
      encodeFields(field.inner, object, writer, depth + 1);
      writer.close(before);
      writer.tag(field.tag);
      continue;
    }
    // No field of Kubernetes has the name of something that objects inherit.
    const value = object[field.json] ?? undefined;
    if (field.times === TIMES.ONE) {
      encodeValue(type, field, value, writer, depth);
      writer.tag(field.tag);
    } else if (value !== undefined) {
      if (field.times === TIMES.LIST) encodeList(type, field, value, writer, depth);
      else if (field.times === TIMES.MAP) encodeMap(type, field, value, writer, depth);
      else {
        encodeValue(type, field, value, writer, depth);
        writer.tag(field.tag);
      }
    }
  }
}

function encodeList(type: MessageType, field: Field, value: unknown, writer: Writer, depth: number): void {
  if (!Array.isArray(value)) throw mismatch(type, field, 'a list', value);
  for (let index = value.length - 1; index >= 0; index--) {
    const item: unknown = value[index];
    encodeValue(type, field, item ?? undefined, writer, depth);
    writer.tag(field.tag);
  }
}

// The tags of an entry's key and value, as the decoder reads them.
const KEY_TAG = 0x0a;
const VALUE_TAG = 0x12;

function encodeMap(type: MessageType, field: Field, value: unknown, writer: Writer, depth: number): void {
  if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(type, field, 'a map', value);
  const map = value as Record<string, unknown>;
  for (const key of sortedKeys(map).reverse()) {
    const before = writer.length;
    const item = map[key] ?? undefined;
    // Go tells no bytes from none: only what is there is written.
    if (item !== undefined || field.code !== CODE.BYTES) {
      encodeValue(type, field, item, writer, depth);
      writer.tag(VALUE_TAG);
    }
    writer.text(key);
    writer.tag(KEY_TAG);
    writer.close(before);
    writer.tag(field.tag);
  }
}

/** By their UTF-8, which is the order of Go; that of JavaScript differs beyond U+D7FF. */
function sortedKeys(map: object): string[] {
  const keys = Object.keys(map).sort();
  return keys.some((key) => /[\ud800-\uffff]/.test(key))
    ? keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    : keys;
}

/** Writes one value, without its tag; undefined stands for Go's zero value. */
function encodeValue(type: MessageType, field: Field, value: unknown, writer: Writer, depth: number): void {
  switch (field.code) {
    case CODE.STRING:
      if (typeof value !== 'string' && value !== undefined) throw mismatch(type, field, 'a string', value);
      writer.text(value ?? '');
      return;
    case CODE.BOOL:
      if (typeof value !== 'boolean' && value !== undefined) throw mismatch(type, field, 'a boolean', value);
      writer.varint(value === true ? 1 : 0, 0);
      return;
    case CODE.INT32:
    case CODE.INT64:
      if (value !== undefined && !Number.isInteger(value)) throw mismatch(type, field, 'a whole number', value);
      writer.int64((value as number | undefined) ?? 0);
      return;
    case CODE.DOUBLE:
      if (typeof value !== 'number' && value !== undefined) throw mismatch(type, field, 'a number', value);
      writer.double(value ?? 0);
      return;
    case CODE.BYTES:
      if (typeof value !== 'string' && value !== undefined) throw mismatch(type, field, 'base64 text', value);
      writer.bytes(Buffer.from(value ?? '', 'base64'));
      return;
    default: {
      const before = writer.length;
      if (field.code === CODE.MESSAGE) {
        if (value !== undefined && (typeof value !== 'object' || Array.isArray(value))) {
          throw mismatch(type, field, 'an object', value);
        }
        encodeFields(field.inner, (value ?? {}) as Record<string, unknown>, writer, depth + 1);
      } else if (value !== undefined || field.code === CODE.QUANTITY || field.code === CODE.INT_OR_STRING) {
        const expected = encodeSpecial(field, value, writer, (inner, object) => {
          const innerBefore = writer.length;
          encodeFields(inner.inner, object, writer, depth + 1);
          writer.close(innerBefore);
          writer.tag(inner.tag);
        });
        if (expected !== undefined) throw mismatch(type, field, expected, value);
      } else if (field.code === CODE.SCHEMA_OR_BOOL) {
        writer.varint(0, 0);
        writer.tag(8);
      }
      writer.close(before);
    }
  }
}

function mismatch(type: MessageType, field: Field, expected: string, value: unknown): KubeInformerError {
  const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  return new KubeInformerError(
    'ERR_INVALID_OBJECT',
    `Cannot encode ${String(type)}: its field ${field.json} must be ${expected} and is ${found}.`,
  );
}
