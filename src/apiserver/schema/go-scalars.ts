import { formatDuration, parseDuration } from '../../wire/codec/index.js';
import { GoDecodeError, cannotUnmarshal } from './go-error.js';
import type { GoPlace } from './go-error.js';

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

/**
 * A whole number. `literal` is how the body wrote it where that matters: Go takes neither 1.0 nor 1e2 for one.
 */
export function goInteger(
  value: unknown,
  bits: 32 | 64,
  place: GoPlace,
  literal: string | undefined,
  goType = `int${String(bits)}`,
): number {
  if (typeof value !== 'number') throw cannotUnmarshal(value, place, goType);
  const fits = bits === 32 ? value >= INT32_MIN && value <= INT32_MAX : value >= -(2 ** 63) && value <= 2 ** 63;
  const whole = literal === undefined ? Number.isInteger(value) : /^-?\d+$/.test(literal);
  if (!whole || !fits) throw cannotUnmarshal(value, place, goType, literal ?? String(value));
  return value;
}

export function goString(value: unknown, place: GoPlace, goType = 'string'): string {
  if (typeof value !== 'string') throw cannotUnmarshal(value, place, goType);
  return value;
}

const BASE64_ALPHABET = /^[A-Za-z0-9+/]$/;

/** Base64 as Go reads it: padded, line breaks ignored, and anything else refused with where it stands. */
export function goBase64(value: unknown, place: GoPlace): string {
  const text = goString(value, place, '[]uint8');
  const bare = text.replace(/[\r\n]/g, '');
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(bare)) {
    return bare === text && !bare.endsWith('=') ? text : Buffer.from(bare, 'base64').toString('base64');
  }
  throw new GoDecodeError(`illegal base64 data at input byte ${String(base64FaultAt(text))}`);
}

/** Go counts from the start of the quantum that ends too early, and from the character that is none. */
function base64FaultAt(text: string): number {
  let inQuantum = 0;
  let quantumStart = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\n' || character === '\r') continue;
    if (BASE64_ALPHABET.test(character)) {
      if (inQuantum === 0) quantumStart = at;
      inQuantum = (inQuantum + 1) % 4;
      continue;
    }
    if (character !== '=' || inQuantum < 2) return at;
    if (inQuantum === 2) {
      const next = text.slice(at + 1).search(/[^\r\n]/);
      if (next === -1) return text.length;
      if (text[at + 1 + next] !== '=') return at + next;
      return at + next + 2;
    }
    return at + 1;
  }
  return quantumStart;
}

const QUANTITY = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const QUANTITY_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)/;
const QUANTITY_SUFFIX = /^(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$/;

/** A quantity as it was given: kinds put it into its canonical form. */
export function goQuantity(value: unknown, literal: string | undefined): string {
  const text = typeof value === 'number' ? (literal ?? String(value)) : value;
  if (typeof text !== 'string' || !QUANTITY.test(text) || !QUANTITY_NUMBER.test(text)) {
    throw new GoDecodeError(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
  }
  if (!QUANTITY_SUFFIX.test(text.replace(QUANTITY_NUMBER, ''))) {
    throw new GoDecodeError("unable to parse quantity's suffix");
  }
  return text;
}

export function goDuration(value: unknown, place: GoPlace): string {
  const text = goString(value, place);
  const nanos = parseDuration(text);
  if (nanos === undefined) throw new GoDecodeError(`time: invalid duration ${JSON.stringify(text)}`);
  return formatDuration(nanos);
}
