import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyJson, sameInGo, sameJson } from './json.js';

const value = fc.jsonValue({ maxDepth: 3 });

describe('equality of JSON', () => {
  it('holds between a value and its copy, whatever the names and the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), value), (object) => {
        const turned = Object.fromEntries(Object.entries(object).reverse());
        expect(sameJson(object, copyJson(turned))).toBe(true);
        expect(sameInGo(turned, copyJson(object))).toBe(true);
      }),
    );
  });

  it('is the one of the canonical text', () => {
    const sorted = (item: unknown): unknown =>
      Array.isArray(item)
        ? item.map(sorted)
        : typeof item === 'object' && item !== null
          ? Object.entries(item)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([name, inner]) => [name, sorted(inner), 'field'])
          : item;
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(sameJson(a, b)).toBe(Object.is(a, b) || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
      }),
    );
  });

  it('takes undefined for missing, and what is inherited for missing, too', () => {
    expect(sameJson({ a: undefined }, {})).toBe(true);
    expect(sameJson({}, { a: [undefined] })).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__":{}}'), {})).toBe(false);
    expect(sameJson({}, { a: null })).toBe(false);
    expect(sameJson([], {})).toBe(false);
  });

  it('as Go has it takes null for missing', () => {
    expect(sameInGo({ a: null, b: undefined }, {})).toBe(true);
    expect(sameInGo({ a: { b: null } }, { a: {} })).toBe(true);
    expect(sameInGo(null, undefined)).toBe(true);
    expect(sameInGo({ a: null }, { a: {} })).toBe(false);
    expect(sameInGo({ a: '' }, {})).toBe(false);
  });
});
