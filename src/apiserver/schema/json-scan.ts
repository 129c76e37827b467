/** What a quick look over JSON text finds, outside of its strings. */
export interface JsonOutline {
  /** How many keys the objects have, repeated ones counted each time. */
  readonly keys: number;
  readonly depth: number;
  /** Whether a number is written with a point or an exponent, or has more digits than a double holds exactly. */
  readonly oddNumbers: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

// 2^53 has 16 digits; whatever is shorter is exact.
const EXACT_DIGITS = 15;

/** Looks over text that `JSON.parse` took. Costs a fraction of parsing it, so that every body can have it. */
export function outlineOf(text: string): JsonOutline {
  let keys = 0;
  let depth = 0;
  let deepest = 0;
  let digits = 0;
  let oddNumbers = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits > EXACT_DIGITS) oddNumbers = true;
      continue;
    }
    // A point or an exponent right after a digit; the e of true and false follows a letter.
    if (digits > 0 && (code === 0x2e || code === 0x65 || code === 0x45)) oddNumbers = true;
    digits = 0;
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === 0x3a) keys++;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return { keys, depth: deepest, oddNumbers };
}

function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

/** How many keys a value has, all the way down. */
export function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += keysIn(item);
    return keys;
  }
  for (const item of Object.values(value)) keys += 1 + keysIn(item);
  return keys;
}
