import { freezeTree } from '../freeze-tree.js';
import { CODE, TIMES } from './codes.js';
import { decodeSpecial } from './decode-special.js';
import type { Field, MessageType } from './message-type.js';
import { Reader } from './reader.js';
import { textOf } from './text.js';
import { isPacked } from './walk.js';

/** Every place of the message, or the one that was asked for. */
const ALL = -1;

/** An entry of a map is a message of a key, field 1, and a value, field 2; no map of Kubernetes has numbers in it. */
const KEY_TAG = 0x0a;
const VALUE_TAG = 0x12;

/**
 * The values of the messages that are being decoded, each at the place it has in its JSON: fields arrive
 * by number and leave in the order of the Go struct. One stack for all, since decoding calls nobody.
 */
const stack: unknown[] = [];

/** Where the places of the next message begin; undefined is in them. Not 0 between calls only after an error. */
let top = 0;

/** Whether what is made is frozen as it is made: a pod takes 34 µs then, and 55 with a walk over all of it afterwards. */
let freezes = false;

/** Begins a call that uses the first places itself. */
function begin(places: number, freeze: boolean): void {
  freezes = freeze;
  if (top !== 0) stack.fill(undefined);
  top = 0;
  reserve(places);
}

function reserve(places: number): number {
  const base = top;
  top += places;
  while (stack.length < top) stack.push(undefined);
  return base;
}

/** Takes a value off its place. */
function take(place: number): unknown {
  const value = stack[place];
  stack[place] = undefined;
  return value;
}

/**
 * A message as the plain object that `JSON.parse` makes of Go's JSON of it, with its fields in the same order. It has
 * apiVersion and kind only if its type has them as fields; for objects they are in the envelope around the bytes.
 * Throws `ERR_WIRE_MALFORMED`, though never for bytes that `validateMessage` has walked.
 *
 * Where a writer repeats a single message, the last one counts; no API server does that.
 */
export function decodeMessage(
  type: MessageType,
  bytes: Uint8Array,
  start?: number,
  end?: number,
): Record<string, unknown> {
  const reader = new Reader(type, bytes, start, end);
  begin(0, false);
  return decodeObject(type, reader, reader.end, 0);
}

/** The keys that `decodeMessage` would give the object, in their order, without making what is behind them. */
export function presentFields(type: MessageType, bytes: Uint8Array, start?: number, end?: number): readonly string[] {
  if (type.constantKeys !== undefined) return type.constantKeys;
  const reader = new Reader(type, bytes, start, end);
  begin(type.slots.length, false);
  markFields(type, reader, reader.end, 0, 0);
  const names: string[] = [];
  let taken = 0;
  for (let slot = 0; slot < type.slots.length; slot++) {
    const field = type.slots[slot] as Field;
    const value = take(slot);
    if (value === undefined ? field.omitAbsent : isOmitted(field, value)) continue;
    taken |= 1 << slot;
    if (!type.hasFewKeys) names.push(field.json);
  }
  top = 0;
  return type.hasFewKeys ? type.keysOf(taken) : names;
}

/** What `decodeMessage` would have under one key, and only that, frozen; undefined where it has no such key. */
export function decodeField(
  type: MessageType,
  bytes: Uint8Array,
  jsonName: string,
  start?: number,
  end?: number,
): unknown {
  const slot = slotOf(type, jsonName);
  if (slot === undefined) return undefined;
  const reader = new Reader(type, bytes, start, end);
  return decodeSlot(type, reader, reader.end, slot);
}

/** The place of a name in the JSON of a message. */
export function slotOf(type: MessageType, jsonName: string): number | undefined {
  let slot = 0;
  const way = type.ways.get(jsonName);
  if (way === undefined) return undefined;
  for (const field of way) slot += field.slot;
  return slot;
}

