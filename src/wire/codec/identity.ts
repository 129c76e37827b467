import type { MessageType } from './message-type.js';
import { Reader } from './reader.js';
import { isText, textOf } from './text.js';

/** Which state of which object it is. `''` for what the message does not have. */
export interface MessageIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly resourceVersion: string;
}

const NONE: MessageIdentity = { name: '', namespace: '', resourceVersion: '' };

// The tags in ObjectMeta, which is field 1 of every object: all of wire type 2 (a length), numbers 1, 3, 6, 11 and 17.
const METADATA = 0x0a;
const NAME = 0x0a;
const NAMESPACE = 0x1a;
const RESOURCE_VERSION = 0x32;
const LABEL = 0x5a;
const MANAGED_FIELDS = 0x8a;
const MANAGED_FIELDS_TAG = 17 * 8 + 2;

/**
 * Name, namespace and resourceVersion of an object, in one pass that reads nothing else.
 * Throws `ERR_WIRE_MALFORMED`. All are empty for a message that has no metadata of an object.
 */
export function identityOf(type: MessageType, bytes: Uint8Array, start?: number, end?: number): MessageIdentity {
  if (!hasObjectMeta(type)) return NONE;
  const reader = new Reader(type, bytes, start, end);
  const to = findMetadata(reader);
  return to === -1 ? NONE : readIdentity(reader, to);
}

function readIdentity(reader: Reader, end: number): MessageIdentity {
  const { bytes } = reader;
  let name = '';
  let namespace = '';
  let resourceVersion = '';
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === NAME || tag === NAMESPACE || tag === RESOURCE_VERSION) {
      const to = reader.length(end);
      const text = textOf(bytes, reader.at, to);
      if (tag === NAME) name = text;
      else if (tag === NAMESPACE) namespace = text;
      else resourceVersion = text;
      reader.at = to;
    } else reader.skip(tag, end, 0);
  }
  return { name, namespace, resourceVersion };
}

// A label is an entry of a map: a key, field 1, and a value, field 2.
const LABEL_KEY = 0x0a;
const LABEL_VALUE = 0x12;

/**
 * A label of an object, undefined when it has none of that name: as `readPath` would read it, and several times as fast,
 * since a selector asks every object of a cache. Throws `ERR_WIRE_MALFORMED`.
 */
export function labelOf(
  type: MessageType,
  bytes: Uint8Array,
  label: string,
  start?: number,
  end?: number,
): string | undefined {
  if (!hasObjectMeta(type)) return undefined;
  const reader = new Reader(type, bytes, start, end);
  const to = findMetadata(reader);
  let found: string | undefined;
  while (reader.at < to) {
    const tag = reader.tag(to);
    if (tag === LABEL) found = readLabel(reader, reader.length(to), label) ?? found;
    else reader.skip(tag, to, 0);
  }
  return found;
}

/** The value of one label, if it is the one; the reader stands after it. */
function readLabel(reader: Reader, end: number, label: string): string | undefined {
  let isIt = label === '';
  let from = 0;
  let to = 0;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === LABEL_KEY) {
      const keyEnd = reader.length(end);
      isIt = isText(reader.bytes, reader.at, keyEnd, label);
      reader.at = keyEnd;
    } else if (tag === LABEL_VALUE) {
      to = reader.length(end);
      from = reader.at;
      reader.at = to;
    } else reader.skip(tag, end, 0);
  }
  return isIt ? textOf(reader.bytes, from, to) : undefined;
}

/**
 * The message without metadata.managedFields: the same bytes when it has none, else a copy of the rest, in the memory
 * that `room` gives for it. Throws `ERR_WIRE_MALFORMED`.
 */
export function dropManagedFields(
  type: MessageType,
  bytes: Uint8Array,
  start = 0,
  end = bytes.length,
  // Not from Node's pool: whoever keeps the copy would keep what others put there alive.
  room: (length: number) => Buffer = (length) => Buffer.allocUnsafeSlow(length),
): Uint8Array {
  const whole = start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end);
  if (!hasObjectMeta(type)) return whole;
  const reader = new Reader(type, whole);
  const metadataEnd = findMetadata(reader);
  if (metadataEnd === -1) return whole;
  const metadataStart = reader.at;

  // Go writes fields by number and managedFields is the last, so that this is one range; others may not.
  const cuts: number[] = [];
  let dropped = 0;
  while (reader.at < metadataEnd) {
    const from = reader.at;
    // The tag takes two bytes, of which the first tells it from most others.
    const maybe = whole[from] === MANAGED_FIELDS;
    const tag = reader.tag(metadataEnd);
    reader.skip(tag, metadataEnd, 0);
    if (!maybe || tag !== MANAGED_FIELDS_TAG) continue;
    dropped += reader.at - from;
    if (cuts.at(-1) === from) cuts[cuts.length - 1] = reader.at;
    else cuts.push(from, reader.at);
  }
  if (dropped === 0) return whole;
  return copyWithout(whole, cuts, { from: metadataStart, to: metadataEnd, dropped }, room);
}

/** Copies all but the cuts, and the length of the metadata anew. */
function copyWithout(
  bytes: Uint8Array,
  cuts: readonly number[],
  metadata: { readonly from: number; readonly to: number; readonly dropped: number },
  room: (length: number) => Buffer,
): Uint8Array {
  const before = metadata.to - metadata.from;
  const after = before - metadata.dropped;
  const lengthAt = metadata.from - varintSize(before);
  const copy = room(bytes.length - metadata.dropped - varintSize(before) + varintSize(after));
  copy.set(bytes.subarray(0, lengthAt), 0);
  let at = lengthAt;
  for (let rest = after; ; rest >>>= 7) {
    if (rest < 0x80) {
      copy[at++] = rest;
      break;
    }
    copy[at++] = (rest & 0x7f) | 0x80;
  }
  let from = metadata.from;
  for (let index = 0; index < cuts.length; index += 2) {
    const to = cuts[index] as number;
    copy.set(bytes.subarray(from, to), at);
    at += to - from;
    from = cuts[index + 1] as number;
  }
  copy.set(bytes.subarray(from), at);
  return copy;
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) size++;
  return size;
}

/** Leaves the reader at the metadata of an object, the last if there are many, and gives its end; -1 if there is none. */
function findMetadata(reader: Reader): number {
  let from = reader.at;
  let to = -1;
  while (reader.at < reader.end) {
    const tag = reader.tag(reader.end);
    if (tag === METADATA) {
      to = reader.length(reader.end);
      from = reader.at;
      reader.at = to;
    } else reader.skip(tag, reader.end, 0);
  }
  reader.at = from;
  return to;
}

function hasObjectMeta(type: MessageType): boolean {
  const field = type.byNumber[1];
  return field?.json === 'metadata' && field.inner.name === 'ObjectMeta';
}
