import { STATIC_TABLE } from './static-table.js';
import type { Header } from './static-table.js';

const NUMBER_OF_NAME = new Map<string, number>();
const NUMBER_OF_HEADER = new Map<string, number>();
for (const [index, [name, value]] of STATIC_TABLE.entries()) {
  if (!NUMBER_OF_NAME.has(name)) NUMBER_OF_NAME.set(name, index + 1);
  NUMBER_OF_HEADER.set(`${name}\n${value}`, index + 1);
}

// The first bits of a representation (RFC 7541, section 6), and in how many of the others a number begins.
const INDEXED = { mark: 0x80, bits: 7 };
const LITERAL = { mark: 0x00, bits: 4 };
const LITERAL_NEVER_INDEXED = { mark: 0x10, bits: 4 };
const TABLE_SIZE = { mark: 0x20, bits: 5 };

// What a proxy on the way must not put into a table, from which its other users could guess it.
const SECRET = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * A block of headers. It has no memory: what the other side knows from the start has a number, all else is written out.
 * That is a hundred bytes or two for each request, and saves a table on each side; the first block says that there will be none.
 */
export function encodeHeaders(headers: readonly Header[], isFirstBlock: boolean): Buffer {
  // Each number takes five bytes at most, and there are three in a header.
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 15, 5);
  const block = new Block(size);
  if (isFirstBlock) block.number(TABLE_SIZE, 0);
  for (const [name, value] of headers) {
    const whole = NUMBER_OF_HEADER.get(`${name}\n${value}`);
    if (whole !== undefined) {
      block.number(INDEXED, whole);
      continue;
    }
    const known = NUMBER_OF_NAME.get(name) ?? 0;
    block.number(SECRET.has(name) ? LITERAL_NEVER_INDEXED : LITERAL, known);
    if (known === 0) block.text(name);
    block.text(value);
  }
  return block.written;
}

class Block {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  get written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  number({ mark, bits }: { readonly mark: number; readonly bits: number }, value: number): void {
    const most = 2 ** bits - 1;
    if (value < most) {
      this.#bytes[this.#at++] = mark | value;
      return;
    }
    this.#bytes[this.#at++] = mark | most;
    let rest = value - most;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#at++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#at++] = rest;
  }

  // Without Huffman's code, which would save a quarter of some hundred bytes.
  text(value: string): void {
    this.number({ mark: 0, bits: 7 }, value.length);
    this.#at += this.#bytes.write(value, this.#at, 'latin1');
  }
}
