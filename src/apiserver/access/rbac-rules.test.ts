import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attributes, PolicyRule } from './authorizer.js';
import { missingRules, ruleAllows, ruleText } from './rbac-rules.js';

const asked = (about: Partial<Attributes>): Attributes => ({
  user: { name: 'bob', groups: [], extra: {} },
  verb: 'get',
  isResource: true,
  group: '',
  resource: 'pods',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
  ...about,
});

const PODS: PolicyRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };

describe('ruleAllows', () => {
  it.each<[string, PolicyRule, Partial<Attributes>, boolean]>([
    ['its verb on its resource', PODS, {}, true],
    ['no other verb', PODS, { verb: 'watch' }, false],
    ['no other group', PODS, { group: 'apps' }, false],
    ['no subresource', PODS, { subresource: 'log' }, false],
    ['a subresource that is named', { ...PODS, resources: ['pods/log'] }, { subresource: 'log' }, true],
    ['a subresource of everything', { ...PODS, resources: ['*/log'] }, { subresource: 'log' }, true],
    ['all subresources by a star', { ...PODS, resources: ['*'] }, { subresource: 'log' }, true],
    ['a name that is named', { ...PODS, resourceNames: ['a'] }, { name: 'a' }, true],
    ['no other name', { ...PODS, resourceNames: ['a'] }, { name: 'b' }, false],
    ['no list of what only names allow', { ...PODS, resourceNames: ['a'] }, { verb: 'list' }, false],
    ['no path', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, { isResource: false, path: '/x' }, false],
    ['a path', { verbs: ['get'], nonResourceURLs: ['/x'] }, { isResource: false, path: '/x' }, true],
    [
      'paths by a star at the end',
      { verbs: ['get'], nonResourceURLs: ['/x/*'] },
      { isResource: false, path: '/x/y' },
      true,
    ],
    ['no resource by a path', { verbs: ['*'], nonResourceURLs: ['*'] }, {}, false],
  ])('allows %s', (_name, rule, about, allowed) => {
    expect(ruleAllows(rule, asked(about))).toBe(allowed);
  });
});

const some = (...values: string[]): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });
const rules = fc.array(
  fc.record(
    {
      verbs: some('get', 'list', '*'),
      apiGroups: some('', 'apps', '*'),
      resources: some('pods', 'pods/log', '*/log', '*'),
      resourceNames: some('a', 'b'),
    },
    { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
  ),
  { maxLength: 3 },
);
const requests = fc.record({
  verb: fc.constantFrom('get', 'list', 'watch'),
  group: fc.constantFrom('', 'apps', 'batch'),
  resource: fc.constantFrom('pods', 'nodes'),
  subresource: fc.constantFrom('', 'log', 'exec'),
  name: fc.constantFrom('', 'a', 'b', 'c'),
});

describe('missingRules', () => {
  it('misses nothing of what one has', () => {
    fc.assert(fc.property(rules, (owned) => missingRules(owned, owned).length === 0));
  });

  it('never lets through a right that the owner does not have', () => {
    fc.assert(
      fc.property(rules, rules, requests, (owned, wanted, about) => {
        fc.pre(missingRules(owned, wanted).length === 0);
        const request = asked(about);
        const granted = wanted.some((rule) => ruleAllows(rule, request));
        return !granted || owned.some((rule) => ruleAllows(rule, request));
      }),
    );
  });

  it('gathers the verbs of one thing', () => {
    const wanted = [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods', 'secrets'] }];
    expect(missingRules([PODS], wanted).map(ruleText)).toEqual([
      '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list" "watch"]}',
      '{APIGroups:[""], Resources:["pods"], Verbs:["watch"]}',
    ]);
  });
});
