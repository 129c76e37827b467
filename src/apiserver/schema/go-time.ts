import { formatMicroTime, formatTime, parseTime } from '../../wire/codec/index.js';
import { GoDecodeError } from './go-error.js';

const SECONDS_LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICRO_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';

/** The parts of a time in their order, each with what Go calls it in its layout and the largest value it may have. */
const PARTS: readonly (readonly [
  layout: string,
  pattern: RegExp,
  range?: readonly [name: string, min: number, max: number],
])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/, ['month', 1, 12]],
  ['-', /^-/],
  ['02', /^\d\d/, ['day', 1, 31]],
  ['T', /^T/],
  ['15', /^\d\d/, ['hour', 0, 23]],
  [':', /^:/],
  ['04', /^\d\d/, ['minute', 0, 59]],
  [':', /^:/],
  ['05', /^\d\d/, ['second', 0, 59]],
];

const ZONE = /^(?:Z|[+-]\d\d:\d\d)/;

function whyNot(text: string, micro: boolean): string {
  const layout = micro ? MICRO_LAYOUT : SECONDS_LAYOUT;
  const head = `parsing time ${JSON.stringify(text)}`;
  const cannot = (rest: string, part: string): string =>
    `${head} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(part)}`;
  let rest = text;
  for (const [part, pattern, range] of PARTS) {
    const match = pattern.exec(rest);
    if (match === null) return cannot(rest, part);
    if (range !== undefined) {
      const [name, min, max] = range;
      const number = Number(match[0]);
      if (number < min || number > max) return `${head}: ${name} out of range`;
    }
    rest = rest.slice(match[0].length);
  }
  const fraction = /^[.,]\d+/.exec(rest);
  if (micro && fraction?.[0].length !== 7) return cannot(rest, '.000000');
  rest = rest.slice(fraction?.[0].length ?? 0);
  const zone = ZONE.exec(rest);
  if (zone === null) return cannot(rest, 'Z07:00');
  rest = rest.slice(zone[0].length);
  return rest === '' ? `${head}: day out of range` : `${head}: extra text: ${JSON.stringify(rest)}`;
}

/** A time in the form the server returns it: UTC, whole seconds; `null` for the zero time. Throws GoDecodeError. */
export function canonicalTime(text: string, micro: boolean): string | null {
  const time = parseTime(text);
  const day = /^\d{4}-(\d\d)-(\d\d)T/.exec(text);
  // Date.parse takes 30 February for 2 March; Go does not.
  const real =
    time !== undefined &&
    day !== null &&
    new Date(Date.UTC(Number(text.slice(0, 4)), Number(day[1]) - 1, Number(day[2]))).getUTCDate() === Number(day[2]);
  if (!real || (micro && !/\.\d{6}(?:Z|[+-])/.test(text))) throw new GoDecodeError(whyNot(text, micro));
  return micro ? formatMicroTime(time.seconds, time.nanos) : formatTime(time.seconds);
}
