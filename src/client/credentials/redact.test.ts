import { describe, expect, it } from 'vitest';
import { REDACTED, redactText, redactedUrl, urlForDisplay, veil } from './redact.js';
import { everythingShown } from './test-support.js';

describe('redactText', () => {
  it.each([
    ['a JSON Web Token', `got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl here`, `got ${REDACTED} here`],
    ['a bearer', 'Authorization: Bearer abcdefgh12345678', `Authorization: Bearer ${REDACTED}`],
    ['a private key', 'x -----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY----- y', `x ${REDACTED} y`],
    ['a cut private key', '-----BEGIN PRIVATE KEY-----\nabc', REDACTED],
    ['nothing', 'The SSO session has expired', 'The SSO session has expired'],
  ])('takes out %s', (_what, text, clean) => {
    expect(redactText(text)).toBe(clean);
  });

  it('takes out known secrets, and leaves short values alone', () => {
    expect(redactText('eu-west-1 correct-horse-battery', ['eu-west-1', 'correct-horse-battery'])).toBe(
      `eu-west-1 ${REDACTED}`,
    );
  });
});

describe('redactedUrl', () => {
  it('works as a URL and shows no password', () => {
    const url = redactedUrl(new URL('http://me:hunter2@proxy:3128/'));
    expect([url.password, url.hostname]).toEqual(['hunter2', 'proxy']);
    expect(JSON.stringify({ url })).toBe('{"url":"http://proxy:3128/"}');
  });

  it('for display leaves the query out', () => {
    expect(urlForDisplay(new URL('https://a:b@host/path?token=x#y'))).toBe('https://host/path');
  });
});

describe('veil', () => {
  it('hides from every way to print, and not from a spread', () => {
    const veiled = veil({ key: 'hunter2' }, () => 'hidden');
    expect([everythingShown({ veiled }).includes('hunter2'), { ...veiled }]).toEqual([false, { key: 'hunter2' }]);
  });
});
