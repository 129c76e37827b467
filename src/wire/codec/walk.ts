import { CODE, TIMES, WIRE } from './codes.js';
import type { Field, MessageType } from './message-type.js';
import { DECLINED, jsonPlaces, passOver } from './pass.js';
import { rowOf } from './pass-table.js';
import { Reader } from './reader.js';

/** How many fields of a message are not in the tables, at any depth. Throws `ERR_WIRE_MALFORMED`. */
export function unknownFields(type: MessageType, bytes: Uint8Array, start?: number, end?: number): number {
  return validateMessage(type, bytes, start, end, false);
}

/**
 * Walks a message to its end, every message inside it included, and gives the number of fields that are
 * not in the tables: a newer server sent them, and they are lost in decoding. After it, no other function
 * of the codec throws for the same bytes. Throws `ERR_WIRE_MALFORMED`, naming the type and the byte.
 *
 * What is JSON inside protobuf is parsed, so drop managedFields first where they are not wanted.
 */
export function validateMessage(
  type: MessageType,
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  parse = true,
): number {
  const unknown = passOver(rowOf(type), bytes, start, end);
  if (unknown === DECLINED) return walkMessage(type, bytes, start, end, parse);
  if (parse && jsonPlaces.length > 0) {
    const reader = new Reader(type, bytes, start, end);
    for (let index = 0; index < jsonPlaces.length; index += 2) {
      reader.at = jsonPlaces[index] as number;
      checkJson(reader, jsonPlaces[index + 1] as number);
    }
  }
  return unknown;
}

/** The same field by field, for what a pass declines; and what a pass is held against. */
export function walkMessage(type: MessageType, bytes: Uint8Array, start: number, end: number, parse: boolean): number {
  return walkInner(new Reader(type, bytes, start, end), type, end, 0, parse);
}

/** A message that the reader stands at. */
function walkInner(reader: Reader, type: MessageType, end: number, depth: number, parse: boolean): number {
  reader.checkDepth(depth);
  let unknown = 0;
  while (reader.at < end) {
    const tag = reader.tag(end);
    const field = type.byNumber[tag >>> 3];
    if (field !== undefined) unknown += walkField(reader, field, tag, end, depth, parse);
    else {
      reader.skip(tag, end, depth);
      unknown++;
    }
  }
  return unknown;
}

function walkField(reader: Reader, field: Field, tag: number, end: number, depth: number, parse: boolean): number {
  if (tag !== field.tag) passPacked(reader, field, tag, end);
  else if (field.times === TIMES.MAP) return walkInner(reader, field.entry, reader.length(end), depth + 1, parse);
  else if (field.code === CODE.RAW_JSON) return walkJson(reader, field, reader.length(end), depth, parse);
  else if (field.code >= CODE.MESSAGE) return walkInner(reader, field.inner, reader.length(end), depth + 1, parse);
  else passScalar(reader, field, end);
  return 0;
}

/** A message whose JSON stands in it. */
function walkJson(reader: Reader, field: Field, end: number, depth: number, parse: boolean): number {
  const from = reader.at;
  const unknown = walkInner(reader, field.inner, end, depth + 1, parse);
  if (parse) {
    reader.at = from;
    checkJson(reader, end);
  }
  return unknown;
}

function passScalar(reader: Reader, field: Field, end: number): void {
  if (field.wireType === WIRE.LENGTH) reader.at = reader.length(end);
  else if (field.wireType === WIRE.VARINT) reader.varint(end);
  else reader.double(end);
}

/** Lists of numbers may come packed, though Go never writes them so. Any other wire type than its own is wrong. */
function passPacked(reader: Reader, field: Field, tag: number, end: number): void {
  if (!isPacked(field, tag)) throw reader.wrongWireType(tag, field.json);
  const to = reader.length(end);
  while (reader.at < to) passScalar(reader, field, to);
}

/** Whether a tag announces the values of a list of numbers in one run. */
export function isPacked(field: Field, tag: number): boolean {
  return field.times === TIMES.LIST && field.wireType !== WIRE.LENGTH && (tag & 7) === WIRE.LENGTH;
}

function checkJson(reader: Reader, end: number): void {
  const at = reader.at;
  try {
    readRawJson(reader, end);
  } catch (error) {
    throw error instanceof SyntaxError ? reader.malformed(`what is not JSON (${error.message}) stands`, at) : error;
  }
}

/** The value of a message whose field 1 is JSON; null when it is empty. Throws a SyntaxError for what is no JSON. */
export function readRawJson(reader: Reader, end: number): unknown {
  let text = '';
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 10) text = reader.text(end);
    else reader.skip(tag, end, 0);
  }
  return text === '' ? null : (JSON.parse(text) as unknown);
}
