import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { KubeInformerError } from '../errors/index.js';
import { FieldSelector, LabelSelector, defineResource } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListerWatcher } from '../reflector/index.js';
import { FakeListerWatcher, apiError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { SharedInformerFactory } from './factory.js';
import type { InformerForOptions, InformerSource, SourceOptions, SourceResource } from './factory-options.js';
import { SharedInformer } from './shared-informer.js';

const pods = defineResource<TestObject>({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  scope: 'Namespaced',
});
const nodes = defineResource<TestObject, 'Cluster'>({
  group: '',
  version: 'v1',
  resource: 'nodes',
  kind: 'Node',
  scope: 'Cluster',
});
const resourceNumber = (number: number) => defineResource<TestObject>({ ...pods, resource: `pods${number}` });

/** Keeps one fake source for each resource, and what it was asked for. */
class FakeSource implements InformerSource {
  readonly asked: (SourceOptions & { readonly resource: string })[] = [];
  readonly #clock: FakeClock;
  readonly #sources = new Map<string, FakeListerWatcher<TestObject>>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  of(resource: string): FakeListerWatcher<TestObject> {
    let source = this.#sources.get(resource);
    if (source === undefined) this.#sources.set(resource, (source = new FakeListerWatcher({ clock: this.#clock })));
    return source;
  }

  listerWatcher<T extends KubernetesObject>({ resource }: SourceResource<T>, options: SourceOptions): ListerWatcher<T> {
    this.asked.push({ resource, ...options });
    return this.of(resource) as unknown as ListerWatcher<T>;
  }
}

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

