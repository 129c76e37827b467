import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { apiError, makeObject } from '../testing/index.js';
import { makeInformer, startInformer } from './test-informer.js';
import { recorder } from './test-support.js';

const [a, b] = [makeObject({ name: 'a' }), makeObject({ name: 'b' })];

describe('hasSynced', () => {
  it('turns true when the cache shows the whole first list, and stays true through an outage', async () => {
    const { informer, source, clock } = makeInformer([a, b]);
    expect(informer.hasSynced).toBe(false);
    informer.start();
    await informer.waitForSync();
    expect(informer.indexer.size).toBe(2);
    source.failNext('watch', () => apiError(500), 5);
    source.resetWatches();
    await clock.settle();
    expect(informer.hasSynced).toBe(true);
    expect(informer.status.phase).toBe('waiting');
  });

  it('turns true for an empty source', async () => {
    const { informer } = makeInformer();
    informer.start();
    await informer.waitForSync();
    expect(informer.indexer.size).toBe(0);
  });
});

describe('waitForSync', () => {
  it('rejects, saying that it was not started', async () => {
    const { informer } = makeInformer([a]);
    await expect(informer.waitForSync({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ERR_NOT_SYNCED',
      message: 'Informer "pods" has not synced: it was not started.',
    });
  });

  it('rejects when the time is over', async () => {
    const { informer, clock } = makeInformer([a]);
    const wait = informer.waitForSync({ timeoutMs: 1_000 }).catch((error: unknown) => error);
    await clock.advance(1_000);
    expect(await wait).toMatchObject({ code: 'ERR_NOT_SYNCED', cause: { code: 'ERR_TIMEOUT' } });
  });

  it('rejects with the phase, the last error and what is done about it when the signal aborts', async () => {
    const { informer, source, clock } = makeInformer([a], {}, { watchList: 'declared-unsupported' });
    source.failNext('list', () => apiError(403, { message: 'pods is forbidden' }), 100);
    informer.start();
    const abort = new AbortController();
    const wait = informer.waitForSync({ signal: abort.signal });
    await clock.settle();
    abort.abort(new Error('too slow'));
    await expect(wait).rejects.toThrow(
      /Informer "pods" has not synced: it is waiting; last error: .*forbidden.* \(then: tries again in 0\.8 s/,
    );
    await expect(wait).rejects.toMatchObject({
      code: 'ERR_NOT_SYNCED',
      retryable: true,
      cause: abort.signal.reason as Error,
    });
  });

  it('rejects when the informer stops before, and at once when it had', async () => {
    const { informer, source } = makeInformer([a]);
    source.hangNext('watch');
    informer.start();
    const wait = informer.waitForSync();
    const outcome = expect(wait).rejects.toMatchObject({ code: 'ERR_NOT_SYNCED' });
    await informer.stop();
    await outcome;
    await expect(informer.waitForSync()).rejects.toThrow('it is stopped');
  });

  it('resolves even with an aborted signal when it has synced', async () => {
    const { informer } = await startInformer([a]);
    await informer.waitForSync({ signal: AbortSignal.abort() });
  });
});

describe('a registration has synced', () => {
  it('when its own calls for the first list have ended, each handler for itself', async () => {
    const { informer, clock } = makeInformer([a, b]);
    const gate = deferred();
    const slow = informer.addEventHandler({ onAdd: () => gate.promise });
    const fast = informer.addEventHandler(recorder());
    informer.start();
    await fast.synced;
    await clock.settle();
    expect(slow.hasSynced).toBe(false);
    expect(informer.hasSynced).toBe(true);
    gate.resolve();
    await slow.synced;
    expect(slow.status.calls).toBe(2);
  });

  it('never before its informer has', async () => {
    const { informer } = makeInformer([a]);
    const registrations = [informer.addEventHandler({}), informer.addEventHandler(recorder())];
    informer.start();
    await Promise.all(
      registrations.map(async ({ synced }) => {
        await synced;
        expect(informer.hasSynced).toBe(true);
      }),
    );
  });

  it('although every one of its first calls failed (client-go: never)', async () => {
    const { informer } = makeInformer([a, b]);
    const registration = informer.addEventHandler({
      onAdd: () => {
        throw new Error('boom');
      },
    });
    informer.start();
    await registration.synced;
    expect(registration.status.errors).toBe(2);
  });

  it('when it joins late, after its replay', async () => {
    const { informer } = await startInformer([a, b]);
    const handler = recorder();
    await informer.addEventHandler(handler).synced;
    expect(handler.lines).toHaveLength(2);
  });

  it('or else is told by a rejection that it will not: removed, or the informer stopped', async () => {
    const { informer } = makeInformer([a]);
    const [removed, stopped] = [informer.addEventHandler({}), informer.addEventHandler({})];
    await removed.remove();
    await informer.stop();
    await expect(removed.synced).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await expect(stopped.synced).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });
});

describe('waitForResourceVersion', () => {
  it('says, when the time is over, that the informer was not even started', async () => {
    const { informer, clock } = makeInformer([a]);
    const wait = expect(informer.waitForResourceVersion('5', { timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'ERR_NOT_SYNCED',
      message: 'Informer "pods" has not synced: it was not started.',
      cause: { code: 'ERR_TIMEOUT' },
    });
    await clock.advance(1_000);
    await wait;
  });

  it('resolves when the cache shows it', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const release = source.delayEvents();
    const { metadata } = source.create(b);
    let shown = false;
    const wait = informer.waitForResourceVersion(metadata.resourceVersion ?? '').then(() => {
      shown = informer.indexer.has('default/b');
    });
    await clock.settle();
    expect(shown).toBe(false);
    release();
    await wait;
    expect(shown).toBe(true);
  });

  it('asked for before the first list resolves with it, without a further event', async () => {
    const { informer, source } = makeInformer([a]);
    const wait = informer.waitForResourceVersion(source.resourceVersion);
    informer.start();
    await wait;
    expect(informer.indexer.size).toBe(1);
  });

  it('resolves at a bookmark', async () => {
    const { informer, source } = await startInformer([a]);
    source.bump(5);
    const wait = informer.waitForResourceVersion(source.resourceVersion);
    source.sendBookmarks();
    await wait;
  });

  it.each(['', '0', 'abc'])('does not block for %j, which cannot be compared', async (version) => {
    const { informer } = makeInformer();
    await informer.waitForResourceVersion(version);
  });

  it('rejects after its timeout, on abort and at the stop', async () => {
    const { informer, clock } = await startInformer();
    const late = expect(informer.waitForResourceVersion('99999', { timeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
    });
    await clock.advance(1_000);
    await late;
    const { signal } = new AbortController();
    await expect(
      informer.waitForResourceVersion('99999', { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
    const stopped = expect(informer.waitForResourceVersion('99999', { signal })).rejects.toMatchObject({
      code: 'ERR_CLOSED',
    });
    await informer.stop();
    await stopped;
    await expect(informer.waitForResourceVersion('1')).rejects.toMatchObject({ code: 'ERR_LIFECYCLE' });
  });

  it('does not pass what a transform fails on until the cache shows it', async () => {
    let broken = true;
    const { informer, source, clock } = await startInformer([a], {
      transform: (object) => {
        if (broken && object.status?.phase === 'Failed') throw new Error('no');
        return object;
      },
    });
    const { metadata } = source.update(makeObject({ name: 'a', phase: 'Failed' }));
    source.create(b);
    let phase: string | undefined;
    const wait = informer.waitForResourceVersion(metadata.resourceVersion ?? '').then(() => {
      phase = informer.indexer.get('default/a')?.status?.phase;
    });
    await clock.settle();
    expect(informer.indexer.has('default/b')).toBe(true);
    expect(phase).toBeUndefined();
    broken = false;
    await clock.advance(1_500);
    await wait;
    expect(phase).toBe('Failed');
  });
});
