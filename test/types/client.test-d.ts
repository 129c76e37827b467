import { SharedInformerFactory, defineResource, mutableCopy, resources } from 'kube-informer';
import type {
  Client,
  DynamicObject,
  InformerHandle,
  InformerSource,
  Lister,
  Manifest,
  NamespacedResourceClient,
  ObjectChange,
  ObjectEvent,
  PartialObjectMetadata,
  ResourceClient,
  ResourceList,
  Scale,
  SharedInformer,
} from 'kube-informer';
import type { Deployment } from '../../src/generated/kinds/apps-v1.js';
import type { ConfigMap, Node, Pod } from '../../src/generated/kinds/core-v1.js';
import { describe, expectTypeOf, it } from 'vitest';
import type { Realm, Widget } from './kinds.js';
import { realms, widgets } from './kinds.js';

declare const client: Client;

describe('the accessors of a client', () => {
  it('give a client of the kind, with namespace() where there are namespaces', () => {
    expectTypeOf(client.core.v1.pods).toEqualTypeOf<NamespacedResourceClient<Pod>>();
    expectTypeOf(client.core.v1.pods.namespace('x')).toEqualTypeOf<ResourceClient<Pod>>();
    expectTypeOf(client.core.v1.nodes).toEqualTypeOf<ResourceClient<Node>>();
    // @ts-expect-error nodes are in no namespace
    expectTypeOf(client.core.v1.nodes.namespace).toBeFunction();
  });

  it('are known by name', () => {
    // @ts-expect-error there is no such resource
    expectTypeOf(client.core.v1.gadgets).toBeUnknown();
    // @ts-expect-error there is no such group
    expectTypeOf(client.gadgets).toBeUnknown();
  });

  it('include the groups that share their name with a part of the client', () => {
    expectTypeOf(client.discovery.v1.endpointSlices.list).toBeFunction();
    expectTypeOf(client.resource.v1.resourceClaims.list).toBeFunction();
  });

  it('take references of custom resources', () => {
    expectTypeOf(client.resource(widgets)).toEqualTypeOf<NamespacedResourceClient<Widget>>();
    expectTypeOf(client.resource(realms)).toEqualTypeOf<ResourceClient<Realm>>();
    expectTypeOf(client.resource(resources.apps.v1.deployments)).toEqualTypeOf<NamespacedResourceClient<Deployment>>();
  });
});

describe('the verbs of a client', () => {
  const pods = client.core.v1.pods.namespace('x');

  it('give what the server returns', () => {
    expectTypeOf(pods.get('a')).toEqualTypeOf<Promise<Pod>>();
    expectTypeOf(pods.list()).toEqualTypeOf<Promise<ResourceList<Pod>>>();
    expectTypeOf(pods.watch()).toEqualTypeOf<AsyncGenerator<ObjectChange<Pod>, void, undefined>>();
    expectTypeOf(pods.watch({ resourceVersion: '1' })).toEqualTypeOf<
      AsyncGenerator<ObjectChange<Pod>, void, undefined>
    >();
    expectTypeOf(pods.watch({ allowWatchBookmarks: true })).toEqualTypeOf<
      AsyncGenerator<ObjectEvent<Pod>, void, undefined>
    >();
    expectTypeOf(pods.watch({ sendInitialEvents: true })).toEqualTypeOf<
      AsyncGenerator<ObjectEvent<Pod>, void, undefined>
    >();
    expectTypeOf(pods.delete('a')).toEqualTypeOf<Promise<Pod | undefined>>();
    expectTypeOf(pods.scale.get('a')).toEqualTypeOf<Promise<Scale>>();
    expectTypeOf(client.dynamic(widgets).get('a')).toEqualTypeOf<Promise<DynamicObject>>();
    expectTypeOf(client.metadata(widgets).get('a')).toEqualTypeOf<Promise<PartialObjectMetadata>>();
  });
});

describe('Manifest', () => {
  it('needs a spec where the kind does, and no status, uid, apiVersion or kind', () => {
    expectTypeOf<{ metadata: { name: string }; spec: { containers: { name: string }[] } }>().toExtend<Manifest<Pod>>();
    expectTypeOf<{ metadata: { generateName: string } }>().toExtend<Manifest<ConfigMap>>();
    expectTypeOf<{ metadata: { name: string } }>().not.toExtend<Manifest<Pod>>();
    expectTypeOf<{ metadata: { name: string }; spec: { size: number; colours: [] } }>().toExtend<Manifest<Widget>>();
  });

  it('refuses what is of another kind or type', () => {
    expectTypeOf<{ kind: 'Secret'; metadata: { name: string } }>().not.toExtend<Manifest<ConfigMap>>();
    expectTypeOf<{ metadata: { name: string }; data: { a: number } }>().not.toExtend<Manifest<ConfigMap>>();
  });

  it('takes what was read, and a copy of it to write to', () => {
    expectTypeOf<Pod>().toExtend<Manifest<Pod>>();
    expectTypeOf<Deployment>().toExtend<Manifest<Deployment>>();
    expectTypeOf(mutableCopy({} as Pod)).toExtend<Manifest<Pod>>();
    expectTypeOf<Widget>().toExtend<Manifest<Widget>>();
  });
});

describe('the accessors of a factory', () => {
  const factory = new SharedInformerFactory(client);

  it('take a client as their source', () => {
    expectTypeOf<Client>().toExtend<InformerSource>();
  });

  it('give the handle of the kind', () => {
    const { informer, lister } = factory.core.v1.pods;
    expectTypeOf(factory.core.v1.pods).toEqualTypeOf<InformerHandle<Pod>>();
    expectTypeOf(informer).toEqualTypeOf<SharedInformer<Pod>>();
    expectTypeOf(lister).toEqualTypeOf<Lister<Pod>>();
    expectTypeOf(factory.apps.v1.deployments.lister.namespace('x').get('y')).toEqualTypeOf<Deployment | undefined>();
  });

  it('are known by name', () => {
    // @ts-expect-error there is no such resource
    expectTypeOf(factory.core.v1.gadgets).toBeUnknown();
  });

  it('leave for() as it is', () => {
    const gadgets = defineResource<Widget>({ ...widgets, resource: 'gadgets' });
    expectTypeOf(factory.for(gadgets)).toEqualTypeOf<InformerHandle<Widget>>();
  });
});
