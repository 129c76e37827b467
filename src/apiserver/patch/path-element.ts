import { isObject } from '../json.js';

/**
 * One step of a path to a field, in the form it has in `FieldsV1`: `f:name` of a struct or map, `k:{"name":"web"}` of a
 * keyed list, `v:"x"` of a set, `i:0`. The text is canonical, so that equal steps are equal strings.
 */
export type PathElement = string;

export const fieldElement = (name: string): PathElement => `f:${name}`;

/** The keys in the order of their names. */
export function keyElement(keys: Readonly<Record<string, unknown>>): PathElement {
  const names = Object.keys(keys).sort();
  return `k:{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(keys[name])}`).join(',')}}`;
}

export const valueElement = (value: unknown): PathElement => `v:${JSON.stringify(value)}`;

/** A step as somebody wrote it, in its canonical form; undefined when it is none. */
export function parseElement(text: string): PathElement | undefined {
  const body = text.slice(2);
  try {
    switch (text.slice(0, 2)) {
      case 'f:':
        return text;
      case 'k:': {
        const keys: unknown = JSON.parse(body);
        return isObject(keys) ? keyElement(keys) : undefined;
      }
      case 'v:':
        return valueElement(JSON.parse(body));
      case 'i:':
        return /^-?\d+$/.test(body) ? text : undefined;
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** As messages show it: `.image`, `[name="web"]`, `[="x"]`, `[0]`. */
export function elementText(element: PathElement): string {
  const body = element.slice(2);
  switch (element[0]) {
    case 'f':
      return `.${body}`;
    case 'k': {
      const keys = JSON.parse(body) as Record<string, unknown>;
      return `[${Object.entries(keys)
        .map(([name, value]) => `${name}=${shownValue(value)}`)
        .join(',')}]`;
    }
    case 'v':
      return `[=${shownValue(JSON.parse(body))}]`;
    default:
      return `[${body}]`;
  }
}

const RANKS = 'fkvi';

/** By UTF-8, as Go does; UTF-16 has the same order up to the surrogates. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    return left < 0xd800 && right < 0xd800 ? left - right : Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return a.length - b.length;
}

/** Numbers before texts before booleans, as Go orders values of different types. */
function compareValues(a: unknown, b: unknown): number {
  const rank = (value: unknown): number => ['number', 'string', 'boolean'].indexOf(typeof value);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return Number(a) - Number(b);
}

/** The order in which the real server writes them. */
export function compareElements(a: PathElement, b: PathElement): number {
  const ranks = RANKS.indexOf(a[0] as string) - RANKS.indexOf(b[0] as string);
  if (ranks !== 0 || a === b) return ranks;
  switch (a[0]) {
    case 'k':
      return compareKeys(a.slice(2), b.slice(2));
    case 'v':
      return compareValues(JSON.parse(a.slice(2)), JSON.parse(b.slice(2)));
    case 'i':
      return Number(a.slice(2)) - Number(b.slice(2));
    default:
      return compareTexts(a, b);
  }
}

function compareKeys(a: string, b: string): number {
  const left = Object.entries(JSON.parse(a) as object) as [string, unknown][];
  const right = Object.entries(JSON.parse(b) as object) as [string, unknown][];
  for (const [index, [name, value]] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareTexts(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