/** One value of the message that `reader` stands at, as the JSON has it, frozen; undefined where the JSON does not. */
export function decodeSlot(type: MessageType, reader: Reader, end: number, slot: number): unknown {
  begin(type.slots.length, true);
  decodeFields(type, reader, end, 0, slot, 0);
  const field = type.slots[slot] as Field;
  const value = take(slot);
  top = 0;
  if (value === undefined) return field.omitAbsent ? undefined : absentValue(field);
  return isOmitted(field, value) ? undefined : settled(field, value);
}

function decodeObject(type: MessageType, reader: Reader, end: number, depth: number): Record<string, unknown> {
  reader.checkDepth(depth);
  const { slots } = type;
  const base = reserve(slots.length);
  decodeFields(type, reader, end, base, ALL, depth);
  const object: Record<string, unknown> = {};
  for (let slot = 0; slot < slots.length; slot++) {
    const field = slots[slot] as Field;
    const value = take(base + slot);
    if (value === undefined) {
      if (!field.omitAbsent) object[field.json] = absentValue(field);
    } else if (!field.omit || !isOmitted(field, value)) object[field.json] = settled(field, value);
  }
  top = base;
  return freezes ? Object.freeze(object) : object;
}

/** A value that nothing is added to any more: lists and maps grow until all of their message was read. */
function settled(field: Field, value: unknown): unknown {
  return freezes && field.times >= TIMES.LIST ? Object.freeze(value) : value;
}

/** Puts the values of a message on the stack from `base`, all of them or that of one place. */
function decodeFields(type: MessageType, reader: Reader, end: number, base: number, only: number, depth: number): void {
  const { byNumber } = type;
  while (reader.at < end) {
    const tag = reader.tag(end);
    const number = tag >>> 3;
    const field = number < byNumber.length ? byNumber[number] : undefined;
    if (field === undefined || (only !== ALL && (only < field.slot || only >= field.slot + field.width))) {
      reader.skip(tag, end, depth);
    } else if (tag !== field.tag) {
      decodePacked(reader, field, tag, end, base);
    } else if (field.isInline) {
      const to = reader.length(end);
      decodeFields(field.inner, reader, to, base + field.slot, only === ALL ? ALL : only - field.slot, depth + 1);
    } else if (field.times < TIMES.LIST) {
      stack[base + field.slot] = decodeValue(field, reader, end, depth);
    } else if (field.times === TIMES.LIST) {
      const value = decodeValue(field, reader, end, depth);
      const list = stack[base + field.slot] as unknown[] | undefined;
      if (list === undefined) stack[base + field.slot] = [value];
      else list.push(value);
    } else {
      decodeEntry(reader, field, end, base, depth + 1);
    }
  }
}

function decodeValue(field: Field, reader: Reader, end: number, depth: number): unknown {
  switch (field.code) {
    case CODE.BOOL:
      return reader.varint(end) !== 0 || reader.high !== 0;
    case CODE.INT32:
      return reader.varint(end);
    case CODE.INT64:
      return reader.int64(end);
    case CODE.DOUBLE:
      return reader.double(end);
    default:
      return decodeInner(field, reader, reader.length(end), depth);
  }
}

/** A value that has a length; `reader` stands after it. */
function decodeInner(field: Field, reader: Reader, end: number, depth: number): unknown {
  if (field.code === CODE.STRING) {
    const text = textOf(reader.bytes, reader.at, end);
    reader.at = end;
    return text;
  }
  if (field.code === CODE.MESSAGE) return decodeObject(field.inner, reader, end, depth + 1);
  if (field.code === CODE.BYTES) {
    const text = reader.bytes.toString('base64', reader.at, end);
    reader.at = end;
    return text;
  }
  const value = decodeSpecial(field, reader, end, depth + 1, decodeInner);
  return freezes && typeof value === 'object' ? freezeTree(value) : value;
}

function decodePacked(reader: Reader, field: Field, tag: number, end: number, base: number): void {
  if (!isPacked(field, tag)) throw reader.wrongWireType(tag, field.json);
  const to = reader.length(end);
  const list = (stack[base + field.slot] ??= []) as unknown[];
  while (reader.at < to) list.push(decodeValue(field, reader, to, 0));
}

