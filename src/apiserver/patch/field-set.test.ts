import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldSet, pathText } from './field-set.js';
import type { Path } from './field-set.js';
import { compareElements, elementText, keyElement, parseElement } from './path-element.js';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'k:{"name":"y","port":1}', 'v:"s"', 'v:2', 'i:0');
const path: fc.Arbitrary<Path> = fc.array(element, { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 12 });

const keys = (set: FieldSet): string[] => Array.from(set.paths(), (each) => JSON.stringify(each)).sort();
const asKeys = (list: readonly Path[]): Set<string> => new Set(list.map((each) => JSON.stringify(each)));

describe('FieldSet', () => {
  it('is what it was after it was written and read', () => {
    fc.assert(
      fc.property(paths, (list) => {
        const set = FieldSet.of(...list);
        expect(keys(FieldSet.fromFields(set.toFields()))).toEqual(keys(set));
        expect(FieldSet.fromFields(set.toFields()).toFields()).toEqual(set.toFields());
      }),
    );
  });

  it('does what sets of paths do', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const a = FieldSet.of(...left);
        const b = FieldSet.of(...right);
        const x = asKeys(left);
        const y = asKeys(right);
        expect(keys(a.union(b))).toEqual([...new Set([...x, ...y])].sort());
        expect(keys(a.intersection(b))).toEqual([...x].filter((key) => y.has(key)).sort());
        expect(keys(a.difference(b))).toEqual([...x].filter((key) => !y.has(key)).sort());
        for (const each of left) expect(a.has(each)).toBe(true);
      }),
    );
  });

  it('without another has nothing below what the other has', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const kept = FieldSet.of(...left).without(FieldSet.of(...right));
        const isBelow = (each: Path): boolean =>
          right.some((other) => other.every((step, index) => each[index] === step));
        expect(keys(kept)).toEqual([...asKeys(left.filter((each) => !isBelow(each)))].sort());
      }),
    );
  });

  it('leaves out what it does not understand', () => {
    const set = FieldSet.fromFields({
      'f:a': {},
      'x:y': {},
      'k:{': {},
      'v:': {},
      'f:b': 1,
      'f:c': { '.': {}, 'f:d': {} },
    });
    expect(Array.from(set.paths(), pathText)).toEqual(['.a', '.c', '.c.d']);
  });
});

describe('path elements', () => {
  it('are canonical: keys in the order of their names', () => {
    expect(parseElement('k:{"b":1,"a":"x"}')).toBe(keyElement({ a: 'x', b: 1 }));
    expect(elementText('k:{"a":"x","b":1}')).toBe('[a="x",b=1]');
    expect(elementText('v:"x"')).toBe('[="x"]');
  });

  it('are in one order', () => {
    fc.assert(
      fc.property(element, element, element, (a, b, c) => {
        expect(Math.sign(compareElements(a, b))).toBe(-Math.sign(compareElements(b, a)) + 0);
        if (compareElements(a, b) <= 0 && compareElements(b, c) <= 0)
          expect(compareElements(a, c)).toBeLessThanOrEqual(0);
      }),
    );
    expect(['v:10', 'v:9', 'k:{"n":2}', 'k:{"n":10}', 'f:b', 'f:a'].sort(compareElements)).toEqual([
      'f:a',
      'f:b',
      'k:{"n":2}',
      'k:{"n":10}',
      'v:9',
      'v:10',
    ]);
  });
});
