import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVED_GROUPS } from '../served-groups.js';
import { byVersionPriority, groupsOf } from './groups.js';
import { TestDiscovery } from './test-discovery.js';

describe('byVersionPriority', () => {
  it('puts stable before beta before alpha, higher before lower, and other names last', () => {
    const order = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
    expect([...order].reverse().sort(byVersionPriority)).toEqual(order);
  });

  it('is an order: who comes first does not depend on how the versions came', () => {
    const version = fc.oneof(
      fc.stringMatching(/^v[0-9]{1,2}((alpha|beta)[0-9]{1,2})?$/),
      fc.stringMatching(/^[a-z]{1,3}$/),
    );
    fc.assert(
      fc.property(fc.uniqueArray(version), fc.func(fc.integer()), (versions, shuffle) => {
        const sorted = [...versions].sort(byVersionPriority);
        const turned = [...versions].sort((a, b) => shuffle(a) - shuffle(b));
        expect(turned.sort(byVersionPriority)).toEqual(sorted);
      }),
    );
  });
});

describe('groupsOf', () => {
  it('has every resource once, in its group and version, by name', async () => {
    const discovery = new TestDiscovery();
    await discovery.define();
    const { catalogue } = discovery.server;
    const groups = groupsOf(catalogue);
    const listed = groups.flatMap(({ group, versions }) =>
      versions.flatMap(({ version, groupVersion, resources }) => {
        const names = resources.map(({ resource }) => resource);
        expect(names).toEqual([...names].sort());
        for (const each of resources)
          expect([each.group, each.version, each.apiVersion]).toEqual([group, version, groupVersion]);
        return resources;
      }),
    );
    expect(new Set(listed)).toEqual(new Set(catalogue.all()));
    expect(listed).toHaveLength([...catalogue.all()].length);
  });

  it('puts built-in groups first, in the order of the server, and custom ones after them by name', async () => {
    const discovery = new TestDiscovery();
    await discovery.define();
    const apes = { plural: 'apes', kind: 'Ape' };
    await discovery.define(
      (spec) => Object.assign(spec, { group: 'zoo.example.com', names: apes }),
      'apes.zoo.example.com',
    );
    const names = groupsOf(discovery.server.catalogue).map(({ group }) => group);
    const builtIn = SERVED_GROUPS.map(([group]) => group);
    expect(names).toEqual([...builtIn, 'example.com', 'zoo.example.com']);
  });
});
