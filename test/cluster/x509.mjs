// X.509 certificates with P-256 keys: what Node's crypto can check but not make. Only what tests need. Node built-ins only.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/**
 * `commonName` and `organizations` are the user name and the groups of a Kubernetes client certificate.
 *
 * @typedef {object} CertificateOptions
 * @property {string} commonName
 * @property {readonly string[]} [organizations]
 * @property {'ca' | 'server' | 'client'} use
 * @property {readonly string[]} [dnsNames]
 * @property {readonly string[]} [ipAddresses] IPv4 only
 * @property {Date} [notBefore] an hour ago unless given, for clocks that differ
 * @property {Date} [notAfter] in ten years unless given
 * @property {KeyPair} [issuer] itself unless given
 */

/** @typedef {{ cert: string, key: string, commonName: string, organizations: readonly string[] }} KeyPair PEM texts */

const HOUR_MS = 3_600_000;
const TEN_YEARS_MS = 10 * 365 * 24 * HOUR_MS;

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extKeyUsage: '2.5.29.37',
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
};

/**
 * One DER element.
 *
 * @param {number} tag
 * @param {...Uint8Array} parts
 */
function der(tag, ...parts) {
  const body = Buffer.concat(parts);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  // In as few bytes as it takes: Go refuses others.
  const digits = body.length.toString(16);
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

const sequence = (/** @type {Uint8Array[]} */ ...parts) => der(0x30, ...parts);
const octets = (/** @type {Uint8Array} */ body) => der(0x04, body);
const bits = (/** @type {Uint8Array} */ body, unused = 0) => der(0x03, Buffer.from([unused]), body);
const text = (/** @type {string} */ value) => der(0x0c, Buffer.from(value));
const YES = der(0x01, Buffer.from([0xff]));

/** @param {string} dotted */
function oid(dotted) {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [40 * first + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}

/** @param {Date} time */
function time(time) {
  // GeneralizedTime throughout: the two-digit years of the other form end in 2049.
  return der(0x18, Buffer.from(`${time.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
}

/** @param {Pick<KeyPair, 'commonName' | 'organizations'>} who */
function name({ commonName, organizations }) {
  const part = (/** @type {string} */ type, /** @type {string} */ value) => der(0x31, sequence(oid(type), text(value)));
  return sequence(...organizations.map((value) => part(OID.organization, value)), part(OID.commonName, commonName));
}

/** @param {CertificateOptions} options */
function extensions({ use, dnsNames = [], ipAddresses = [] }) {
  const extension = (/** @type {string} */ type, /** @type {Buffer} */ value) =>
    sequence(oid(type), YES, octets(value));
  const names = [
    ...dnsNames.map((value) => der(0x82, Buffer.from(value))),
    ...ipAddresses.map((value) => der(0x87, Buffer.from(value.split('.').map(Number)))),
  ];
  // digitalSignature is bit 0, keyCertSign bit 5.
  const usage = use === 'ca' ? bits(Buffer.from([0x84]), 2) : bits(Buffer.from([0x80]), 7);
  return sequence(
    extension(OID.basicConstraints, use === 'ca' ? sequence(YES) : sequence()),
    extension(OID.keyUsage, usage),
    ...(use === 'ca' ? [] : [extension(OID.extKeyUsage, sequence(oid(OID[use])))]),
    ...(names.length === 0 ? [] : [extension(OID.subjectAltName, sequence(...names))]),
  );
}

/** @param {string} label @param {Buffer} body */
function pem(label, body) {
  return `-----BEGIN ${label}-----\n${body.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;
}

/** A new P-256 private key, as PEM. */
export function makeKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'sec1', format: 'pem' }).toString();
}

/**
 * Makes a key and a certificate for it.
 *
 * @param {CertificateOptions} options
 * @returns {KeyPair}
 */
export function makeCertificate(options) {
  const { commonName, organizations = [], issuer } = options;
  const { notBefore = new Date(Date.now() - HOUR_MS), notAfter = new Date(Date.now() + TEN_YEARS_MS) } = options;
  const key = makeKey();
  const subject = { commonName, organizations };
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  // A first byte below 0x80 and above 0 is a positive integer in its shortest form.
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name(issuer ?? subject),
    sequence(time(notBefore), time(notAfter)),
    name(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions(options)),
  );
  const signature = sign('sha256', body, createPrivateKey(issuer?.key ?? key));
  return { cert: pem('CERTIFICATE', sequence(body, algorithm, bits(signature))), key, commonName, organizations };
}
