import { labelValue, qualifiedName } from '../names.js';

/**
 * Says what is wrong with a label selector in the words of a kube-apiserver, whose clients know its messages. Only
 * called for a selector that does not parse.
 */
export function labelSelectorFault(text: string): string {
  const fault = new Finder(text).selector();
  return fault ?? `unable to parse requirement: found '${text}', expected: identifier`;
}

interface Token {
  readonly kind: 'end' | 'symbol' | 'word';
  readonly text: string;
}

const TOKEN = /[ \t\r\n]*(?:(==|!=|[=!<>(),])|([^ \t\r\n=!<>(),]+))/y;
const OPERATORS = 'in, notin, =, ==, !=, gt, lt';

class Finder {
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
      this.#tokens.push({ kind: match[1] === undefined ? 'word' : 'symbol', text: match[1] ?? match[2] ?? '' });
    }
  }

  selector(): string | undefined {
    for (;;) {
      const token = this.#peek();
      if (token.kind === 'end') return undefined;
      if (token.kind === 'symbol' && token.text !== '!') {
        return `found '${token.text}', expected: !, identifier, or 'end of string'`;
      }
      const fault = this.#requirement();
      if (fault !== undefined) return `unable to parse requirement: ${fault}`;
      const next = this.#take();
      if (next.kind === 'end') return undefined;
      if (next.text !== ',') return `found '${next.text}', expected: ',' or 'end of string'`;
      const after = this.#peek();
      if (after.kind !== 'word' && after.text !== '!') return `found '${after.text}', expected: identifier after ','`;
    }
  }

  #requirement(): string | undefined {
    let token = this.#take();
    const absent = token.text === '!';
    if (absent) token = this.#take();
    if (token.kind !== 'word') return `found '${token.text}', expected: identifier`;
    const fault = keyFault(token.text);
    if (fault !== undefined) return fault;
    if (absent || this.#ends()) return undefined;
    const operator = this.#take();
    switch (operator.text) {
      case 'in':
      case 'notin':
        return this.#values(token.text);
      case '=':
      case '==':
      case '!=':
        return this.#exact(token.text, false);
      case '<':
      case '>':
        return this.#exact(token.text, true);
      default:
        return `found '${operator.text}', expected: ${OPERATORS}`;
    }
  }

  #exact(key: string, integer: boolean): string | undefined {
    if (this.#ends()) return integer ? integerFault('') : undefined;
    const value = this.#take();
    if (value.kind !== 'word') return `found '${value.text}', expected: identifier`;
    const faults = [
      ...(integer && !/^[+-]?[0-9]+$/.test(value.text) ? [integerFault(value.text)] : []),
      ...valueFaults(key, [value.text]),
    ];
    return together(faults);
  }

  #values(key: string): string | undefined {
    const open = this.#take();
    if (open.text !== '(') return `found '${open.text}' expected: '('`;
    const first = this.#peek();
    if (first.kind !== 'word' && first.text !== ',' && first.text !== ')') {
      return `found '${first.text}', expected: ',', ')' or identifier`;
    }
    const values = new Set<string>();
    for (;;) {
      const token = this.#take();
      if (token.text === ')') break;
      if (token.kind === 'word') {
        values.add(token.text);
        const next = this.#peek();
        if (next.text !== ',' && next.text !== ')') return `found '${next.text}', expected: ',' or ')'`;
      } else if (token.text !== ',') {
        return `found '${token.text}', expected: ',', or identifier`;
      } else if (values.size === 0 || this.#peek().text === ',' || this.#peek().text === ')') {
        values.add('');
      }
    }
    return together(valueFaults(key, [...values].sort()));
  }

  #ends(): boolean {
    const { kind, text } = this.#peek();
    return kind === 'end' || text === ',';
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #take(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }
}

const together = (faults: readonly string[]): string | undefined =>
  faults.length > 1 ? `[${faults.join(', ')}]` : faults[0];

const integerFault = (value: string): string =>
  `values[0]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`;

function keyFault(key: string): string | undefined {
  const faults = qualifiedName(key);
  return faults.length === 0 ? undefined : `<nil>: Invalid value: ${JSON.stringify(key)}: ${faults.join('; ')}`;
}

function valueFaults(key: string, values: readonly string[]): string[] {
  return values.flatMap((value, index) => {
    const faults = labelValue(value);
    if (faults.length === 0) return [];
    return `values[${String(index)}][${key}]: Invalid value: ${JSON.stringify(value)}: ${faults.join('; ')}`;
  });
}
