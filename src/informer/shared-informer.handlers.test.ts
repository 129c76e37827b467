import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { filterHandler } from './filter-handler.js';
import { makeInformer, startInformer } from './test-informer.js';
import { recorder } from './test-support.js';

const [a, b] = [makeObject({ name: 'a' }), makeObject({ name: 'b' })];

describe('a handler', () => {
  it('is told of the first list and of every change, in the order of the source', async () => {
    const { informer, source, clock } = makeInformer([a, b]);
    const handler = recorder();
    informer.addEventHandler(handler);
    informer.start();
    await clock.settle();
    source.update(makeObject({ name: 'b', phase: 'Failed' }));
    source.create(makeObject({ name: 'c' }));
    source.delete('default/a');
    await clock.settle();
    expect(handler.lines).toEqual(['add a@991!', 'add b@992!', 'update b@992>993', 'add c@994', 'delete a@995']);
  });

  it('is called when the cache shows the change already', async () => {
    const { informer, source, clock } = makeInformer([a]);
    const seen: unknown[] = [];
    informer.addEventHandler({
      onAdd: (object, { key }) => seen.push(informer.indexer.get(key) === object),
      onUpdate: (_, object, { key }) => seen.push(informer.indexer.get(key) === object),
      onDelete: (_, { key }) => seen.push(!informer.indexer.has(key)),
    });
    informer.start();
    await clock.settle();
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    await clock.settle();
    source.delete('default/a');
    await clock.settle();
    expect(seen).toEqual([true, true, true]);
  });

  it('added twice is called twice', async () => {
    const { informer, clock } = makeInformer([a]);
    const handler = recorder();
    informer.addEventHandler(handler);
    informer.addEventHandler(handler);
    informer.start();
    await clock.settle();
    expect(handler.lines).toHaveLength(2);
    expect(informer.status.handlers.map(({ name }) => name)).toEqual(['handler-1', 'handler-2']);
  });

  it('without a name gets one that no other has, and that of one that is gone: each is a series of metrics', async () => {
    const { informer } = makeInformer([a]);
    const names = () => informer.status.handlers.map(({ name }) => name);
    const first = informer.addEventHandler({});
    informer.addEventHandler({}, { name: 'handler-2' });
    informer.addEventHandler({});
    expect(names()).toEqual(['handler-1', 'handler-2', 'handler-3']);
    await first.remove();
    informer.addEventHandler({});
    expect(names()).toEqual(['handler-2', 'handler-3', 'handler-1']);
  });

  it('that has not ended yet keeps its name', async () => {
    const { informer, clock } = makeInformer([a]);
    const gate = deferred();
    const leaving = informer.addEventHandler({ onAdd: () => gate.promise });
    informer.start();
    await clock.settle();
    const removed = leaving.remove();
    informer.addEventHandler({});
    expect(informer.status.handlers.map(({ name }) => name)).toEqual(['handler-2']);
    gate.resolve();
    await removed;
  });

  it('that is slow holds up neither others nor the cache', async () => {
    const { informer, source, clock } = makeInformer([a]);
    const gate = deferred();
    const slow = recorder(() => gate.promise);
    const fast = recorder();
    informer.addEventHandler(slow);
    informer.addEventHandler(fast);
    informer.start();
    await clock.settle();
    source.create(b);
    await clock.settle();
    expect(fast.lines).toEqual(['add a@991!', 'add b@992']);
    expect(slow.lines).toEqual(['add a@991!']);
    expect(informer.indexer.size).toBe(2);
    gate.resolve();
  });

  it('that falls behind is spared old states, and never a delete or a re-creation', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const gate = deferred();
    const handler = recorder(() => gate.promise);
    informer.addEventHandler(handler, { highWaterMark: 2, name: 'slow' });
    await clock.settle();
    for (let round = 0; round < 50; round++) source.set(makeObject({ name: 'a', phase: `p${round}` }));
    source.delete('default/a');
    source.create(a);
    for (let round = 0; round < 50; round++) source.set(makeObject({ name: 'a', phase: `q${round}` }));
    source.create(b);
    source.delete('default/b');
    await clock.settle();
    expect(informer.status.handlers[0]?.backlog).toBeLessThan(5);
    gate.resolve();
    await clock.settle();
    const kinds = handler.lines.map((line) => line.split('@')[0]);
    expect(kinds.filter((kind) => kind !== 'update a')).toEqual(['add a', 'delete a', 'add a']);
    expect(handler.lines.at(-1)).toContain(String(informer.indexer.get('default/a')?.metadata.resourceVersion));
  });

  it('gets objects that it shares with the cache and cannot change', async () => {
    const { informer, clock } = makeInformer([a]);
    let thrown: unknown;
    informer.addEventHandler({
      onAdd: (object) => {
        try {
          (object.metadata as { name: string }).name = 'spoilt';
        } catch (error) {
          thrown = error;
        }
      },
    });
    informer.start();
    await clock.settle();
    expect(thrown).toBeInstanceOf(TypeError);
  });
});

