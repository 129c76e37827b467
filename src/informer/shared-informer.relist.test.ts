import { describe, expect, it } from 'vitest';
import type { TestObject } from '../testing/index.js';
import { eventually, makeObject } from '../testing/index.js';
import { makeInformer, startInformer } from './test-informer.js';
import type { InformerSetup } from './test-informer.js';
import { recorder } from './test-support.js';

const [a, b] = [makeObject({ name: 'a' }), makeObject({ name: 'b' })];

async function relisted({ informer, source, clock }: InformerSetup): Promise<void> {
  source.expire({ endWatches: true });
  await eventually(
    () => {
      expect(informer.status.lists.expired).toBe(1);
      expect(informer.status.queueDepth).toBe(0);
    },
    { clock },
  );
  await clock.settle();
}

describe('a relist', () => {
  it('of unchanged objects makes no notification, transforms nothing and keeps every object (client-go: an update each)', async () => {
    let transformed = 0;
    const setup = await startInformer([a, b], {
      transform: (object) => {
        transformed++;
        return object;
      },
    });
    const { informer } = setup;
    const handler = recorder();
    informer.addEventHandler(handler);
    await setup.clock.settle();
    const before = informer.indexer.list();
    transformed = 0;
    handler.lines.length = 0;
    await relisted(setup);
    expect(handler.lines).toEqual([]);
    expect(transformed).toBe(0);
    for (const [index, object] of informer.indexer.list().entries()) expect(object).toBe(before[index]);
  });

  it('on request reads everything again, and tells what the watch had missed', async () => {
    const { informer, source, clock } = await startInformer([a, b]);
    const handler = recorder();
    informer.addEventHandler(handler);
    await clock.settle();
    handler.lines.length = 0;
    source.loseNextEvents(3);
    source.delete('default/a');
    source.update(makeObject({ name: 'b', phase: 'Failed' }));
    source.create(makeObject({ name: 'c' }));
    informer.relist();
    await eventually(
      () => {
        expect(handler.lines).toEqual(['delete a@991!', 'update b@992>994', 'add c@995']);
      },
      { clock },
    );
    expect(informer.status.lists.requested).toBe(1);
  });

  it('that finds another uid under a name tells of a delete and an add (client-go: an update)', async () => {
    const setup = await startInformer([a]);
    const { informer, source, clock } = setup;
    const handler = recorder();
    informer.addEventHandler(handler);
    await clock.settle();
    handler.lines.length = 0;
    source.loseNextEvents(2);
    source.delete('default/a');
    source.create(a);
    await relisted(setup);
    expect(handler.lines).toEqual(['delete a@991!', 'add a@993']);
  });

  it('is in the cache whole before any handler is told of it', async () => {
    const setup = await startInformer([a]);
    const { informer, source, clock } = setup;
    const sizes: number[] = [];
    source.loseNextEvents(3);
    source.delete('default/a');
    source.create(b);
    source.create(makeObject({ name: 'c' }));
    const look = (): void => void sizes.push(informer.indexer.size);
    informer.addEventHandler({ onAdd: look, onDelete: look });
    await clock.settle();
    sizes.length = 0;
    await relisted(setup);
    expect(sizes).toEqual([2, 2, 2]);
  });

  it('marks nothing as initial', async () => {
    const setup = await startInformer([]);
    const { informer, source } = setup;
    const handler = recorder();
    informer.addEventHandler(handler);
    source.loseNextEvents();
    source.create(a);
    await relisted(setup);
    expect(handler.lines).toEqual(['add a@991']);
  });

  it('keeps what a transform fails on, and tells of the rest', async () => {
    const setup = await startInformer([a, b], {
      transform: (object) => {
        if (object.status?.phase === 'Failed') throw new Error('no');
        return object;
      },
    });
    const { informer, source } = setup;
    source.loseNextEvents(2);
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    source.delete('default/b');
    await relisted(setup);
    expect(informer.indexer.list().map(({ metadata }) => metadata.resourceVersion)).toEqual(['991']);
    expect(informer.status.stale).toMatchObject([{ key: 'default/a', resourceVersion: '993' }]);
  });
});

describe('a projection', () => {
  it('keeps of each object what it says', async () => {
    const { informer } = await startInformer([a], { projection: { keep: ['status.phase'] } });
    expect(informer.indexer.get('default/a')).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: expect.objectContaining({ name: 'a' }) as TestObject['metadata'],
      status: { phase: 'Running' },
    });
  });

  it('with a path that cannot be read is refused where it is given', () => {
    expect(() => makeInformer([], { projection: { keep: ['spec..x'] } })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }) as Error,
    );
  });
});

describe('an index', () => {
  it('given at the start, and one added while it runs, are complete', async () => {
    const { informer, source, clock } = await startInformer<'node'>([makeObject({ name: 'a', nodeName: 'n1' })], {
      indexers: { node: 'spec.nodeName' },
    });
    source.create(makeObject({ name: 'b', nodeName: 'n1' }));
    await clock.settle();
    expect(informer.indexer.indexKeys('node', 'n1')).toEqual(['default/a', 'default/b']);
    const wider = await informer.addIndexers({ phase: 'status.phase' });
    expect(wider.indexKeys('phase', 'Running')).toEqual(['default/a', 'default/b']);
    source.delete('default/a');
    await clock.settle();
    expect(wider.indexKeys('phase', 'Running')).toEqual(['default/b']);
    expect(wider.indexValues('phase')).toEqual(['Running']);
  });

  it('is shared by all who ask for it, and refused under a name that is taken by another', async () => {
    const { informer } = makeInformer<'node'>([], { indexers: { node: 'spec.nodeName' } });
    const shared = await informer.addIndexers({ node: 'spec.nodeName' });
    expect(shared.indexNames).toEqual(['namespace', 'node']);
    await expect(informer.addIndexers({ node: 'status.phase' })).rejects.toMatchObject({ code: 'ERR_INDEX_CONFLICT' });
  });

  it.each([0, 1, 2, 5, 10, 20])('added %i turns into a relist is complete after both', async (turns) => {
    const objects = Array.from({ length: 300 }, (_, index) =>
      makeObject({ name: `p${index}`, nodeName: `n${index % 3}` }),
    );
    const { informer, source, clock } = await startInformer<'slow'>(objects, {
      indexers: {
        slow: () => {
          for (const until = performance.now() + 0.1; performance.now() < until;);
          return undefined;
        },
      },
    });
    source.loseNextEvents(200);
    for (let index = 0; index < 300; index += 3) source.set(makeObject({ name: `p${index}`, nodeName: 'n1' }));
    for (let index = 1; index < 300; index += 3) source.delete(`default/p${index}`);
    source.expire({ endWatches: true });
    const advanced = clock.advance(5_000);
    while (informer.status.phase !== 'watching' || informer.status.lists.expired === undefined) {
      await new Promise(setImmediate);
    }
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    const wider = await informer.addIndexers({ node: 'spec.nodeName' });
    await advanced;
    await clock.settle();
    for (const node of ['n0', 'n1', 'n2']) {
      const expected = informer.indexer.list().filter(({ spec }) => spec.nodeName === node);
      expect(wider.byIndex('node', node).length).toBe(expected.length);
    }
    expect(informer.indexer.size).toBe(200);
    expect(wider.byIndex('node', 'n1')).toHaveLength(100);
  });
});
