const REPLACEMENT = '\ufffd';

/**
 * Texts up to this many bytes are looked up among those seen lately before they are made. The keys of labels, the names of
 * ports, conditions and images repeat from object to object; a hit costs a third of a call into Node's decoder and shares
 * one string. What is longer is mostly unique: uids have 36 bytes.
 */
const SHORT = 32;

/** Places for texts seen lately: 64 KB of bytes, and hits for nine of ten short texts of a cluster's pods. */
const PLACES = 2_048;

const seenText: string[] = Array.from({ length: PLACES }, () => '');
const seenLength = new Uint8Array(PLACES);
const seenBytes = new Uint8Array(PLACES * SHORT);

interface Slices {
  latin1Slice(this: Buffer, start: number, end: number): string;
  utf8Slice(this: Buffer, start: number, end: number): string;
}

// What `toString` calls in the end. What it does before that takes longer than a name or a version: three functions, one of
// them a long one. Every Node.js has had these, and no page of its documentation, so that there is a way without them.
const { latin1Slice = sliceAs('latin1'), utf8Slice = sliceAs('utf8') } = Buffer.prototype as unknown as Partial<Slices>;

function sliceAs(encoding: 'latin1' | 'utf8'): (this: Buffer, start: number, end: number) => string {
  return function (start, end) {
    return this.toString(encoding, start, end);
  };
}

/** The text of UTF-8 bytes. As in Go's JSON, each byte that is no UTF-8 becomes one U+FFFD. */
export function textOf(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length > SHORT) return uniqueText(bytes, start, end);
  if (length === 0) return '';
  let hash = length;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  const from = place * SHORT;
  if (seenLength[place] === length) {
    let at = 0;
    while (at < length && seenBytes[from + at] === bytes[start + at]) at++;
    if (at === length) return seenText[place] as string;
  }
  const text = uniqueText(bytes, start, end);
  seenText[place] = text;
  seenLength[place] = length;
  for (let at = 0; at < length; at++) seenBytes[from + at] = bytes[start + at] as number;
  return text;
}

/** Longer texts are left to the decoder of all of UTF-8, which looks for ASCII faster than a loop does. */
const LONGEST_LOOKED_AT = 128;

/** As `textOf`, for what hardly ever is the same twice, as the version of an object: it is not looked up. */
export function uniqueText(bytes: Buffer, start: number, end: number): string {
  let bits = end - start > LONGEST_LOOKED_AT ? 0x80 : 0;
  for (let at = start; at < end && bits < 0x80; at++) bits |= bytes[at] as number;
  return bits < 0x80 ? latin1Slice.call(bytes, start, end) : unicodeText(bytes, start, end);
}

function unicodeText(bytes: Buffer, start: number, end: number): string {
  const text = utf8Slice.call(bytes, start, end);
  return text.includes(REPLACEMENT) ? goText(bytes, start, end) : text;
}

/** Byte by byte: Node replaces a cut sequence once, Go each of its bytes. */
function goText(bytes: Buffer, start: number, end: number): string {
  let text = '';
  let valid = start;
  for (let at = start; at < end;) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0) {
      text += bytes.toString('utf8', valid, at) + REPLACEMENT;
      valid = ++at;
    } else {
      at += length;
    }
  }
  return text + bytes.toString('utf8', valid, end);
}

/** The length of the UTF-8 sequence at a byte; 0 when there is none. */
function sequenceLength(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > end) return 0;
  for (let index = 1; index < length; index++) if (((bytes[at + index] as number) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] as number;
  // Over-long forms, surrogates, and what is beyond U+10FFFF.
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  return length;
}

/** Whether bytes are the UTF-8 of a text, without making the text. */
export function isText(bytes: Buffer, start: number, end: number, text: string): boolean {
  const { length } = text;
  if (end - start < length) return false;
  for (let index = 0; index < length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return textOf(bytes, start, end) === text;
    if (bytes[start + index] !== unit) return false;
  }
  return end - start === length;
}
