import { copyBytes } from '../../base/copy-bytes.js';
import { UNUSUAL, valueAt, valueEnd } from './field-at.js';
import { labelEntryBits } from './label-entry.js';
import type { MessageType } from './message-type.js';
import { DECLINED, jsonPlaces, passOn, passOver } from './pass.js';
import { passageOf } from './pass-table.js';
import type { Passage } from './pass-table.js';
import { Reader } from './reader.js';
import { textOf, uniqueText } from './text.js';

/** Which state of which object it is. `''` for what the message does not have. */
export interface MessageIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly resourceVersion: string;
  /** See `labelBitsIn`. */
  readonly labelBits: number;
  /** Where in what is kept the uid is, after its length in one byte; 0: it has to be looked for. */
  readonly uidAt: number;
}

// Field 1 of every object, of wire type 2 (a length).
const METADATA = 0x0a;

// The tags in ObjectMeta: all of wire type 2 (a length), numbers 1, 3, 5, 6, 11 and 17.
const NAME = 0x0a;
const NAMESPACE = 0x1a;
const UID = 0x2a;
const RESOURCE_VERSION = 0x32;
const LABEL = 0x5a;
const MANAGED_FIELDS = 17 * 8 + 2;

const NONE = Buffer.alloc(0);

/**
 * One look at an object on its way into a cache: who it is, whether it is sound, what is left of it without managedFields.
 * All identity is empty, and nothing is left out, for a message that has no metadata of an object.
 *
 * One scan serves one object after the other, since objects come by the hundred thousand: what it found is good until the
 * next `scan`, and until the bytes change.
 */
export class ObjectScan implements MessageIdentity {
  name = '';
  namespace = '';
  resourceVersion = '';
  labelBits = 0;
  uidAt = 0;
  /** How many bytes are left. */
  length = 0;
  /**
   * Whether the metadata comes first and once, its fields in the order of their numbers: so Go writes it, and so
   * all that reads metadata by the place of its fields finds what it looks for without reading the rest.
   */
  isOrdered = true;
  /**
   * How many fields of what is left are not in the tables; `DECLINED` when it is not as Go writes it, or there is JSON in it,
   * so that `validateMessage` has to look whether it is sound.
   */
  unknownFields: number = DECLINED;
  #bytes: Buffer = NONE;
  #start = 0;
  #end = 0;
  /** Where the metadata is, and before it its length. */
  #lengthAt = 0;
  #from = 0;
  #to = 0;
  /**
   * What is left out: from, to, from, to; the first `#cutCount` count. Go writes fields by number and managedFields last, so
   * that it is one range.
   */
  readonly #cuts: number[] = [0, 0];
  #cutCount = 0;
  #dropped = 0;

  /** Throws `ERR_WIRE_MALFORMED`. */
  scan(type: MessageType, bytes: Buffer, start: number, end: number, keepManagedFields: boolean): void {
    this.#forget();
    this.length = end - start;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.isOrdered = true;
    this.unknownFields = this.#pass(passageOf(type, keepManagedFields), bytes, start, end, keepManagedFields);
    if (this.unknownFields === DECLINED) this.#read(type, bytes, start, end, keepManagedFields);
    if (jsonPlaces.length > 0) this.unknownFields = DECLINED;
    if (this.#dropped === 0) return;
    const shorter = this.#from - this.#lengthAt - varintSize(this.#to - this.#from - this.#dropped);
    this.length -= this.#dropped + shorter;
    if (this.uidAt > 0) this.uidAt -= shorter;
  }

  #forget(): void {
    this.name = this.namespace = this.resourceVersion = '';
    this.labelBits = this.uidAt = this.#cutCount = this.#dropped = 0;
  }

  /** All of it as Go writes it, metadata first; its unknown fields, or `DECLINED`. */
  #pass({ row, metadata }: Passage, bytes: Buffer, start: number, end: number, keepManagedFields: boolean): number {
    if (metadata === 0 || end > bytes.length || bytes[start] !== METADATA) return passOver(row, bytes, start, end);
    const from = valueAt(bytes, start, end);
    const to = valueEnd;
    if (from === UNUSUAL) return DECLINED;
    this.#lengthAt = start + 1;
    this.#from = from;
    this.#to = to;
    const unknown = passOver(metadata, bytes, from, to);
    if (unknown === DECLINED || !this.#identify(bytes, from, to, keepManagedFields)) return DECLINED;
    const rest = passOn(row, bytes, to, end, 0);
    return rest === DECLINED ? DECLINED : unknown + rest;
  }

