import { ANY_LABELS } from '../../meta/index.js';
import { WIRE } from './codes.js';
import { labelEntryBits } from './label-entry.js';
import { OP, OP_MASK, OP_SHIFT, ROW_SHIFT, rowInside, table } from './pass-table.js';
import type { Passage } from './pass-table.js';

/** What a pass gives for a message that it has not understood to its end. */
export const DECLINED = -1;

/** Where a pass has found what makes an object itself: by these places in a `Found`. Zeros for what is not there. */
export const FOUND = {
  NAME: 0,
  NAME_END: 1,
  NAMESPACE: 2,
  NAMESPACE_END: 3,
  RESOURCE_VERSION: 4,
  RESOURCE_VERSION_END: 5,
  /** See `labelBitsIn`. */
  LABEL_BITS: 6,
  /** Where the length of the metadata is, and the metadata. */
  METADATA_LENGTH: 7,
  METADATA: 8,
  METADATA_END: 9,
  /** All of them: Go writes one after the other. */
  MANAGED_FIELDS: 10,
  MANAGED_FIELDS_END: 11,
  UID: 12,
  UID_END: 13,
} as const;

export type Found = Int32Array;

const PLACES = Object.keys(FOUND).length;

export function newFound(): Found {
  return new Int32Array(PLACES);
}

// More than any object but the schema of a CustomResourceDefinition has.
const MOST_NESTED = 32;

// The rows of the messages that the pass is inside of, and where they end. Of all passes: none begins inside of another.
const stack = new Int32Array(2 * MOST_NESTED);

const LONGEST_VARINT = 10;

/** Where the last pass found messages that are JSON inside: from, to, from, to. The JSON itself it does not look at. */
export const jsonPlaces: number[] = [];

/**
 * Passes over a message, every message inside it included, as Go writes it: fields of the wire type they should have, tags
 * of two bytes at most and lengths of three and of no more than they need, metadata first and its fields in the order of
 * their numbers. Gives the number of fields that are not in the tables: a newer server sent them. After it, no other
 * function of the codec throws for the same bytes, if what is at `jsonPlaces` is JSON. Declines all else, sound or not:
 * `validateMessage` tells what to think of it.
 *
 * The hot loop: every byte of every object that arrives passes here. One loop for all depths and for all there is to know, so
 * that V8 has one function to compile, and nothing but numbers in it.
 */
export function passOver(
  { row: firstRow, metadata }: Passage,
  bytes: Uint8Array,
  start: number,
  outermostEnd: number,
  found: Found,
): number {
  let { entries } = table;
  let row = firstRow;
  let end = outermostEnd;
  let nested = 0;
  let unknown = 0;
  let lastNumber = 0;
  let at = start;
  // Not `fill`, which is a call out of JavaScript.
  for (let place = 0; place < PLACES; place++) found[place] = 0;
  if (jsonPlaces.length > 0) jsonPlaces.length = 0;
  // What is no place is no object either: who reads it field by field says so.
  if (outermostEnd > bytes.length || start > outermostEnd) return DECLINED;
  for (;;) {
    if (at === end) {
      if (nested === 0) return unknown;
      row = stack[--nested] as number;
      end = stack[--nested] as number;
      continue;
    }
    const tagAt = at;
    let tag = bytes[at++] as number;
    if (tag >= 0x80) {
      const second = at < end ? (bytes[at++] as number) : 0;
      if (second === 0 || second >= 0x80) return DECLINED;
      tag = (tag & 0x7f) | (second << 7);
    }
    const number = tag >>> 3;
    if (number === 0) return DECLINED;
    if (row === metadata) {
      if (number < lastNumber) return DECLINED;
      lastNumber = number;
    }
    const entry = number < (entries[row] as number) ? (entries[row + number] as number) : 0;
    const wireType = tag & 7;
    if (entry === 0) unknown++;
    else if ((entry & 7) !== wireType) return DECLINED;
    if (wireType === WIRE.VARINT) {
      const from = at;
      while (at < end && (bytes[at] as number) >= 0x80) at++;
      if (at === end || at - from >= LONGEST_VARINT) return DECLINED;
      at++;
      continue;
    }
    if (wireType !== WIRE.LENGTH) {
      if (wireType === WIRE.FIXED64) at += 8;
      else if (wireType === WIRE.FIXED32) at += 4;
      else return DECLINED;
      if (at > end) return DECLINED;
      continue;
    }
    const lengthAt = at;
    let length = at < end ? (bytes[at++] as number) : 0x80;
    if (length >= 0x80) {
      const second = at < end ? (bytes[at++] as number) : 0;
      length = (length & 0x7f) | ((second & 0x7f) << 7);
      if (second >= 0x80) {
        const third = at < end ? (bytes[at++] as number) : 0;
        if (third === 0 || third >= 0x80) return DECLINED;
        length |= third << 14;
      } else if (second === 0) return DECLINED;
    }
    const from = at;
    at += length;
    if (at > end) return DECLINED;
    const op = (entry >>> OP_SHIFT) & OP_MASK;
    if (entry === 0 || op === OP.SKIP) continue;
    if (op === OP.NAME) {
      found[FOUND.NAME] = from;
      found[FOUND.NAME_END] = at;
      continue;
    }
    if (op === OP.NAMESPACE) {
      found[FOUND.NAMESPACE] = from;
      found[FOUND.NAMESPACE_END] = at;
      continue;
    }
    if (op === OP.RESOURCE_VERSION) {
      found[FOUND.RESOURCE_VERSION] = from;
      found[FOUND.RESOURCE_VERSION_END] = at;
      continue;
    }
    if (op === OP.UID) {
      found[FOUND.UID] = from;
      found[FOUND.UID_END] = at;
      continue;
    }
    if (op === OP.MANAGED_FIELDS) {
      if (found[FOUND.MANAGED_FIELDS_END] === 0) found[FOUND.MANAGED_FIELDS] = tagAt;
      else if (found[FOUND.MANAGED_FIELDS_END] !== tagAt) return DECLINED;
      found[FOUND.MANAGED_FIELDS_END] = at;
      continue;
    }
    if (op === OP.LABEL) {
      const bits = labelEntryBits(bytes, from, at);
      found[FOUND.LABEL_BITS] = (found[FOUND.LABEL_BITS] as number) | bits;
      if (bits !== ANY_LABELS) continue;
    } else if (op === OP.METADATA) {
      if (tagAt !== start) return DECLINED;
      found[FOUND.METADATA_LENGTH] = lengthAt;
      found[FOUND.METADATA] = from;
      found[FOUND.METADATA_END] = at;
    } else if (op === OP.JSON) jsonPlaces.push(from, at);
    if (nested === stack.length) return DECLINED;
    stack[nested++] = end;
    stack[nested++] = row;
    end = at;
    at = from;
    row = entry >>> ROW_SHIFT || rowInside(row, number);
    ({ entries } = table);
  }
}
