import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import type { KubeInformerError } from '../errors/index.js';
import { FieldSelector, LabelSelector, defineResource } from '../meta/index.js';
import type { Projected, Projection } from '../meta/index.js';
import type { ListOptions } from '../reflector/index.js';
import { makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { SharedInformerFactory } from './factory.js';
import type { InformerForOptions } from './factory-options.js';
import { SharedInformer } from './shared-informer.js';
import { FakeSource, nodes, pods } from './test-factory.js';

type Any = Projection<TestObject>;
type AnyOptions = InformerForOptions<Projected<TestObject, Any>, Any>;

let clock: FakeClock;
let source: FakeSource;
let factory: SharedInformerFactory;

beforeEach(() => {
  clock = new FakeClock();
  source = new FakeSource(clock);
  factory = new SharedInformerFactory(source, { clock });
});

afterEach(() => factory.stop());

const started = async (): Promise<void> => {
  factory.start();
  await clock.settle();
};

it.each([undefined, null, {}, { getCurrentCluster: () => null }])('is made of a source, not of %o', (source) => {
  expect(() => new SharedInformerFactory(source as never)).toThrow('such as new Client(kubeConfig)');
});

describe('sharing', () => {
  const transform = <T>(pod: T): T => pod;
  const tweakListOptions = (options: ListOptions): ListOptions => options;

  it('gives one informer to all who ask for the same', () => {
    const one = factory.for(pods, { labelSelector: 'app=web', transform, tweakListOptions }).informer;
    expect(factory.for({ ...pods }, { labelSelector: 'app=web', transform, tweakListOptions }).informer).toBe(one);
  });

  it.each<[string, AnyOptions]>([
    ['namespace', { namespace: 'default' }],
    ['label selector', { labelSelector: 'app=web' }],
    ['field selector', { fieldSelector: 'spec.nodeName=node-1' }],
    ['projection', { projection: 'metadata' }],
    ['list of paths', { projection: { keep: ['spec.nodeName'] } }],
    ['treatment of unknown fields', { unknownFields: 'json' }],
    ['way to store', { store: 'objects' }],
    ['transform', { transform }],
    ['tweak', { tweakListOptions }],
  ])('makes another informer for another %s', (_what, options) => {
    expect(factory.for(pods, options).informer).not.toBe(factory.for(pods).informer);
  });

  it.each([
    { ...pods, group: 'metrics.k8s.io' },
    { ...pods, version: 'v2' },
    { ...pods, resource: 'podtemplates' },
  ])('makes another informer for $group/$version $resource', (other) => {
    expect(factory.for(defineResource<TestObject>(other)).informer).not.toBe(factory.for(pods).informer);
  });

  it.each<[string, AnyOptions, AnyOptions]>([
    ['label selectors', { labelSelector: 'a=1,b in (x)' }, { labelSelector: 'b == x, a=1' }],
    ['forms of label selectors', { labelSelector: { matchLabels: { a: '1' } } }, { labelSelector: 'a=1' }],
    ['compiled label selectors', { labelSelector: LabelSelector.parse('a=1') }, { labelSelector: 'a=1' }],
    ['field selectors', { fieldSelector: 'a=1,b!=2' }, { fieldSelector: 'b!=2,a==1' }],
    ['compiled field selectors', { fieldSelector: FieldSelector.parse('a=1') }, { fieldSelector: 'a=1' }],
    ['projections', { projection: { drop: ['spec', 'status'] } }, { projection: { drop: ['status', 'spec', 'spec'] } }],
    ['nothing and the default', { labelSelector: '', projection: 'full', store: 'bytes', namespace: '' }, {}],
  ])('shares between equal %s that are written differently', (_what, one, other) => {
    expect(factory.for(pods, one).informer).toBe(factory.for(pods, other).informer);
  });

  it('does not share between two functions of the same text', () => {
    const make = () => (pod: TestObject) => pod;
    expect(factory.for(pods, { transform: make() }).informer).not.toBe(
      factory.for(pods, { transform: make() }).informer,
    );
  });

  it('takes the defaults of the factory for what is not asked for, and counts them as asked for', () => {
    const defaults = new SharedInformerFactory(source, { namespace: 'a', projection: 'metadata', tweakListOptions });
    const plain = defaults.for(pods).informer;
    expect(defaults.for(pods, { namespace: 'a', projection: 'metadata', tweakListOptions }).informer).toBe(plain);
    expect(defaults.for(pods, { namespace: '' }).informer).not.toBe(plain);
  });

  it('makes nothing until informer or lister is read', () => {
    const handle = factory.for(pods);
    expect(source.asked).toEqual([]);
    expect(handle.lister).toBe(handle.informer.lister);
    expect(source.asked).toHaveLength(1);
  });

  it('opens one watch for two handlers of two handles', async () => {
    factory.for(pods).informer.addEventHandler({});
    factory.for(pods).informer.addEventHandler({});
    await started();
    expect(source.of('pods').openWatches).toBe(1);
  });

  it('shares informers asked for by name alone with those asked for by reference', () => {
    expect(factory.forResource({ group: '', version: 'v1', resource: 'pods' }).informer).toBe(
      factory.for(pods).informer,
    );
  });
});

describe('what is asked of the source', () => {
  it('names namespace, projection and what happens to unknown fields', () => {
    const options = { namespace: 'default', projection: 'metadata', unknownFields: 'json' } as const;
    expect(factory.for(pods, options).informer).toBeDefined();
    expect(source.asked).toEqual([{ resource: 'pods', ...options }]);
  });

  it('leaves the namespace of the factory out for a resource that has none', () => {
    const inDefault = new SharedInformerFactory(source, { namespace: 'default' });
    expect(inDefault.for(nodes).informer.name).toBe('nodes');
    expect(source.asked).toMatchObject([{ namespace: '' }]);
  });

  it('refuses a namespace for a resource that has none', () => {
    expect(() => factory.for(nodes, { namespace: 'default' })).toThrow(/nodes in namespace "default"/);
  });

  it('refuses a selector that no server would accept, at once', () => {
    expect(() => factory.for(pods, { labelSelector: 'app in' })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_SELECTOR' }),
    );
  });

  it('puts selectors into every request, and lets the tweak have the last word', async () => {
    source.of('pods').watchList = 'declared-unsupported';
    const { informer } = factory.for(pods, {
      labelSelector: { matchLabels: { app: 'web' } },
      fieldSelector: 'spec.nodeName=node-1',
      tweakListOptions: (options) => ({
        ...options,
        fieldSelector: `${options.fieldSelector ?? ''},status.phase=Running`,
      }),
    });
    await started();
    expect(informer.hasSynced).toBe(true);
    const requests = source.of('pods').requests;
    expect(requests.map(({ verb }) => verb)).toEqual(['list', 'watch']);
    for (const { options } of requests) {
      expect(options).toMatchObject({
        labelSelector: 'app=web',
        fieldSelector: 'spec.nodeName=node-1,status.phase=Running',
      });
    }
  });

  it('applies a projection to what is cached', async () => {
    source.of('pods').create(makeObject({ name: 'web', nodeName: 'node-1' }));
    const { lister } = factory.for(pods, { projection: 'metadata' });
    await started();
    expect(lister.get('default/web')).not.toHaveProperty('spec');
  });

  it('applies the transform of the factory where none is asked for', async () => {
    const transforming = new SharedInformerFactory(source, {
      clock,
      transform: (object) => ({ ...object, metadata: { ...object.metadata, labels: { seen: 'true' } } }),
    });
    source.of('pods').create(makeObject({ name: 'web' }));
    const { lister } = transforming.for(pods);
    const own = transforming.for(pods, { transform: (pod) => pod }).lister;
    transforming.start();
    await clock.settle();
    expect(lister.get('default/web')?.metadata.labels).toEqual({ seen: 'true' });
    expect(own.get('default/web')?.metadata.labels).toBeUndefined();
    await transforming.stop();
  });

  it('uses the period of a single resource before that of all', async () => {
    const resyncing = new SharedInformerFactory(source, {
      clock,
      resyncPeriod: 10_000,
      customResync: new Map([[{ ...pods }, 1_000]]),
    });
    const counts = { pods: 0, nodes: 0 };
    source.of('pods').create(makeObject({ name: 'web' }));
    source.of('nodes').create(makeObject({ name: 'node-1', namespace: '', kind: 'Node' }));
    resyncing.for(pods).informer.addEventHandler({ onUpdate: () => counts.pods++ });
    resyncing.for(nodes).informer.addEventHandler({ onUpdate: () => counts.nodes++ });
    resyncing.start();
    await clock.advance(10_000);
    expect(counts).toEqual({ pods: 10, nodes: 1 });
    await resyncing.stop();
  });

  it('reports objects of another kind under the name of the informer, and accepts all without a kind', async () => {
    const errors: unknown[] = [];
    const strict = new SharedInformerFactory(source, {
      clock,
      watchErrorHandler: (error, informer) => errors.push([informer, (error as KubeInformerError).code]),
    });
    source.of('pods').create(makeObject({ name: 'web', kind: 'Service' }));
    const typed = strict.for(pods, { namespace: 'default' });
    const untyped = strict.forResource({ group: '', version: 'v1', resource: 'pods' });
    expect(typed.lister.size + untyped.lister.size).toBe(0);
    strict.start();
    await clock.settle();
    expect(errors).toContainEqual(['pods (in default)', 'ERR_UNEXPECTED_KIND']);
    expect(untyped.lister.size).toBe(1);
    await strict.stop();
  });
});

describe('what cannot be asked for', () => {
  it.each([
    [undefined, {}, 'Cannot get an informer: the resource is undefined'],
    [{ ...pods, resource: 'Pod' }, {}, 'resource is "Pod"'],
    [pods, { projection: { paths: ['spec'] } }, 'as a projection'],
  ])('%j with %j is refused at once', (resource, options, why) => {
    const refused = { code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining(why) as string };
    expect(() => factory.for(resource as typeof pods, options as AnyOptions)).toThrow(expect.objectContaining(refused));
  });
});

describe('names', () => {
  it('tell resource, namespace, selectors and projection', () => {
    const name = (options: AnyOptions): string => factory.for(pods, options).informer.name;
    expect(name({})).toBe('pods');
    expect(name({ namespace: 'default', labelSelector: 'app=web', fieldSelector: 'spec.nodeName=n' })).toBe(
      'pods (in default, app=web, spec.nodeName=n)',
    );
    expect(name({ projection: 'metadata' })).toBe('pods (metadata only)');
    expect(name({ projection: { keep: ['spec.nodeName', 'status.phase'] } })).toBe(
      'pods (keep spec.nodeName status.phase)',
    );
  });

  it('are unique where informers differ in their functions alone', () => {
    const names = [1, 2, 3].map(() => factory.for(pods, { transform: (pod) => pod }).informer.name);
    expect(names).toEqual(['pods', 'pods #2', 'pods #3']);
  });

  it('come with every error of a handler', async () => {
    const errors: unknown[] = [];
    const reporting = new SharedInformerFactory(source, {
      clock,
      onError: (error, informer) => errors.push([informer, error.code]),
    });
    source.of('pods').create(makeObject({ name: 'web' }));
    reporting.for(pods, { namespace: 'default' }).informer.addEventHandler({
      onAdd: () => {
        throw new Error('no');
      },
    });
    reporting.start();
    await clock.settle();
    expect(errors).toEqual([['pods (in default)', 'ERR_HANDLER_FAILED']]);
    await reporting.stop();
  });
});

describe('informerFor', () => {
  it('has the informer made once, from the source and options of the factory', async () => {
    source.of('pods').create(makeObject({ name: 'web', nodeName: 'node-1' }));
    let made = 0;
    const make = () =>
      factory.informerFor(pods, (listerWatcher, options) => {
        made++;
        return new SharedInformer(listerWatcher, { ...options, indexers: { node: 'spec.nodeName' } });
      });
    const informer = make();
    expect(make()).toBe(informer);
    expect(factory.for(pods).informer).toBe(informer);
    expect(made).toBe(1);
    await started();
    expect(informer.indexer.indexKeys('node', 'node-1')).toEqual(['default/web']);
  });

  it('leaves no trace when the informer cannot be made', () => {
    expect(() =>
      factory.informerFor(pods, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(factory.status).toEqual([]);
  });
});

describe('options that there are not', () => {
  const options = (given: object): object => given;
  const refusal = (message: string) => expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT', message }) as unknown;

  it('of a factory are refused', () => {
    expect(() => new SharedInformerFactory(source, options({ namespaces: ['a'] }))).toThrow(
      refusal(
        'Cannot make a SharedInformerFactory: there is no option "namespaces". A factory is for one namespace, or all; ' +
          'for some, ask for each: factory.for(pods, { namespace }).',
      ),
    );
  });

  it('of an informer are refused: it would hold everything', () => {
    expect(() => factory.for(pods, options({ labelselector: 'a=b' }))).toThrow(
      refusal('Cannot get an informer of pods: there is no option "labelselector". Did you mean "labelSelector"?'),
    );
  });

  it('of a wait are refused: it would never end', async () => {
    await expect(factory.waitForCacheSync(options({ timeout: 5 }))).rejects.toEqual(
      refusal('Cannot wait for caches: there is no option "timeout". Did you mean "timeoutMs"?'),
    );
    await expect(factory.for(pods).informer.waitForSync(options({ timeout: 5 }))).rejects.toEqual(
      refusal('Cannot wait for the first list: there is no option "timeout". Did you mean "timeoutMs"?'),
    );
  });
});
