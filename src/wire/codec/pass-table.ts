import { CODE, TIMES, WIRE } from './codes.js';
import type { Field, MessageType } from './message-type.js';

/**
 * What a pass does with a field, beside passing over it. From `NAME` on: the fields of the metadata of the object itself that
 * say who it is or are left out; those of a pod in the template of another object are like any other.
 */
export const OP = {
  /** It has no message inside. */
  SKIP: 1,
  INNER: 2,
  /** As `INNER`, with JSON in it that somebody has to parse. */
  JSON: 3,
  METADATA: 4,
  NAME: 5,
  NAMESPACE: 6,
  RESOURCE_VERSION: 7,
  LABEL: 8,
  MANAGED_FIELDS: 9,
  UID: 10,
} as const;

// An entry: the wire type in its lowest three bits, the operation in the next five, above them the row of the message inside.
export const OP_SHIFT = 3;
export const OP_MASK = 31;
export const ROW_SHIFT = 8;

/**
 * The fields of messages as a pass needs them: a row for each type, with an entry for each number of a field; 0 for a number
 * that no field has, or that is not below the first entry, which says how many there are. One array, of a few kilobytes for
 * the types of a pod: types as objects are spread over the heap, and a pass that comes once in a while waits for each.
 */
export const table = { entries: new Int32Array(1024) };

// Of all rows together. No row is the first, so that 0 stands for one that is not made yet.
let used = 1;
const typesByRow = new Map<number, MessageType>();
const rowsByType = new Map<MessageType, number>();

/** Where a pass begins. */
export interface Passage {
  readonly row: number;
  /** The row of the metadata of the object itself; -1 when it is not looked at. */
  readonly metadata: number;
}

const passages = [new Map<MessageType, Passage>(), new Map<MessageType, Passage>()] as const;

/** For messages of any type, of which nothing is to be known but that they are sound. */
export function rowOf(type: MessageType): number {
  let row = rowsByType.get(type);
  if (row === undefined) rowsByType.set(type, (row = makeRow(type)));
  return row;
}

/** For objects: who they are, and where their managedFields are unless these are kept. */
export function passageOf(type: MessageType, keepManagedFields: boolean): Passage {
  const known = passages[keepManagedFields ? 1 : 0];
  let passage = known.get(type);
  if (passage === undefined) known.set(type, (passage = makePassage(type, keepManagedFields)));
  return passage;
}

/** The row of the message inside a field of a row; made when it is first asked for, since types refer to each other. */
export function rowInside(row: number, number: number): number {
  const field = (typesByRow.get(row) as MessageType).byNumber[number] as Field;
  const inner = rowOf(field.times === TIMES.MAP ? field.entry : field.inner);
  const { entries } = table;
  entries[row + number] = (entries[row + number] as number) | (inner << ROW_SHIFT);
  return inner;
}

function makeRow(type: MessageType): number {
  const row = used;
  const { byNumber } = type;
  // One for the number of them, also where there are none.
  used += Math.max(1, byNumber.length);
  if (used > table.entries.length) {
    const larger = new Int32Array(2 * used);
    larger.set(table.entries);
    table.entries = larger;
  }
  typesByRow.set(row, type);
  const { entries } = table;
  entries[row] = byNumber.length;
  for (const field of byNumber) if (field !== undefined) entries[row + field.number] = entryOf(field);
  return row;
}

function makePassage(type: MessageType, keepManagedFields: boolean): Passage {
  const field = type.byNumber[1];
  if (!type.isObject || field === undefined) return { row: rowOf(type), metadata: -1 };
  // Rows of their own: the same types elsewhere are ordinary messages.
  const row = makeRow(type);
  const metadata = makeRow(field.inner);
  const { entries } = table;
  entries[row + 1] = WIRE.LENGTH | (OP.METADATA << OP_SHIFT) | (metadata << ROW_SHIFT);
  const mark = (number: number, op: number): void => {
    entries[metadata + number] = WIRE.LENGTH | (op << OP_SHIFT);
  };
  mark(1, OP.NAME);
  mark(3, OP.NAMESPACE);
  mark(5, OP.UID);
  mark(6, OP.RESOURCE_VERSION);
  mark(11, OP.LABEL);
  if (!keepManagedFields) mark(17, OP.MANAGED_FIELDS);
  return { row, metadata };
}

function entryOf(field: Field): number {
  return field.wireType | (opOf(field) << OP_SHIFT);
}

function opOf(field: Field): number {
  if (field.times === TIMES.MAP) return OP.INNER;
  if (field.code < CODE.MESSAGE) return OP.SKIP;
  return field.code === CODE.RAW_JSON ? OP.JSON : OP.INNER;
}
