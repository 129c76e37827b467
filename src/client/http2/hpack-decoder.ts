import { ERROR } from './frame.js';
import { Http2Error } from './http2-error.js';
import { decodeHuffman } from './huffman.js';
import { STATIC_TABLE } from './static-table.js';
import type { Header } from './static-table.js';

// What the server may have in its table: the protocol's default, since nothing else is announced.
const LARGEST_TABLE = 4096;

// What a header counts for besides its letters, in the table and in limits.
const HEADER_OVERHEAD = 32;

/** A block that was read. */
export interface HeaderBlock {
  readonly headers: readonly Header[];
  /** How much they are as HTTP/2 counts; above the limit, only those before it are in `headers`. */
  readonly size: number;
  readonly limit: number;
}

/** Reads blocks of headers, in the order they came: each may refer to those before it (RFC 7541). */
export class HpackDecoder {
  /** The newest first. */
  readonly #table: Header[] = [];
  #tableBytes = 0;
  #tableLimit = LARGEST_TABLE;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #end = 0;

  /** Throws an `Http2Error` that ends the connection: nothing after a block that was not read can be. */
  decode(block: Uint8Array, limit: number): HeaderBlock {
    this.#bytes = block;
    this.#at = 0;
    this.#end = block.length;
    const headers: Header[] = [];
    let size = 0;
    while (this.#at < this.#end) {
      const header = this.#next(headers.length === 0 && size === 0);
      if (header === undefined) continue;
      size += sizeOf(header);
      if (size <= limit) headers.push(header);
    }
    return { headers, size, limit };
  }

  #next(isFirst: boolean): Header | undefined {
    const first = this.#bytes[this.#at] as number;
    if (first >= 0x80) return this.#entry(this.#number(7));
    if (first >= 0x40) return this.#remember(this.#literal(6));
    if (first < 0x20) return this.#literal(4);
    const limit = this.#number(5);
    if (!isFirst || limit > LARGEST_TABLE) throw broken('it changes the size of the table where it may not');
    this.#tableLimit = limit;
    this.#shrinkTo(limit);
    return undefined;
  }

  #literal(bits: number): Header {
    const number = this.#number(bits);
    const name = number === 0 ? this.#text() : this.#entry(number)[0];
    return [name, this.#text()];
  }

  #entry(number: number): Header {
    const entry =
      number <= STATIC_TABLE.length ? STATIC_TABLE[number - 1] : this.#table[number - STATIC_TABLE.length - 1];
    if (entry === undefined) throw broken(`it names entry ${number}, which is in no table`);
    return entry;
  }

  #remember(header: Header): Header {
    const size = sizeOf(header);
    this.#shrinkTo(this.#tableLimit - size);
    // One that is larger than the table empties it, and is not in it.
    if (size <= this.#tableLimit) {
      this.#table.unshift(header);
      this.#tableBytes += size;
    }
    return header;
  }

  #shrinkTo(bytes: number): void {
    while (this.#tableBytes > bytes) {
      const oldest = this.#table.pop();
      if (oldest === undefined) return;
      this.#tableBytes -= sizeOf(oldest);
    }
  }

  #number(bits: number): number {
    const most = 2 ** bits - 1;
    let value = this.#byte() & most;
    if (value < most) return value;
    // Four bytes more are beyond anything that can be meant.
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw broken('it has a number that is too large');
  }

  #text(): string {
    if (this.#at >= this.#end) throw endsEarly();
    const isHuffman = (this.#bytes[this.#at] as number) >= 0x80;
    const length = this.#number(7);
    const from = this.#at;
    const to = from + length;
    if (to > this.#end) throw endsEarly();
    this.#at = to;
    if (!isHuffman) return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + from, length).toString('latin1');
    const text = decodeHuffman(this.#bytes, from, to);
    if (text === undefined) throw broken('it has a text that is not in the code of Huffman');
    return text;
  }

  #byte(): number {
    if (this.#at >= this.#end) throw endsEarly();
    return this.#bytes[this.#at++] as number;
  }
}

function sizeOf([name, value]: Header): number {
  return name.length + value.length + HEADER_OVERHEAD;
}

function endsEarly(): Http2Error {
  return broken('it ends in the middle of a header');
}

function broken(why: string): Http2Error {
  return new Http2Error(ERROR.COMPRESSION_ERROR, `the server sent a block of headers that cannot be read: ${why}`);
}
