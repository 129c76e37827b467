import { KubeInformerError } from '../../errors/index.js';
import { WIRE } from './codes.js';
import type { MessageType } from './message-type.js';
import { textOf } from './text.js';

/**
 * How deep messages may nest. The deepest that people write, the schema of a CustomResourceDefinition, takes two
 * levels for each of its own and stays below 100; at 512 the recursion of walk, decoder and encoder together with
 * their caller's needs less than half of Node's default stack.
 */
export const MAX_DEPTH = 512;

const TWO_32 = 4_294_967_296;

/** A position in bytes, and the reads every walk is made of. Each read checks its bounds and moves on. */
export class Reader {
  bytes: Buffer;
  /** What is being read, for messages to people. */
  readonly type: MessageType | string;
  at: number;
  readonly start: number;
  readonly end: number;
  /** The high half of the number that `varint` read last. */
  high = 0;

  constructor(type: MessageType | string, bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.type = type;
    this.at = start;
    this.start = start;
    this.end = end;
    if (!(start >= 0 && start <= end && end <= bytes.length)) {
      throw new KubeInformerError(
        'ERR_INVALID_ARGUMENT',
        `Cannot read ${String(type)} from byte ${start} to ${end}: there are ${bytes.length} bytes.`,
      );
    }
  }

  malformed(what: string, at = this.at): KubeInformerError {
    return new KubeInformerError(
      'ERR_WIRE_MALFORMED',
      `Cannot read ${String(this.type)} as protobuf: ${what} at byte ${at - this.start} of ${this.end - this.start}. ` +
        'The bytes were cut, changed on the way, or are of another kind.',
    );
  }

  /** The low 32 bits of a varint, signed, which is what an int32 is; `high` has the rest. */
  varint(end: number): number {
    const { bytes } = this;
    const from = this.at;
    if (from < end) {
      const first = bytes[from] as number;
      if (first < 0x80) {
        this.at = from + 1;
        this.high = 0;
        return first;
      }
    }
    return this.#longVarint(end);
  }

  #longVarint(end: number): number {
    const { bytes } = this;
    const from = this.at;
    let low = 0;
    let high = 0;
    for (let index = 0; index < 10; index++) {
      if (from + index >= end) throw this.malformed('a number runs beyond the end', from);
      const byte = bytes[from + index] as number;
      const part = byte & 0x7f;
      if (index < 4) low |= part << (7 * index);
      else if (index === 4) {
        low |= part << 28;
        high = part >>> 4;
      } else high |= part << (7 * index - 32);
      if (byte < 0x80) {
        this.at = from + index + 1;
        this.high = high;
        return low;
      }
    }
    throw this.malformed('a number has more than 64 bits', from);
  }

  /** An int64 as the nearest number, as `JSON.parse` would round its digits. */
  int64(end: number): number {
    const low = this.varint(end);
    return this.high * TWO_32 + (low >>> 0);
  }

  /** An int64 in full. */
  bigint(end: number): bigint {
    const low = this.varint(end);
    return (BigInt(this.high) << 32n) | BigInt(low >>> 0);
  }

  double(end: number): number {
    const from = this.at;
    if (from + 8 > end) throw this.malformed('a number runs beyond the end');
    this.at = from + 8;
    return this.bytes.readDoubleLE(from);
  }

  /** The tag of a field: its number times eight, plus its wire type. */
  tag(end: number): number {
    const from = this.at;
    const tag = this.varint(end) >>> 0;
    if (tag < 8 || this.high !== 0) throw this.malformed('a field has no valid number', from);
    return tag;
  }

  /** Reads a length and gives where it ends; the bytes themselves are next. */
  length(end: number): number {
    const from = this.at;
    const length = this.varint(end);
    const to = this.at + length;
    if (length < 0 || this.high !== 0 || to > end) throw this.malformed('a length runs beyond the end', from);
    return to;
  }

  /** Reads a length and the text of as many bytes. */
  text(end: number): string {
    const to = this.length(end);
    const text = textOf(this.bytes, this.at, to);
    this.at = to;
    return text;
  }

  /** Passes over a value of any wire type. */
  skip(tag: number, end: number, depth: number): void {
    switch (tag & 7) {
      case WIRE.VARINT:
        this.varint(end);
        return;
      case WIRE.FIXED64:
        this.#pass(8, end);
        return;
      case WIRE.LENGTH:
        this.at = this.length(end);
        return;
      case WIRE.FIXED32:
        this.#pass(4, end);
        return;
      case WIRE.GROUP_START:
        this.#skipGroup(tag >>> 3, end, depth + 1);
        return;
      default:
        throw this.malformed(`field ${tag >>> 3} has wire type ${tag & 7}, which is none,`);
    }
  }

  #pass(count: number, end: number): void {
    if (this.at + count > end) throw this.malformed('a number runs beyond the end');
    this.at += count;
  }

  #skipGroup(number: number, end: number, depth: number): void {
    this.checkDepth(depth);
    for (;;) {
      const tag = this.tag(end);
      if ((tag & 7) === WIRE.GROUP_END) {
        if (tag >>> 3 !== number) throw this.malformed(`a group of field ${number} ends as another`);
        return;
      }
      this.skip(tag, end, depth);
    }
  }

  checkDepth(depth: number): void {
    if (depth > MAX_DEPTH) throw this.malformed(`messages nest deeper than ${MAX_DEPTH}`);
  }

  wrongWireType(tag: number, name: string): KubeInformerError {
    return this.malformed(`the field ${name} has wire type ${tag & 7}`);
  }
}
