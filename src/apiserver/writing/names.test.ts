import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asPrefix,
  dnsLabelProblems,
  dnsSubdomainProblems,
  generateName,
  labelValueProblems,
  pathSegmentProblems,
  qualifiedNameProblems,
} from './names.js';

describe('names', () => {
  it('a subdomain has lower case parts between dots', () => {
    for (const name of ['a', 'a.b', '1-2.c-3', 'x'.repeat(253)]) expect(dnsSubdomainProblems(name)).toEqual([]);
    expect(dnsSubdomainProblems('A_b')).toEqual([
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ]);
    expect(dnsSubdomainProblems('x'.repeat(254))).toEqual(['must be no more than 253 characters']);
  });

  it('a label has no dots and at most 63 characters', () => {
    expect(dnsLabelProblems('a-1')).toEqual([]);
    expect(dnsLabelProblems('a.b')).toHaveLength(1);
    expect(dnsLabelProblems('x'.repeat(64))).toEqual(['must be no more than 63 characters']);
  });

  it('a qualified name has at most one prefix, which is a domain', () => {
    for (const key of ['a', 'A.b_c', 'x.y/A', '1']) expect(qualifiedNameProblems(key)).toEqual([]);
    expect(qualifiedNameProblems('/a')).toEqual(['prefix part must be non-empty']);
    expect(qualifiedNameProblems('a/')).toContain('name part must be non-empty');
    expect(qualifiedNameProblems('-x')).toEqual([
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ]);
    expect(qualifiedNameProblems('a/b/c')[0]).toMatch(/^a valid label key must consist/);
    expect(qualifiedNameProblems('x'.repeat(64))).toEqual(['name part must be no more than 63 bytes']);
  });

  it('a label value may be empty', () => {
    expect(labelValueProblems('')).toEqual([]);
    expect(labelValueProblems('y z')).toEqual([
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ]);
  });

  it('no name leaves its place in a path', () => {
    expect(pathSegmentProblems('..')).toEqual(["may not be '..'"]);
    expect(pathSegmentProblems('a/b%')).toEqual(["may not contain '/'", "may not contain '%'"]);
    expect(pathSegmentProblems('..', { prefix: true })).toEqual([]);
  });

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
    expect(dnsSubdomainProblems(asPrefix('ab-'))).toEqual([]);
    expect(asPrefix('-')).toBe('-');
  });
});
