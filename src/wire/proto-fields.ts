import { malformed } from './wire-errors.js';

/** How a field is written. The numbers are protobuf's. */
export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
export const FIXED32 = 5;

/** The longest a varint gets: 64 bits, seven in a byte. */
const LONGEST_VARINT = 10;

/** A varint: its value as a number, and the position after it; below zero when the bytes end in it. */
export class Varint {
  value = 0;

  /** The position after the varint at `position`; -1 when it is not all there, -2 when it is too long. */
  read(bytes: Uint8Array, position: number, end: number): number {
    let value = 0;
    let factor = 1;
    for (let count = 0; count < LONGEST_VARINT; count++, position++) {
      if (position >= end) return -1;
      const byte = bytes[position] as number;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        this.value = value;
        return position + 1;
      }
      factor *= 128;
    }
    return -2;
  }
}

/**
 * Walks the fields of one message. For the few messages around objects (envelopes, list metadata, Status),
 * which must be readable without any table.
 *
 * @example
 * for (const fields = new FieldReader(bytes, 'a Status'); fields.next();) if (fields.number === 1) use(fields.text());
 */
export class FieldReader {
  number = 0;
  wireType = 0;
  /** The value of a varint. */
  value = 0;
  /** Where the bytes of a length-delimited or fixed field are. */
  start = 0;
  end = 0;
  readonly #bytes: Uint8Array;
  readonly #last: number;
  readonly #what: string;
  /** Where in the body `bytes[0]` is. */
  readonly #base: number;
  readonly #varint = new Varint();
  #position: number;

  constructor(bytes: Uint8Array, what: string, range: { start?: number; end?: number; base?: number } = {}) {
    this.#bytes = bytes;
    this.#what = what;
    this.#position = range.start ?? 0;
    this.#last = range.end ?? bytes.length;
    this.#base = range.base ?? 0;
  }

  /** Reads the next field; false after the last. Throws `ERR_WIRE_MALFORMED`. */
  next(): boolean {
    if (this.#position >= this.#last) return false;
    const tag = this.#read();
    this.number = Math.floor(tag / 8);
    this.wireType = tag % 8;
    if (this.number === 0 || this.number > 0x1fff_ffff) throw this.#malformed('a field has no valid number');
    switch (this.wireType) {
      case VARINT:
        this.value = this.#read();
        return true;
      case LENGTH_DELIMITED:
        return this.#span(this.#read());
      case FIXED64:
        return this.#span(8);
      case FIXED32:
        return this.#span(4);
      default:
        throw this.#malformed(`a field has the unknown wire type ${this.wireType}`);
    }
  }

  text(): string {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + this.start, this.end - this.start).toString('utf8');
  }

  /** The fields of the message that this field holds. */
  message(): FieldReader {
    if (this.wireType !== LENGTH_DELIMITED) throw this.#malformed('a message is written as a number');
    return new FieldReader(this.#bytes, this.#what, { start: this.start, end: this.end, base: this.#base });
  }

  #span(length: number): true {
    this.start = this.#position;
    this.end = this.#position + length;
    if (this.end > this.#last) throw this.#malformed('a field is longer than what holds it');
    this.#position = this.end;
    return true;
  }

  #read(): number {
    const after = this.#varint.read(this.#bytes, this.#position, this.#last);
    if (after < 0) throw this.#malformed('a number does not end');
    this.#position = after;
    return this.#varint.value;
  }

  #malformed(why: string): Error {
    return malformed(this.#what, this.#base + this.#position, why);
  }
}
