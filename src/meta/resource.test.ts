import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from './object.js';
import { apiVersionOf, defineResource, resourceName } from './resource.js';

interface Widget extends KubernetesObject {
  readonly spec: { readonly size: number };
}

const widgets = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  scope: 'Namespaced',
} as const;

describe('defineResource', () => {
  it('returns a frozen copy of what it was given', () => {
    const resource = defineResource<Widget>(widgets);
    expect(resource).toEqual(widgets);
    expect(resource).not.toBe(widgets);
    expect(Object.isFrozen(resource)).toBe(true);
  });

  it.each(['version', 'resource', 'kind'] as const)('refuses an empty %s and names it', (field) => {
    expect(() => defineResource<Widget>({ ...widgets, [field]: '' })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining(field) as string }),
    );
  });

  it.each([
    [undefined, 'the resource is undefined'],
    [{ ...widgets, resource: 'Widget' }, 'resource is "Widget"'],
    [{ ...widgets, group: 'example.com/v1' }, 'group is "example.com/v1"'],
    [{ ...widgets, kind: undefined }, 'kind is undefined'],
    [{ ...widgets, scope: 'cluster' }, 'scope is "cluster"'],
  ])('refuses %j', (given, why) => {
    const refused = { code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining(why) as string };
    expect(() => defineResource(given as unknown as typeof widgets)).toThrow(expect.objectContaining(refused));
  });

  it('takes the empty group, which is the core group', () => {
    expect(defineResource<Widget>({ ...widgets, group: '' }).group).toBe('');
  });
});

describe('names of a resource', () => {
  it('apiVersion has the group unless it is the core group', () => {
    expect([apiVersionOf(widgets), apiVersionOf({ group: '', version: 'v1' })]).toEqual(['example.com/v1', 'v1']);
  });

  it('the name has the group after a dot unless it is the core group', () => {
    expect([resourceName(widgets), resourceName({ group: '', resource: 'pods' })]).toEqual([
      'widgets.example.com',
      'pods',
    ]);
  });
});
