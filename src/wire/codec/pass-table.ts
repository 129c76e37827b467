import { CODE, TIMES, WIRE } from './codes.js';
import type { Field, MessageType } from './message-type.js';

/** What a pass does with what stands behind a tag. */
export const KIND = {
  /** No field has that tag. */
  NONE: 0,
  /** A length, and nothing to look at behind it. */
  SKIP: 1,
  /** A length, and a message behind it. */
  MESSAGE: 2,
  VARINT: 3,
  /** As `MESSAGE`, with JSON in it that somebody has to parse. */
  JSON: 4,
  FIXED64: 5,
  FIXED32: 6,
  /** Nothing that Go writes there: the pass declines. */
  WRONG: 7,
} as const;

// An entry: the kind in its lowest three bits, above them the row of the message inside.
export const KIND_MASK = 7;
export const ROW_SHIFT = 3;

/** The kinds of fields that are in no table, by wire type. Two of those are groups, which no server sends, and two are none. */
export const KIND_OF_UNKNOWN = Uint8Array.of(
  KIND.VARINT,
  KIND.FIXED64,
  KIND.SKIP,
  KIND.WRONG,
  KIND.WRONG,
  KIND.FIXED32,
  KIND.WRONG,
  KIND.WRONG,
);

const WIRE_TYPES = KIND_OF_UNKNOWN.length;

/**
 * The fields of messages as a pass needs them: a row for each type, with an entry for each tag, that is for each wire type of
 * each number of a field, up to the highest that the type has. The first entry says how long the row is: no tag is 0. One
 * array, of some ten kilobytes for the types of a pod, of which a pass touches what it meets: types as objects are spread over
 * the heap, and a pass that comes once in a while waits for each.
 */
export const table = { entries: new Int32Array(4096) };

// Of all rows together. No row is the first, so that 0 stands for one that is not made yet.
let used = WIRE_TYPES;
const typesByRow = new Map<number, MessageType>();
const rowsByType = new Map<MessageType, number>();

/** The rows that an object is passed over with. */
export interface Passage {
  /** Without its metadata: that which does not come first is declined. */
  readonly row: number;
  /** Its metadata, in which managedFields that are not kept are not looked at; 0 where there is none to be expected. */
  readonly metadata: number;
}

const passages = [new Map<MessageType, Passage>(), new Map<MessageType, Passage>()] as const;

/** For messages of any type. */
export function rowOf(type: MessageType): number {
  let row = rowsByType.get(type);
  if (row === undefined) rowsByType.set(type, (row = makeRow(type)));
  return row;
}

/** For objects. */
export function passageOf(type: MessageType, keepManagedFields: boolean): Passage {
  const known = passages[keepManagedFields ? 1 : 0];
  let passage = known.get(type);
  if (passage === undefined) known.set(type, (passage = makePassage(type, keepManagedFields)));
  return passage;
}

/** The row of the message behind a tag; made when it is first asked for, since types refer to each other. */
export function rowInside(row: number, tag: number): number {
  const field = (typesByRow.get(row) as MessageType).byNumber[tag >>> 3] as Field;
  const inner = rowOf(field.times === TIMES.MAP ? field.entry : field.inner);
  const { entries } = table;
  entries[row + tag] = (entries[row + tag] as number) | (inner << ROW_SHIFT);
  return inner;
}

function makeRow(type: MessageType): number {
  const row = used;
  const { byNumber } = type;
  // Number 0 has its entries also where there are no fields: it is nobody's. A length of whole numbers is of kind `NONE`.
  const length = Math.max(1, byNumber.length) * WIRE_TYPES;
  used += length;
  if (used > table.entries.length) {
    const larger = new Int32Array(2 * used);
    larger.set(table.entries);
    table.entries = larger;
  }
  typesByRow.set(row, type);
  const { entries } = table;
  entries.fill(KIND.WRONG, row, row + WIRE_TYPES);
  entries[row] = length;
  for (const field of byNumber) {
    if (field === undefined) continue;
    const at = row + field.number * WIRE_TYPES;
    entries.fill(KIND.WRONG, at, at + WIRE_TYPES);
    entries[at + field.wireType] = kindOf(field);
  }
  return row;
}

function makePassage(type: MessageType, keepManagedFields: boolean): Passage {
  const field = type.byNumber[1];
  if (!type.isObject || field === undefined) return { row: rowOf(type), metadata: 0 };
  // Rows of their own: the same types elsewhere are ordinary messages.
  const row = makeRow(type);
  const metadata = makeRow(field.inner);
  table.entries[row + WIRE_TYPES + WIRE.LENGTH] = KIND.WRONG;
  if (!keepManagedFields) table.entries[metadata + 17 * WIRE_TYPES + WIRE.LENGTH] = KIND.SKIP;
  return { row, metadata };
}

function kindOf(field: Field): number {
  if (field.times === TIMES.MAP) return KIND.MESSAGE;
  if (field.code < CODE.MESSAGE) return KIND_OF_UNKNOWN[field.wireType] as number;
  return field.code === CODE.RAW_JSON ? KIND.JSON : KIND.MESSAGE;
}
