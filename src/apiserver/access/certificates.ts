import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import {
  bitString,
  boolean,
  explicit,
  generalizedTime,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  pem,
  sequence,
  set,
  utf8String,
} from './der.js';

/** A certificate and its private key, as PEM texts. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** An authority that signs certificates. */
export interface Authority extends KeyPair {
  /** A certificate that a server shows, for names and addresses. */
  serving(hosts: readonly string[]): KeyPair;
  /** A certificate that a user shows: the common name is the user, the organizations are the groups. */
  client(user: string, groups: readonly string[]): KeyPair;
}

const OID = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
};

const HOUR_MS = 3_600_000;
// Backdated for clients whose clock is behind; long enough that a data directory can be used for as long as anybody wants.
const VALID_FROM_MS = -HOUR_MS;
const VALID_TO_MS = 10 * 365 * 24 * HOUR_MS;

interface Subject {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

const nameOf = ({ commonName, organizations = [] }: Subject): Buffer => {
  const part = (oid: string, value: string): Buffer => set(sequence(objectIdentifier(oid), utf8String(value)));
  return sequence(...organizations.map((value) => part(OID.organization, value)), part(OID.commonName, commonName));
};

const extension = (oid: string, value: Uint8Array, critical = false): Buffer =>
  sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));

/** The 4 or 16 bytes of an address. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const words = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
  const before = words(head);
  const after = words(tail ?? '');
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 0xff]));
}

/** Bits of keyUsage: digitalSignature is the first, keyCertSign the sixth. */
const SIGNS = bitString(Buffer.from([0x80]), 7);
const SIGNS_CERTIFICATES = bitString(Buffer.from([0x84]), 2);

interface Wanted {
  readonly subject: Subject;
  readonly issuer: Subject;
  readonly issuerKey?: KeyObject;
  readonly issuerKeyId?: Buffer;
  extensions(): Buffer[];
}

function issue(wanted: Wanted): KeyPair & { readonly privateKey: KeyObject; readonly keyId: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyId = keyIdOf(spki);
  const now = Date.now();
  const algorithm = sequence(objectIdentifier(OID.ecdsaWithSha256));
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    algorithm,
    nameOf(wanted.issuer),
    sequence(generalizedTime(new Date(now + VALID_FROM_MS)), generalizedTime(new Date(now + VALID_TO_MS))),
    nameOf(wanted.subject),
    spki,
    explicit(
      3,
      sequence(
        ...wanted.extensions(),
        extension(OID.subjectKeyIdentifier, octetString(keyId)),
        extension(OID.authorityKeyIdentifier, sequence(implicit(0, wanted.issuerKeyId ?? keyId))),
      ),
    ),
  );
  const signature = sign('sha256', body, wanted.issuerKey ?? privateKey);
  return {
    cert: pem('CERTIFICATE', sequence(body, algorithm, bitString(signature))),
    key: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    privateKey,
    keyId,
  };
}

const keyIdOf = (spki: Uint8Array): Buffer => createHash('sha1').update(spki).digest();

/** An authority that was kept from an earlier start. */
function reopen({ cert, key }: KeyPair): ReturnType<typeof issue> {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return { cert, key, privateKey: createPrivateKey(key), keyId: keyIdOf(spki) };
}

/** An authority with a P-256 key: a new one, or the one that is given, which must have the same name. */
export function makeAuthority(commonName: string, existing?: KeyPair): Authority {
  const issuer = { commonName };
  const self =
    existing !== undefined
      ? reopen(existing)
      : issue({
          subject: issuer,
          issuer,
          extensions: () => [
            extension(OID.basicConstraints, sequence(boolean(true)), true),
            extension(OID.keyUsage, SIGNS_CERTIFICATES, true),
          ],
        });
  const signed = (subject: Subject, usage: string, more: readonly Buffer[]): KeyPair => {
    const { cert, key } = issue({
      subject,
      issuer,
      issuerKey: self.privateKey,
      issuerKeyId: self.keyId,
      extensions: () => [
        extension(OID.basicConstraints, sequence(), true),
        extension(OID.keyUsage, SIGNS, true),
        extension(OID.extendedKeyUsage, sequence(objectIdentifier(usage))),
        ...more,
      ],
    });
    return { cert, key };
  };
  return {
    cert: self.cert,
    key: self.key,
    serving: (hosts) => {
      const names = hosts.map((host) =>
        isIP(host) === 0 ? implicit(2, Buffer.from(host)) : implicit(7, addressBytes(host)),
      );
      return signed({ commonName: 'kube-apiserver' }, OID.serverAuth, [
        extension(OID.subjectAltName, sequence(...names)),
      ]);
    },
    client: (user, groups) => signed({ commonName: user, organizations: groups }, OID.clientAuth, []),
  };
}

/** What a server needs to speak TLS: its authority and a certificate for the names it is called by. */
export function makeCertificates(options: { readonly hosts?: readonly string[]; readonly authority?: KeyPair } = {}): {
  authority: Authority;
  serving: KeyPair;
} {
  const authority = makeAuthority('kube-informer-ca', options.authority);
  // Under these a server on this machine is reached, whatever else it is called.
  const all = new Set([
    'localhost',
    '127.0.0.1',
    '::1',
    'kubernetes',
    'kubernetes.default',
    'kubernetes.default.svc',
    ...(options.hosts ?? []),
  ]);
  return { authority, serving: authority.serving([...all]) };
}
