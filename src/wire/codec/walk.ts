import { CODE, TIMES, WIRE } from './codes.js';
import { OP } from './message-type.js';
import type { Field, MessageType } from './message-type.js';
import { Reader } from './reader.js';

/** How many fields of a message are not in the tables, at any depth. Throws `ERR_WIRE_MALFORMED`. */
export function unknownFields(type: MessageType, bytes: Uint8Array, start?: number, end?: number): number {
  return validateMessage(type, bytes, start, end, 0, false);
}

// The messages that the walk is inside of, by depth, and where they end. For all walks: one that begins inside another one
// is deeper than that, and over before it goes on.
const types: MessageType[] = [];
const ends: number[] = [];

// What a varint takes at most.
const LONGEST_VARINT = 10;

/**
 * Walks a message to its end, every message inside it included, and gives the number of fields that are
 * not in the tables: a newer server sent them, and they are lost in decoding. After it, no other function
 * of the codec throws for the same bytes. Throws `ERR_WIRE_MALFORMED`, naming the type and the byte.
 *
 * What is JSON inside protobuf is parsed, so drop managedFields first where they are not wanted.
 *
 * The hot loop: every byte of every object that arrives passes here. One loop for all depths, since V8 is slow to make a
 * recursion fast, and one function, since it would compile a loop behind another one twice; the position is a local
 * variable, and all that Go writes is read in place: tags and lengths of one or two bytes, numbers, fields of the wire type
 * they should have, entries of maps. The reader, which is left at the end, does the rest and every error.
 */
export function validateMessage(
  outermost: MessageType,
  outermostBytes: Uint8Array,
  start = 0,
  outermostEnd = outermostBytes.length,
  outermostDepth = 0,
  parse = true,
  reader = new Reader(outermost, outermostBytes, start, outermostEnd),
): number {
  reader.checkDepth(outermostDepth);
  const { bytes } = reader;
  let type = outermost;
  let { ops } = type;
  let end = outermostEnd;
  let depth = outermostDepth;
  let unknown = 0;
  let at = start;
  for (;;) {
    if (at >= end) {
      if (depth === outermostDepth) break;
      depth--;
      end = ends[depth] as number;
      type = types[depth] as MessageType;
      ops = type.ops;
      continue;
    }
    const tagAt = at;
    let tag = bytes[at++] as number;
    if (tag >= 0x80 && at < end) tag = (tag & 0x7f) | ((bytes[at++] as number) << 7);
    // A tag of three bytes and more is in no table, and above them all: what is left of its second byte's mark sees to it.
    const op = tag < ops.length ? (ops[tag] as number) : OP.OTHER;
    if (op === OP.VARINT) {
      const from = at;
      while (at < end && (bytes[at] as number) >= 0x80) at++;
      if (at < end && at - from < LONGEST_VARINT) at++;
      else {
        // Throws.
        reader.at = from;
        reader.varint(end);
      }
      continue;
    }
    if (op === OP.OTHER) {
      reader.at = tagAt;
      unknown += walkOther(reader, type, end, depth, parse);
      at = reader.at;
      continue;
    }
    const lengthAt = at;
    // 0x80 stands for what is beyond the end, so that the reader is asked, and throws.
    const first = at < end ? (bytes[at] as number) : 0x80;
    const second = first >= 0x80 && at + 1 < end ? (bytes[at + 1] as number) : 0x80;
    let to: number;
    if (first < 0x80) to = ++at + first;
    else if (second < 0x80) to = (at += 2) + ((first & 0x7f) | (second << 7));
    else {
      reader.at = at;
      to = reader.length(end);
      at = reader.at;
    }
    if (to > end) {
      // Throws.
      reader.at = lengthAt;
      reader.length(end);
    }
    if (op === OP.SKIP) at = to;
    else if (op === OP.INNER) {
      types[depth] = type;
      ends[depth] = end;
      // For what the error says of the place.
      reader.at = at;
      reader.checkDepth(++depth);
      type = type.inside(tag);
      ops = type.ops;
      end = to;
    } else {
      reader.at = at;
      unknown += walkJson(reader, type.byNumber[tag >>> 3] as Field, to, depth, parse);
      at = to;
    }
  }
  reader.at = at;
  return unknown;
}

/**
 * What the loop has no time for: fields that are not in the tables, numbers of eight bytes, wrong wire types, and tags of more
 * bytes than they need.
 */
function walkOther(reader: Reader, type: MessageType, end: number, depth: number, parse: boolean): number {
  const tag = reader.tag(end);
  const field = type.byNumber[tag >>> 3];
  if (field === undefined) {
    reader.skip(tag, end, depth);
    return 1;
  }
  return walkField(reader, field, tag, end, depth, parse);
}

function walkField(reader: Reader, field: Field, tag: number, end: number, depth: number, parse: boolean): number {
  if (tag !== field.tag) passPacked(reader, field, tag, end);
  else if (field.times === TIMES.MAP) return walkInner(reader, field.entry, reader.length(end), depth + 1, parse);
  else if (field.code === CODE.RAW_JSON) return walkJson(reader, field, reader.length(end), depth, parse);
  else if (field.code >= CODE.MESSAGE) return walkInner(reader, field.inner, reader.length(end), depth + 1, parse);
  else passScalar(reader, field, end);
  return 0;
}

/** A message that the reader stands at. */
function walkInner(reader: Reader, type: MessageType, end: number, depth: number, parse: boolean): number {
  return validateMessage(type, reader.bytes, reader.at, end, depth, parse, reader);
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