  /** Who the object is, from metadata that was passed over; false for fields that are out of order, or `UNUSUAL`. */
  #identify(bytes: Buffer, start: number, end: number, keepManagedFields: boolean): boolean {
    let last = 0;
    for (let at = start; at < end;) {
      const from = valueAt(bytes, at, end);
      if (from === UNUSUAL) return false;
      const to = valueEnd;
      let tag = bytes[at] as number;
      if (tag >= 0x80) tag = (tag & 0x7f) | ((bytes[at + 1] as number) << 7);
      if (tag < last) return false;
      last = tag;
      if (tag === NAME) this.name = textOf(bytes, from, to);
      else if (tag === NAMESPACE) this.namespace = textOf(bytes, from, to);
      else if (tag === RESOURCE_VERSION) this.resourceVersion = uniqueText(bytes, from, to);
      else if (tag === LABEL) this.labelBits |= labelEntryBits(bytes, from, to);
      else if (tag === UID) this.uidAt = to > from && to - from < 0x80 ? from - this.#start : 0;
      else if (tag === MANAGED_FIELDS && !keepManagedFields) this.#cut(at, to);
      at = to;
    }
    return true;
  }

  /** Whatever a pass has declined. Reads nothing but metadata: whether the rest is sound is left to others. */
  #read(type: MessageType, bytes: Buffer, start: number, end: number, keepManagedFields: boolean): void {
    this.#forget();
    if (!type.isObject) return;
    const reader = new Reader(type, bytes, start, end);
    const to = this.#findMetadata(reader);
    if (to === -1) return;
    this.#from = reader.at;
    this.#to = to;
    let last = 0;
    while (reader.at < to) {
      const from = reader.at;
      const tag = reader.tag(to);
      if (tag < last || (tag < 0x80 && bytes[from] !== tag)) this.isOrdered = false;
      last = tag;
      if (tag === NAME) this.name = reader.text(to);
      else if (tag === NAMESPACE) this.namespace = reader.text(to);
      else if (tag === RESOURCE_VERSION) this.resourceVersion = readUnique(reader, to);
      else if (tag === LABEL) {
        const entryEnd = reader.length(to);
        this.labelBits |= labelEntryBits(bytes, reader.at, entryEnd);
        reader.at = entryEnd;
      } else {
        reader.skip(tag, to, 0);
        if (tag === MANAGED_FIELDS && !keepManagedFields) this.#cut(from, reader.at);
      }
    }
  }

  /** Writes what is left, `length` bytes, to where there is room for it. Once: the bytes are let go. */
  copyTo(target: Buffer, at: number): void {
    const bytes = this.#bytes;
    this.#bytes = NONE;
    let from = this.#start;
    if (this.#dropped > 0) {
      // Mostly the one byte that says that metadata comes.
      while (from < this.#lengthAt) target[at++] = bytes[from++] as number;
      let rest = this.#to - this.#from - this.#dropped;
      for (; rest >= 0x80; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80;
      target[at++] = rest;
      from = this.#from;
    }
    const cuts = this.#cuts;
    for (let index = 0; index <= this.#cutCount; index += 2) {
      const isLast = index === this.#cutCount;
      const to = isLast ? this.#end : (cuts[index] as number);
      copyBytes(bytes, from, to, target, at);
      at += to - from;
      from = isLast ? to : (cuts[index + 1] as number);
    }
  }

  /** Leaves the reader at the metadata, the last if there are many, and gives its end; -1 if there is none. */
  #findMetadata(reader: Reader): number {
    let from = reader.at;
    let to = -1;
    while (reader.at < reader.end) {
      const at = reader.at;
      const tag = reader.tag(reader.end);
      if (tag === METADATA) {
        if (at !== reader.start || reader.bytes[at] !== METADATA) this.isOrdered = false;
        this.#lengthAt = reader.at;
        to = reader.length(reader.end);
        from = reader.at;
        reader.at = to;
      } else reader.skip(tag, reader.end, 0);
    }
    reader.at = from;
    return to;
  }

  #cut(from: number, to: number): void {
    const cuts = this.#cuts;
    this.#dropped += to - from;
    if (this.#cutCount > 0 && cuts[this.#cutCount - 1] === from) cuts[this.#cutCount - 1] = to;
    else {
      cuts[this.#cutCount++] = from;
      cuts[this.#cutCount++] = to;
    }
  }
}

function readUnique(reader: Reader, end: number): string {
  const to = reader.length(end);
  const text = uniqueText(reader.bytes, reader.at, to);
  reader.at = to;
  return text;
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest >>>= 7) size++;
  return size;
}
