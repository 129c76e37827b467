// The length in bits of the code of each byte (RFC 7541, appendix B). The code is canonical: codes of one length follow
// each other in the order of their bytes, and those of the next length follow them; so the lengths are all there is to know.
const LENGTHS = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6, 5, 6,
  5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23,
  22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22,
  23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26,
  20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27,
  27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27,
  27, 27, 27, 26,
];

const LONGEST = 30;

/** By length: the first code of it, and where its bytes begin in `BYTES`. */
const FIRST_CODE: number[] = [];
const FIRST_INDEX: number[] = [];
/** The bytes in the order of their codes. */
const BYTES: number[] = [];

let code = 0;
for (let length = 0; length <= LONGEST; length++) {
  code *= 2;
  FIRST_CODE.push(code);
  FIRST_INDEX.push(BYTES.length);
  for (const [byte, bits] of LENGTHS.entries()) if (bits === length) BYTES.push(byte);
  code += BYTES.length - (FIRST_INDEX[length] as number);
}

/** The text that bytes from `start` to `end` stand for, a character for each byte of it; undefined for what is no code. */
export function decodeHuffman(bytes: Uint8Array, start: number, end: number): string | undefined {
  // The shortest code has five bits.
  const decoded = Buffer.allocUnsafe(Math.ceil(((end - start) * 8) / 5));
  let size = 0;
  let value = 0;
  let bits = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    for (let mask = 0x80; mask !== 0; mask >>= 1) {
      value = value * 2 + ((byte & mask) === 0 ? 0 : 1);
      bits++;
      const index = value - (FIRST_CODE[bits] as number);
      const first = FIRST_INDEX[bits] as number;
      // A value below the first code of its length is the beginning of a longer one's; it was looked for already.
      if (index >= 0 && first + index < (FIRST_INDEX[bits + 1] ?? BYTES.length)) {
        decoded[size++] = BYTES[first + index] as number;
        value = 0;
        bits = 0;
      } else if (bits === LONGEST) return undefined;
    }
  }
  // What is left fills the last byte: less than eight bits, all ones.
  if (bits > 7 || value !== 2 ** bits - 1) return undefined;
  return decoded.toString('latin1', 0, size);
}