/** The value of one entry of a map, frozen; `reader` stands at the entry. */
export function decodeMapValue(field: Field, reader: Reader, end: number): unknown {
  begin(0, true);
  let value: unknown;
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === VALUE_TAG) value = decodeInner(field, reader, reader.length(end), 0);
    else reader.skip(tag, end, 0);
  }
  return value === undefined ? absentValue(field, TIMES.ONE) : value;
}

function decodeEntry(reader: Reader, field: Field, end: number, base: number, depth: number): void {
  const to = reader.length(end);
  let key = '';
  let value: unknown;
  while (reader.at < to) {
    const tag = reader.tag(to);
    if (tag === KEY_TAG) key = reader.text(to);
    else if (tag === VALUE_TAG) value = decodeInner(field, reader, reader.length(to), depth);
    else if (tag >>> 3 <= 2) throw reader.wrongWireType(tag, field.json);
    else reader.skip(tag, to, depth);
  }
  if (value === undefined) value = absentValue(field, TIMES.ONE);
  const map = (stack[base + field.slot] ??= {}) as Record<string, unknown>;
  if (key === '__proto__') {
    // Assigning it would set the prototype; JSON.parse makes a property, too.
    Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  } else map[key] = value;
}

/** As `decodeFields`, but with `true` in place of what need not be decoded to know whether the JSON has it. */
function markFields(type: MessageType, reader: Reader, end: number, base: number, depth: number): void {
  const { byNumber } = type;
  while (reader.at < end) {
    const tag = reader.tag(end);
    const number = tag >>> 3;
    const field = number < byNumber.length ? byNumber[number] : undefined;
    if (field === undefined) {
      reader.skip(tag, end, depth);
    } else if (tag !== field.tag) {
      decodePacked(reader, field, tag, end, base);
    } else if (field.isInline) {
      const to = reader.length(end);
      markFields(field.inner, reader, to, base + field.slot, depth + 1);
    } else if (field.times === TIMES.ONE || field.code === CODE.BYTES || field.code === CODE.STRINGS) {
      // A single message is there whatever is in it.
      if (field.code === CODE.MESSAGE) {
        reader.at = reader.length(end);
        stack[base + field.slot] = true;
      } else stack[base + field.slot] = decodeValue(field, reader, end, depth);
    } else {
      reader.skip(tag, end, depth);
      stack[base + field.slot] = true;
    }
  }
}

/** Whether the JSON leaves out a value that the bytes have: Go's omitempty and omitzero. */
function isOmitted(field: Field, value: unknown): boolean {
  if (!field.omit) return false;
  if (field.times === TIMES.ONE) {
    if (value === '' || value === 0 || value === false) return field.code < CODE.MESSAGE;
    // omitempty does nothing to a Time, which is a struct; omitzero does.
    return value === null && field.omitZero;
  }
  if (field.times !== TIMES.POINTER) return false;
  return field.code === CODE.BYTES ? value === '' : field.code === CODE.STRINGS && (value as unknown[]).length === 0;
}

/** What the JSON has for a field that the bytes do not have: Go's zero value. */
function absentValue(field: Field, times = field.times): unknown {
  if (times !== TIMES.ONE) return null;
  switch (field.code) {
    case CODE.STRING:
    case CODE.BYTES:
      return '';
    case CODE.BOOL:
    case CODE.SCHEMA_OR_BOOL:
      return false;
    case CODE.INT32:
    case CODE.INT64:
    case CODE.DOUBLE:
    case CODE.INT_OR_STRING:
      return 0;
    case CODE.QUANTITY:
      return '0';
    case CODE.DURATION:
      return '0s';
    case CODE.STRINGS:
      return freezes ? Object.freeze([]) : [];
    case CODE.MESSAGE:
      return decodeObject(field.inner, EMPTY, 0, 0);
    default:
      return null;
  }
}

const EMPTY = new Reader('an absent message', Buffer.alloc(0));
