import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['pods', 'pods', 0],
    ['pod', 'pods', 1],
    ['posd', 'pods', 1],
    ['pods', 'nods', 1],
    ['deplyoments', 'deployments', 1],
    ['', 'abc', 3],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is the same both ways, 0 only between equals, and at most the longer word', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });

  it('is 1 after one letter was put in', () => {
    fc.assert(
      fc.property(word, fc.nat(8), (a, at) => {
        expect(editDistance(a, `${a.slice(0, at)}x${a.slice(at)}`)).toBe(1);
      }),
    );
  });
});
