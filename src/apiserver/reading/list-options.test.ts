import { describe, expect, test } from 'vitest';
import { listOptionsOf } from './list-options.js';

const causes = (query: string): string[] => {
  try {
    listOptionsOf(new URLSearchParams(query));
    return [];
  } catch (error) {
    const { status } = error as {
      status: {
        code: number;
        message: string;
        details: { kind: string; group: string; causes: { message: string; reason: string; field: string }[] };
      };
    };
    expect(status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      details: { group: 'meta.k8s.io', kind: 'ListOptions' },
    });
    expect(status.message).toMatch(/^ListOptions\.meta\.k8s\.io "" is invalid: /);
    return status.details.causes.map(({ field, message }) => `${field}: ${message}`);
  }
};

describe('the parameters of list and watch', () => {
  test.each([
    [
      'resourceVersionMatch=Exact',
      ['resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided'],
    ],
    [
      'resourceVersionMatch=Foo&resourceVersion=1',
      ['resourceVersionMatch: Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""'],
    ],
    [
      'resourceVersionMatch=Exact&resourceVersion=0',
      ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
    ],
    [
      'resourceVersionMatch=NotOlderThan&resourceVersion=0&continue=x',
      ['resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided'],
    ],
    ['sendInitialEvents=false', ['sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list']],
    [
      'watch=1&sendInitialEvents=true',
      ['resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    ],
    [
      'watch=1&sendInitialEvents=true&resourceVersionMatch=Exact',
      [
        'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
        'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"',
      ],
    ],
    [
      'watch=1&resourceVersionMatch=NotOlderThan',
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ],
    ],
    [
      'watch=1&continue=x',
      ['resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided'],
    ],
    ['watch=1&continue=x&resourceVersion=5', []],
  ])('%s', (query, expected) => {
    expect(causes(query)).toEqual(expected);
  });

  test('a flag that is there is true unless it says false', () => {
    const watch = (query: string): boolean => listOptionsOf(new URLSearchParams(query)).watch;
    expect(['watch', 'watch=', 'watch=1', 'watch=maybe'].map(watch)).toEqual([true, true, true, true]);
    expect(['', 'watch=false', 'watch=0', 'watch=False'].map(watch)).toEqual([false, false, false, false]);
  });
});
