/**
 * Amounts of resources, with Go's `resource.Quantity` as the law: what is accepted, how it is rounded and in which
 * form it is shown. Some results are surprising (`1000E` is shown as `1`); clients compare texts, so they are kept.
 */
export interface Quantity {
  /** The amount is `value × 10^scale`. */
  readonly value: bigint;
  readonly scale: number;
  readonly format: 'BinarySI' | 'DecimalExponent' | 'DecimalSI';
  /** How it was written, when that is shown as it is. */
  readonly text?: string;
}

/** What is wrong with a text that is not a quantity, as the server words it. */
export const QUANTITY_FORMAT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMERIC = 'unable to parse numeric part of quantity';
const SUFFIX = "unable to parse quantity's suffix";

/** The smallest unit, 10^-9: finer amounts are rounded up to it, away from zero. */
const NANO = -9;
/** Amounts of resources in lists keep no more than thousandths. */
const MILLI = -3;
/** The digits of an int64 that may be multiplied by ten at will: longer numbers lose the form they were written in. */
const INT64_DIGITS = 18;
const MAX_INT64 = 2n ** 63n - 1n;

const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const suffixFor = (table: Readonly<Record<string, number>>, exponent: number): string =>
  Object.keys(table).find((suffix) => table[suffix] === exponent) ?? '';

/** `value / 10^digits`, rounded away from zero. */
function divideUp(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(digits);
  const quotient = value / unit;
  if (value % unit === 0n) return quotient;
  return value < 0n ? quotient - 1n : quotient + 1n;
}

function suffixOf(suffix: string): { base: 2 | 10; exponent: number; format: Quantity['format'] } | undefined {
  if (Object.hasOwn(DECIMAL, suffix)) return { base: 10, exponent: DECIMAL[suffix] as number, format: 'DecimalSI' };
  if (Object.hasOwn(BINARY, suffix)) return { base: 2, exponent: BINARY[suffix] as number, format: 'BinarySI' };
  // Go reads the digits as an int64 and keeps 32 bits of them.
  if (/^[eE][-+]?[0-9]{1,18}$/.test(suffix)) {
    return {
      base: 10,
      exponent: Number(BigInt.asIntN(32, BigInt(Number(suffix.slice(1))))),
      format: 'DecimalExponent',
    };
  }
  return undefined;
}

