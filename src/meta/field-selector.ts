import { KubeInformerError, messageOf } from '../errors/index.js';
import { parseFieldPath } from './field-path.js';
import type { FieldPath } from './field-path.js';
import type { PinnedField } from './label-selector.js';
import type { ObjectRecord } from './record.js';

/** One condition on one field. */
export interface FieldRequirement {
  /** The path as it was written. */
  readonly field: string;
  readonly path: FieldPath;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/**
 * A compiled field selector: `spec.nodeName=node-1,status.phase!=Running`. All of its requirements
 * must hold.
 *
 * `==` is `=`. In a value `,`, `=` and `\` are written with a backslash before them; white space is
 * part of a value. A field that is missing counts as `''`; numbers and booleans are compared as
 * text; an object or array equals nothing. Any field may be named here, where a server takes a few
 * of each kind.
 *
 * @example
 * FieldSelector.parse('spec.nodeName=node-1').matchesRecord(record);
 */
export class FieldSelector {
  /** Matches every object. */
  static readonly everything = new FieldSelector([]);

  /** In canonical order, each once. */
  readonly requirements: readonly FieldRequirement[];
  /** Whether it is known to match no object: two requirements exclude each other. */
  readonly matchesNothing: boolean;
  readonly #text: string;

  private constructor(requirements: readonly FieldRequirement[]) {
    const byText = new Map(requirements.map((requirement) => [textOf(requirement), requirement]));
    const texts = [...byText.keys()].sort();
    this.requirements = texts.map((text) => byText.get(text) as FieldRequirement);
    this.matchesNothing = this.requirements.some(
      ({ field, operator, value }) =>
        operator === '=' &&
        this.requirements.some(
          (other) => other.field === field && (other.operator === '=') !== (other.value === value),
        ),
    );
    this.#text = texts.join(',');
  }

  /** Reads the text form. Throws `ERR_INVALID_SELECTOR`, with the position and what belongs there. */
  static parse(text: string): FieldSelector {
    const requirements: FieldRequirement[] = [];
    for (const { term, at } of splitTerms(text)) {
      if (term !== '') requirements.push(parseTerm(text, term, at));
    }
    return new FieldSelector(requirements);
  }

  /** Takes any form; undefined matches everything. Throws `ERR_INVALID_SELECTOR`. */
  static from(input: string | FieldSelector | undefined): FieldSelector {
    if (input === undefined) return FieldSelector.everything;
    return typeof input === 'string' ? FieldSelector.parse(input) : input;
  }

  /** Whether it has no requirement and so matches every object. */
  get isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /** Whether an object matches. Reads only the fields that are asked for, and does not make the object. */
  matchesRecord(record: Pick<ObjectRecord, 'field'>): boolean {
    for (const { path, operator, value } of this.requirements) {
      if ((textAt(record, path) === value) !== (operator === '=')) return false;
    }
    return true;
  }

  /** The fields that must have a given value. */
  pinned(): PinnedField[] {
    return this.requirements
      .filter(({ operator }) => operator === '=')
      .map(({ path, value }) => ({ path, values: [value] }));
  }

  /** The text form, which `parse` reads back; the same for selectors of the same requirements in any order. */
  toString(): string {
    return this.#text;
  }
}

function textAt(record: Pick<ObjectRecord, 'field'>, path: FieldPath): string | undefined {
  const value = record.field(path);
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

function textOf({ field, operator, value }: FieldRequirement): string {
  return `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`;
}

/** The parts between commas that have no backslash before them. */
function splitTerms(text: string): { term: string; at: number }[] {
  const terms: { term: string; at: number }[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push({ term: text.slice(start, at), at: start });
      start = at + 1;
    }
  }
  terms.push({ term: text.slice(start), at: start });
  return terms;
}

function parseTerm(text: string, term: string, at: number): FieldRequirement {
  const match = /!=|==?/.exec(term);
  if (match === null) throw invalid(text, at + term.length, '=, == or != is expected after the field');
  const field = term.slice(0, match.index);
  if (field === '') throw invalid(text, at, 'the name of a field is expected');
  if (/\s/.test(field)) throw invalid(text, at, `white space is part of the field ${JSON.stringify(field)}; remove it`);
  let path: FieldPath;
  try {
    path = parseFieldPath(field);
  } catch (error) {
    throw invalid(text, at, messageOf(error), error);
  }
  const value = unescape(text, term.slice(match.index + match[0].length), at + match.index + match[0].length);
  return { field, path, operator: match[0] === '!=' ? '!=' : '=', value };
}

function unescape(text: string, escaped: string, start: number): string {
  let value = '';
  for (let offset = 0; offset < escaped.length; offset++) {
    let character = escaped[offset] as string;
    if (character === '=') throw invalid(text, start + offset, '"=" in a value is written "\\="');
    if (character === '\\') {
      offset++;
      character = escaped[offset] ?? '';
      if (character !== '\\' && character !== ',' && character !== '=') {
        throw invalid(text, start + offset, '"\\", "," or "=" is expected after a backslash');
      }
    }
    value += character;
  }
  return value;
}

function invalid(text: string, at: number, what: string, cause?: unknown): KubeInformerError {
  return new KubeInformerError(
    'ERR_INVALID_SELECTOR',
    `Cannot read the field selector ${JSON.stringify(text)} at position ${at}: ${what.replace(/\.$/, '')}.`,
    { cause },
  );
}
