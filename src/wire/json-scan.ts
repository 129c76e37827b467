import { MAX_JSON_DEPTH } from './limits.js';

/**
 * A byte-level scanner that accepts exactly what `JSON.parse` accepts (invalid UTF-8 inside strings
 * included, which decodes to U+FFFD), except that nesting is bounded.
 *
 * Functions return the position after what they skipped, or a code below zero: `INCOMPLETE` when the
 * bytes ended first, else what `malformedAt` turns into the position of the offending byte. Codes, since
 * "not all here yet" is an everyday answer while a body streams in.
 */
export const INCOMPLETE = -1;

/** The code for an offending byte at `position`. */
export function malformedCode(position: number): number {
  return -2 - position;
}

/** The position of the offending byte. */
export function malformedAt(code: number): number {
  return -2 - code;
}

const SPACE = 0x20;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const BACKSLASH = 0x5c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

const OBJECT = 1;
const ARRAY = 0;

// Which kind of container is open at each level. One for all: a scan never gives way to another.
const levels = new Uint8Array(MAX_JSON_DEPTH);

/** Skips white space; `end` when nothing else is left. */
export function skipSpace(bytes: Uint8Array, position: number, end: number): number {
  while (position < end) {
    const byte = bytes[position] as number;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return position;
    position++;
  }
  return position;
}

// 1 for what ends a run of plain characters in a string: a quote, a backslash, a control character.
const ENDS_RUN = new Uint8Array(256).fill(1, 0, 0x20);
ENDS_RUN[QUOTE] = 1;
ENDS_RUN[BACKSLASH] = 1;

/** Skips a string whose opening quote is before `position`. */
export function skipString(bytes: Uint8Array, position: number, end: number): number {
  for (;;) {
    while (position < end && ENDS_RUN[bytes[position] as number] === 0) position++;
    if (position >= end) return INCOMPLETE;
    const byte = bytes[position] as number;
    if (byte === QUOTE) return position + 1;
    if (byte !== BACKSLASH) return malformedCode(position);
    position = skipEscape(bytes, position + 1, end);
    if (position < 0) return position;
    position++;
  }
}

/** Skips what follows a backslash; the position of the last byte of it, or a code. */
function skipEscape(bytes: Uint8Array, position: number, end: number): number {
  if (position >= end) return INCOMPLETE;
  switch (bytes[position]) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return position;
    case 0x75: // u
      for (let digit = 1; digit <= 4; digit++) {
        if (position + digit >= end) return INCOMPLETE;
        if (!isHexDigit(bytes[position + digit] as number)) return malformedCode(position + digit);
      }
      return position + 4;
    default:
      return malformedCode(position);
  }
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** Skips one value and the white space before it. A number is complete only when a byte follows it. */
export function skipValue(bytes: Uint8Array, position: number, end: number): number {
  let depth = 0;
  for (;;) {
    // Servers send no white space: it is not worth a call unless there is some.
    if (position < end && (bytes[position] as number) <= SPACE) position = skipSpace(bytes, position, end);
    if (position >= end) return INCOMPLETE;
    const byte = bytes[position] as number;
    if (byte === QUOTE) {
      position = skipString(bytes, position + 1, end);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth === MAX_JSON_DEPTH) return malformedCode(position);
      const inObject = byte === OPEN_BRACE;
      levels[depth++] = inObject ? OBJECT : ARRAY;
      position++;
      if (position < end && (bytes[position] as number) <= SPACE) position = skipSpace(bytes, position, end);
      if (position >= end) return INCOMPLETE;
      // The closing byte of either is two after its opening one.
      if (bytes[position] !== byte + 2) {
        if (inObject) {
          position = skipKey(bytes, position, end);
          if (position < 0) return position;
        }
        continue;
      }
      depth--;
      position++;
    } else {
      position = skipScalar(bytes, position, end);
    }
    if (position < 0) return position;

    // After a value: close what ends here, until another value follows.
    for (;;) {
      if (depth === 0) return position;
      if (position < end && (bytes[position] as number) <= SPACE) position = skipSpace(bytes, position, end);
      if (position >= end) return INCOMPLETE;
      const next = bytes[position] as number;
      const inObject = levels[depth - 1] === OBJECT;
      if (next === COMMA) {
        position++;
        if (!inObject) break;
        position = skipKey(bytes, position, end);
        if (position < 0) return position;
        break;
      }
      if (next !== (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) return malformedCode(position);
      depth--;
      position++;
    }
  }
}

/** Skips a key, its colon and the white space before each of them. */
function skipKey(bytes: Uint8Array, position: number, end: number): number {
  if (position < end && (bytes[position] as number) <= SPACE) position = skipSpace(bytes, position, end);
  if (position >= end) return INCOMPLETE;
  if (bytes[position] !== QUOTE) return malformedCode(position);
  position = skipString(bytes, position + 1, end);
  return position < 0 ? position : skipColon(bytes, position, end);
}

/** Skips a colon and the white space before it. */
export function skipColon(bytes: Uint8Array, position: number, end: number): number {
  if (position < end && (bytes[position] as number) <= SPACE) position = skipSpace(bytes, position, end);
  if (position >= end) return INCOMPLETE;
  return bytes[position] === COLON ? position + 1 : malformedCode(position);
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

function skipScalar(bytes: Uint8Array, position: number, end: number): number {
  switch (bytes[position]) {
    case 0x74:
      return skipWord(bytes, position, end, TRUE);
    case 0x66:
      return skipWord(bytes, position, end, FALSE);
    case 0x6e:
      return skipWord(bytes, position, end, NULL);
    default:
      return skipNumber(bytes, position, end);
  }
}

function skipWord(bytes: Uint8Array, position: number, end: number, word: Uint8Array): number {
  for (let index = 0; index < word.length; index++, position++) {
    if (position >= end) return INCOMPLETE;
    if (bytes[position] !== word[index]) return malformedCode(position);
  }
  return position;
}

function skipNumber(bytes: Uint8Array, position: number, end: number): number {
  if (bytes[position] === 0x2d) position++;
  if (position < end && bytes[position] === 0x30) position++;
  else position = skipDigits(bytes, position, end);
  if (position < 0) return position;
  if (position < end && bytes[position] === 0x2e) {
    position = skipDigits(bytes, position + 1, end);
    if (position < 0) return position;
  }
  if (position < end && ((bytes[position] as number) | 0x20) === 0x65) {
    position++;
    if (position < end && (bytes[position] === 0x2b || bytes[position] === 0x2d)) position++;
    position = skipDigits(bytes, position, end);
    if (position < 0) return position;
  }
  return position < end ? position : INCOMPLETE;
}

/** Skips digits, at least one. */
function skipDigits(bytes: Uint8Array, position: number, end: number): number {
  const first = position;
  while (position < end && (bytes[position] as number) >= 0x30 && (bytes[position] as number) <= 0x39) position++;
  if (position > first) return position;
  return position < end ? malformedCode(position) : INCOMPLETE;
}
