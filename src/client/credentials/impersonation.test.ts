import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impersonationHeaders } from './impersonation.js';

describe('impersonationHeaders', () => {
  it('has a header for each part, groups and extra values repeated', () => {
    const extra = new Map([['scopes', ['view', 'edit']]]);
    expect(impersonationHeaders({ user: 'jane', uid: '42', groups: ['dev', 'ops'], extra })).toEqual({
      'Impersonate-User': 'jane',
      'Impersonate-Uid': '42',
      'Impersonate-Group': ['dev', 'ops'],
      'Impersonate-Extra-scopes': ['view', 'edit'],
    });
  });

  it('has only the user where there is nothing else', () => {
    expect(impersonationHeaders({ user: 'jane', uid: '', groups: [], extra: new Map([['none', []]]) })).toEqual({
      'Impersonate-User': 'jane',
    });
  });

  it.each([
    ['example.com/thing', 'example.com%2Fthing'],
    ['a b', 'a%20b'],
    ['50%', '50%25'],
    ['é', '%C3%A9'],
    ["!#$&'*+-.^_`|~", "!#$&'*+-.^_`|~"],
  ])('writes the extra key %j as %j', (key, escaped) => {
    const headers = impersonationHeaders({ user: 'jane', extra: new Map([[key, ['v']]]) });
    expect(Object.keys(headers)[1]).toBe(`Impersonate-Extra-${escaped}`);
  });

  it('an extra key comes back by percent-decoding, and makes a legal header name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (key) => {
        const name = Object.keys(impersonationHeaders({ user: 'jane', extra: new Map([[key, ['v']]]) }))[1] ?? '';
        expect(decodeURIComponent(name.slice('Impersonate-Extra-'.length))).toBe(key);
        expect(name).toMatch(/^[!#$%&'*+\-.^_`|~\w]+$/);
      }),
    );
  });

  it.each(['jane\r\nX: y', 'jané'])('refuses the user %j, which a header cannot carry', (user) => {
    expect(() => impersonationHeaders({ user })).toThrow(expect.objectContaining({ code: 'ERR_KUBECONFIG' }));
  });
});
