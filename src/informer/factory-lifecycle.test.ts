import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { silentLogger } from '../base/logger.js';
import { KubeInformerError } from '../errors/index.js';
import { apiError, makeObject } from '../testing/index.js';
import { SharedInformerFactory } from './factory.js';
import { FakeSource, nodes, pods, resourceNumber } from './test-factory.js';

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

  it('is missed aloud by what was asked for after it, once', async () => {
    const warned: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => warned.push(message) };
    factory = new SharedInformerFactory(source, { clock, logger });
    await started();
    const { lister } = factory.for(pods);
    await clock.advance(4_999);
    expect([lister.list(), warned]).toEqual([[], []]);
    await clock.advance(1);
    factory.for(pods).lister.list();
    await clock.advance(60_000);
    expect(warned).toEqual([expect.stringMatching(/^kube-informer: pods: .*Call factory\.start\(\) again/)]);
  });

  it.each<[string, () => Promise<void>]>([
    ['was called again', async () => factory.start()],
    ['was not needed, since the informer was started by hand', async () => factory.for(pods).informer.start()],
    ['is of no use to an informer that was stopped', () => factory.for(pods).stop()],
    ['is of no use after stop()', () => factory.stop()],
  ])('is not missed when it %s', async (_why, act) => {
    const warned: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => warned.push(message) };
    factory = new SharedInformerFactory(source, { clock, logger });
    await started();
    expect(factory.for(pods).lister.size).toBe(0);
    await clock.advance(1_000);
    await act();
    await clock.advance(60_000);
    expect(warned).toEqual([]);
  });

  it('leaves no timer behind for what was asked for after it', async () => {
    await started();
    expect(factory.for(pods).lister.size).toBe(0);
    await factory.stop();
    expect(clock.pendingTimers).toBe(0);
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

  it('does nothing once stopped, and says so after stop() but not after a signal', async () => {
    const warned: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => warned.push(message) };
    factory = new SharedInformerFactory(source, { clock, logger });
    const { informer } = factory.for(pods);
    const controller = new AbortController();
    controller.abort();
    factory.start({ signal: controller.signal });
    factory.start();
    await clock.settle();
    expect([informer.isStarted, warned]).toEqual([false, []]);
    await factory.stop();
    factory.start();
    expect(warned).toEqual(['kube-informer: factory.start() after stop() starts nothing. Make a new factory.']);
    expect(() => factory.for(nodes).informer).toThrow(expect.objectContaining({ code: 'ERR_LIFECYCLE' }));
    const waited = factory.waitForCacheSync();
    await expect(waited).rejects.toThrow('"pods" has not synced: it is stopped');
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

  it('says to start first where nothing was started', async () => {
    expect(factory.for(pods).informer).toBeDefined();
    expect((await failure(factory.waitForCacheSync())).message).toContain('Call start() first.');
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
    expect(error.message).toMatch(/^1 of 2 caches have not synced.*"pods" has not synced.*forbidden/i);
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

  it('of an informer without the factory makes room for a new one, of the same name', async () => {
    const { informer } = factory.for(pods);
    await started();
    await informer.stop();
    expect(factory.for(pods).informer).not.toBe(informer);
    expect(factory.for(pods).informer.name).toBe(informer.name);
    expect(factory.status).toHaveLength(1);
  });

  it('of an informer by its closed source leaves its cache to who asks: an empty one would look like a cluster without objects', async () => {
    source.of('pods').create(makeObject({ name: 'a' }));
    const { informer } = factory.for(pods);
    await started();
    await clock.advance(1_000);
    source.of('pods').failNext('list', new KubeInformerError('ERR_CLOSED', 'the client was closed'));
    source.of('pods').closeWatches();
    await clock.settle();
    expect([informer.isStopped, factory.for(pods).informer === informer]).toEqual([true, true]);
    expect(factory.for(pods).lister.list()).toHaveLength(1);
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

describe('relists', () => {
  it('take turns with those of the same client alone', async () => {
    const stuck = new SharedInformerFactory(source, { clock, logger: silentLogger });
    const resourcesOf = Array.from({ length: 8 }, (_, number) => resourceNumber(number));
    for (const resource of resourcesOf) stuck.for(resource).lease();
    stuck.start();
    const other = new FakeSource(clock);
    factory = new SharedInformerFactory(other, { clock, logger: silentLogger });
    const { informer } = factory.for(pods);
    factory.start();
    await clock.settle();

    for (const { resource } of resourcesOf) {
      source.of(resource).hangNext('watch');
      source.of(resource).expire({ endWatches: true });
    }
    await clock.advance(2_000);
    other.of('pods').expire({ endWatches: true });
    await clock.advance(2_000);
    expect([stuck.status.filter(({ phase }) => phase === 'queued').length, informer.status.phase]).toEqual([
      4,
      'watching',
    ]);
    await stuck.stop();
  });
});
