import { describe, expect, it } from 'vitest';
import { ALL_CASES } from './cases/index.js';
import { describeRequest } from './coverage.js';
import { differences } from './differences.js';
import { readRecording, recordedOf } from './recording.js';

const distinct = ALL_CASES.filter(({ permutation }) => !permutation);
const count = (...verbs: string[]): number => distinct.filter(({ verb }) => verbs.includes(verb)).length;

describe('the suite', () => {
  it('has at least 300 distinct cases', () => {
    expect(distinct.length).toBeGreaterThanOrEqual(300);
  });

  it.each(['get', 'list', 'watch', 'create', 'update', 'delete', 'deletecollection'])(
    'has at least ten cases of %s',
    (verb) => {
      expect(count(verb)).toBeGreaterThanOrEqual(10);
    },
  );

  it.each(['json-patch', 'merge-patch', 'strategic-patch', 'apply'])('has at least ten cases of %s', (verb) => {
    expect(count(verb)).toBeGreaterThanOrEqual(10);
  });

  it('has at least ten cases of what all patches share', () => {
    expect(count('patch')).toBeGreaterThanOrEqual(10);
  });

  it('has a recording for each case, and none for cases that are gone', () => {
    expect(ALL_CASES.filter((subject) => recordedOf(subject) === undefined).map(({ name }) => name)).toEqual([]);
    const areas = [...new Set(ALL_CASES.map(({ area }) => area))];
    const gone = areas.flatMap((area) =>
      Object.keys(readRecording(area)).filter(
        (name) => !ALL_CASES.some((subject) => subject.area === area && subject.name === name),
      ),
    );
    expect(gone).toEqual([]);
  });

  it('asks something in each case beyond setting the scene', () => {
    const silent = ALL_CASES.filter(
      (subject) =>
        !recordedOf(subject)?.some(
          ({ body, events, headers }) => body !== undefined || events !== undefined || headers !== undefined,
        ),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('sets the scene with requests that succeed', () => {
    const failed = ALL_CASES.filter((subject) =>
      recordedOf(subject)?.some(({ status, headers }) => headers === undefined && status >= 300),
    );
    expect(failed.map(({ name }) => name)).toEqual([]);
  });
});

describe('differences', () => {
  it('are none between equal values', () => {
    expect(differences({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
  });

  it('tell what is missing, extra and other, with its place', () => {
    expect(differences({ a: 1, b: [1, 2], c: 'x' }, { b: [1], c: 'y', d: true })).toEqual([
      'a: missing 1',
      'b[1]: missing 2',
      'c: expected "x" got "y"',
      'd: extra true',
    ]);
  });

  it('tell apart null, absent and empty', () => {
    expect(differences({ a: null }, {})).toHaveLength(1);
    expect(differences({ a: [] }, { a: {} })).toHaveLength(1);
  });
});

describe('coverage', () => {
  it.each([
    ['GET /api/v1/namespaces/$ns/pods?watch=true', 'watch', 'pods', 'JSON'],
    ['GET /api/v1/namespaces/$ns', 'get', 'namespaces', 'JSON'],
    ['GET /api/v1/namespaces', 'list', 'namespaces', 'JSON'],
    ['PUT /api/v1/namespaces/$ns/finalize', 'update', 'namespaces/finalize', 'JSON'],
    [
      'PATCH /apis/apps/v1/namespaces/$ns/deployments/one/scale as application/merge-patch+json by alice',
      'patch/merge',
      'deployments/scale',
      'JSON',
    ],
    [
      'DELETE /apis/$ns.example.com/v1/namespaces/$ns/widgets accepting application/json;as=Table;v=v1;g=meta.k8s.io',
      'deletecollection',
      'custom objects',
      'Table in JSON',
    ],
  ])('reads %s', (request, verb, resource, representation) => {
    expect(describeRequest({ request, status: 200 })).toEqual({ verb, resource, representation });
  });
});
