import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FieldSelector } from './field-selector.js';
import type { KubernetesObject } from './object.js';
import { PlainRecord } from './record.js';

const pod = {
  metadata: { name: 'web', namespace: 'default', labels: { 'a.b/c': 'x' } },
  spec: { nodeName: 'n1', replicas: 3, hostNetwork: false, odd: 'a,b=c\\d', list: ['a'] },
} as KubernetesObject;

const matches = (selector: string): boolean => FieldSelector.parse(selector).matchesRecord(new PlainRecord(pod));

describe('FieldSelector.parse', () => {
  it.each([
    ['', ''],
    [',', ''],
    ['a=b,,c=d', 'a=b,c=d'],
    ['c!=d,a==b', 'a=b,c!=d'],
    ['a=', 'a='],
    ['a= b ', 'a= b '],
    ['a=x\\,y\\=z\\\\', 'a=x\\,y\\=z\\\\'],
    ['a=!b', 'a=!b'],
    ['a=b,a=b', 'a=b'],
  ])('reads %j as %j', (text, canonical) => {
    expect(FieldSelector.parse(text).toString()).toBe(canonical);
  });

  it.each<[string, number, string]>([
    ['a', 1, '=, == or != is expected'],
    ['a=b,c', 5, '=, == or != is expected'],
    ['=b', 0, 'name of a field'],
    ['a=b, c=d', 4, 'white space'],
    ['a=b=c', 3, 'is written'],
    ['a===b', 3, 'is written'],
    ['a=b\\', 4, 'after a backslash'],
    ['a=\\x', 3, 'after a backslash'],
    ['a..b=c', 0, 'field path'],
  ])('refuses %j at position %i', (text, position, words) => {
    expect(() => FieldSelector.parse(text)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_SELECTOR',
        message: expect.stringMatching(new RegExp(`at position ${position}: .*${words}`)) as string,
      }),
    );
  });
});

describe('FieldSelector.matchesRecord', () => {
  it.each([
    ['', true],
    ['metadata.name=web', true],
    ['metadata.name!=web', false],
    ['metadata.name=web,spec.nodeName=n1', true],
    ['metadata.name=web,spec.nodeName=n2', false],
    ['spec.replicas=3', true],
    ['spec.hostNetwork=false', true],
    ['spec.missing=', true],
    ['spec.missing!=', false],
    ['spec.missing=x', false],
    ['spec.missing!=x', true],
    ['spec.list=a', false],
    ['spec.list=', false],
    ['spec!=x', true],
    ['spec.odd=a\\,b\\=c\\\\d', true],
    ["metadata.labels['a.b/c']=x", true],
  ])('%j is %j', (selector, expected) => {
    expect(matches(selector)).toBe(expected);
  });
});

describe('what a field selector knows of itself', () => {
  it.each(['a=1,a=2', 'a=1,a!=1'])('%s matches nothing', (text) => {
    expect(FieldSelector.parse(text).matchesNothing).toBe(true);
  });

  it.each(['', 'a=1', 'a=1,a!=2', 'a!=1,a!=2', 'a=1,b=2'])('%j may match', (text) => {
    expect(FieldSelector.parse(text).matchesNothing).toBe(false);
  });

  it('from takes text, a selector or nothing', () => {
    const selector = FieldSelector.parse('a=1');
    expect(FieldSelector.from(selector)).toBe(selector);
    expect(FieldSelector.from('a=1').toString()).toBe('a=1');
    expect(FieldSelector.from(undefined).isEmpty).toBe(true);
  });
});

describe('properties', () => {
  const field = fc.constantFrom('a', 'b.c', 'd');
  const value = fc.string({ unit: fc.constantFrom('x', ',', '=', '\\', '!', ' '), maxLength: 4 });
  const condition = fc.record({ field, operator: fc.constantFrom('=', '==', '!='), value });
  const conditions = fc.array(condition, { maxLength: 4 });
  const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll('=', '\\=');
  const write = (all: readonly { field: string; operator: string; value: string }[]): string =>
    all.map((each) => `${each.field}${each.operator}${escape(each.value)}`).join(',');

  it('matching agrees with a naive model', () => {
    fc.assert(
      fc.property(conditions, fc.dictionary(field, value), (all, given) => {
        const selector = FieldSelector.parse(write(all));
        const record = { field: (path: readonly string[]) => given[path.join('.')] };
        const expected = all.every((each) => ((given[each.field] ?? '') === each.value) === (each.operator !== '!='));
        expect(selector.matchesRecord(record)).toBe(expected);
        if (selector.matchesNothing) expect(expected).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('parse reads back what toString writes', () => {
    fc.assert(
      fc.property(conditions, (all) => {
        const selector = FieldSelector.parse(write(all));
        expect(FieldSelector.parse(selector.toString()).requirements).toEqual(selector.requirements);
      }),
    );
  });
});
