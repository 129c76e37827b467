import { readFieldPath } from '../../meta/index.js';
import type { FieldPath } from '../../meta/index.js';
import { CODE, TIMES } from './codes.js';
import { decodeMapValue, decodeSlot, slotOf } from './decode.js';
import type { Field, MessageType } from './message-type.js';
import { Reader } from './reader.js';
import { isText } from './text.js';

/** In each entry of a map: field 1, a length. */
const KEY_TAG = 0x0a;

/**
 * What stands at a path of the decoded message, read without decoding the rest; undefined when nothing
 * does, and for any path into a list. Throws `ERR_WIRE_MALFORMED`.
 *
 * @example
 * readPath(podType, bytes, ['spec', 'nodeName']);
 * readPath(podType, bytes, ['metadata', 'labels', 'app.kubernetes.io/name']);
 */
export function readPath(type: MessageType, bytes: Uint8Array, path: FieldPath, start?: number, end?: number): unknown {
  const reader = new Reader(type, bytes, start, end);
  return readFrom(type, reader, reader.end, path, 0);
}

function readFrom(type: MessageType, reader: Reader, end: number, path: FieldPath, index: number): unknown {
  const name = path[index];
  if (name === undefined) return undefined;
  const way = type.ways.get(name);
  if (way === undefined) return undefined;
  const field = way.at(-1) as Field;
  const isLast = index === path.length - 1;
  if (!isLast && field.times === TIMES.LIST) return undefined;
  if (!isLast && (field.times === TIMES.MAP || field.code === CODE.MESSAGE)) {
    let to = end;
    for (const step of way.slice(0, -1)) to = lastOf(reader, step, to);
    if (field.times === TIMES.MAP) return readEntry(field, reader, to, path, index + 1);
    to = lastOf(reader, field, to);
    if (to < 0 && field.times === TIMES.POINTER) return undefined;
    return readFrom(field.inner, reader, to, path, index + 1);
  }
  const value = decodeSlot(type, reader, end, slotOf(type, name) as number);
  return isLast ? value : readFieldPath(value, path.slice(index + 1));
}

/** Leaves the reader at the last occurrence of a field and gives its end; -1, which is before any position, if none. */
function lastOf(reader: Reader, field: Field, end: number): number {
  let from = reader.at;
  let to = -1;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === field.tag) {
      to = reader.length(end);
      from = reader.at;
      reader.at = to;
    } else reader.skip(tag, end, 0);
  }
  reader.at = from;
  return to;
}

function readEntry(field: Field, reader: Reader, end: number, path: FieldPath, index: number): unknown {
  const key = path[index] as string;
  let from = -1;
  let to = -1;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === field.tag) {
      const entryEnd = reader.length(end);
      const entry = reader.at;
      if (hasKey(reader, entryEnd, key)) {
        from = entry;
        to = entryEnd;
      }
      reader.at = entryEnd;
    } else reader.skip(tag, end, 0);
  }
  if (to === -1) return undefined;
  reader.at = from;
  return readFieldPath(decodeMapValue(field, reader, to), path.slice(index + 1));
}

function hasKey(reader: Reader, end: number, key: string): boolean {
  let same = key === '';
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === KEY_TAG) {
      const to = reader.length(end);
      same = isText(reader.bytes, reader.at, to, key);
      reader.at = to;
    } else reader.skip(tag, end, 0);
  }
  return same;
}
