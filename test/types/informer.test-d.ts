import { Indexer, SharedInformer, createInformer, filterHandler } from 'kube-informer';
import type {
  HandlerOptions,
  HandlerRegistration,
  HandlerStatus,
  ListerWatcher,
  Notification,
  ResourceEventHandler,
  Transform,
} from 'kube-informer';
import { describe, expectTypeOf, it } from 'vitest';
import type { Widget } from './kinds.js';

declare const source: ListerWatcher<Widget>;

describe('index names', () => {
  it('are inferred from the indexers of an informer', () => {
    const informer = new SharedInformer(source, {
      indexers: { phase: 'status.phase', colour: (widget) => widget.spec.colours },
    });
    expectTypeOf(informer).toEqualTypeOf<SharedInformer<Widget, 'phase' | 'colour'>>();
    expectTypeOf(informer.indexer.byIndex('phase', 'Ready')).toEqualTypeOf<Widget[]>();
    informer.indexer.byIndex('namespace', 'default');
    // @ts-expect-error there is no such index
    informer.indexer.byIndex('node', 'node-1');
  });

  it('of more indexers are added to the type', async () => {
    const informer = new SharedInformer(source, { indexers: { phase: 'status.phase' } });
    const indexer = await informer.addIndexers({ size: (widget) => String(widget.spec.size) });
    indexer.byIndex('size', '2');
    indexer.byIndex('phase', 'Ready');
    // @ts-expect-error the informer's own type does not know it
    informer.indexer.byIndex('size', '2');
  });

  it('are any text where none were named', () => {
    new SharedInformer(source).indexer.byIndex('anything', 'value');
  });

  it('are inferred by an indexer alone and by createInformer', () => {
    const indexer = new Indexer<Widget, 'phase'>({ indexers: { phase: 'status.phase' } });
    expectTypeOf(indexer.indexKeys).parameter(0).toEqualTypeOf<'phase' | 'namespace'>();
    const created = createInformer({ listerWatcher: source, handler: {}, indexers: { phase: 'status.phase' } });
    expectTypeOf(created.indexer.byIndex).parameter(0).toEqualTypeOf<'phase' | 'namespace'>();
  });

  it('index functions return text', () => {
    // @ts-expect-error a number is no index value
    new SharedInformer(source, { indexers: { size: (widget) => widget.spec.size } });
  });
});

describe('the indexer of an informer', () => {
  it('cannot be written to', () => {
    const { indexer } = new SharedInformer(source);
    expectTypeOf(indexer).not.toHaveProperty('add');
    expectTypeOf(indexer).not.toHaveProperty('replace');
    expectTypeOf(indexer).not.toHaveProperty('delete');
  });
});

describe('notifications', () => {
  it('are told apart by their type', async () => {
    for await (const notification of new SharedInformer(source).notifications()) {
      expectTypeOf(notification).toEqualTypeOf<Notification<Widget>>();
      expectTypeOf(notification.object).toEqualTypeOf<Widget>();
      expectTypeOf(notification.key).toEqualTypeOf<string>();
      switch (notification.type) {
        case 'add':
          expectTypeOf(notification.isInInitialList).toEqualTypeOf<boolean>();
          // @ts-expect-error only an update has an old object
          expectTypeOf(notification.oldObject).toBeUnknown();
          break;
        case 'update':
          expectTypeOf(notification.oldObject).toEqualTypeOf<Widget>();
          expectTypeOf(notification.isResync).toEqualTypeOf<boolean>();
          break;
        case 'delete':
          expectTypeOf(notification.finalStateUnknown).toEqualTypeOf<boolean>();
          break;
        default:
          expectTypeOf(notification).toBeNever();
      }
    }
  });
});

describe('handlers', () => {
  it('may leave out, and be async', () => {
    expectTypeOf<{ onAdd(widget: Widget): Promise<void> }>().toExtend<ResourceEventHandler<Widget>>();
    expectTypeOf<object>().toExtend<ResourceEventHandler<Widget>>();
  });

  it('of another kind are refused', () => {
    // @ts-expect-error text is not what an informer of widgets hands out
    new SharedInformer(source).addEventHandler({ onAdd: (_object: string) => undefined });
  });

  it('are filtered with their types', () => {
    const handler = filterHandler((widget: Widget) => widget.spec.size > 1, { onAdd: (widget) => widget.spec.colours });
    expectTypeOf(handler).toEqualTypeOf<ResourceEventHandler<Widget>>();
  });

  it('have options and a registration', () => {
    const options: HandlerOptions = { name: 'a', resyncPeriod: 0, highWaterMark: 10, overflow: 'latest' };
    const registration = new SharedInformer(source).addEventHandler({}, options);
    expectTypeOf(registration).toEqualTypeOf<HandlerRegistration>();
    expectTypeOf(registration.synced).toEqualTypeOf<Promise<void>>();
    expectTypeOf(registration.status).toEqualTypeOf<HandlerStatus>();
    expectTypeOf<HandlerRegistration>().toExtend<AsyncDisposable>();
    // @ts-expect-error not a policy
    new SharedInformer(source).addEventHandler({}, { overflow: 'forget' });
  });
});

describe('transforms', () => {
  it('take and give the same kind', () => {
    expectTypeOf<Transform<Widget>>().toEqualTypeOf<(object: Widget) => Widget>();
    new SharedInformer(source, { transform: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, colours: [] } }) });
    // @ts-expect-error nothing is not an object
    new SharedInformer(source, { transform: (_widget: Widget) => undefined });
  });
});
