/**
 * Text that is mostly the same as the last time: the namespace and the kind of one object after the
 * other. Saves the decoding, and makes all of them share one string.
 */
export class TextMemo {
  #bytes: Buffer = Buffer.alloc(0);
  #text = '';

  /** The text of `bytes` from `start` to before `end`, made by `decode` when it is not the last one. */
  read(
    bytes: Buffer,
    start: number,
    end: number,
    decode: (bytes: Buffer, start: number, end: number) => string,
  ): string {
    const known = this.#bytes;
    const length = end - start;
    let same = known.length === length && length > 0;
    for (let index = 0; same && index < length; index++) same = known[index] === bytes[start + index];
    if (!same) {
      this.#text = decode(bytes, start, end);
      this.#bytes = Buffer.from(bytes.subarray(start, end));
    }
    return this.#text;
  }
}
