import { labelKeyEnd } from './label-entry.js';
import type { MessageType } from './message-type.js';
import { readPath } from './read-path.js';
import { isText, textOf } from './text.js';

// The tags on the way, all of wire type 2 (a length): metadata in the object, uid and labels in that.
const METADATA = 0x0a;
const UID = 0x2a;
const LABEL = 0x5a;

/** What stands there is not what Go writes: it takes a reader that knows all of protobuf, and all that can be wrong. */
const UNUSUAL = -1;

/** Where the value that `valueAt` found last ends. */
let valueEnd = 0;

/**
 * A label of an object whose message is ordered, see `ObjectScan`; undefined when it has none of that name. As
 * `readPath` would read it, and several times as fast: a selector asks every object of a cache, whose bytes are far apart in
 * memory, so that what is not looked at counts. For bytes that `validateMessage` has walked: others may be taken for sound.
 */
export function labelOf(
  type: MessageType,
  bytes: Buffer,
  label: string,
  start = 0,
  end = bytes.length,
): string | undefined {
  if (!type.isObject) return undefined;
  if (start === end || bytes[start] !== METADATA) return undefined;
  const from = valueAt(bytes, start, end);
  const to = valueEnd;
  let isUsual = from !== UNUSUAL;
  let found = 0;
  let foundEnd = -1;
  // The last label of a name counts. Tags of two bytes, too, begin with more than those of labels.
  for (let at = from, next = from; at < to && isUsual && (bytes[at] as number) <= LABEL; at = next) {
    const entry = valueAt(bytes, at, to);
    next = valueEnd;
    if (bytes[at] !== LABEL || entry === UNUSUAL) {
      isUsual = entry !== UNUSUAL;
      continue;
    }
    const keyEnd = labelKeyEnd(bytes, entry, next);
    isUsual = keyEnd !== -1;
    if (!isUsual || !isText(bytes, entry + 2, keyEnd, label)) continue;
    found = keyEnd + 2;
    foundEnd = next;
  }
  if (!isUsual) return readPath(type, bytes, ['metadata', 'labels', label], start, end) as string | undefined;
  return foundEnd === -1 ? undefined : textOf(bytes, found, foundEnd);
}

/** The uid of an object whose message is ordered and walked, as `readPath` would read it; `''` when it has none. */
export function uidOf(type: MessageType, bytes: Buffer, start = 0, end = bytes.length): string {
  if (!type.isObject || start === end || bytes[start] !== METADATA) return '';
  const from = valueAt(bytes, start, end);
  const to = valueEnd;
  let isUsual = from !== UNUSUAL;
  let found = 0;
  let foundEnd = 0;
  for (let at = from; at < to && isUsual && (bytes[at] as number) <= UID; at = valueEnd) {
    const value = valueAt(bytes, at, to);
    isUsual = value !== UNUSUAL;
    if (bytes[at] !== UID) continue;
    found = value;
    foundEnd = valueEnd;
  }
  if (!isUsual) return (readPath(type, bytes, ['metadata', 'uid'], start, end) as string | undefined) ?? '';
  return textOf(bytes, found, foundEnd);
}

/** Where the value of a field begins whose tag is at `at`, with `valueEnd` after it. */
function valueAt(bytes: Buffer, at: number, end: number): number {
  // Mostly a tag of one byte and a length of one byte.
  if (((bytes[at] as number) & 0x87) === 2 && (bytes[at + 1] as number) < 0x80) {
    valueEnd = at + 2 + (bytes[at + 1] as number);
    if (valueEnd <= end) return at + 2;
  }
  return longValueAt(bytes, at, end);
}

function longValueAt(bytes: Buffer, at: number, end: number): number {
  let first = at < end ? (bytes[at++] as number) : 0;
  // A tag of two bytes, the second of which is not in vain.
  if (first >= 0x80) {
    const second = at < end ? (bytes[at++] as number) : 0;
    if (second === 0 || second >= 0x80) return UNUSUAL;
  } else if (first < 8) return UNUSUAL;
  first &= 7;
  if (first > 2 || first === 1 || at >= end) return UNUSUAL;
  let byte = bytes[at] as number;
  let length = byte & 0x7f;
  let value = at + 1;
  // Numbers of up to three bytes: 2 MiB, more than the server takes.
  for (let shift = 7; byte >= 0x80; shift += 7) {
    if (shift > 14 || value >= end) return UNUSUAL;
    byte = bytes[value++] as number;
    length |= (byte & 0x7f) << shift;
  }
  valueEnd = first === 0 ? value : value + length;
  return valueEnd > end ? UNUSUAL : value;
}
