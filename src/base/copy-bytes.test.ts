import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyBytes } from './copy-bytes.js';

it('copies what Buffer.copy would, from one place to another, and writes nothing else', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), fc.nat(50), fc.nat(50), (from, length, before, after) => {
      const memory = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) & 0xff));
      // A view that does not begin where its memory does.
      const source = memory.subarray(13, 13 + from + length + after);
      const [target, expected] = [
        Buffer.alloc(before + length + after, 0xee),
        Buffer.alloc(before + length + after, 0xee),
      ];
      copyBytes(source, from, from + length, target, before);
      source.copy(expected, before, from, from + length);
      expect(target.equals(expected)).toBe(true);
    }),
  );
});