describe('a handler that joins late', () => {
  it('is shown the cache as adds of the initial list, in the order of the cache, then what follows', async () => {
    const { informer, source, clock } = await startInformer([a, b]);
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    await clock.settle();
    const handler = recorder();
    const registration = informer.addEventHandler(handler);
    source.delete('default/b');
    await clock.settle();
    expect(handler.lines).toEqual(['add a@993!', 'add b@992!', 'delete b@994']);
    expect(registration.hasSynced).toBe(true);
  });

  it('finds no gap and no repeat, wherever in a sliced relist it joins', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
    let evaluated = 0;
    const { informer, source, clock } = await startInformer(
      names.map((name) => makeObject({ name })),
      {
        indexers: {
          // Slow enough that the relist takes many turns.
          slow: () => {
            evaluated++;
            for (const until = performance.now() + 0.2; performance.now() < until;);
            return undefined;
          },
        },
      },
    );
    // Behind, so that the distribution takes turns as well.
    const gate = deferred();
    informer.addEventHandler({ onAdd: () => gate.promise }, { highWaterMark: 0 });
    // The relist brings changes, deletions and new objects that the watch has not seen.
    source.loseNextEvents(1_000);
    for (let index = 0; index < 300; index += 2) source.set(makeObject({ name: `p${index}`, phase: 'Failed' }));
    for (let index = 1; index < 100; index += 2) source.delete(`default/p${index}`);
    for (let index = 0; index < 100; index++) source.create(makeObject({ name: `new${index}` }));
    source.loseNextEvents(-1_000);
    evaluated = 0;
    source.expire({ endWatches: true });
    const joined: ReturnType<typeof recorder>[] = [];
    let duringBuild = 0;
    let over = false;
    const join = (): void => {
      const handler = recorder();
      joined.push(handler);
      informer.addEventHandler(handler);
      if (evaluated > 0 && !informer.indexer.has('default/new0')) duringBuild++;
      if (!over) setImmediate(join);
    };
    join();
    await clock.advance(5_000);
    over = true;
    await clock.settle();
    expect(duringBuild).toBeGreaterThan(0);
    const expected = [...informer.indexer.records()].map(({ name, resourceVersion }) => `${name}@${resourceVersion}`);
    expect(expected).toHaveLength(350);
    for (const { lines } of joined) expect(stateAfter(lines).sort()).toEqual([...expected].sort());
    gate.resolve();
  });
});

/** What a handler knows after these calls; throws where they are no legal history. */
function stateAfter(lines: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const line of lines) {
    const [, type = '', name = '', before, version = ''] = /^(\w+) (\w+)@(?:(\d+)>)?(\d+)/.exec(line) ?? [];
    const legal = type === 'add' ? !known.has(name) : type === 'update' ? known.get(name) === before : known.has(name);
    if (!legal) throw new Error(`${line} does not follow ${known.get(name) ?? 'nothing'}`);
    if (type === 'delete') known.delete(name);
    else known.set(name, version);
  }
  return [...known].map(([name, version]) => `${name}@${version}`);
}

