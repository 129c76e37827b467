import { UNUSUAL, valueAt, valueEnd } from './field-at.js';
import { textOf } from './text.js';

// In the entry of a map: numbers 1 and 2, both of wire type 2 (a length).
const KEY = 0x0a;
const VALUE = 0x12;

/**
 * The entries of a map of texts, one after the other and nothing else, as a frozen object; undefined where an entry is not a
 * key and a value, as Go writes it. For bytes that `validateMessage` has walked.
 *
 * Labels and annotations are what handlers read, mostly before V8 has made anything fast: a loop over places takes a
 * fraction of the code that reads any message.
 */
export function textMapIn(bytes: Buffer, start: number, end: number): Readonly<Record<string, string>> | undefined {
  const texts: Record<string, string> = {};
  for (let at = start; at < end;) {
    const entry = valueAt(bytes, at, end);
    const entryEnd = valueEnd;
    if (entry === UNUSUAL || entry === entryEnd || bytes[entry] !== KEY) return undefined;
    const key = valueAt(bytes, entry, entryEnd);
    const keyEnd = valueEnd;
    if (key === UNUSUAL || keyEnd === entryEnd || bytes[keyEnd] !== VALUE) return undefined;
    const value = valueAt(bytes, keyEnd, entryEnd);
    if (value === UNUSUAL || valueEnd !== entryEnd) return undefined;
    const name = textOf(bytes, key, keyEnd);
    // Assigning it would set the prototype.
    if (name === '__proto__') return undefined;
    texts[name] = textOf(bytes, value, entryEnd);
    at = entryEnd;
  }
  return Object.freeze(texts);
}
