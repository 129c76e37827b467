import { isIPv4, isIPv6 } from 'node:net';
import { parseDuration, parseTime } from '../../wire/codec/index.js';

const HOSTNAME =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?|(?:[a-zA-Z0-9\p{S}\p{L}](?:[-a-zA-Z0-9\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63})$/u;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function isUri(text: string): boolean {
  return text.startsWith('/') ? !/\s/.test(text) : URL.canParse(text);
}

function isCidr(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  if (address === undefined || bits === undefined || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  return (isIPv4(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Durations of Go, and those in words: `3 days`. */
const isDuration = (text: string): boolean =>
  parseDuration(text) !== undefined ||
  /^\d+\s*(?:ns|nanos?|µs|us|micros?|ms|millis?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)s?$/.test(
    text,
  );

const uuidOf =
  (version: string) =>
  (text: string): boolean =>
    UUID.test(text) && text.replaceAll('-', '')[12] === version;

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ['bsonobjectid', (text) => /^[0-9a-f]{24}$/i.test(text)],
  ['uri', isUri],
  ['email', (text) => EMAIL.test(text)],
  ['hostname', (text) => text.length <= 255 && HOSTNAME.test(text)],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['cidr', isCidr],
  ['mac', (text) => /^(?:[0-9a-f]{2}[:-]){5}(?:[0-9a-f]{2}|[0-9a-f]{2}([:-][0-9a-f]{2}){2})$/i.test(text)],
  ['uuid', (text) => UUID.test(text)],
  ['uuid3', uuidOf('3')],
  ['uuid4', uuidOf('4')],
  ['uuid5', uuidOf('5')],
  ['byte', (text) => BASE64.test(text)],
  ['date', isDate],
  ['date-time', (text) => parseTime(text) !== undefined],
  ['datetime', (text) => parseTime(text) !== undefined],
  ['duration', isDuration],
  ['hexcolor', (text) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)],
  ['rgbcolor', (text) => /^rgb\(\s*(?:\d{1,3}\s*,\s*){2}\d{1,3}\s*\)$/i.test(text)],
  ['ssn', (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['password', () => true],
]);

/** Whether a text has a format; a format nobody knows has every text. */
export function hasFormat(format: string, text: string): boolean {
  return FORMATS.get(format)?.(text) ?? true;
}
