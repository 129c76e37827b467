import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { DeltaFIFO, ObjectDelta } from '../delta-fifo/index.js';
import type { Delta } from '../delta-fifo/index.js';
import type { KubeInformerError } from '../errors/index.js';
import { Store } from '../store/index.js';
import type { TestObject } from '../testing/index.js';
import { processDeltas } from './process-deltas.js';
import { recordOf, recorder } from './test-support.js';

const LATER = { isInInitialList: false };

function replacedAll(...names: string[]): Delta<TestObject> {
  const records = names.map((name) => recordOf(name, '1'));
  return { type: 'ReplacedAll', records, keep: new Set(), resourceVersion: '9' };
}

describe('processDeltas', () => {
  it('writes every kind of delta to the store and tells the handler', async () => {
    const store = new Store<TestObject>();
    const handler = recorder();
    const process = processDeltas(store, handler, () => undefined);
    await process([replacedAll('a', 'b')], { isInInitialList: true });
    await process([new ObjectDelta('Updated', 'default/a', recordOf('a', '10'))], LATER);
    await process([{ type: 'SyncAll' }], LATER);
    await process([{ type: 'Bookmark', resourceVersion: '20' }], LATER);
    expect(handler.lines).toEqual(['add a@1!', 'add b@1!', 'update a@1>10', 'update a@10>10!', 'update b@1>1!']);
    expect(store.resourceVersion).toBe('20');
  });

  it('waits for each call before the next', async () => {
    const order: string[] = [];
    const process = processDeltas<TestObject>(
      new Store(),
      {
        onAdd: async ({ metadata }) => {
          order.push(`begin ${metadata.name}`);
          await new Promise(setImmediate);
          order.push(`end ${metadata.name}`);
        },
      },
      () => undefined,
    );
    await process([replacedAll('a', 'b')], LATER);
    expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b']);
  });

  it('has written all of a pop before the first call, so that a list which comes meanwhile is compared with the truth', async () => {
    const store = new Store<TestObject>();
    const queue = new DeltaFIFO<TestObject>({ knownObjects: store });
    const gate = deferred();
    const process = processDeltas<TestObject>(store, { onDelete: () => gate.promise }, () => undefined);
    queue.replace([recordOf('a', '1', 'u1')], '1');
    await queue.pop(process);
    queue.delete(recordOf('a', '2', 'u1'));
    queue.add(recordOf('a', '3', 'u2'));
    const popped = queue.pop(process);
    queue.replace([], '4');
    gate.resolve();
    await popped;
    await queue.pop(process);
    expect(store.size).toBe(0);
  });

  it('hands what the handler throws to onError and goes on', async () => {
    const errors: KubeInformerError[] = [];
    const handler = recorder(() => {
      throw new Error('boom');
    });
    await processDeltas(new Store<TestObject>(), handler, (error) => errors.push(error))(
      [replacedAll('a', 'b')],
      LATER,
    );
    expect(handler.lines).toHaveLength(2);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_FAILED', 'ERR_HANDLER_FAILED']);
    expect(errors[0]?.message).toContain('onAdd of default/a: boom');
  });

  it('lets others run between the calls of a long list', async () => {
    let ticks = 0;
    let over = false;
    const tick = (): void => {
      ticks++;
      if (!over) setImmediate(tick);
    };
    setImmediate(tick);
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const handler = recorder(() => {
      for (const until = performance.now() + 2; performance.now() < until;);
    });
    await processDeltas(new Store<TestObject>(), handler, () => undefined)([replacedAll(...names)], LATER);
    over = true;
    expect(ticks).toBeGreaterThan(4);
  });
});
