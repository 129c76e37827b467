import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dnsSubdomain } from '../names.js';
import { asPrefix, generateName } from './generated-names.js';

describe('generated names', () => {
  it('a generated name is its base, cut to leave room, and five characters that cannot be misread', () => {
    fc.assert(
      fc.property(fc.string(), fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (base, numbers) => {
        const name = generateName(base, () => numbers.next().value as number);
        expect(name.slice(0, -5)).toBe(base.slice(0, 58));
        expect(name.slice(-5)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
      }),
    );
  });

  it('a prefix may end in a dash', () => {
    expect(dnsSubdomain(asPrefix('ab-'))).toEqual([]);
    expect(asPrefix('-')).toBe('-');
  });
});
