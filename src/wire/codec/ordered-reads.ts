import { UNUSUAL, valueAt, valueEnd } from './field-at.js';
import { labelKeyEnd } from './label-entry.js';
import type { MessageType } from './message-type.js';
import { readPath } from './read-path.js';
import { isText, textOf } from './text.js';

// The tags on the way, all of wire type 2 (a length): metadata in the object, uid and labels in that.
const METADATA = 0x0a;
const UID = 0x2a;
const LABEL = 0x5a;

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
  if (!type.isObject) return '';
  const found = uidAt(bytes, start, end);
  if (found === UNUSUAL) return (readPath(type, bytes, ['metadata', 'uid'], start, end) as string | undefined) ?? '';
  return textOf(bytes, found, found + uidLength);
}

/** How many bytes the uid has that `uidAt` found last. */
let uidLength = 0;

/** Where the uid of an object begins, with its length in `uidLength`, which is 0 when it has none; or `UNUSUAL`. */
function uidAt(bytes: Buffer, start: number, end: number): number {
  uidLength = 0;
  if (start === end || bytes[start] !== METADATA) return start;
  const from = valueAt(bytes, start, end);
  const to = valueEnd;
  if (from === UNUSUAL) return UNUSUAL;
  let found = start;
  for (let at = from; at < to && (bytes[at] as number) <= UID; at = valueEnd) {
    const value = valueAt(bytes, at, to);
    if (value === UNUSUAL) return UNUSUAL;
    if (bytes[at] !== UID) continue;
    found = value;
    uidLength = valueEnd - value;
  }
  return found;
}

/** Whether two uids are the same, of each of which it is known where it is: after its length in one byte. */
export function isSameUid(bytes: Buffer, at: number, others: Buffer, otherAt: number): boolean {
  const length = bytes[at - 1] as number;
  for (let index = -1; index < length; index++) if (bytes[at + index] !== others[otherAt + index]) return false;
  return true;
}

/**
 * Whether two messages of a type, ordered and walked, are states of one object: their uids are the same, or one has none.
 * Asked of each update, so that no text is made of them: two that are not UTF-8 are compared as they are.
 */
export function isSameObject(
  type: MessageType,
  bytes: Buffer,
  start: number,
  end: number,
  others: Buffer,
  othersStart: number,
  othersEnd: number,
): boolean {
  if (!type.isObject) return true;
  const at = uidAt(bytes, start, end);
  const length = uidLength;
  const otherAt = uidAt(others, othersStart, othersEnd);
  if (at === UNUSUAL || otherAt === UNUSUAL) {
    const [uid, other] = [uidOf(type, bytes, start, end), uidOf(type, others, othersStart, othersEnd)];
    return uid === other || uid === '' || other === '';
  }
  if (length === 0 || uidLength === 0) return true;
  if (length !== uidLength) return false;
  for (let index = 0; index < length; index++) if (bytes[at + index] !== others[otherAt + index]) return false;
  return true;
}