describe('sharing', () => {
  const transform = (pod: TestObject): TestObject => pod;
  const tweakListOptions = (options: ListOptions): ListOptions => options;

  it('gives one informer to all who ask for the same', () => {
    const one = factory.for(pods, { labelSelector: 'app=web', transform, tweakListOptions }).informer;
    expect(factory.for({ ...pods }, { labelSelector: 'app=web', transform, tweakListOptions }).informer).toBe(one);
  });

  it.each<[string, InformerForOptions<TestObject>]>([
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

  it.each<[string, InformerForOptions<TestObject>, InformerForOptions<TestObject>]>([
    ['label selectors', { labelSelector: 'a=1,b in (x)' }, { labelSelector: 'b == x, a=1' }],
    ['forms of label selectors', { labelSelector: { matchLabels: { a: '1' } } }, { labelSelector: 'a=1' }],
    ['compiled label selectors', { labelSelector: LabelSelector.parse('a=1') }, { labelSelector: 'a=1' }],
    ['field selectors', { fieldSelector: 'a=1,b!=2' }, { fieldSelector: 'b!=2,a==1' }],
    ['compiled field selectors', { fieldSelector: FieldSelector.parse('a=1') }, { fieldSelector: 'a=1' }],
    ['projections', { projection: { drop: ['a', 'b'] } }, { projection: { drop: ['b', 'a', 'a'] } }],
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

describe('names', () => {
  it('tell resource, namespace, selectors and projection', () => {
    const name = (options: InformerForOptions<TestObject>): string => factory.for(pods, options).informer.name;
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

describe('start', () => {
  it('twice starts once', async () => {
    const { informer } = factory.for(pods);
    await started();
    await started();
    expect(informer.status.phase).toBe('watching');
    expect(source.of('pods').openWatches).toBe(1);
  });

  it('again starts what was asked for meanwhile', async () => {
    const first = factory.for(pods).informer;
    await started();
    const second = factory.for(nodes).informer;
    expect([first.isStarted, second.isStarted]).toEqual([true, false]);
    await started();
    expect(second.hasSynced).toBe(true);
  });

  it('with a signal stops everything when that aborts, and leaves nothing', async () => {
    const controller = new AbortController();
    const { informer } = factory.for(pods, { namespace: 'default' });
    factory.start({ signal: controller.signal });
    await clock.settle();
    controller.abort();
    await clock.settle();
    expect(informer.isStopped).toBe(true);
    expect(source.of('pods').openWatches).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it('with a signal that has aborted starts nothing', async () => {
    const { informer } = factory.for(pods);
    factory.start({ signal: AbortSignal.abort() });
    await clock.settle();
    expect(informer.isStarted).toBe(false);
    expect(source.of('pods').requests).toEqual([]);
  });

  it('stops everything when any of several signals aborts', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const { informer } = factory.for(pods);
    factory.start({ signal: one.signal });
    factory.start({ signal: two.signal });
    two.abort();
    await clock.settle();
    expect(informer.isStopped).toBe(true);
  });

  it('does nothing after stop()', async () => {
    await factory.stop();
    factory.start();
    expect(() => factory.for(pods).informer).toThrow(expect.objectContaining({ code: 'ERR_LIFECYCLE' }));
  });

  it('takes 200 informers and as many waits on one signal without a warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    const informers = Array.from({ length: 200 }, (_, number) => factory.for(resourceNumber(number)).informer);
    for (let round = 0; round < 20; round++) factory.start({ signal });
    await Promise.all([factory.waitForCacheSync({ signal }), clock.settle()]);
    expect(informers.every(({ hasSynced }) => hasSynced)).toBe(true);
    await factory.stop();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

describe('waitForCacheSync', () => {
  const failure = async (wait: Promise<void>): Promise<KubeInformerError> => {
    const error: unknown = await wait.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(KubeInformerError);
    expect(error).toMatchObject({ code: 'ERR_NOT_SYNCED', retryable: true });
    return error as KubeInformerError;
  };

  it('resolves when nothing was asked for', async () => {
    await expect(factory.waitForCacheSync()).resolves.toBeUndefined();
  });

  it('resolves when all have synced', async () => {
    const { lister } = factory.for(pods);
    source.of('pods').create(makeObject({ name: 'web' }));
    factory.start();
    await factory.waitForCacheSync();
    expect(lister.size).toBe(1);
  });

  it('rejects at once, naming the one that was asked for after start()', async () => {
    expect(factory.for(pods).informer).toBeDefined();
    await started();
    expect(factory.for(nodes).informer).toBeDefined();
    const { message } = await failure(factory.waitForCacheSync());
    expect(message).toContain('"nodes" has not synced: it was not started');
    expect(message).toContain('Call start() again');
    expect(message).not.toContain('"pods"');
  });

  it('rejects when the time is over, naming who is late and why', async () => {
    source.of('pods').failNext('list', apiError(403), 100);
    source.of('pods').failNext('watch', apiError(403), 100);
    const quiet = new SharedInformerFactory(source, { clock, watchErrorHandler: () => undefined });
    expect([quiet.for(pods).informer, quiet.for(nodes).informer]).toHaveLength(2);
    quiet.start();
    const wait = failure(quiet.waitForCacheSync({ timeoutMs: 5_000 }));
    await clock.advance(5_000);
    const error = await wait;
    expect(error.message).toMatch(/2 caches.* 1 did not.*"pods" has not synced.*forbidden/i);
    expect(error.message).not.toContain('"nodes"');
    expect(error.cause).toMatchObject({ code: 'ERR_TIMEOUT' });
    await quiet.stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('rejects with the reason of the signal when that aborts', async () => {
    source.of('pods').hangNext('watch');
    const controller = new AbortController();
    expect(factory.for(pods).informer).toBeDefined();
    factory.start();
    const wait = failure(factory.waitForCacheSync({ signal: controller.signal }));
    await clock.settle();
    const reason = new Error('enough');
    controller.abort(reason);
    expect((await wait).cause).toBe(reason);
  });

  it('rejects as soon as one is stopped, since that one will never sync', async () => {
    source.of('pods').hangNext('watch');
    source.of('nodes').hangNext('watch');
    expect([factory.for(pods).informer, factory.for(nodes).informer]).toHaveLength(2);
    await started();
    const wait = failure(factory.waitForCacheSync());
    await factory.for(pods).stop();
    expect((await wait).message).toContain('"pods" has not synced: it is stopped');
  });

  it('rejects when the factory stops', async () => {
    source.of('pods').hangNext('watch');
    expect(factory.for(pods).informer).toBeDefined();
    await started();
    const wait = failure(factory.waitForCacheSync());
    await factory.stop();
    await wait;
  });

  it('leaves no timer when it resolves before its time', async () => {
    factory.start();
    await factory.waitForCacheSync({ timeoutMs: 5_000 });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('leases', () => {
  it('keep the informer until the last is given back', async () => {
    factory.start();
    const [one, two] = [factory.for(pods).lease(), factory.for(pods).lease()];
    expect(one.informer).toBe(two.informer);
    await one.release();
    expect(one.informer.isStopped).toBe(false);
    await two.release();
    expect(one.informer.isStopped).toBe(true);
    expect(factory.status).toEqual([]);
  });

  it('start the informer if the factory is started', async () => {
    factory.start();
    const { informer } = factory.for(pods).lease();
    await clock.settle();
    expect(informer.hasSynced).toBe(true);
  });

  it('leave the start to the factory if that is not started', async () => {
    const { informer } = factory.for(pods).lease();
    expect(informer.isStarted).toBe(false);
    await started();
    expect(informer.hasSynced).toBe(true);
  });

  it('given back twice count once', async () => {
    const [one, two] = [factory.for(pods).lease(), factory.for(pods).lease()];
    await one.release();
    await one[Symbol.asyncDispose]();
    expect(two.informer.isStopped).toBe(false);
  });

  it('do not stop an informer that was also asked for without one', async () => {
    const lease = factory.for(pods).lease();
    const { informer } = factory.for(pods);
    await lease.release();
    expect(informer.isStopped).toBe(false);
  });

  it('of an informer that was stopped have no say in the one that came after it', async () => {
    const old = factory.for(pods).lease();
    await factory.for(pods).stop();
    const next = factory.for(pods).lease();
    await old.release();
    expect(next.informer).not.toBe(old.informer);
    expect(next.informer.isStopped).toBe(false);
  });

  it('asked for while the last one is given back get a new informer', async () => {
    factory.start();
    const old = factory.for(pods).lease();
    const released = old.release();
    const next = factory.for(pods).lease();
    expect(next.informer).not.toBe(old.informer);
    await released;
    await clock.settle();
    expect(next.informer.hasSynced).toBe(true);
  });

  it('are refused by a factory that was stopped, also for an informer it has', async () => {
    const handle = factory.for(pods);
    expect(handle.informer).toBeDefined();
    await factory.stop();
    expect(() => handle.lease()).toThrow(expect.objectContaining({ code: 'ERR_LIFECYCLE' }));
  });
});

describe('stop', () => {
  it('of one leaves the others, and asking again makes a new one', async () => {
    const stopped = factory.for(pods).informer;
    const other = factory.for(nodes).informer;
    await started();
    await factory.for(pods).stop();
    expect([stopped.isStopped, other.isStopped]).toEqual([true, false]);
    expect(source.of('pods').openWatches).toBe(0);
    const next = factory.for(pods).informer;
    await started();
    expect(next).not.toBe(stopped);
    expect(next.hasSynced).toBe(true);
  });

  it('of one that nobody asked for does nothing', async () => {
    await factory.for(pods).stop();
    expect(source.asked).toEqual([]);
  });

  it('of an informer without the factory makes room for a new one', async () => {
    const { informer } = factory.for(pods);
    await started();
    await informer.stop();
    expect(factory.for(pods).informer).not.toBe(informer);
    expect(factory.status).toHaveLength(1);
  });

  it('leaves no timer, no request and no listener on the signal', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    factory.for(pods).informer.addEventHandler({}, { resyncPeriod: 1_000 });
    factory.start({ signal });
    await factory.waitForCacheSync({ signal, timeoutMs: 60_000 });
    await clock.settle();
    expect(listeners).toBe(1);
    await factory.stop();
    expect(listeners).toBe(0);
    expect(clock.pendingTimers).toBe(0);
    expect(source.of('pods').openWatches).toBe(0);
  });

  it('waits for informers that are on their way out', async () => {
    factory.start();
    const lease = factory.for(pods).lease();
    let release!: () => void;
    lease.informer.addEventHandler({
      onAdd: () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    });
    source.of('pods').create(makeObject({ name: 'web' }));
    await clock.settle();
    const released = lease.release();
    let stopped = false;
    const stopping = factory.stop().then(() => (stopped = true));
    await clock.settle();
    expect(stopped).toBe(false);
    release();
    await Promise.all([released, stopping]);
  });

  it('keeps what was cached readable, and says so in the status', async () => {
    source.of('pods').create(makeObject({ name: 'web' }));
    const handle = factory.for(pods);
    expect(handle.lister.size).toBe(0);
    await started();
    await factory.stop();
    expect(handle.lister.get('default/web')).toBeDefined();
    expect(factory.status).toMatchObject([{ name: 'pods', phase: 'stopped', objects: 1 }]);
  });

  it('can be called again, and before any start', async () => {
    expect(factory.for(pods).informer).toBeDefined();
    await Promise.all([factory.stop(), factory.stop()]);
    await expect(factory.stop()).resolves.toBeUndefined();
  });

  it('is what leaving the scope of an await using does', async () => {
    const { informer } = factory.for(pods);
    await started();
    await factory[Symbol.asyncDispose]();
    expect(informer.isStopped).toBe(true);
  });
});
