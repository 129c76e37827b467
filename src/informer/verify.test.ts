import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListOptions, ListerWatcher } from '../reflector/index.js';
import { SharedInformer } from './shared-informer.js';
import { makeInformer, startInformer } from './test-informer.js';
import type { InformerSetup } from './test-informer.js';

const [a, b, c] = ['a', 'b', 'c'].map((name) => makeObject({ name })) as [TestObject, TestObject, TestObject];
const NOTHING = { missing: [], extra: [], different: [] };

/** Makes the cache show the newest version, so that what it should show by then can be compared. */
async function catchUp({ source, clock }: InformerSetup): Promise<void> {
  source.bump();
  source.sendBookmarks();
  await clock.settle();
}

async function* asyncIterable<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

describe('verify', () => {
  it('refuses an option that it does not have', async () => {
    const { informer } = await startInformer([a]);
    await expect(informer.verify({ timeout: 5 } as object)).rejects.toThrow('Did you mean "timeoutMs"?');
  });

  it('finds nothing where the cache equals the source', async () => {
    const { informer, source } = await startInformer([a, b]);
    const resourceVersion = source.resourceVersion;
    expect(await informer.verify()).toEqual({ ok: true, resourceVersion, objects: 2, ...NOTHING });
  });

  it('finds nothing in an empty cache of an empty source', async () => {
    const { informer } = await startInformer();
    expect(await informer.verify()).toMatchObject({ ok: true, objects: 0 });
  });

  it('asks for the metadata of the very version the cache shows', async () => {
    const { informer, source } = await startInformer([a]);
    await informer.verify();
    expect(source.requests.at(-1)).toMatchObject({
      verb: 'list',
      options: { resourceVersion: source.resourceVersion, resourceVersionMatch: 'Exact', metadataOnly: true },
    });
  });

  it('finds an object whose creation was lost', async () => {
    const setup = await startInformer([a]);
    setup.source.loseNextEvents();
    setup.source.create(b);
    await catchUp(setup);
    expect(await setup.informer.verify()).toMatchObject({ ok: false, objects: 2, ...NOTHING, missing: ['default/b'] });
  });

  it('finds an object whose deletion was lost', async () => {
    const setup = await startInformer([a, b]);
    setup.source.loseNextEvents();
    setup.source.delete('default/a');
    await catchUp(setup);
    expect(await setup.informer.verify()).toMatchObject({ ok: false, objects: 1, ...NOTHING, extra: ['default/a'] });
  });

  it('finds an object whose update was lost', async () => {
    const setup = await startInformer([a, b]);
    setup.source.loseNextEvents();
    setup.source.set(makeObject({ name: 'a', phase: 'Failed' }));
    await catchUp(setup);
    expect(await setup.informer.verify()).toMatchObject({
      ok: false,
      objects: 2,
      ...NOTHING,
      different: ['default/a'],
    });
  });

  it('finds an object that was replaced by another of its name', async () => {
    const setup = await startInformer([a]);
    setup.source.loseNextEvents(2);
    setup.source.delete('default/a');
    setup.source.create(a);
    await catchUp(setup);
    expect(await setup.informer.verify()).toMatchObject({ ...NOTHING, different: ['default/a'] });
  });

  it('takes a cache that lags behind for what it is: right, and old', async () => {
    const { informer, source } = await startInformer([a]);
    const release = source.delayEvents();
    const before = source.resourceVersion;
    source.create(b);
    expect(await informer.verify()).toMatchObject({ ok: true, resourceVersion: before, objects: 1 });
    release();
  });

  it('finds nothing after a relist has mended the cache', async () => {
    const setup = await startInformer([a, b]);
    setup.source.loseNextEvents();
    setup.source.delete('default/a');
    await catchUp(setup);
    setup.informer.relist();
    await setup.clock.advance(60_000);
    expect(await setup.informer.verify()).toMatchObject({ ok: true, objects: 1 });
  });

  it('works with a transform and a projection, which keep the identity', async () => {
    const transformed = await startInformer([a, b], {
      transform: ({ metadata }) => ({ metadata, spec: { containers: [] } }),
    });
    expect(await transformed.informer.verify()).toMatchObject({ ok: true, objects: 2 });
    const projected = await startInformer([a, b], { projection: 'metadata' });
    expect(await projected.informer.verify()).toMatchObject({ ok: true, objects: 2 });
  });

  it('counts an object that the transform fails on as missing', async () => {
    const { informer } = await startInformer([a, b], {
      transform: (object) => {
        if (object.metadata.name === 'b') throw new Error('not this one');
        return object;
      },
    });
    expect(await informer.verify()).toMatchObject({ ok: false, missing: ['default/b'] });
  });

  it('takes what the source has to say in pages', async () => {
    const source = new FakeListerWatcher<TestObject>({ objects: [a, b, c] });
    const paging: ListerWatcher<TestObject> = {
      list: (options, context) => source.list({ ...options, limit: 1 }, context),
      watch: (options, context) => source.watch(options, context),
    };
    const informer = new SharedInformer(paging);
    informer.start();
    expect(await informer.verify()).toMatchObject({ ok: true, objects: 3 });
    await informer.stop();
  });

  it('forgives a difference that a second look does not show', async () => {
    const { informer, source } = await startInformer([a, b]);
    const list = source.list.bind(source);
    let looks = 0;
    source.list = (options: ListOptions, context) =>
      // As if the cache had been seen between two objects that went at one version.
      looks++ === 0 ? asyncIterable({ items: [a], resourceVersion: source.resourceVersion }) : list(options, context);
    expect(await informer.verify()).toMatchObject({ ok: true, objects: 2 });
    expect(looks).toBe(2);
  });

  it('waits for the first list', async () => {
    const { informer } = makeInformer([a]);
    const verified = informer.verify();
    informer.start();
    expect(await verified).toMatchObject({ ok: true, objects: 1 });
  });

  it('changes nothing', async () => {
    const setup = await startInformer([a]);
    setup.source.loseNextEvents();
    setup.source.create(b);
    await catchUp(setup);
    await setup.informer.verify();
    expect(setup.informer.indexer.size).toBe(1);
  });
});

