import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../base/deferred.js';
import { KubeInformerError } from '../errors/index.js';
import { FakeClock, FakeListerWatcher, eventually, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { SharedInformer } from './shared-informer.js';
import { makeInformer, startInformer } from './test-informer.js';
import { recorder } from './test-support.js';

const [a, b] = [makeObject({ name: 'a' }), makeObject({ name: 'b' })];

/** Counts, of the real timers that are made from here on, those that were not cleared. */
function timersSince(): () => number {
  const made = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'setTimeout')] as const;
  const cleared = [vi.spyOn(globalThis, 'clearInterval'), vi.spyOn(globalThis, 'clearTimeout')] as const;
  onTestFinished(() => {
    for (const spy of [...made, ...cleared]) spy.mockRestore();
  });
  return () => {
    const gone = new Set<unknown>(cleared.flatMap(({ mock }) => mock.calls.flat()));
    return made.flatMap(({ mock }) => mock.results).filter(({ value }) => !gone.has(value)).length;
  };
}

// The test runner has some of its own, which come and go; those of an informer that was not stopped stay.
const PATIENTLY = { turns: 100_000 };

/** What keeps the process alive besides timers, and was not among `before`. */
function resourcesBeyond(before: readonly string[]): string[] {
  const left = [...before];
  return process.getActiveResourcesInfo().filter((name) => {
    if (name === 'Immediate' || name === 'Timeout') return false;
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

describe('the start', () => {
  it('goes from not started to started to stopped', async () => {
    const { informer } = makeInformer([a]);
    expect([informer.isStarted, informer.isStopped]).toEqual([false, false]);
    informer.start();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, false]);
    await informer.stop();
    expect([informer.isStarted, informer.isStopped]).toEqual([true, true]);
  });

  it('a second time does nothing', async () => {
    const { informer, source, clock } = makeInformer([a]);
    informer.start();
    informer.start();
    await clock.settle();
    expect(source.requests).toHaveLength(1);
  });

  it('with a signal that has aborted is over at once', async () => {
    const { informer, source, clock } = makeInformer([a], { resyncPeriod: 1_000 });
    informer.addEventHandler(recorder());
    informer.start({ signal: AbortSignal.abort() });
    await informer.stop();
    expect(source.requests).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('may come while handlers are being added', async () => {
    const { informer, clock } = makeInformer([a]);
    const handlers = Array.from({ length: 20 }, () => recorder());
    for (const [index, handler] of handlers.entries()) {
      informer.addEventHandler(handler);
      if (index === 10) informer.start();
      await Promise.resolve();
    }
    await clock.settle();
    for (const { lines } of handlers) expect(lines).toEqual(['add a@991!']);
  });

  it('keeps the process alive until the stop', async () => {
    const timers = timersSince();
    const { informer } = makeInformer([a]);
    informer.start();
    expect(timers()).toBeGreaterThan(0);
    await informer.stop();
    expect(timers()).toBe(0);
  });
});

describe('after the stop', () => {
  it.each<[string, (informer: SharedInformer<TestObject>) => unknown]>([
    ['start()', (informer) => informer.start()],
    ['addEventHandler()', (informer) => informer.addEventHandler({})],
    ['addIndexers()', (informer) => informer.addIndexers({ node: 'spec.nodeName' })],
    ['waitForResourceVersion()', (informer) => informer.waitForResourceVersion('1')],
  ])('%s is refused with ERR_LIFECYCLE', async (_, act) => {
    const { informer } = makeInformer([a]);
    informer.start();
    await informer.stop();
    const refused = async (): Promise<void> => {
      await act(informer);
    };
    await expect(refused()).rejects.toMatchObject({
      code: 'ERR_LIFECYCLE',
      message: expect.stringContaining('"pods": it was stopped') as string,
    });
  });

  it('what is cached can still be read', async () => {
    const { informer } = await startInformer([a]);
    await informer.stop();
    expect(informer.lister.list()).toHaveLength(1);
    expect(informer.status).toMatchObject({ phase: 'stopped', synced: true });
  });

  it('relist() and stop() do nothing', async () => {
    const { informer, source } = await startInformer([a]);
    await informer.stop();
    const { length } = source.requests;
    informer.relist();
    await informer.stop();
    expect(source.requests).toHaveLength(length);
  });
});

describe('a source that was closed under it', () => {
  it('stops it: who waits is told why, handlers are let go, and the process may end', async () => {
    const { informer, source, clock, sourceErrors } = makeInformer([a]);
    const registration = informer.addEventHandler(recorder());
    const before = process.getActiveResourcesInfo();
    source.failNext('watch', new KubeInformerError('ERR_CLOSED', 'the client was closed'));
    informer.start();
    const [synced, seen] = [informer.waitForSync(), registration.synced];
    await expect(synced).rejects.toThrow(
      'Informer "pods" has not synced: it is stopped; last error: the client was closed',
    );
    await expect(seen).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await clock.settle();
    expect([informer.isStopped, informer.status.phase, sourceErrors.length]).toEqual([true, 'stopped', 1]);
    expect(resourcesBeyond(before)).toEqual([]);
    await informer.stop();
  });

  it('leaves what was cached readable, and ends those who iterate', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const keys: string[] = [];
    const reading = (async () => {
      for await (const { key } of informer.notifications()) keys.push(key);
    })();
    await clock.advance(1_000);
    source.failNext('list', new KubeInformerError('ERR_CLOSED', 'the client was closed'));
    source.closeWatches();
    await clock.settle();
    await reading;
    expect([keys, informer.lister.list().length, informer.isStopped]).toEqual([['default/a'], 1, true]);
  });
});

describe('the stop', () => {
  it('leaves nothing: no timer, no request, no listener on the signal, no resource of the process', async () => {
    const resources = process.getActiveResourcesInfo();
    const timers = timersSince();
    const abort = new AbortController();
    const { informer, source, clock } = makeInformer([a, b], {
      resyncPeriod: 5_000,
      transform: (object) => {
        if (object.metadata.name === 'b') throw new Error('stale for ever');
        return object;
      },
    });
    informer.addEventHandler(recorder(() => Promise.resolve()));
    informer.start({ signal: abort.signal });
    await clock.advance(12_000);
    informer.addEventHandler(recorder());
    await clock.settle();
    expect(clock.pendingTimers).toBeGreaterThan(0);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1);
    await informer.stop();
    expect(clock.pendingTimers).toBe(0);
    expect(source.openWatches).toBe(0);
    expect(source.activeLists).toBe(0);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    expect(timers()).toBe(0);
    await eventually(() => {
      expect(resourcesBeyond(resources)).toEqual([]);
    }, PATIENTLY);
  });

  it.each<[string, (setup: ReturnType<typeof makeInformer>) => unknown]>([
    ['before the start', () => undefined],
    ['while the first list hangs', ({ source, informer }) => (source.hangNext('watch'), informer.start())],
    ['between two attempts', ({ source, informer }) => (source.throttle(50), informer.start())],
  ])('%s leaves nothing either', async (_, act) => {
    const setup = makeInformer([a], { resyncPeriod: 1_000 });
    setup.informer.addEventHandler({});
    act(setup);
    await setup.clock.settle();
    await setup.informer.stop();
    expect(setup.clock.pendingTimers).toBe(0);
    expect(setup.source.openWatches).toBe(0);
  });

  it('comes with the signal, with its reason, and stop() waits for its end', async () => {
    const { informer, source, clock } = makeInformer([a]);
    const abort = new AbortController();
    informer.start({ signal: abort.signal });
    await clock.settle();
    const wait = expect(informer.waitForResourceVersion('99999')).rejects.toThrow('shutting down');
    abort.abort(new Error('shutting down'));
    expect(informer.isStopped).toBe(true);
    await wait;
    await informer.stop();
    expect(source.openWatches).toBe(0);
  });

  it('waits for calls under way, also of a handler that is being drained or was removed, and drops the rest', async () => {
    const { informer, clock } = await startInformer([a, b]);
    const gate = deferred();
    const handlers = [recorder(() => gate.promise), recorder(() => gate.promise), recorder(() => gate.promise)];
    const registrations = handlers.map((handler) => informer.addEventHandler(handler));
    await clock.settle();
    const removals = [registrations[0]?.remove({ drain: true }), registrations[1]?.remove()];
    let stopped = false;
    const stopping = informer.stop().then(() => {
      stopped = true;
    });
    await clock.settle();
    expect(stopped).toBe(false);
    gate.resolve();
    await Promise.all([stopping, ...removals]);
    for (const { lines } of handlers) expect(lines).toEqual(['add a@991!']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up on a handler that does not return, and says so', async () => {
    const { informer, clock, errors } = await startInformer([a]);
    informer.addEventHandler({ onAdd: () => new Promise(() => undefined) }, { name: 'hung' });
    await clock.settle();
    const stopping = informer.stop();
    await clock.advance(10_000);
    await stopping;
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_STUCK']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('from within a handler does not wait for that call', async () => {
    const { informer, clock, errors } = await startInformer([a]);
    let returned = false;
    informer.addEventHandler({
      onAdd: async () => {
        await informer.stop();
        returned = true;
      },
    });
    await eventually(() => {
      expect(returned).toBe(true);
    });
    expect(errors).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('in the middle of applying a big list ends without an error', async () => {
    const objects = Array.from({ length: 5_000 }, (_, index) => makeObject({ name: `p${index}` }));
    const { informer, errors, sourceErrors, clock } = makeInformer(objects);
    informer.addEventHandler(recorder());
    informer.start();
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    await informer.stop();
    expect(errors).toEqual([]);
    expect(sourceErrors).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is what await using does', async () => {
    const { informer } = await startInformer([a]);
    await informer[Symbol.asyncDispose]();
    expect(informer.isStopped).toBe(true);
  });
});

it('200 informers, their waits and their iterators on one signal print no warning', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warn);
  const abort = new AbortController();
  const { signal } = abort;
  const clock = new FakeClock();
  const informers = Array.from({ length: 200 }, (_, index) => {
    const source = new FakeListerWatcher<TestObject>({ clock });
    return new SharedInformer(source, { name: `i${index}`, clock });
  });
  const waits = informers.flatMap((informer) => {
    informer.start({ signal });
    const ends = [informer.waitForSync({ signal }), informer.waitForResourceVersion('99999', { signal })];
    const iterators = Array.from({ length: 20 }, () => informer.notifications({ signal }).next());
    return [...ends, ...iterators];
  });
  const settled = Promise.allSettled(waits);
  await clock.settle();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  abort.abort();
  await settled;
  await Promise.all(informers.map((informer) => informer.stop()));
  await clock.settle();
  process.off('warning', warn);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  expect(clock.pendingTimers).toBe(0);
});

it('waits that are given up leave nothing behind in a source that never syncs', async () => {
  const { informer, source } = makeInformer([a]);
  source.hangNext('watch', 100);
  informer.start();
  const { signal } = new AbortController();
  for (let round = 0; round < 100; round++) {
    const abort = new AbortController();
    const wait = informer.waitForSync({ signal: abort.signal });
    abort.abort();
    await expect(wait).rejects.toMatchObject({ code: 'ERR_NOT_SYNCED' });
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
  }
  expect(signal.aborted).toBe(false);
});
