/** Seconds of `0001-01-01T00:00:00Z`, Go's zero time, which is `null` in JSON. */
export const ZERO_SECONDS = -62_135_596_800;

const DAY = 86_400;
const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

let lastDay = Number.NaN;
let lastDate = '';

const two = (number: number): string => TWO_DIGITS[number] as string;

/** `2006-01-02`, by the civil calendar, for any year; the last day is kept, since the times of an object are close. */
function dateOf(day: number): string {
  if (day === lastDay) return lastDate;
  // Days since 0000-03-01, so that a leap day is the last of its year, in eras of 400 years.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const years = year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
  lastDay = day;
  lastDate = `${years}-${two(month)}-${two(date)}`;
  return lastDate;
}

function clockOf(seconds: number): string {
  const day = Math.floor(seconds / DAY);
  const rest = seconds - day * DAY;
  const hours = Math.floor(rest / 3600);
  const minutes = Math.floor((rest - hours * 3600) / 60);
  return `${dateOf(day)}T${two(hours)}:${two(minutes)}:${two(rest - hours * 3600 - minutes * 60)}`;
}

/** A Time in JSON: whole seconds, `null` for the zero time. */
export function formatTime(seconds: number): string | null {
  return seconds === ZERO_SECONDS ? null : `${clockOf(seconds)}Z`;
}

/** A MicroTime in JSON: always six digits, `null` for the zero time. */
export function formatMicroTime(seconds: number, nanos: number): string | null {
  // Towards zero, then into the second it belongs to: nanos may be negative or more than a second.
  const micros = Math.trunc(nanos / 1000);
  const carry = Math.floor(micros / 1_000_000);
  if (seconds + carry === ZERO_SECONDS && micros - carry * 1_000_000 === 0) return null;
  return `${clockOf(seconds + carry)}.${String(micros - carry * 1_000_000).padStart(6, '0')}Z`;
}

const TIME = /^(\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;

/** Seconds and nanoseconds of an RFC 3339 time; undefined when it is none. */
export function parseTime(text: string): { readonly seconds: number; readonly nanos: number } | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const milliseconds = Date.parse(`${match[1] as string}${match[3] as string}`);
  if (Number.isNaN(milliseconds)) return undefined;
  const nanos = match[2] === undefined ? 0 : Number(match[2].slice(0, 9).padEnd(9, '0'));
  return { seconds: milliseconds / 1000, nanos };
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** A Duration in Go's form: `1h0m30s`, `1.5ms`. */
export function formatDuration(nanos: bigint): string {
  if (nanos === 0n) return '0s';
  const sign = nanos < 0n ? '-' : '';
  const size = nanos < 0n ? -nanos : nanos;
  if (size < 1_000n) return `${sign}${size}ns`;
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}µs`;
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 6)}ms`;
  const minutes = size / 60_000_000_000n;
  const seconds = `${decimal(size % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  const hours = minutes / 60n;
  return hours === 0n ? `${sign}${minutes}m${seconds}` : `${sign}${hours}h${minutes % 60n}m${seconds}`;
}

function decimal(value: bigint, digits: number): string {
  const scale = 10n ** BigInt(digits);
  const fraction = String(value % scale)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(value / scale) : `${value / scale}.${fraction}`;
}

const DURATION_PART = /(\d+)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;

/** Nanoseconds of a duration in Go's form; undefined when it is none. */
export function parseDuration(text: string): bigint | undefined {
  const signed = /^[+-]/.test(text);
  const body = signed ? text.slice(1) : text;
  if (body === '0') return 0n;
  let nanos = 0n;
  DURATION_PART.lastIndex = 0;
  while (DURATION_PART.lastIndex < body.length) {
    const match = DURATION_PART.exec(body);
    if (match === null) return undefined;
    const unit = UNITS[match[3] as string] as bigint;
    nanos += BigInt(match[1] as string) * unit;
    const fraction = match[2] ?? '';
    if (fraction !== '') nanos += (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
  }
  return body === '' ? undefined : text.startsWith('-') ? -nanos : nanos;
}