/** Reads a quantity; a text instead of one is what is wrong with it. */
export function parseQuantity(text: string): Quantity | string {
  const parts = /^([+-]?)0*([0-9]*)(?:(\.)([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/.exec(text);
  if (text === '' || parts === null) return QUANTITY_FORMAT;
  const [, sign, digits = '', point, fraction = '', suffix = ''] = parts;
  const unit = suffixOf(suffix);
  if (unit === undefined) return SUFFIX;
  const whole = digits === '' ? '0' : digits;
  if (text === '0' || (digits === '' && point === undefined && suffix === '' && /^[+-]?0*$/.test(text))) {
    return { value: 0n, scale: 0, format: 'DecimalSI', text: '0' };
  }
  // A sign or point with no digit at all.
  if (!/^[+-]?[0-9.]*[0-9]/.test(text)) return NUMERIC;
  const shifted = whole + fraction;
  let value = BigInt(shifted) * (sign === '-' ? -1n : 1n);
  let scale = -fraction.length;
  let { format } = unit;
  let kept: string | undefined;
  if (unit.base === 10) {
    scale += unit.exponent;
    const short = shifted.length <= INT64_DIGITS && scale >= NANO;
    if (short && scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0')) kept = text;
  } else {
    const room = 14 - whole.length - Math.trunc((unit.exponent * 3) / 10);
    if (fraction === '' && room >= 0 && BigInt.asUintN(3, BigInt(shifted)) !== 0n) kept = text;
    value *= 2n ** BigInt(unit.exponent);
  }
  if (scale < NANO) {
    value = divideUp(value, NANO - scale);
    scale = NANO;
  }
  if (format === 'BinarySI') {
    const whole = scale === 0 ? value : divideUp(value, -scale);
    if (whole > MAX_INT64) [value, scale] = [MAX_INT64, 0];
    else if (whole < -MAX_INT64) [value, scale] = [-MAX_INT64, 0];
    else if (value > 0n && compareQuantities({ value, scale, format }, ONE) < 0) format = 'DecimalSI';
  }
  return { value, scale, format, ...(kept === undefined ? {} : { text: kept }) };
}

const ONE: Quantity = { value: 1n, scale: 0, format: 'DecimalSI' };

const digitsOf = (value: bigint): number => (value < 0n ? -value : value).toString().length;
const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** Negative, zero or positive, as the first amount is less than, equal to or more than the second. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const sign = signOf(a.value);
  if (sign !== signOf(b.value) || sign === 0) return sign - signOf(b.value);
  // By magnitude first, so that 1e999999999 never becomes a number of a billion digits.
  const magnitude = digitsOf(a.value) + a.scale - (digitsOf(b.value) + b.scale);
  if (magnitude !== 0) return sign * magnitude;
  const scale = Math.min(a.scale, b.scale);
  return signOf(a.value * 10n ** BigInt(a.scale - scale) - b.value * 10n ** BigInt(b.scale - scale));
}

/** Without what is finer than thousandths, rounded away from zero. */
export function roundToMilli(quantity: Quantity): Quantity {
  if (quantity.scale >= MILLI) return quantity;
  return { value: divideUp(quantity.value, MILLI - quantity.scale), scale: MILLI, format: quantity.format };
}

function inTens(quantity: Quantity, format: 'DecimalExponent' | 'DecimalSI'): string {
  let { value, scale } = quantity;
  while (value % 10n === 0n) {
    value /= 10n;
    scale += 1;
  }
  const odd = ((scale % 3) + 3) % 3;
  value *= 10n ** BigInt(odd);
  scale -= odd;
  if (format === 'DecimalSI') return `${value.toString()}${suffixFor(DECIMAL, scale)}`;
  return `${value.toString()}${scale === 0 ? '' : `e${String(scale)}`}`;
}

/** The form in which the server shows it. */
export function showQuantity(quantity: Quantity): string {
  const { value, scale, format, text } = quantity;
  if (text !== undefined) return text;
  if (value === 0n) return '0';
  if (format !== 'BinarySI') return inTens(quantity, format);
  const unit = 10n ** BigInt(Math.abs(scale));
  const exact = scale >= 0 || value % unit === 0n;
  let whole = scale >= 0 ? value * unit : value / unit;
  if (!exact || (whole > -1024n && whole < 1024n)) return inTens(quantity, 'DecimalSI');
  let exponent = 0;
  while (whole % 1024n === 0n) {
    whole /= 1024n;
    exponent += 10;
  }
  return `${whole.toString()}${exponent === 0 ? '' : suffixFor(BINARY, exponent)}`;
}

/** The one form of a quantity: `1000m` is `1`, `0.5` is `500m`, `1024Mi` is `1Gi`. Throws RangeError with Go's words. */
export function canonicalQuantity(text: string): string {
  const quantity = parseQuantity(text);
  if (typeof quantity === 'string') throw new RangeError(quantity);
  return showQuantity(quantity);
}

/** A quantity that the schema has accepted. */
export function quantityOf(text: string): Quantity {
  const quantity = parseQuantity(text);
  return typeof quantity === 'string' ? { value: 0n, scale: 0, format: 'DecimalSI' } : quantity;
}

/** The sum of two amounts, in the form of the first. */
export function addQuantities(first: string, second: string): string {
  const [a, b] = [quantityOf(first), quantityOf(second)];
  const scale = Math.min(a.scale, b.scale);
  const value = a.value * 10n ** BigInt(a.scale - scale) + b.value * 10n ** BigInt(b.scale - scale);
  return showQuantity({ value, scale, format: a.format });
}
