import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  quantityOf,
  roundToMilli,
  showQuantity,
} from './quantity.js';

// What the real server makes of many more texts is in fixtures/quantity.json.
describe('quantities', () => {
  it.each([
    ['1000m', '1'],
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    ['0.5Gi', '512Mi'],
    ['1.5', '1500m'],
    ['100Mi', '100Mi'],
    ['1e3', '1e3'],
    ['-1000m', '-1'],
  ])('%s is shown as %s', (text, shown) => {
    expect(canonicalQuantity(text)).toBe(shown);
  });

  it.each([
    ['', 'quantities must match'],
    ['x', 'quantities must match'],
    ['1.2.3', 'quantities must match'],
    ['1Kib', 'quantities must match'],
    ['1K', "unable to parse quantity's suffix"],
    ['1e', "unable to parse quantity's suffix"],
    ['.', 'unable to parse numeric part'],
  ])('%j is refused in the words of Go', (text, words) => {
    expect(() => canonicalQuantity(text)).toThrow(words);
  });

  const texts = fc
    .tuple(
      fc.constantFrom('', '-', '+'),
      fc.nat(10 ** 9),
      fc.option(fc.nat(10 ** 6)),
      fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'T', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'E2', 'e-2'),
    )
    .map(([sign, whole, part, unit]) => `${sign}${String(whole)}${part === null ? '' : `.${String(part)}`}${unit}`);

  it('keep their amount in the canonical form', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(compareQuantities(quantityOf(canonicalQuantity(text)), quantityOf(text))).toBe(0);
      }),
    );
  });

  it('have one canonical form', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = canonicalQuantity(text);
        expect(canonicalQuantity(once)).toBe(once);
      }),
    );
  });

  it('are ordered as their amounts are', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const order = compareQuantities(quantityOf(`${String(a)}m`), quantityOf(`${String(b)}m`));
        expect(Math.sign(order)).toBe(Math.sign(a - b));
      }),
    );
  });

  it('add up', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 6), fc.nat(10 ** 6), (a, b) => {
        const sum = addQuantities(`${String(a)}m`, `${String(b)}m`);
        expect(compareQuantities(quantityOf(sum), quantityOf(`${String(a + b)}m`))).toBe(0);
      }),
    );
  });

  it('are compared without writing out huge exponents', () => {
    expect(compareQuantities(quantityOf('1e999999999'), quantityOf('1e999999998'))).toBeGreaterThan(0);
  });

  it('are rounded away from zero when they are finer than thousandths', () => {
    expect(showQuantity(roundToMilli(quantityOf('100u')))).toBe('1m');
    expect(showQuantity(roundToMilli(quantityOf('-1100u')))).toBe('-2m');
    expect(parseQuantity('1')).toMatchObject({ value: 1n, scale: 0 });
  });
});
