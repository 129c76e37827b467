import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { ClientCertificateCredential } from './client-certificate.js';
import { makeCertificate } from './test-certificates.js';
import { everythingShown, rejection, testDirectory } from './test-support.js';

const one = makeCertificate({ name: 'one' });
const two = makeCertificate({ name: 'two' });

const fromData = (cert: string, key: string): ClientCertificateCredential =>
  new ClientCertificateCredential({ pem: cert }, { pem: key }, { owner: 'user "ci"', clock: new FakeClock() });

describe('ClientCertificateCredential', () => {
  it('gives the pair and no headers', async () => {
    const credential = fromData(one.cert, one.key);
    expect([await credential.certificate(), await credential.headers()]).toMatchObject([one, {}]);
  });

  it('follows its files once both are replaced, and keeps the old pair until then', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    const cert = { file: await dir.write('tls.crt', one.cert) };
    const key = { file: await dir.write('tls.key', one.key) };
    const credential = new ClientCertificateCredential(cert, key, { owner: 'me', clock });
    const seen = [(await credential.certificate()).cert];
    await dir.write('tls.crt', two.cert);
    await clock.advance(1_000);
    seen.push((await credential.certificate()).cert);
    await dir.write('tls.key', two.key);
    await clock.advance(1_000);
    seen.push((await credential.certificate()).cert);
    expect(seen).toEqual([one.cert, one.cert, two.cert]);
  });

  it('tries again after a refusal only if a file changed', async () => {
    await using dir = await testDirectory();
    const cert = { file: await dir.write('tls.crt', one.cert) };
    const key = { file: await dir.write('tls.key', one.key) };
    const credential = new ClientCertificateCredential(cert, key, { owner: 'me', clock: new FakeClock() });
    await credential.certificate();
    const same = await credential.unauthorized();
    await dir.write('tls.crt', two.cert);
    await dir.write('tls.key', two.key);
    expect([same, await credential.unauthorized()]).toEqual([false, true]);
  });

  it.each<[string, string, string, RegExp]>([
    ['a certificate that is none', 'rubbish', one.key, /client certificate of user "ci" is not a PEM/],
    ['a key that is none', one.cert, 'rubbish', /client key of user "ci" is not an unencrypted PEM/],
    ['a key of another certificate', one.cert, two.key, /do not belong together/],
  ])('%s is an error that names the owner', async (_what, cert, key, words) => {
    const error = await rejection(fromData(cert, key).certificate());
    expect(error).toMatchObject({ code: 'ERR_CREDENTIALS' });
    expect(error.message).toMatch(words);
  });

  it('an expired certificate is an error that names the file and the time', async () => {
    await using dir = await testDirectory();
    const old = makeCertificate({ notAfter: new Date('2025-05-05T05:05:05Z') });
    const file = await dir.write('tls.crt', old.cert);
    const credential = new ClientCertificateCredential(
      { file },
      { pem: old.key },
      { owner: 'user "ci"', clock: new FakeClock() },
    );
    const error = await rejection(credential.certificate());
    expect(error.message).toContain(`user "ci" (file ${file}) expired at 2025-05-05T05:05:05.000Z`);
  });

  it('shows no key, and neither does the pair', async () => {
    const credential = fromData(one.cert, one.key);
    expect(everythingShown([credential, await credential.certificate()])).not.toContain('PRIVATE KEY');
  });
});
