// An experiment: `factory.core.v1.pods`, once kinds are generated, is a mapped type over a tree of
// references. Nothing but `for()` is needed below it, and nothing in the factory has to change.
import { SharedInformerFactory } from 'kube-informer';
import type { InformerHandle, InformerSource, KubernetesObject, Lister, ResourceRef } from 'kube-informer';
import { describe, expectTypeOf, it } from 'vitest';
import type { Realm, Widget } from './kinds.js';
import { realms, widgets } from './kinds.js';

/** What `src/generated` will export: references by group, version and plural name. */
const tree = { example: { v1: { widgets, realms } } } as const;

type Tree = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, ResourceRef>>>>>>;

/** Each reference becomes the handle of its kind. */
type Accessors<T extends Tree> = {
  readonly [Group in keyof T]: {
    readonly [Version in keyof T[Group]]: {
      readonly [Name in keyof T[Group][Version]]: T[Group][Version][Name] extends ResourceRef<infer Kind>
        ? InformerHandle<Kind>
        : never;
    };
  };
};

/** Getters, defined once for each name, make no handle until it is read. */
function withAccessors<T extends Tree>(
  factory: SharedInformerFactory,
  resources: T,
): SharedInformerFactory & Accessors<T> {
  const handleFor = (resource: ResourceRef): InformerHandle<KubernetesObject> => factory.for(resource);
  for (const [group, versions] of Object.entries(resources)) {
    const byVersion: Record<string, unknown> = {};
    for (const [version, references] of Object.entries(versions)) {
      const byName = {};
      for (const [name, reference] of Object.entries(references)) {
        Object.defineProperty(byName, name, { get: () => handleFor(reference), enumerable: true });
      }
      byVersion[version] = byName;
    }
    Object.defineProperty(factory, group, { value: byVersion });
  }
  return factory as SharedInformerFactory & Accessors<T>;
}

declare const source: InformerSource;

describe('typed accessors', () => {
  const factory = withAccessors(new SharedInformerFactory(source), tree);

  it('give the handle of the kind', () => {
    expectTypeOf(factory.example.v1.widgets).toEqualTypeOf<InformerHandle<Widget>>();
    expectTypeOf(factory.example.v1.realms.lister).toEqualTypeOf<Lister<Realm>>();
  });

  it('are known by name', () => {
    // @ts-expect-error there is no such resource in the tree
    expectTypeOf(factory.example.v1.gadgets).toBeUnknown();
    // @ts-expect-error there is no such group in the tree
    expectTypeOf(factory.core).toBeUnknown();
  });

  it('leave the generic part as it is', () => {
    expectTypeOf(factory.for(widgets)).toEqualTypeOf<InformerHandle<Widget>>();
  });
});