describe('verify, when the source refuses', () => {
  it('tries a newer version as soon as the cache shows one, where its own has expired', async () => {
    const { informer, source, clock } = await startInformer([a]);
    source.expire();
    const verified = informer.verify();
    await clock.settle();
    source.create(b);
    expect(await verified).toMatchObject({ ok: true, resourceVersion: source.resourceVersion, objects: 2 });
  });

  it('tries again after a moment where the source has not got there yet', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
    source.failNext('list', apiError(504, { causes }));
    const verified = informer.verify();
    await clock.advance(1_000);
    expect(await verified).toMatchObject({ ok: true });
  });

  it('throws any other error', async () => {
    const { informer, source } = await startInformer([a]);
    source.failNext('list', apiError(403));
    await expect(informer.verify()).rejects.toMatchObject({ code: 'ERR_API_STATUS', statusCode: 403 });
  });

  it('gives up after its time, and says what the source said last', async () => {
    const { informer, source, clock } = await startInformer([a]);
    source.expire();
    const verified = expect(informer.verify({ timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'ERR_TIMEOUT',
      cause: { statusCode: 410 },
    });
    await clock.advance(5_000);
    await verified;
  });

  it('says why there is no first list, after its time', async () => {
    const { informer, clock } = makeInformer([a]);
    const verified = expect(informer.verify({ timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'ERR_NOT_SYNCED' });
    await clock.advance(5_000);
    await verified;
  });

  it('ends when its signal aborts, and when the informer stops', async () => {
    const { informer, source, clock } = await startInformer([a]);
    source.hangNext('list', 2);
    const controller = new AbortController();
    const aborted = expect(informer.verify({ signal: controller.signal })).rejects.toThrow('enough');
    const stopped = expect(informer.verify()).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    await clock.settle();
    controller.abort(new Error('enough'));
    await aborted;
    await informer.stop();
    await stopped;
    expect(clock.pendingTimers).toBe(0);
  });

  it('is refused after the stop', async () => {
    const { informer } = await startInformer();
    await informer.stop();
    await expect(informer.verify()).rejects.toMatchObject({ code: 'ERR_LIFECYCLE' });
  });

  it('takes an answer that says its version after the objects, and refuses one that never does', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock, objects: [a, b] });
    let isSaid = true;
    const late: ListerWatcher<TestObject> = {
      list: () => [
        { items: source.objects(), resourceVersion: '' },
        { items: [], resourceVersion: isSaid ? source.resourceVersion : '' },
      ],
      watch: (options, context) => source.watch(options, context),
    };
    const informer = new SharedInformer(late, { clock });
    informer.start();
    await clock.settle();
    expect(await informer.verify()).toMatchObject({ ok: true, objects: 2 });
    isSaid = false;
    await expect(informer.verify()).rejects.toMatchObject({ code: 'ERR_LIST_INVALID' });
    await informer.stop();
  });

  it('refuses an answer of another version than the one asked for', async () => {
    const source = new FakeListerWatcher<TestObject>({ objects: [a] });
    const deaf: ListerWatcher<TestObject> = {
      list: ({ resourceVersion: _version, resourceVersionMatch: _match, ...options }, context) =>
        source.list(options, context),
      watch: (options, context) => source.watch(options, context),
    };
    const informer = new SharedInformer(deaf, { clock: new FakeClock() });
    informer.start();
    await informer.waitForSync();
    source.bump();
    await expect(informer.verify()).rejects.toMatchObject({ code: 'ERR_LIST_INVALID' });
    await informer.stop();
  });
});

