import {
  BACKSLASH,
  CLOSE_BRACE,
  COMMA,
  INCOMPLETE,
  OPEN_BRACE,
  QUOTE,
  malformedCode,
  skipColon,
  skipSpace,
  skipString,
  skipValue,
} from './json-scan.js';

/** What `MemberReader.next` found: a key, with the reader before its value. */
export const MEMBER = 1;
/** What `MemberReader.next` found: the closing brace. */
export const CLOSED = 0;

/**
 * Walks the members of one JSON object, in bytes, without making anything of them.
 *
 * `next()` reads a key and stops before the value; then either `skip()` walks over the value, or the
 * caller reads it and says with `resume()` where it ended. Results below zero are codes of json-scan.
 *
 * @example
 * reader.open(bytes, start, end);
 * while (reader.next() === MEMBER) { reader.skip(); use(reader.keyStart, reader.valueStart, reader.valueEnd); }
 */
export class MemberReader {
  /** The first byte of the key, after its quote. */
  keyStart = 0;
  keyEnd = 0;
  /** Whether the key is plain ASCII without escapes, so that its bytes are its text. */
  keyIsPlain = true;
  valueStart = 0;
  valueEnd = 0;
  /** After the closing brace, once `next()` has answered `CLOSED`. */
  position = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #end = 0;
  #first = true;

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Begins with the brace at `position`; a code when there is none. */
  open(bytes: Buffer, position: number, end: number): number {
    this.#bytes = bytes;
    this.#end = end;
    this.#first = true;
    position = skipSpace(bytes, position, end);
    this.position = position + 1;
    if (position >= end) return INCOMPLETE;
    return bytes[position] === OPEN_BRACE ? this.position : malformedCode(position);
  }

  /** Goes on inside an object whose brace was read before; `isFirst` when no member was. */
  enter(bytes: Buffer, position: number, end: number, isFirst: boolean): void {
    this.#bytes = bytes;
    this.#end = end;
    this.#first = isFirst;
    this.position = position;
  }

  next(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = skipSpace(bytes, this.position, end);
    if (position >= end) return INCOMPLETE;
    if (bytes[position] === CLOSE_BRACE) {
      this.position = position + 1;
      return CLOSED;
    }
    if (!this.#first) {
      if (bytes[position] !== COMMA) return malformedCode(position);
      position = skipSpace(bytes, position + 1, end);
      if (position >= end) return INCOMPLETE;
    }
    if (bytes[position] !== QUOTE) return malformedCode(position);
    return this.#key(position + 1);
  }

  #key(start: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = start;
    for (; position < end; position++) {
      const byte = bytes[position] as number;
      if (byte === QUOTE || byte === BACKSLASH || byte >= 0x80 || byte < 0x20) break;
    }
    this.keyIsPlain = position < end && bytes[position] === QUOTE;
    const after = skipString(bytes, position, end);
    if (after < 0) return after;
    const value = skipColon(bytes, after, end);
    if (value < 0) return value;
    this.keyStart = start;
    this.keyEnd = after - 1;
    this.#first = false;
    this.valueStart = skipSpace(bytes, value, end);
    this.position = this.valueStart;
    return this.valueStart < end ? MEMBER : INCOMPLETE;
  }

  /** Walks over the value; its end, or a code. */
  skip(): number {
    const end = skipValue(this.#bytes, this.valueStart, this.#end);
    if (end >= 0) this.resume(end);
    return end;
  }

  /** Goes on after a value that the caller has read. */
  resume(valueEnd: number): void {
    this.valueEnd = valueEnd;
    this.position = valueEnd;
  }

  /** Whether the key is `name`, without making a string of it unless it has escapes. */
  keyIs(name: string): boolean {
    const { keyStart, keyEnd } = this;
    const bytes = this.#bytes;
    if (!this.keyIsPlain) return this.key() === name;
    if (keyEnd - keyStart !== name.length) return false;
    for (let index = 0; index < name.length; index++) {
      if (bytes[keyStart + index] !== name.charCodeAt(index)) return false;
    }
    return true;
  }

  key(): string {
    const bytes = this.#bytes;
    if (this.keyIsPlain) return bytes.toString('latin1', this.keyStart, this.keyEnd);
    return jsonText(bytes, this.keyStart - 1, this.keyEnd + 1);
  }
}

/** The text of the string between `start` and `end`, its quotes included. */
export function jsonText(bytes: Buffer, start: number, end: number): string {
  for (let index = start + 1; index < end - 1; index++) {
    if (bytes[index] === BACKSLASH) return jsonValue(bytes, start, end) as string;
  }
  return bytes.toString('utf8', start + 1, end - 1);
}

/** The value between `start` and `end`. `JSON.parse` makes `__proto__` a property like any other. */
export function jsonValue(bytes: Buffer, start: number, end: number): unknown {
  return JSON.parse(bytes.toString('utf8', start, end));
}

/** Whether the value at `start` is a string. */
export function isText(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === QUOTE;
}
