import { CODE } from './codes.js';
import type { Field } from './message-type.js';
import type { Reader } from './reader.js';
import { ZERO_SECONDS, formatDuration, formatMicroTime, formatTime } from './time.js';
import { readRawJson } from './walk.js';

/** Decodes a message with the decoder that calls: the unions of schemas have messages inside. */
export type DecodeInner = (field: Field, reader: Reader, end: number, depth: number) => unknown;

/** The JSON of a value whose JSON is not that of its message. `reader` stands after the length. */
export function decodeSpecial(
  field: Field,
  reader: Reader,
  end: number,
  depth: number,
  decodeInner: DecodeInner,
): unknown {
  switch (field.code) {
    case CODE.TIME:
      return decodeTime(reader, end, false);
    case CODE.MICRO_TIME:
      return decodeTime(reader, end, true);
    case CODE.DURATION:
      return decodeDuration(reader, end);
    case CODE.QUANTITY:
      return decodeText(reader, end) || '0';
    case CODE.INT_OR_STRING:
      return decodeIntOrString(reader, end);
    case CODE.RAW_JSON:
      return decodeRawJson(reader, end);
    case CODE.STRINGS:
      return decodeStrings(reader, end);
    default:
      return decodeUnion(field, reader, end, depth, decodeInner);
  }
}

function decodeTime(reader: Reader, end: number, micro: boolean): string | null {
  // No bytes at all is the zero time; no seconds among them is the epoch.
  let seconds = reader.at < end ? 0 : ZERO_SECONDS;
  let nanos = 0;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 8) seconds = reader.int64(end);
    else if (tag === 16) nanos = reader.varint(end);
    else reader.skip(tag, end, 0);
  }
  return micro ? formatMicroTime(seconds, nanos) : formatTime(seconds);
}

function decodeDuration(reader: Reader, end: number): string {
  let nanos = 0n;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 8) nanos = reader.bigint(end);
    else reader.skip(tag, end, 0);
  }
  return formatDuration(nanos);
}

/** The text in field 1, the last one if there are many. */
function decodeText(reader: Reader, end: number): string {
  let text = '';
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 10) text = reader.text(end);
    else reader.skip(tag, end, 0);
  }
  return text;
}

function decodeIntOrString(reader: Reader, end: number): number | string {
  let isText = false;
  let number = 0;
  let text = '';
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 8) isText = reader.varint(end) === 1;
    else if (tag === 16) number = reader.varint(end);
    else if (tag === 26) text = reader.text(end);
    else reader.skip(tag, end, 0);
  }
  return isText ? text : number;
}

function decodeRawJson(reader: Reader, end: number): unknown {
  try {
    return readRawJson(reader, end);
  } catch (error) {
    if (error instanceof SyntaxError) throw reader.malformed(`what is not JSON (${error.message}) stands`);
    throw error;
  }
}

function decodeStrings(reader: Reader, end: number): string[] {
  const texts: string[] = [];
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === 10) texts.push(reader.text(end));
    else reader.skip(tag, end, 0);
  }
  return texts;
}

/** A schema, or else a boolean, a list of schemas, or a list of names. */
function decodeUnion(field: Field, reader: Reader, end: number, depth: number, decodeInner: DecodeInner): unknown {
  const { byNumber } = field.inner;
  let allows = false;
  let schema: unknown = null;
  const items: unknown[] = [];
  while (reader.at < end) {
    const tag = reader.tag(end);
    const part = byNumber[tag >>> 3];
    if (part === undefined) reader.skip(tag, end, depth);
    else if (tag !== part.tag) throw reader.wrongWireType(tag, part.json);
    else if (part.code === CODE.BOOL) allows = reader.varint(end) !== 0;
    else if (part.code === CODE.STRING) items.push(reader.text(end));
    else {
      const to = reader.length(end);
      if (part.json === 'schema') schema = decodeInner(part, reader, to, depth);
      else items.push(decodeInner(part, reader, to, depth));
    }
  }
  if (field.code === CODE.SCHEMA_OR_BOOL) return schema ?? allows;
  return items.length > 0 ? items : schema;
}
