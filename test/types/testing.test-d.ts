import { describe, expectTypeOf, it } from 'vitest';
import { SharedInformer, resources } from 'kube-informer';
import { FakeListerWatcher, FakeSource, makeObject } from 'kube-informer/testing';
import type { TestObject } from 'kube-informer/testing';
import type { Pod } from '../../src/generated/kinds/core-v1.js';

describe('FakeListerWatcher', () => {
  it('takes objects of a real kind without what a server fills in, and gives them back whole', () => {
    const source = new FakeListerWatcher<Pod>();
    const made = source.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
      status: {},
    });
    expectTypeOf(made.metadata.uid).toEqualTypeOf<string>();
    source.update(made);
    source.create({ metadata: { name: 'web', namespace: 'default' }, spec: { containers: [{ name: 'c' }] } });
    // @ts-expect-error A pod has a name.
    source.create({ apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: { containers: [] }, status: {} });
  });

  it('is that of the resource behind a factory', () => {
    expectTypeOf(new FakeSource().of(resources.core.v1.pods)).toEqualTypeOf<FakeListerWatcher<Pod>>();
  });

  it('fits the informer of its kind', () => {
    expectTypeOf(new SharedInformer(new FakeListerWatcher<Pod>()).lister.get('a')).toEqualTypeOf<Pod | undefined>();
    const source = new FakeListerWatcher<TestObject>({ objects: [makeObject({ name: 'a' })] });
    expectTypeOf(new SharedInformer(source).lister.get('a')).toEqualTypeOf<TestObject | undefined>();
  });
});
