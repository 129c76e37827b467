import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResourceVersions } from './resource-version.js';

const version = fc.bigInt({ min: 1n, max: 10n ** 30n });

describe('compareResourceVersions', () => {
  it('orders decimal numbers of any length as numbers', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0;
        expect(Math.sign(compareResourceVersions(String(a), String(b)) ?? NaN)).toBe(expected);
      }),
    );
  });

  it.each(['', '0', '01', '-1', '1.5', 'abc', ' 1', '1e3', '١'])('does not know where %j stands', (junk) => {
    expect([
      compareResourceVersions(junk, '5'),
      compareResourceVersions('5', junk),
      compareResourceVersions(junk, junk),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
