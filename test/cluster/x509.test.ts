import { X509Certificate, createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from './x509.mjs';

const ca = makeCertificate({ commonName: 'test ca', use: 'ca' });
const parsed = (options: Parameters<typeof makeCertificate>[0]): X509Certificate =>
  new X509Certificate(makeCertificate({ issuer: ca, ...options }).cert);

/** The elements of DER bytes, nested ones included, whose length takes more bytes than it needs: Go refuses those. */
function wasteful(der: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < der.length;) {
    const [tag, first] = [der[at]!, der[at + 1]!];
    const more = first < 0x80 ? 0 : first & 0x7f;
    const length = more === 0 ? first : der.readUIntBE(at + 2, more);
    if (more > 0 && length < 2 ** (8 * (more - 1)) * (more === 1 ? 0x80 : 1)) found.push(at);
    const body = der.subarray(at + 2 + more, at + 2 + more + length);
    if ((tag & 0x20) !== 0) found.push(...wasteful(body));
    at += 2 + more + length;
  }
  return found;
}

describe('makeCertificate', () => {
  it('makes a CA that signs itself', () => {
    const certificate = new X509Certificate(ca.cert);
    expect(certificate.ca).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it('signs with the key of the issuer', () => {
    const authority = new X509Certificate(ca.cert);
    const client = parsed({ commonName: 'alice', use: 'client' });
    expect(client.checkIssued(authority)).toBe(true);
    expect(client.verify(authority.publicKey)).toBe(true);
  });

  it('puts the user in the common name and each group in an organization', () => {
    const { subject } = parsed({ commonName: 'alice', organizations: ['devs', 'ops'], use: 'client' });
    expect(subject.split('\n')).toEqual(['O=devs', 'O=ops', 'CN=alice']);
  });

  it('names the hosts and addresses of a server', () => {
    const server = parsed({
      commonName: 's',
      use: 'server',
      dnsNames: ['kubernetes.default'],
      ipAddresses: ['127.0.0.1'],
    });
    expect(server.checkHost('kubernetes.default')).toBe('kubernetes.default');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkIP('127.0.0.2')).toBeUndefined();
  });

  it('can be out of date, or valid past 2049', () => {
    const certificate = parsed({
      commonName: 'old',
      use: 'client',
      notBefore: new Date('2001-02-03T04:05:06Z'),
      notAfter: new Date('2101-02-03T04:05:06Z'),
    });
    expect([certificate.validFrom, certificate.validTo].map((time) => new Date(time).toISOString())).toEqual([
      '2001-02-03T04:05:06.000Z',
      '2101-02-03T04:05:06.000Z',
    ]);
  });

  it.each([1, 60, 120, 130, 250, 260, 300])(
    'writes lengths in the shortest form, with a group name of %i bytes',
    (size) => {
      const { raw } = parsed({ commonName: 'alice', organizations: ['g'.repeat(size)], use: 'client' });
      expect(wasteful(raw)).toEqual([]);
    },
  );

  it('comes with the key it is for', () => {
    const { cert, key } = makeCertificate({ commonName: 'bob', use: 'client', issuer: ca });
    expect(new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });
});
