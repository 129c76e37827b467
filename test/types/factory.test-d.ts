import { SharedInformer, SharedInformerFactory, mutableCopy, resources } from 'kube-informer';
import type {
  Client,
  InformerHandle,
  InformerLease,
  InformerSource,
  InformerStatus,
  KubernetesObject,
  Lister,
  ListerWatcher,
  ObjectMeta,
  Projected,
  Projection,
  ResourceRef,
  SharedInformerFactoryOptions,
} from 'kube-informer';
import { describe, expectTypeOf, it } from 'vitest';
import type { Pod } from '../../src/generated/kinds/core-v1.js';
import { widgets } from './kinds.js';
import type { Widget } from './kinds.js';

declare const source: InformerSource;
declare const client: Client;
const factory = new SharedInformerFactory(source);

describe('the factory', () => {
  it('carries the type of a resource to informer, lister and lease', () => {
    const handle = factory.for(widgets);
    expectTypeOf(handle).toEqualTypeOf<InformerHandle<Widget>>();
    expectTypeOf(handle.informer).toEqualTypeOf<SharedInformer<Widget>>();
    expectTypeOf(handle.lister).toEqualTypeOf<Lister<Widget>>();
    expectTypeOf(handle.lease()).toEqualTypeOf<InformerLease<Widget>>();
  });

  it('infers the parameters of handlers', () => {
    factory.for(widgets).informer.addEventHandler({
      onAdd: (widget, info) => {
        expectTypeOf(widget).toEqualTypeOf<Widget>();
        expectTypeOf(info).toEqualTypeOf<{ readonly key: string; readonly isInInitialList: boolean }>();
      },
      onUpdate: (oldWidget, newWidget, info) => {
        expectTypeOf(oldWidget).toEqualTypeOf<Widget>();
        expectTypeOf(newWidget.spec.size).toEqualTypeOf<number>();
        expectTypeOf(info).toEqualTypeOf<{ readonly key: string; readonly isResync: boolean }>();
      },
      onDelete: async (lastWidget, info) => {
        expectTypeOf(lastWidget).toEqualTypeOf<Widget>();
        expectTypeOf(info).toEqualTypeOf<{
          readonly key: string;
          readonly finalStateUnknown: boolean;
          readonly lastShown: Widget;
        }>();
      },
    });
  });

  it('knows the names of indices that are added', async () => {
    const indexer = await factory.for(widgets).informer.addIndexers({ size: (widget) => String(widget.spec.size) });
    indexer.byIndex('size', '2');
    indexer.byIndex('namespace', 'default');
    // @ts-expect-error there is no such index
    indexer.byIndex('sizes', '2');
    factory.for(widgets).informer.indexer.byIndex('any', 'others may have added');
  });

  it('types transforms by the resource', () => {
    factory.for(widgets, {
      transform: (widget) => {
        expectTypeOf(widget).toEqualTypeOf<Widget>();
        return { ...widget, spec: { ...widget.spec, colours: [] } };
      },
    });
    // @ts-expect-error a transform returns the same kind
    factory.for(widgets, { transform: ({ metadata }) => ({ metadata }) });
    // @ts-expect-error a transform is synchronous
    factory.for(widgets, { transform: async (widget: Widget) => widget });
  });

  it('gives objects without a type of their own for names of the API', () => {
    const { lister } = factory.forResource({ group: 'example.com', version: 'v1', resource: 'widgets' });
    expectTypeOf(lister.list()).toEqualTypeOf<KubernetesObject[]>();
    // @ts-expect-error a type cannot be told from names
    factory.for({ group: 'example.com', version: 'v1', resource: 'widgets' });
  });

  it('hands the source and options of the kind to who makes an informer by hand', () => {
    const informer = factory.informerFor(widgets, (listerWatcher, options) => {
      expectTypeOf(listerWatcher).toEqualTypeOf<ListerWatcher<Widget>>();
      return new SharedInformer(listerWatcher, { ...options, indexers: { phase: 'status.phase' } });
    });
    expectTypeOf(informer).toEqualTypeOf<SharedInformer<Widget>>();
  });

  it('refuses what is no projection', () => {
    // @ts-expect-error not a projection
    factory.for(widgets, { projection: 'some' });
    // @ts-expect-error not a projection
    factory.for(widgets, { projection: { paths: ['spec.size'] } });
  });

  it('tells what its informers do', () => {
    expectTypeOf(factory.status).toEqualTypeOf<readonly InformerStatus[]>();
    expectTypeOf(factory.waitForCacheSync).returns.toEqualTypeOf<Promise<void>>();
    expectTypeOf<SharedInformerFactory>().toExtend<AsyncDisposable>();
  });

  it('takes a client that asks for whole references as its source', () => {
    const client = {
      listerWatcher<T extends KubernetesObject>(_resource: ResourceRef<T>): ListerWatcher<T> {
        throw new Error('not called');
      },
    };
    expectTypeOf(client).toExtend<InformerSource>();
  });
});

