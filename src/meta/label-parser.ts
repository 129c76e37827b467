import { KubeInformerError } from '../errors/index.js';
import { labelNameFault, labelValueFault } from './label-name.js';
import { LabelRequirement, integerOf } from './label-requirement.js';

interface Token {
  /** A word is a name, a value, or `in` / `notin`, by where it stands. */
  readonly kind: 'word' | 'symbol' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN = /[ \t\r\n]*(?:(==|!=|[=!<>(),])|([^ \t\r\n=!<>(),]+)|$)/y;

/**
 * Reads the text form of a label selector. The grammar is the API server's:
 *
 * ```
 * selector    = [ requirement { "," requirement } ]
 * requirement = "!" name | name [ comparison | set ]
 * comparison  = ( "=" | "==" | "!=" ) [ value ] | ( ">" | "<" ) integer
 * set         = ( "in" | "notin" ) "(" [ value ] { "," [ value ] } ")"
 * ```
 *
 * White space may stand between any two of these. `in` and `notin` are names and values too, where
 * no operator can stand.
 */
export function parseLabelSelector(text: string): LabelRequirement[] {
  return new LabelParser(text).selector();
}

class LabelParser {
  readonly #text: string;
  #token: Token;

  constructor(text: string) {
    this.#text = text;
    this.#token = this.#scan(0);
  }

  selector(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.#atEnd()) return requirements;
    for (;;) {
      requirements.push(this.#requirement());
      if (this.#atEnd()) return requirements;
      this.#expectSymbol(',', '"," or the end');
    }
  }

  #requirement(): LabelRequirement {
    if (this.#isSymbol('!')) {
      this.#next();
      return new LabelRequirement(this.#name('a label name after "!"'), 'absent');
    }
    const name = this.#name('a label name or "!"');
    const token = this.#token;
    if (this.#atEnd() || this.#isSymbol(',')) return new LabelRequirement(name, 'exists');
    this.#next();
    switch (token.text) {
      case '=':
      case '==':
        return new LabelRequirement(name, 'in', [this.#value()]);
      case '!=':
        return new LabelRequirement(name, 'notin', [this.#value()]);
      case '>':
      case '<':
        return new LabelRequirement(name, token.text, [this.#integer()]);
      case 'in':
      case 'notin':
        return new LabelRequirement(name, token.text, this.#values());
      default:
        throw this.#unexpected('in, notin, =, ==, !=, >, < or ","', token);
    }
  }

  #name(expected: string): string {
    const token = this.#word(expected);
    const fault = labelNameFault(token.text);
    if (fault !== undefined) throw this.#invalid(token, `the label name ${JSON.stringify(token.text)} ${fault}`);
    return token.text;
  }

  /** A value that may be left out, which is the empty one. */
  #value(): string {
    if (this.#atEnd() || this.#isSymbol(',')) return '';
    return this.#checkedValue(this.#word('a value'));
  }

  #integer(): string {
    const token = this.#word('an integer');
    if (integerOf(token.text) === undefined) {
      throw this.#invalid(token, `${JSON.stringify(token.text)} is not an integer of at most 64 bits`);
    }
    return this.#checkedValue(token);
  }

  #values(): string[] {
    this.#expectSymbol('(', '"("');
    const values: string[] = [];
    for (;;) {
      const empty = this.#isSymbol(',') || this.#isSymbol(')');
      values.push(empty ? '' : this.#checkedValue(this.#word('a value, "," or ")"')));
      if (this.#isSymbol(')')) break;
      this.#expectSymbol(',', '"," or ")"');
    }
    this.#next();
    return values;
  }

  #checkedValue(token: Token): string {
    const fault = labelValueFault(token.text);
    if (fault !== undefined) throw this.#invalid(token, `the label value ${JSON.stringify(token.text)} ${fault}`);
    return token.text;
  }

  #word(expected: string): Token {
    const token = this.#token;
    if (token.kind !== 'word') throw this.#unexpected(expected, token);
    this.#next();
    return token;
  }

  #atEnd(): boolean {
    return this.#token.kind === 'end';
  }

  #isSymbol(text: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === text;
  }

  #expectSymbol(text: string, expected: string): void {
    if (!this.#isSymbol(text)) throw this.#unexpected(expected, this.#token);
    this.#next();
  }

  #next(): void {
    this.#token = this.#scan(this.#token.at + this.#token.text.length);
  }

  #scan(from: number): Token {
    TOKEN.lastIndex = from;
    // Every text matches one of the three branches, at worst the end.
    const [whole, symbol, word] = TOKEN.exec(this.#text) as RegExpExecArray;
    const text = symbol ?? word ?? '';
    const at = from + whole.length - text.length;
    return { kind: symbol !== undefined ? 'symbol' : word !== undefined ? 'word' : 'end', text, at };
  }

  #unexpected(expected: string, token: Token): KubeInformerError {
    const found = token.kind === 'end' ? 'it ends' : `found ${JSON.stringify(token.text)}`;
    return this.#invalid(token, `${found} where ${expected} is expected`);
  }

  #invalid(token: Token, what: string): KubeInformerError {
    return new KubeInformerError(
      'ERR_INVALID_SELECTOR',
      `Cannot read the label selector ${JSON.stringify(this.#text)} at position ${token.at}: ${what}.`,
    );
  }
}
