import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExecAnswer } from './exec-answer.js';

const V1 = 'client.authentication.k8s.io/v1';
const answer = (status: unknown, rest: object = {}): string =>
  JSON.stringify({ kind: 'ExecCredential', apiVersion: V1, status, ...rest });

describe('readExecAnswer', () => {
  it('reads token, certificate and expiry', () => {
    const status = {
      token: 't',
      clientCertificateData: 'c',
      clientKeyData: 'k',
      expirationTimestamp: '2026-01-01T01:00:00+01:00',
    };
    expect(readExecAnswer(answer(status), V1)).toEqual({
      token: 't',
      certificate: { cert: 'c', key: 'k' },
      expiresAtMs: Date.UTC(2026, 0, 1),
    });
  });

  it.each<[string, string, RegExp]>([
    ['nothing', ' \n', /printed nothing/],
    ['rubbish', 'secret-token', /\(12 characters\) is not JSON/],
    ['a cut answer', answer({ token: 't' }).slice(0, -3), /not JSON/],
    ['a list', '[]', /not an object/],
    ['null', 'null', /not an object/],
    ['another kind', answer({ token: 't' }, { kind: 'Status' }), /printed a Status, not an ExecCredential/],
    ['no kind', '{}', /not an ExecCredential/],
    [
      'another version',
      answer({ token: 't' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' }),
      /asks for .*v1 and the plugin answered with .*v1beta1/,
    ],
    ['no status', answer(undefined), /no status/],
    ['an empty status', answer({}), /neither a token nor a certificate/],
    ['an empty token', answer({ token: '' }), /neither a token nor a certificate/],
    ['a token that is a number', answer({ token: 12345 }), /status\.token is not text/],
    ['a certificate alone', answer({ clientCertificateData: 'c' }), /without its key/],
    ['a key alone', answer({ token: 't', clientKeyData: 'k' }), /without its key/],
    ['an expiry that is no time', answer({ token: 't', expirationTimestamp: 'tomorrow' }), /expirationTimestamp/],
    [
      'an expiry that Date.parse would take',
      answer({ token: 't', expirationTimestamp: '2026' }),
      /expirationTimestamp/,
    ],
  ])('says what is wrong with %s', (_what, stdout, words) => {
    expect(readExecAnswer(stdout, V1)).toMatch(words);
  });

  it('never throws, and repeats nothing that was printed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((status) => answer(JSON.parse(status))),
        ),
        (stdout) => {
          const read = readExecAnswer(`${stdout}hunter2hunter2`, V1);
          expect(typeof read === 'string' && read.includes('hunter2')).toBe(false);
        },
      ),
    );
  });
});
