import { CODE, TIMES, WIRE } from './codes.js';
import { decodeField, presentFields } from './decode.js';
import { UNUSUAL, valueAt, valueEnd } from './field-at.js';
import type { Field, MessageType } from './message-type.js';
import { Reader } from './reader.js';
import { textMapIn } from './text-map.js';

// What is read here is ordered, see `ObjectScan`, so that metadata comes first and once and each of its fields in one place;
// and `validateMessage` has walked it. A handler reads a field or two of the metadata of each object, and mostly before V8
// has made any of this fast: what is not looked at counts.

// Field 1 of every object, of wire type 2 (a length).
const METADATA = 0x0a;

/** Where the metadata is that `enter` found last. */
let from = 0;
let to = 0;

/** The keys of the metadata of an object, in their order. */
export function metadataFields(type: MessageType, bytes: Buffer, start = 0, end = bytes.length): readonly string[] {
  const metadata = enter(type, bytes, start, end);
  const taken = takenPlaces(metadata, bytes);
  return taken === UNUSUAL ? presentFields(metadata, bytes, from, to) : metadata.keysOf(taken);
}

/** What stands under one key of the metadata, and only that, frozen; undefined where there is no such key. */
export function decodeMetadataField(
  type: MessageType,
  bytes: Buffer,
  jsonName: string,
  start = 0,
  end = bytes.length,
): unknown {
  const metadata = enter(type, bytes, start, end);
  const field = metadata.ways.get(jsonName)?.[0];
  if (field === undefined) return undefined;
  const { tag } = field;
  if (tag >= 0x80) return decodeField(metadata, bytes, jsonName, from, to);
  let first = from;
  let at = from;
  // Tags of two bytes begin as those of one byte that are above all others.
  while (at < to && (bytes[at] as number) <= tag) {
    if (valueAt(bytes, at, to) === UNUSUAL) return decodeField(metadata, bytes, jsonName, from, to);
    if (bytes[at] !== tag) first = valueEnd;
    at = valueEnd;
  }
  const isTextMap = field.times === TIMES.MAP && field.code === CODE.STRING && first < at;
  const texts = isTextMap ? textMapIn(bytes, first, at) : undefined;
  return texts ?? decodeField(metadata, bytes, jsonName, first, at);
}

function enter(type: MessageType, bytes: Buffer, start: number, end: number): MessageType {
  from = to = end;
  if (start < end && bytes[start] === METADATA) {
    from = valueAt(bytes, start, end);
    to = valueEnd;
    if (from === UNUSUAL) enterUnusual(type, bytes, start, end);
  }
  return (type.byNumber[1] as Field).inner;
}

/** Metadata of more than two megabytes, or with a length that is longer than it need be. */
function enterUnusual(type: MessageType, bytes: Buffer, start: number, end: number): void {
  const reader = new Reader(type, bytes, start, end);
  reader.tag(end);
  to = reader.length(end);
  from = reader.at;
}

/**
 * The places of the metadata that are taken in its JSON, a bit for each; or `UNUSUAL`. Of a field that the bytes do not have
 * the JSON of metadata has nothing.
 */
function takenPlaces({ byNumber }: MessageType, bytes: Buffer): number {
  let taken = 0;
  for (let at = from; at < to; at = valueEnd) {
    const value = valueAt(bytes, at, to);
    const tag = bytes[at] as number;
    const field = tag < 0x80 ? byNumber[tag >>> 3] : undefined;
    if (value === UNUSUAL || field?.tag !== tag) return UNUSUAL;
    const bit = 1 << field.slot;
    if (field.times !== TIMES.ONE) taken |= bit;
    else {
      const filled = isFilled(field, bytes, at, value);
      // What comes twice counts as it comes last.
      if (filled === undefined || (taken & bit) !== 0) return UNUSUAL;
      if (filled) taken |= bit;
    }
  }
  return taken;
}

/** Whether a single value is one that the JSON has; undefined where it is not as Go writes it. */
function isFilled(field: Field, bytes: Buffer, at: number, value: number): boolean | undefined {
  if (field.wireType === WIRE.VARINT) {
    const last = bytes[valueEnd - 1] as number;
    return last === 0 && valueEnd - at > 2 ? undefined : last !== 0;
  }
  if (value === valueEnd) return false;
  if (field.code === CODE.TIME) return isUsualTime(bytes, value) ? true : undefined;
  return field.code === CODE.STRING ? true : undefined;
}

// The tags of seconds and nanoseconds.
const SECONDS = 0x08;
const NANOS = 0x10;

// Until the year 3058.
const MOST_BYTES_OF_SECONDS = 5;

/** Whether a time, up to `valueEnd`, is seconds that are not zero and, at most, nanoseconds of one byte. */
function isUsualTime(bytes: Buffer, value: number): boolean {
  let at = value + 1;
  let byte = 0x80;
  let bits = 0;
  while (byte >= 0x80 && at < valueEnd) {
    byte = bytes[at++] as number;
    bits |= byte & 0x7f;
  }
  const isNumber = byte < 0x80 && bits !== 0 && at - value - 1 <= MOST_BYTES_OF_SECONDS;
  if (bytes[value] !== SECONDS || !isNumber) return false;
  if (at === valueEnd) return true;
  return valueEnd - at === 2 && bytes[at] === NANOS && (bytes[at + 1] as number) < 0x80;
}
