import { Indexer, SharedInformer, defineResource } from 'kube-informer';
import type {
  FieldPathOf,
  KubernetesObject,
  ListerWatcher,
  ObjectMeta,
  Projection,
  ResourceRef,
  SharedInformerFactory,
} from 'kube-informer';
import type { CustomResourceDefinition } from '../../src/generated/kinds/apiextensions-v1beta1.js';
import type { Pod, Secret } from '../../src/generated/kinds/core-v1.js';
import { describe, expectTypeOf, it } from 'vitest';
import type { Widget } from './kinds.js';

declare const factory: SharedInformerFactory;
declare const podSource: ListerWatcher<Pod>;
declare const pods: ResourceRef<Pod, 'Namespaced'>;

interface Loose extends KubernetesObject {
  readonly spec: unknown;
  readonly status: object;
}

interface Tagged extends KubernetesObject {
  readonly metadata: ObjectMeta & { readonly extra: string };
  readonly spec: { readonly size: number };
}

interface Optional extends KubernetesObject {
  readonly spec?: { readonly size: number };
}

interface Schema {
  readonly type: string;
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly items?: Schema;
  readonly contains?: Schema;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema;
  readonly unevaluated?: Schema;
}

interface Template extends KubernetesObject {
  readonly spec: Schema;
}

describe('a field path', () => {
  it('names a field of the kind', () => {
    expectTypeOf<'spec.nodeName'>().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'status.phase'>().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'metadata.creationTimestamp'>().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'spec.securityContext.runAsUser'>().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'type'>().toExtend<FieldPathOf<Secret>>();
    expectTypeOf<'spec.nodeNam'>().not.toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'nodeName'>().not.toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'metadata.creationTime'>().not.toExtend<FieldPathOf<Pod>>();
  });

  it('ends at a list, and at text', () => {
    expectTypeOf<'spec.containers'>().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'spec.containers.name'>().not.toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'spec.nodeName.length'>().not.toExtend<FieldPathOf<Pod>>();
  });

  it('is any text below a map', () => {
    expectTypeOf<'metadata.labels.app'>().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<"metadata.labels['app.kubernetes.io/name']">().toExtend<FieldPathOf<Pod>>();
    expectTypeOf<'metadata.annotations["note"]'>().toExtend<FieldPathOf<Pod>>();
  });

  it('is any text where the fields are not known', () => {
    expectTypeOf<FieldPathOf<KubernetesObject>>().toEqualTypeOf<string>();
    expectTypeOf<FieldPathOf<Record<string, unknown>>>().toEqualTypeOf<string>();
    expectTypeOf<'spec.any.thing'>().toExtend<FieldPathOf<Loose>>();
    expectTypeOf<'status.any'>().toExtend<FieldPathOf<Loose>>();
    expectTypeOf<'specs.any'>().not.toExtend<FieldPathOf<Loose>>();
  });

  it('knows that the metadata of every object has more than a kind of its own declares', () => {
    expectTypeOf<'metadata.ownerReferences'>().toExtend<FieldPathOf<Widget>>();
    expectTypeOf<'metadata.creationTimestamp'>().toExtend<FieldPathOf<Widget>>();
  });

  it('has what the server gives every object, whatever the type, in a helper for any kind too', () => {
    expectTypeOf<'metadata.creationTimestamp'>().toExtend<FieldPathOf<Tagged>>();
    const any = async <T extends KubernetesObject>(reference: ResourceRef<T>): Promise<void> => {
      const { informer } = factory.for(reference, { projection: { drop: ['metadata.managedFields'] } });
      await informer.addIndexers({ app: 'metadata.labels.app', name: 'metadata.name' });
    };
    expectTypeOf(any).toBeFunction();
  });

  it('is a field of one of the kinds of a union', () => {
    expectTypeOf<'spec.nodeName' | 'type'>().toExtend<FieldPathOf<Pod | Secret>>();
    expectTypeOf<'spec.nodename'>().not.toExtend<FieldPathOf<Pod | Secret>>();
  });

  it('is checked in a kind of which all is optional', () => {
    expectTypeOf<'spec.size'>().toExtend<FieldPathOf<Optional>>();
    expectTypeOf<'spec.siz'>().not.toExtend<FieldPathOf<Optional>>();
  });

  it('costs the compiler little in a type that contains itself many times', () => {
    expectTypeOf<'spec.not.if.then.whatever'>().toExtend<FieldPathOf<Template>>();
    expectTypeOf<'spec.type'>().toExtend<FieldPathOf<Template>>();
    expectTypeOf<'spec.typ'>().not.toExtend<FieldPathOf<Template>>();
  });

  it('ends somewhere in types that contain themselves', () => {
    expectTypeOf<'spec.validation.openAPIV3Schema.not.not.not.not.type'>().toExtend<
      FieldPathOf<CustomResourceDefinition>
    >();
    expectTypeOf<'spec.validation.openAPIV3Schema.nought'>().not.toExtend<FieldPathOf<CustomResourceDefinition>>();
  });
});

describe('a misspelt path', () => {
  it('is found in the indices of an informer, an indexer and a factory', async () => {
    // @ts-expect-error the field is called nodeName
    new SharedInformer(podSource, { indexers: { node: 'spec.nodename' } });
    // @ts-expect-error the field is called nodeName
    new Indexer<Pod, 'node'>({ indexers: { node: 'spec.nodename' } });
    // @ts-expect-error the field is called nodeName
    await factory.for(pods).informer.addIndexers({ node: 'spec.nodename' });
    await factory.for(pods).informer.addIndexers({ node: 'spec.nodeName', app: 'metadata.labels.app' });
  });

  it('is found in a projection', () => {
    factory.for(pods, { projection: { keep: ['spec.nodeName', 'metadata.annotations'] } });
    factory.for(pods, { projection: { drop: ['metadata.managedFields'] } });
    // @ts-expect-error the field is called nodeName
    factory.for(pods, { projection: { keep: ['spec.nodename'] } });
    // @ts-expect-error the field is called managedFields
    factory.for(pods, { projection: { drop: ['metadata.managedfields'] } });
  });

  it('cannot be found where the paths are known only when the program runs', () => {
    const slim: Projection = { keep: ['spec.nodeName'] };
    factory.for(pods, { projection: slim });
  });

  it('is found in an index over what the projection leaves out', async () => {
    const { informer } = factory.for(pods, { projection: 'metadata' });
    await informer.addIndexers({ app: 'metadata.labels.app' });
    // @ts-expect-error there is no spec
    await informer.addIndexers({ node: 'spec.nodeName' });
  });

  it('cannot be found in an object of any kind', async () => {
    const names = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
    const widgets = defineResource({ ...names, scope: 'Namespaced' });
    await factory.for(widgets).informer.addIndexers({ anything: 'spec.goes' });
  });
});
