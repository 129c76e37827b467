import { badRequest } from '../status-error.js';

/** One condition of a field selector. */
export interface FieldTerm {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
}

/** Reads a field selector. Throws 400 in the words of a kube-apiserver. */
export function parseFieldTerms(text: string): FieldTerm[] {
  const terms: FieldTerm[] = [];
  for (const term of splitTerms(text)) {
    if (term === '') continue;
    const operator = /!=|==|=/.exec(term);
    if (operator === null) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
    const value = unescaped(term.slice(operator.index + operator[0].length));
    terms.push({ field: term.slice(0, operator.index), equal: operator[0] !== '!=', value });
  }
  return terms;
}

/** The parts between commas that have no backslash before them. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function unescaped(text: string): string {
  let value = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\') {
      const next = text[++at] ?? '';
      if (next !== '\\' && next !== ',' && next !== '=') {
        throw badRequest(`invalid field selector: invalid escape sequence: \\${next}`);
      }
      value += next;
    } else if (character === ',' || character === '=') {
      throw badRequest(`invalid field selector: unescaped character in value: ${String(character.charCodeAt(0))}`);
    } else {
      value += character;
    }
  }
  return value;
}
