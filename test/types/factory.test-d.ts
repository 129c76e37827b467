import { SharedInformer, SharedInformerFactory } from 'kube-informer';
import type {
  InformerHandle,
  InformerLease,
  InformerSource,
  InformerStatus,
  KubernetesObject,
  Lister,
  ListerWatcher,
  ResourceRef,
} from 'kube-informer';
import { describe, expectTypeOf, it } from 'vitest';
import { widgets } from './kinds.js';
import type { Widget } from './kinds.js';

declare const source: InformerSource;
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
        expectTypeOf(info).toEqualTypeOf<{ readonly key: string; readonly finalStateUnknown: boolean }>();
      },
    });
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

  it('accepts projections and refuses what is none', () => {
    factory.for(widgets, { projection: 'metadata' });
    factory.for(widgets, { projection: { keep: ['spec.size'] } });
    // @ts-expect-error not a projection
    factory.for(widgets, { projection: 'some' });
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
