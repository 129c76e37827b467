import { isIPv4, isIPv6 } from 'node:net';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';

export const IP_DETAIL = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
export const CIDR_DETAIL = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Old servers took zeros before the numbers of an IPv4 address; a number is still read so, to say what is wrong. */
const sloppy = (value: string): string => value.replaceAll(/(^|\.)0+(?=\d)/g, '$1');
const isMapped = (value: string): boolean =>
  isIPv6(value) && /^(0*:)*:?(0*:)*ffff:/i.test(value) && value.includes('.');

/** 4 or 6; undefined for what is no address. */
export function ipFamily(value: string): 4 | 6 | undefined {
  if (isIPv4(sloppy(value)) || isMapped(value)) return 4;
  return isIPv6(value) && !value.includes('%') ? 6 : undefined;
}

/** The rules of an address in an older field: any spelling of IPv6 is taken. */
export function validateIp(field: string, value: string, kept: readonly string[] = []): FieldError[] {
  if (kept.includes(value)) return [];
  if (ipFamily(value) === undefined) return [invalid(field, value, IP_DETAIL)];
  if (!value.includes(':') && !isIPv4(value)) return [invalid(field, value, 'must not have leading 0s')];
  return isMapped(value) ? [invalid(field, value, 'must not be an IPv4-mapped IPv6 address')] : [];
}

const partsOf = (address: string): number[] => address.split('.').map(Number);

function ipv6Words(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const words = (text: string): number[] =>
    text === ''
      ? []
      : text.split(':').flatMap((word) => {
          if (!word.includes('.')) return [Number.parseInt(word, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = partsOf(word);
          return [a * 256 + b, c * 256 + d];
        });
  const before = words(head);
  const after = tail === undefined ? [] : words(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** An address as one number. */
export function ipNumber(address: string): bigint {
  if (isIPv4(address)) return partsOf(address).reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  return ipv6Words(address).reduce((sum, word) => sum * 65536n + BigInt(word), 0n);
}

/** An IPv4 address from its number. */
export const ipv4Of = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');

/** The prefix length of `10.0.0.0/8`; undefined for what is no CIDR. */
export function cidrParts(value: string): { address: string; family: 4 | 6; length: number } | undefined {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(value);
  const address = match?.[1] ?? '';
  const family = ipFamily(address);
  const length = Number(match?.[2]);
  if (family === undefined || (String(length) !== match?.[2] && !/^0\d/.test(match?.[2] ?? ''))) return undefined;
  return length > (family === 4 ? 32 : 128) ? undefined : { address, family, length };
}

const hostBits = ({ address, family, length }: { address: string; family: 4 | 6; length: number }): bigint =>
  ipNumber(sloppy(address)) & ((1n << BigInt((family === 4 ? 32 : 128) - length)) - 1n);

/** The rules of a CIDR in an older field: any spelling of IPv6 is taken. */
export function validateCidr(field: string, value: string, kept: readonly string[] = []): FieldError[] {
  if (kept.includes(value)) return [];
  const parts = cidrParts(value);
  if (parts === undefined) return [invalid(field, value, CIDR_DETAIL)];
  if ((!value.includes(':') && !isIPv4(parts.address)) || /\/0\d/.test(value)) {
    return [invalid(field, value, 'must not have leading 0s in IP or prefix length')];
  }
  if (isMapped(parts.address)) return [invalid(field, value, 'must not have an IPv4-mapped IPv6 address')];
  return hostBits(parts) === 0n ? [] : [invalid(field, value, 'must not have bits set beyond the prefix length')];
}
