import type { Json } from '../json.js';
import { setOwn } from '../json.js';

/** Text that is no JSON; the message is the one of Go's decoder. */
export class GoSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GoSyntaxError';
  }
}

/** What `JSON.parse` does not tell. Paths are as messages have them: `spec.containers[0].name`. */
export interface StrictJson {
  readonly value: unknown;
  /** Keys that were there before in the same object. */
  readonly duplicates: readonly string[];
  /** How numbers were written that are not plain whole ones. */
  readonly literals: ReadonlyMap<string, string>;
  /** Where each key first stood, to put what is reported into the order of the document. */
  readonly positions: ReadonlyMap<string, number>;
}

const LITERALS: ReadonlyMap<string, readonly [text: string, value: boolean | null]> = new Map([
  ['t', ['true', true]],
  ['f', ['false', false]],
  ['n', ['null', null]],
]);

const SPACE = new Set([' ', '\t', '\r', '\n']);

/**
 * Reads JSON by hand: slower than `JSON.parse` and asked only when that failed, to say why as Go does, or when a quick
 * look found repeated keys or unusual numbers. Of repeated keys the last counts, as in Go. To say why as Go does it
 * wants the bytes, each as a character (latin1).
 */
export function parseStrictly(text: string): StrictJson {
  return new StrictParser(text).parse();
}

class StrictParser {
  readonly #text: string;
  #at = 0;
  readonly #duplicates: string[] = [];
  readonly #literals = new Map<string, string>();
  readonly #positions = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  parse(): StrictJson {
    const value = this.#value('');
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected('after top-level value');
    return { value, duplicates: this.#duplicates, literals: this.#literals, positions: this.#positions };
  }

  #space(): void {
    while (SPACE.has(this.#text[this.#at] ?? '')) this.#at++;
  }

  /** The next character that is not space; throws at the end of the text. */
  #next(): string {
    this.#space();
    return this.#peek();
  }

  #peek(): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw new GoSyntaxError('unexpected end of JSON input');
    return character;
  }

  #unexpected(where: string): GoSyntaxError {
    return new GoSyntaxError(`invalid character ${quoted(this.#peek())} ${where}`);
  }

  #value(path: string): unknown {
    const character = this.#next();
    if (character === '{') return this.#object(path);
    if (character === '[') return this.#array(path);
    if (character === '"') return this.#string();
    if (character === '-' || isDigit(character)) return this.#number(path);
    const literal = LITERALS.get(character);
    if (literal === undefined) throw this.#unexpected('looking for beginning of value');
    const [word, value] = literal;
    for (let index = 1; index < word.length; index++) {
      this.#at++;
      const expected = word[index] as string;
      if (this.#peek() !== expected) throw this.#unexpected(`in literal ${word} (expecting '${expected}')`);
    }
    this.#at++;
    return value;
  }

  #object(path: string): Json {
    const object: Json = {};
    this.#at++;
    if (this.#next() === '}') {
      this.#at++;
      return object;
    }
    for (;;) {
      if (this.#next() !== '"') throw this.#unexpected('looking for beginning of object key string');
      const start = this.#at;
      const key = this.#string();
      const inner = path === '' ? key : `${path}.${key}`;
      if (Object.hasOwn(object, key)) this.#duplicates.push(inner);
      else this.#positions.set(inner, start);
      if (this.#next() !== ':') throw this.#unexpected('after object key');
      this.#at++;
      const value = this.#value(inner);
      setOwn(object, key, value);
      const after = this.#next();
      if (after !== ',' && after !== '}') throw this.#unexpected('after object key:value pair');
      this.#at++;
      if (after === '}') return object;
    }
  }

  #array(path: string): unknown[] {
    const array: unknown[] = [];
    this.#at++;
    if (this.#next() === ']') {
      this.#at++;
      return array;
    }
    for (;;) {
      array.push(this.#value(`${path}[${String(array.length)}]`));
      const after = this.#next();
      if (after !== ',' && after !== ']') throw this.#unexpected('after array element');
      this.#at++;
      if (after === ']') return array;
    }
  }

  #string(): string {
    const start = this.#at++;
    for (;;) {
      const character = this.#peek();
      if (character === '"') break;
      if (character < ' ') throw this.#unexpected('in string literal');
      this.#at++;
      if (character === '\\') this.#escape();
    }
    this.#at++;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #escape(): void {
    const character = this.#peek();
    if (!'"\\/bfnrtu'.includes(character)) throw this.#unexpected('in string escape code');
    this.#at++;
    if (character !== 'u') return;
    for (let index = 0; index < 4; index++) {
      if (!/[0-9a-fA-F]/.test(this.#peek())) throw this.#unexpected('in \\u hexadecimal character escape');
      this.#at++;
    }
  }

  #number(path: string): number {
    const start = this.#at;
    if (this.#text[this.#at] === '-') this.#at++;
    if (!isDigit(this.#peek())) throw this.#unexpected('in numeric literal');
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#digits();
    if (this.#text[this.#at] === '.') {
      this.#at++;
      if (!isDigit(this.#peek())) throw this.#unexpected('after decimal point in numeric literal');
      this.#digits();
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at++;
      if (this.#peek() === '+' || this.#peek() === '-') this.#at++;
      if (!isDigit(this.#peek())) throw this.#unexpected('in exponent of numeric literal');
      this.#digits();
    }
    const literal = this.#text.slice(start, this.#at);
    const number = Number(literal);
    if (String(number) !== literal) this.#literals.set(path, literal);
    return number;
  }

  #digits(): void {
    while (isDigit(this.#text[this.#at] ?? '')) this.#at++;
  }
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9' && character.length === 1;

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ["'", "\\'"],
]);

/** A byte as Go quotes it, which takes it for a character of its own. */
function quoted(byte: string): string {
  const code = byte.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  if (ESCAPED.has(byte)) return `'${ESCAPED.get(byte) as string}'`;
  if (code < 0x20 || code === 0x7f) return `'\\x${hex}'`;
  return (code >= 0x80 && code <= 0xa0) || code === 0xad ? `'\\u00${hex}'` : `'${byte}'`;
}