describe('removing a handler', () => {
  it('takes it off at once: nothing that comes later reaches it', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const [gone, stays] = [recorder(), recorder()];
    const registration = informer.addEventHandler(gone);
    informer.addEventHandler(stays);
    await clock.settle();
    await registration.remove();
    source.create(b);
    await clock.settle();
    expect(gone.lines).toHaveLength(1);
    expect(stays.lines).toHaveLength(2);
    expect(informer.status.handlers).toHaveLength(1);
  });

  it('is safe to repeat, before the start and after the stop', async () => {
    const { informer } = makeInformer([a]);
    const registration = informer.addEventHandler(recorder());
    await registration.remove();
    await registration.remove();
    await informer.stop();
    await registration.remove({ drain: true });
    expect(informer.status.handlers).toEqual([]);
  });

  it('before the start returns at once and leaves nothing', async () => {
    const { informer, clock } = makeInformer([a], { resyncPeriod: 1_000 });
    const registration = informer.addEventHandler(recorder());
    await registration.remove();
    expect(clock.pendingTimers).toBe(0);
  });

  it('with drain handles what waits', async () => {
    const { informer, clock } = await startInformer([a, b]);
    const handler = recorder(() => Promise.resolve());
    const registration = informer.addEventHandler(handler);
    await registration.remove({ drain: true });
    expect(handler.lines).toEqual(['add a@991!', 'add b@992!']);
    await clock.settle();
  });

  it('from within does not deadlock (client-go: it does)', async () => {
    const { informer, clock, errors } = await startInformer([a, b]);
    const calls: string[] = [];
    const one = informer.addEventHandler({
      onAdd: async () => {
        await one.remove();
        calls.push('sync');
      },
    });
    await clock.settle();
    expect(calls).toEqual(['sync']);
    expect(errors).toEqual([]);
    expect(informer.status.handlers).toEqual([]);
  });

  it('by await using', async () => {
    const { informer } = await startInformer([a]);
    const registration = informer.addEventHandler({});
    await registration[Symbol.asyncDispose]();
    expect(informer.status.handlers).toEqual([]);
  });
});

describe('notifications', () => {
  it('show the cache as adds and then what follows, and leave on break', async () => {
    const { informer, source } = await startInformer([a]);
    const seen: string[] = [];
    for await (const { type, key } of informer.notifications()) {
      seen.push(`${type} ${key}`);
      if (seen.length === 1) source.create(b);
      else break;
    }
    expect(seen).toEqual(['add default/a', 'add default/b']);
    expect(informer.status.handlers).toEqual([]);
  });

  it('end when the informer stops, and are over for who asks after that', async () => {
    const { informer, errors } = await startInformer([a]);
    const notifications = informer.notifications();
    await notifications.next();
    const waiting = notifications.next();
    await informer.stop();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await informer.notifications().next()).toEqual({ done: true, value: undefined });
    expect(errors).toEqual([]);
  });
});

describe('a handler that filters and falls behind', () => {
  const pod = (name: string, app: string) => makeObject({ name, labels: { app } });

  // The same changes, whether the handler is told of each or, above its mark, of what they come to.
  it.each([1_000, 1])(
    'is told of the end of each object that passed, and of no other (mark %i)',
    async (highWaterMark) => {
      const { informer, source, clock } = makeInformer([pod('a', 'web'), pod('b', 'other'), pod('slow', 'web')]);
      const gate = deferred();
      const shown = new Set<string>();
      const ended: string[] = [];
      const handler = filterHandler<TestObject>((object) => object.metadata.labels?.['app'] === 'web', {
        onAdd: (_object, { key }) => void shown.add(key),
        onUpdate: (_old, _object, { key }) => (key === 'default/slow' ? gate.promise : undefined),
        onDelete: (object, { key }) => {
          expect([shown.delete(key), object.metadata.labels?.['app']]).toEqual([true, 'web']);
          ended.push(key);
        },
      });
      informer.addEventHandler(handler, { highWaterMark });
      informer.start();
      await clock.settle();
      source.set(makeObject({ name: 'slow', labels: { app: 'web' }, annotations: { again: 'yes' } }));
      await clock.settle();
      source.set(pod('x', 'other'));
      for (const [name, app] of [
        ['a', 'other'],
        ['b', 'web'],
      ] as const) {
        source.set(pod(name, app));
        source.delete(`default/${name}`);
      }
      await clock.settle();
      gate.resolve();
      await clock.settle();
      expect([[...shown], ended.includes('default/a'), informer.status.handlers[0]?.errors]).toEqual([
        ['default/slow'],
        true,
        0,
      ]);
    },
  );
});
