import { describe, expect, it } from 'vitest';
import { dnsLabel, dnsSubdomain, labelValue, pathSegment, pathSegmentPrefix, qualifiedName } from './names.js';

describe('names', () => {
  it('a subdomain has lower case parts between dots', () => {
    for (const name of ['a', 'a.b', '1-2.c-3', 'x'.repeat(253)]) expect(dnsSubdomain(name)).toEqual([]);
    expect(dnsSubdomain('A_b')).toEqual([
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ]);
    expect(dnsSubdomain('x'.repeat(254))).toEqual(['must be no more than 253 characters']);
  });

  it('a label has no dots and at most 63 characters', () => {
    expect(dnsLabel('a-1')).toEqual([]);
    expect(dnsLabel('a.b')).toEqual(['must not contain dots']);
    expect(dnsLabel('x'.repeat(64))).toEqual(['must be no more than 63 characters']);
  });

  it('a qualified name has at most one prefix, which is a domain', () => {
    for (const key of ['a', 'A.b_c', 'x.y/A', '1']) expect(qualifiedName(key)).toEqual([]);
    expect(qualifiedName('/a')).toEqual(['prefix part must be non-empty']);
    expect(qualifiedName('a/')).toContain('name part must be non-empty');
    expect(qualifiedName('-x')).toEqual([
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ]);
    expect(qualifiedName('a/b/c')[0]).toMatch(/^a valid label key must consist/);
    expect(qualifiedName('x'.repeat(64))).toEqual(['name part must be no more than 63 bytes']);
  });

  it('a label value may be empty', () => {
    expect(labelValue('')).toEqual([]);
    expect(labelValue('y z')).toEqual([
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ]);
  });

  it('no name leaves its place in a path', () => {
    expect(pathSegment('..')).toEqual(["may not be '..'"]);
    expect(pathSegment('a/b%')).toEqual(["may not contain '/'", "may not contain '%'"]);
    expect(pathSegment('system:node')).toEqual([]);
    expect(pathSegmentPrefix('..')).toEqual([]);
  });
});
