import { copyBytes } from '../base/copy-bytes.js';

// The size of a chunk of a socket: smaller joins would have to grow at once.
const SMALLEST_JOIN = 64 * 2 ** 10;

// A watch lives for hours: the room that one huge object took is given back when it is a megabyte or more.
const LARGEST_KEPT_JOIN = 2 ** 20;

/**
 * The bytes that have arrived and are not used yet, always in one piece.
 *
 * A chunk that arrives when nothing is left is used where it is; else it is appended to what is left,
 * in a buffer that grows by doubling, so that a byte is copied a bounded number of times whatever the
 * size of the chunks. The buffer is used again: a view of `bytes` is good until the next `append` or `keep`.
 */
export class ChunkBuffer {
  bytes: Buffer = Buffer.alloc(0);
  /** Where the first unused byte is. Moved on by the reader. */
  start = 0;
  /** After the last byte. */
  end = 0;
  /** How many bytes of the body were before `bytes[0]`. */
  #before = 0;
  #join: Buffer | undefined;

  get available(): number {
    return this.end - this.start;
  }

  /** The position in the whole body of a byte of `bytes`. */
  offsetOf(index: number): number {
    return this.#before + index;
  }

  append(chunk: Uint8Array): void {
    const left = this.end - this.start;
    if (left === 0) {
      this.#moveTo(asBuffer(chunk), chunk.length);
      if (this.#join !== undefined && this.#join.length > LARGEST_KEPT_JOIN) this.#join = undefined;
    } else if (this.bytes === this.#join && this.bytes.length - this.end >= chunk.length) {
      this.bytes.set(chunk, this.end);
      this.end += chunk.length;
    } else {
      const needed = left + chunk.length;
      const join = this.#roomFor(needed);
      // The two may be the same memory: what is left only moves to its front.
      copyBytes(this.bytes, this.start, this.end, join, 0);
      join.set(chunk, left);
      this.#moveTo(join, needed);
    }
  }

  /** Nothing more can be read before the next chunk. What is left is kept, and the last chunk is not used any more. */
  keep(): void {
    const left = this.end - this.start;
    if (left === 0 || this.bytes === this.#join) return;
    const join = this.#roomFor(left);
    copyBytes(this.bytes, this.start, this.end, join, 0);
    this.#moveTo(join, left);
  }

  #moveTo(bytes: Buffer, length: number): void {
    this.#before += this.start;
    // Nothing was left of the bytes before, or what was left is at the beginning of the new ones.
    this.bytes = bytes;
    this.start = 0;
    this.end = length;
  }

  #roomFor(size: number): Buffer {
    // Twice as much, so that what is left is moved to the front once in as many bytes as it has.
    if (this.#join === undefined || this.#join.length < size * 2) {
      // Not from Node's pool, whose slabs others keep alive.
      this.#join = Buffer.allocUnsafeSlow(Math.max(SMALLEST_JOIN, size * 2));
    }
    return this.#join;
  }
}

/** The same memory as a Buffer, which decodes text without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