describe('verify, whatever happens', () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    verb: fc.constantFrom('set', 'delete', 'replace'),
    lost: fc.boolean(),
  });

  it('finds exactly the differences there are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const setup = await startInformer([a, b]);
        const { informer, source } = setup;
        for (const { name, verb, lost } of steps) {
          const key = `default/${name}`;
          if (lost) source.loseNextEvents(verb === 'replace' ? 2 : 1);
          if (verb !== 'set' && source.get(key) !== undefined) source.delete(key);
          if (verb !== 'delete') source.set(makeObject({ name }));
          if (!lost) await setup.clock.settle();
        }
        await catchUp(setup);
        const found = await informer.verify();
        const there = new Map(source.objects().map((object) => [`default/${object.metadata.name}`, object.metadata]));
        const shown = new Map([...informer.indexer.records()].map((record) => [record.key, record]));
        const differs = (key: string): boolean =>
          shown.get(key)?.uid !== there.get(key)?.uid ||
          shown.get(key)?.resourceVersion !== there.get(key)?.resourceVersion;
        expect(new Set(found.missing)).toEqual(new Set([...there.keys()].filter((key) => !shown.has(key))));
        expect(new Set(found.extra)).toEqual(new Set([...shown.keys()].filter((key) => !there.has(key))));
        expect(new Set(found.different)).toEqual(
          new Set([...there.keys()].filter((key) => shown.has(key) && differs(key))),
        );
        await informer.stop();
      }),
      { numRuns: 60 },
    );
  });

  it('finds nothing while changes go on', async () => {
    const { informer, source, clock } = await startInformer([a, b]);
    for (let round = 0; round < 50; round++) {
      source.set(makeObject({ name: `x${round % 7}`, phase: `p${round}` }));
      if (round % 3 === 0) source.delete(`default/x${round % 7}`);
      const verified = informer.verify();
      source.set(makeObject({ name: 'a', phase: `p${round}` }));
      expect(await verified).toMatchObject({ ok: true });
    }
    await clock.settle();
  });
});
