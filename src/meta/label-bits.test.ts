import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_LABELS, labelBits, labelBitsIn, labelBitsOf } from './label-bits.js';

function bitsInBytes(name: string, value: string): number {
  const bytes = Buffer.from(`..${name}..${value}..`);
  const nameEnd = 2 + Buffer.byteLength(name);
  return labelBitsIn(bytes, 2, nameEnd, nameEnd + 2, bytes.length - 2);
}

describe('labelBits', () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 70 });
  const any = fc.string({ unit: 'grapheme', maxLength: 70 });

  it('are those of the bytes of the label', () => {
    fc.assert(
      fc.property(ascii, ascii, (name, value) => {
        expect(labelBits(name, value)).toBe(bitsInBytes(name, value));
      }),
    );
  });

  it('are among those of the bytes of the label, and of an object of which nothing is known', () => {
    fc.assert(
      fc.property(fc.oneof(ascii, any), any, (name, value) => {
        const bits = labelBits(name, value);
        expect(bits & bitsInBytes(name, value)).toBe(bits);
        expect(bitsInBytes(name, value) & ANY_LABELS).toBe(bitsInBytes(name, value));
      }),
    );
  });

  it('are some for every label that Kubernetes allows', () => {
    const legal = fc.stringMatching(/^[a-z0-9]([-a-z0-9_.]{0,40}[a-z0-9])?$/);
    fc.assert(fc.property(legal, legal, (name, value) => labelBits(name, value) !== 0));
  });

  it('rule out nine of ten objects with four labels that lack one', () => {
    let passed = 0;
    for (let number = 0; number < 10_000; number++) {
      const labels = {
        app: `service-${number % 200}`,
        hash: `${number * 7_919}`,
        tier: 'backend',
        'example.com/of': 'shop',
      };
      const has = labelBitsOf(labels);
      const wanted = labelBits('app', `service-${(number % 200) + 200}`);
      if ((has & wanted) === wanted) passed++;
    }
    expect(passed).toBeLessThan(1_000);
  });
});
