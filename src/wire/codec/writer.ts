const TWO_32 = 4_294_967_296;

/** Most objects fit in this without growing. */
const FIRST_SIZE = 8_192;

/** Up to this many characters a loop beats the two calls into Node that measure and write a text. */
const SHORT = 32;

/**
 * A buffer that fills from its end, as Go's does: the length of a message is known once its fields are
 * written, and stands before them.
 */
export class Writer {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #at = FIRST_SIZE;

  /** How much is written. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** What is written, not shared with the writer. */
  finish(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, this.#at);
  }

  #room(count: number): void {
    if (this.#at >= count) return;
    const { length } = this;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, length + count + FIRST_SIZE));
    this.#bytes.copy(grown, grown.length - length, this.#at);
    this.#bytes = grown;
    this.#at = grown.length - length;
  }

  /** A number of 64 bits, given in two halves. */
  varint(low: number, high: number): void {
    if (high === 0 && low >= 0 && low < 0x80) {
      this.#room(1);
      this.#bytes[--this.#at] = low;
      return;
    }
    let size = 1;
    for (let [l, h] = [low >>> 0, high >>> 0]; h > 0 || l > 0x7f; size++) {
      l = ((l >>> 7) | (h << 25)) >>> 0;
      h >>>= 7;
    }
    this.#room(size);
    this.#at -= size;
    let at = this.#at;
    let l = low >>> 0;
    let h = high >>> 0;
    while (h > 0 || l > 0x7f) {
      this.#bytes[at++] = (l & 0x7f) | 0x80;
      l = ((l >>> 7) | (h << 25)) >>> 0;
      h >>>= 7;
    }
    this.#bytes[at] = l;
  }

  /** A signed number; the 64 bits of its two's complement, as far as a number has them. */
  int64(value: number): void {
    const high = Math.floor(value / TWO_32);
    this.varint(value - high * TWO_32, high);
  }

  bigint(value: bigint): void {
    this.varint(Number(BigInt.asUintN(32, value)), Number(BigInt.asUintN(32, value >> 32n)));
  }

  double(value: number): void {
    this.#room(8);
    this.#at -= 8;
    this.#bytes.writeDoubleLE(value, this.#at);
  }

  tag(tag: number): void {
    this.varint(tag, 0);
  }

  /** Text with its length before it. */
  text(text: string): void {
    if (text.length <= SHORT && this.#ascii(text)) return;
    const size = Buffer.byteLength(text);
    this.#room(size);
    this.#at -= size;
    this.#bytes.write(text, this.#at);
    this.varint(size, 0);
  }

  /** Writes a short text if it is ASCII; else leaves nothing behind. */
  #ascii(text: string): boolean {
    const { length } = text;
    this.#room(length);
    const from = this.#at - length;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return false;
      this.#bytes[from + index] = unit;
    }
    this.#at = from;
    this.varint(length, 0);
    return true;
  }

  /** Bytes with their length before them. */
  bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#at -= bytes.length;
    this.#bytes.set(bytes, this.#at);
    this.varint(bytes.length, 0);
  }

  /** Closes a message: its length before what was written since `length` was `before`. */
  close(before: number): void {
    this.varint(this.length - before, 0);
  }
}
