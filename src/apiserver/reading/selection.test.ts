import { describe, expect, test } from 'vitest';
import { selectionOf, selectionOfName } from './selection.js';
import { configMaps, object, resourceOf } from './test-bench.js';

const fault = (query: Record<string, string>, resource = configMaps): string => {
  try {
    selectionOf(resource, new URLSearchParams(query));
    return '';
  } catch (error) {
    const { status } = error as { status: { code: number; reason: string; message: string } };
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest' });
    return status.message;
  }
};

describe('a label selector', () => {
  // The messages are what a kube-apiserver 1.36 says.
  test.each([
    ['!!', "unable to parse requirement: found '!', expected: identifier"],
    ['a===b', "unable to parse requirement: found '=', expected: identifier"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['a in', "unable to parse requirement: found '' expected: '('"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
    [
      'a>x',
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('%s is refused with %s', (text, message) => {
    expect(fault({ labelSelector: text })).toBe(message);
  });

  test('names and values are checked in the words of the real server', () => {
    expect(fault({ labelSelector: '-bad' })).toMatch(
      /^unable to parse requirement: <nil>: Invalid value: "-bad": name part must consist/,
    );
    expect(fault({ labelSelector: 'x=-bad' })).toMatch(
      /^unable to parse requirement: values\[0\]\[x\]: Invalid value: "-bad": a valid label must/,
    );
    expect(fault({ labelSelector: 'a/b/c' })).toMatch(/"a\/b\/c": a valid label key must consist/);
  });

  test('a label that is named like something every object has is not there', () => {
    const { matches } = selectionOf(configMaps, new URLSearchParams({ labelSelector: 'constructor' }));
    expect(matches(object('a', 'x'))).toBe(false);
  });
});

describe('a field selector', () => {
  test.each([
    ['bad', "invalid selector: 'bad'; can't understand 'bad'"],
    ['=x', '"" is not a known field selector: only "metadata.name", "metadata.namespace"'],
    ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
    ['metadata.name=a\\x', 'invalid field selector: invalid escape sequence: \\x'],
  ])('%s is refused with %s', (text, message) => {
    expect(fault({ fieldSelector: text })).toBe(message);
  });

  test('each kind has its own words for a field it does not know', () => {
    const selectableFields = new Map([['status.phase', () => 'Running']]);
    const of = (options: Parameters<typeof resourceOf>[0]): string =>
      fault({ fieldSelector: 'a=b' }, resourceOf(options));
    expect(of({ resource: 'pods', selectableFields })).toBe('field label not supported: a');
    expect(of({ resource: 'jobs', group: 'batch', selectableFields })).toBe('field label "a" not supported for Job');
    expect(of({ resource: 'foos', group: 'x.io', custom: true })).toBe('field label not supported: a');
    expect(of({ resource: 'resourceslices', group: 'resource.k8s.io', kind: 'ResourceSlice', selectableFields })).toBe(
      'field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: a',
    );
    expect(of({ resource: 'deployments', group: 'apps' })).toBe(
      '"a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });

  test('matches by what the resource lets be selected', () => {
    const resource = resourceOf({ resource: 'pods', selectableFields: new Map([['status.phase', () => 'Running']]) });
    const matches = (fieldSelector: string): boolean =>
      selectionOf(resource, new URLSearchParams({ fieldSelector })).matches(object('a', 'x'));
    expect(matches('status.phase=Running,metadata.name=x,metadata.namespace==a')).toBe(true);
    expect(matches('status.phase!=Running')).toBe(false);
    expect(matches('metadata.name!=y')).toBe(true);
    expect(matches('metadata.name=a\\=b')).toBe(false);
  });

  test('must not contradict the name in the path', () => {
    const other = selectionOf(configMaps, new URLSearchParams({ fieldSelector: 'metadata.name=y' }));
    expect(() => selectionOfName(other, 'x')).toThrow("fieldSelector metadata.name doesn't match requested name");
    expect(selectionOfName(selectionOf(configMaps, new URLSearchParams()), 'x').matches(object('a', 'y'))).toBe(false);
  });
});