describe('projections', () => {
  it('show in the types of objects: metadata alone', () => {
    const { lister } = factory.for(widgets, { projection: 'metadata' });
    const widget = lister.getOrThrow('default/a');
    expectTypeOf(widget).toEqualTypeOf<Projected<Widget, 'metadata'>>();
    expectTypeOf(widget.metadata).toEqualTypeOf<ObjectMeta>();
    // @ts-expect-error this was left out
    expectTypeOf(widget.spec).toBeUnknown();
  });

  it('show in the types of objects: any field but the identity may be missing', () => {
    factory.for(widgets, { projection: { keep: ['spec.size'] } }).informer.addEventHandler({
      onAdd: (widget) => {
        expectTypeOf(widget.metadata.name).toEqualTypeOf<string>();
        expectTypeOf(widget.spec?.size).toEqualTypeOf<number | undefined>();
        expectTypeOf(widget.spec?.colours).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(widget.status?.phase).toEqualTypeOf<'Pending' | 'Ready' | undefined>();
      },
    });
    const { lister } = factory.for(resources.core.v1.pods, { projection: { drop: ['status'] } });
    expectTypeOf(lister.getOrThrow('a').spec?.restartPolicy).toEqualTypeOf<Pod['spec']['restartPolicy']>();
    expectTypeOf(lister.getOrThrow('a').spec?.containers).toEqualTypeOf<Pod['spec']['containers'] | undefined>();
  });

  it('leave the type as it is where nothing is missed', () => {
    expectTypeOf(factory.for(widgets, { projection: 'full' })).toEqualTypeOf<InformerHandle<Widget>>();
    expectTypeOf(factory.for(widgets, { labelSelector: 'a=b' })).toEqualTypeOf<InformerHandle<Widget>>();
    const lean = factory.for(widgets, { projection: { drop: ['metadata.managedFields'] } });
    expectTypeOf(lean).toEqualTypeOf<InformerHandle<Widget>>();
  });

  it('of a factory show in all its informers that ask for no other', () => {
    const names = new SharedInformerFactory(source, { projection: 'metadata' });
    expectTypeOf(names.core.v1.pods).toEqualTypeOf<InformerHandle<Projected<Pod, 'metadata'>>>();
    expectTypeOf(names.for(widgets)).toEqualTypeOf<InformerHandle<Projected<Widget, 'metadata'>>>();
    expectTypeOf(names.for(widgets, { projection: 'full' })).toEqualTypeOf<InformerHandle<Widget>>();
    expectTypeOf(new SharedInformerFactory(source, { namespace: 'a' })).toEqualTypeOf<SharedInformerFactory>();
  });

  it('that are not known are not taken for whole objects', () => {
    const anyOptions: SharedInformerFactoryOptions<Projection> = { projection: 'metadata' };
    const some = new SharedInformerFactory(source, anyOptions);
    expectTypeOf(some).not.toExtend<SharedInformerFactory>();
    expectTypeOf(factory).toExtend<SharedInformerFactory<Projection>>();
    const options: SharedInformerFactoryOptions = { namespace: 'default' };
    expectTypeOf(new SharedInformerFactory(source, options)).toEqualTypeOf<SharedInformerFactory>();
  });

  it('give a transform what they leave', () => {
    factory.for(widgets, {
      projection: 'metadata',
      transform: (widget) => {
        expectTypeOf(widget).toEqualTypeOf<Projected<Widget, 'metadata'>>();
        return widget;
      },
    });
  });

  it('keep objects from update, which would delete the rest, copies included', async () => {
    const pods = client.core.v1.pods;
    const pod = factory.for(resources.core.v1.pods, { projection: 'metadata' }).lister.getOrThrow('a');
    // @ts-expect-error a part of a pod
    await pods.update(pod);
    // @ts-expect-error a part of a pod
    await pods.update(mutableCopy(pod));
    // @ts-expect-error a part of a pod
    await pods.update({ ...pod, spec: { containers: [] } });
    // @ts-expect-error a part of a pod
    await pods.status.update({ ...pod });
    await pods.patch(pod.metadata, { metadata: { labels: { seen: 'true' } } });
    await pods.update(factory.core.v1.pods.lister.getOrThrow('a'));
    await pods.update(mutableCopy(factory.core.v1.pods.lister.getOrThrow('a')));
    const configMap = factory
      .for(resources.core.v1.configMaps, { projection: { keep: ['data'] } })
      .lister.getOrThrow('a');
    // @ts-expect-error a part, although all that it lacks is optional
    await client.core.v1.configMaps.update({ ...configMap, data: {} });
  });
});
