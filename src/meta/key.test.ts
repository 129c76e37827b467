import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf, splitKey } from './key.js';

const part = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,8}$/);

describe('keys', () => {
  it('joins namespace and name, and leaves out an absent or empty namespace', () => {
    expect([keyOf('default', 'web'), keyOf('', 'node-1'), keyOf(undefined, 'node-1')]).toEqual([
      'default/web',
      'node-1',
      'node-1',
    ]);
  });

  it('splitKey undoes keyOf', () => {
    fc.assert(
      fc.property(fc.option(part, { nil: '' }), part, (namespace, name) => {
        expect(splitKey(keyOf(namespace, name))).toEqual({ namespace, name });
      }),
    );
  });

  it.each(['', '/', 'a/', '/a', 'a/b/c', 'a//b', '//'])('splitKey refuses %j', (key) => {
    expect(() => splitKey(key)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }));
  });
});
