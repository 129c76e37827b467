import { describe, expect, it } from 'vitest';
import { isAllowedHost } from './host.js';

describe('isAllowedHost', () => {
  it.each([
    undefined,
    'localhost',
    'localhost:6443',
    'LOCALHOST.',
    'my.localhost:1',
    '127.0.0.1:443',
    '10.1.2.3',
    '[::1]:443',
    'kubernetes.default.svc',
  ])('takes %s', (header) => {
    expect(isAllowedHost(header, [])).toBe(true);
  });

  it.each(['evil.com', 'evil.com:6443', 'localhost.evil.com', '127.0.0.1.evil.com', '', 'a b', '[::1', 'x:y'])(
    'refuses %s, which somebody else can make point here',
    (header) => {
      expect(isAllowedHost(header, [])).toBe(false);
    },
  );

  it('takes the names that were given', () => {
    expect(isAllowedHost('API.test:1', ['api.test'])).toBe(true);
  });
});
