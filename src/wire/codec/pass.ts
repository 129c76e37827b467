import { KIND, KIND_MASK, KIND_OF_UNKNOWN, ROW_SHIFT, rowInside, table } from './pass-table.js';

/** What a pass gives for a message that it has not understood to its end. */
export const DECLINED = -1;

// More than any object but the schema of a CustomResourceDefinition has.
const MOST_NESTED = 32;

const LONGEST_VARINT = 10;

// Tags below have no number.
const LOWEST_TAG = 8;

/** Where the last pass found messages that are JSON inside: from, to, from, to. The JSON itself it does not look at. */
export const jsonPlaces: number[] = [];

/**
 * Passes over a message, every message inside it included, as Go writes it: fields of the wire type they should have, tags
 * of two bytes at most and lengths of three and of no more than they need. Gives the number of fields that are not in the
 * tables: a newer server sent them. After it, no other function of the codec throws for the same bytes, if what is at
 * `jsonPlaces` is JSON. Declines all else, sound or not: `validateMessage` tells what to think of it.
 */
export function passOver(row: number, bytes: Uint8Array, start: number, end: number): number {
  if (jsonPlaces.length > 0) jsonPlaces.length = 0;
  // What is no place is no message either: who reads it field by field says so.
  if (start < 0 || end > bytes.length) return DECLINED;
  return passOn(row, bytes, start, end, 0);
}

/**
 * As `passOver`, for another part of what that has begun, which is in the bytes.
 *
 * The hot loop: every byte of every object that arrives passes here. It knows nothing but where things end, since a short
 * function is compiled soon: until V8 has done that, an object takes five times as long. What stands behind `end` may be read
 * as a part of a tag, a length or a number, and behind all bytes there is `undefined`, which is part of none; then the last
 * field does not end where the message does, and that is declined.
 *
 * The table may grow while a message inside is passed over: what is at hand of the old one stays true.
 */
export function passOn(row: number, bytes: Uint8Array, start: number, end: number, depth: number): number {
  const { entries } = table;
  const rowLength = entries[row] as number;
  let unknown = 0;
  let at = start;
  while (at < end) {
    let tag = bytes[at++] as number;
    if (tag >= 0x80) {
      const second = bytes[at++] as number;
      if (!(second > 0 && second < 0x80)) return DECLINED;
      tag = (tag & 0x7f) | (second << 7);
    }
    const entry = tag < rowLength ? (entries[row + tag] as number) : KIND.NONE;
    let kind = entry & KIND_MASK;
    if (kind === KIND.NONE) {
      if (tag < LOWEST_TAG) return DECLINED;
      unknown++;
      kind = KIND_OF_UNKNOWN[tag & 7] as number;
    }
    if (kind === KIND.VARINT) {
      const from = at;
      while ((bytes[at++] as number) >= 0x80);
      if (at - from > LONGEST_VARINT) return DECLINED;
      continue;
    }
    if (kind >= KIND.FIXED64) {
      if (kind === KIND.WRONG) return DECLINED;
      at += kind === KIND.FIXED64 ? 8 : 4;
      continue;
    }
    let length = bytes[at++] as number;
    if (length >= 0x80) {
      const second = bytes[at++] as number;
      length = (length & 0x7f) | ((second & 0x7f) << 7);
      if (second >= 0x80) {
        const third = bytes[at++] as number;
        if (!(third > 0 && third < 0x80)) return DECLINED;
        length |= third << 14;
      } else if (!(second > 0)) return DECLINED;
    }
    const from = at;
    at += length;
    if (kind === KIND.SKIP) continue;
    if (!(at <= end) || depth === MOST_NESTED) return DECLINED;
    if (kind === KIND.JSON) jsonPlaces.push(from, at);
    const inside = passOn(entry >>> ROW_SHIFT || rowInside(row, tag), bytes, from, at, depth + 1);
    if (inside === DECLINED) return DECLINED;
    unknown += inside;
  }
  return at === end ? unknown : DECLINED;
}
