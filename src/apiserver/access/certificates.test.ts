import { X509Certificate, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { makeAuthority, makeCertificates } from './certificates.js';

describe('makeCertificates', () => {
  const { authority, serving } = makeCertificates({ hosts: ['api.test', '10.1.2.3', '2001:db8::7'] });
  const ca = new X509Certificate(authority.cert);
  const server = new X509Certificate(serving.cert);

  it('makes an authority that signs itself', () => {
    expect(ca.ca).toBe(true);
    expect(ca.verify(ca.publicKey)).toBe(true);
    expect(ca.checkIssued(ca)).toBe(true);
  });

  it('makes a certificate for every name and address the server is called by', () => {
    expect(server.ca).toBe(false);
    expect(server.verify(ca.publicKey)).toBe(true);
    expect(server.checkIssued(ca)).toBe(true);
    expect(server.checkPrivateKey(createPrivateKey(serving.key))).toBe(true);
    for (const name of ['localhost', 'kubernetes.default.svc', 'api.test']) expect(server.checkHost(name)).toBe(name);
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', '2001:db8::7']) {
      expect(server.checkIP(address)).toBe(address);
    }
    expect(server.checkHost('evil.com')).toBeUndefined();
  });

  it('makes certificates that are valid now and for years', () => {
    expect(Date.parse(server.validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(server.validTo)).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000);
  });

  it('makes client certificates with the user and its groups', () => {
    const client = new X509Certificate(authority.client('bob', ['devs', 'ops']).cert);
    expect(client.subject.split('\n').sort()).toEqual(['CN=bob', 'O=devs', 'O=ops']);
    expect(client.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    expect(client.verify(ca.publicKey)).toBe(true);
  });

  it('gives every certificate a positive serial number of its own', () => {
    const serials = Array.from({ length: 20 }, () => new X509Certificate(authority.client('a', []).cert).serialNumber);
    expect(new Set(serials).size).toBe(20);
    for (const serial of serials) expect(serial).not.toMatch(/^-/);
  });

  it('goes on with an authority that was kept', () => {
    const again = makeAuthority('kube-informer-ca', { cert: authority.cert, key: authority.key });
    const client = new X509Certificate(again.client('bob', []).cert);
    expect(client.verify(ca.publicKey)).toBe(true);
    expect(client.checkIssued(ca)).toBe(true);
  });

  it('is what TLS takes on both sides', async () => {
    const client = authority.client('bob', ['devs']);
    const listening = createServer({ ...serving, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
    const subjects: unknown[] = [];
    listening.on('secureConnection', (socket) => {
      subjects.push(socket.getPeerCertificate().subject);
      socket.end();
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const socket = connect({
      port: (listening.address() as AddressInfo).port,
      host: '127.0.0.1',
      ca: authority.cert,
      ...client,
    });
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    socket.resume();
    await once(socket, 'close');
    listening.close();
    expect(subjects).toEqual([expect.objectContaining({ CN: 'bob', O: 'devs' })]);
  });
});
