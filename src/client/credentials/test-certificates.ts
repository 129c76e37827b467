import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A certificate made for one test run: no key is kept in the repository, and its dates are what the test wants. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface TestCertificateOptions {
  readonly name?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** A self-signed certificate for 127.0.0.1 and localhost, which may also sign others and identify a client. */
export function makeCertificate(options: TestCertificateOptions = {}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from(options.name ?? 'test', 'utf8')))));
  const notBefore = time(options.notBefore ?? new Date('2020-01-01T00:00:00Z'));
  const notAfter = time(options.notAfter ?? new Date('2099-01-01T00:00:00Z'));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(oid(ECDSA_WITH_SHA256)),
    name,
    sequence(notBefore, notAfter),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName(), basicConstraints())),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = sequence(
    body,
    sequence(oid(ECDSA_WITH_SHA256)),
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  return { cert: pem('CERTIFICATE', certificate), key: exportKey(privateKey) };
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function subjectAltName(): Buffer {
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(oid('551d11'), der(0x04, names));
}

function basicConstraints(): Buffer {
  return sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return der(0x18, Buffer.from(`${digits}Z`));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
