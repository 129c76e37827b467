import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { ipFamily, ipNumber } from './ip.js';

const inV4 = (ip: string, network: string, bits: number): boolean =>
  ipNumber(ip) >> BigInt(32 - bits) === ipNumber(network) >> BigInt(32 - bits);
const inV6 = (ip: string, network: string, bits: number): boolean =>
  ipNumber(ip) >> BigInt(128 - bits) === ipNumber(network) >> BigInt(128 - bits);

/** An address that traffic can be sent to. */
export function validateEndpointIp(field: string, ip: string): FieldError[] {
  const family = ipFamily(ip);
  if (family === undefined) return [invalid(field, ip, 'must be a valid IP address')];
  const within = (v4: string, v4Bits: number, v6: string, v6Bits: number): boolean =>
    family === 4 ? inV4(ip, v4, v4Bits) : inV6(ip, v6, v6Bits);
  const errors: FieldError[] = [];
  if (within('0.0.0.0', 32, '::', 128)) errors.push(invalid(field, ip, `may not be unspecified (${ip})`));
  if (within('127.0.0.0', 8, '::1', 128)) {
    errors.push(invalid(field, ip, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'));
  }
  if (within('169.254.0.0', 16, 'fe80::', 10)) {
    errors.push(invalid(field, ip, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'));
  }
  if (within('224.0.0.0', 24, 'ff02::', 16)) {
    errors.push(invalid(field, ip, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'));
  }
  return errors;
}
