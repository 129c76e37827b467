import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WorkQueue } from './work-queue.js';

async function holding(...items: string[]): Promise<WorkQueue> {
  const queue = new WorkQueue();
  for (const item of items) queue.add(item);
  for (const item of items) expect(await queue.get()).toBe(item);
  return queue;
}

/** What a promise has come to once everything that can run has run. */
async function stateOf<T>(promise: Promise<T>): Promise<T | 'pending'> {
  const turn = new Promise<'pending'>((resolve) => {
    setImmediate(() => {
      resolve('pending');
    });
  });
  return Promise.race([promise, turn]);
}

describe('WorkQueue.shutDown', () => {
  it('ignores what is added afterwards', () => {
    const queue = new WorkQueue();
    queue.shutDown();
    queue.add('a');
    expect([queue.shuttingDown, queue.length]).toEqual([true, 0]);
  });

  it('ignores an item added while it is processed afterwards', async () => {
    const queue = await holding('a');
    queue.shutDown();
    queue.add('a');
    queue.done('a');
    expect([queue.length, queue.processing]).toEqual([0, 0]);
  });

  it('hands out what waits, then ends', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.shutDown();
    expect([await queue.get(), await queue.get()]).toEqual(['a', undefined]);
  });

  it('ends every waiting consumer of an empty queue', async () => {
    const queue = new WorkQueue();
    const gets = [queue.get(), queue.get()];
    queue.shutDown();
    expect(await Promise.all(gets)).toEqual([undefined, undefined]);
  });

  it('hands out what was remembered before it', async () => {
    const queue = await holding('a');
    queue.add('a');
    queue.shutDown();
    queue.done('a');
    expect([await queue.get(), await queue.get()]).toEqual(['a', undefined]);
  });

  it('keeps consumers for a remembered item (client-go ends them, and nobody may be left to take it)', async () => {
    const queue = await holding('a');
    queue.add('a');
    const gets = [queue.get(), queue.get()];
    queue.shutDown();
    expect(await stateOf(Promise.race(gets))).toBe('pending');
    queue.done('a');
    expect(await Promise.all(gets)).toEqual(['a', undefined]);
  });

  it('lets a consumer that comes later wait for a remembered item', async () => {
    const queue = await holding('a');
    queue.add('a');
    queue.shutDown();
    const got = queue.get();
    queue.done('a');
    expect(await got).toBe('a');
  });

  it('does nothing the second time', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.shutDown();
    queue.shutDown();
    expect(await queue.get()).toBe('a');
  });
});

describe('WorkQueue.shutDownWithDrain', () => {
  it('resolves at once when there is nothing to wait for', async () => {
    expect(await new WorkQueue().shutDownWithDrain()).toBe(true);
  });

  it('ignores what is added afterwards', async () => {
    const queue = new WorkQueue();
    await queue.shutDownWithDrain();
    queue.add('a');
    expect(queue.length).toBe(0);
  });

  it('waits for every item that is processed', async () => {
    const queue = await holding('a', 'b');
    const drain = queue.shutDownWithDrain();
    queue.done('a');
    expect(await stateOf(drain)).toBe('pending');
    queue.done('b');
    expect(await drain).toBe(true);
  });

  it('waits for what is queued even while nothing is processed (client-go returns early)', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    const drain = queue.shutDownWithDrain();
    expect(await stateOf(drain)).toBe('pending');
    await queue.get();
    expect(await stateOf(drain)).toBe('pending');
    queue.done('a');
    expect(await drain).toBe(true);
  });

  it('waits for the second round of a remembered item', async () => {
    const queue = await holding('a');
    queue.add('a');
    const drain = queue.shutDownWithDrain();
    queue.done('a');
    expect(await stateOf(drain)).toBe('pending');
    queue.done((await queue.get()) as string);
    expect(await drain).toBe(true);
  });

  it('ends its wait on shutDown', async () => {
    const queue = await holding('a');
    const drains = [queue.shutDownWithDrain(), queue.shutDownWithDrain()];
    queue.shutDown();
    expect(await Promise.all(drains)).toEqual([false, false]);
  });

  it('ends its wait, and only its own, when the signal aborts', async () => {
    const queue = await holding('a');
    const controller = new AbortController();
    const [hasty, patient] = [queue.shutDownWithDrain({ signal: controller.signal }), queue.shutDownWithDrain()];
    controller.abort();
    expect([await hasty, await stateOf(patient)]).toEqual([false, 'pending']);
    queue.done('a');
    expect(await patient).toBe(true);
  });

  it('resolves to false for a signal that has aborted already, and shuts down all the same', async () => {
    const queue = await holding('a');
    expect(await queue.shutDownWithDrain({ signal: AbortSignal.abort() })).toBe(false);
    expect(queue.shuttingDown).toBe(true);
  });

  it('resolves to true for an empty queue whatever the signal says', async () => {
    expect(await new WorkQueue().shutDownWithDrain({ signal: AbortSignal.abort() })).toBe(true);
  });

  it('leaves no listener on the signal', async () => {
    const queue = await holding('a');
    const { signal } = new AbortController();
    const drain = queue.shutDownWithDrain({ signal });
    queue.done('a');
    await drain;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('can follow a shutDown', async () => {
    const queue = await holding('a');
    queue.shutDown();
    const drain = queue.shutDownWithDrain();
    queue.done('a');
    expect(await drain).toBe(true);
  });
});

describe('WorkQueue[Symbol.asyncDispose]', () => {
  it('drops what waits and shuts down', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    await queue[Symbol.asyncDispose]();
    expect([queue.length, queue.shuttingDown, await queue.get()]).toEqual([0, true, undefined]);
  });

  it('waits for what is processed and drops what was remembered', async () => {
    const queue = await holding('a');
    queue.add('a');
    const waiting = queue.get();
    const disposed = queue[Symbol.asyncDispose]().then(() => 'disposed');
    expect(await waiting).toBeUndefined();
    expect(await stateOf(disposed)).toBe('pending');
    queue.done('a');
    expect([await disposed, queue.length]).toEqual(['disposed', 0]);
  });

  it('goes on waiting when shutDown is called meanwhile', async () => {
    const queue = await holding('a');
    const disposed = queue[Symbol.asyncDispose]().then(() => 'disposed');
    queue.shutDown();
    expect(await stateOf(disposed)).toBe('pending');
    queue.done('a');
    expect(await disposed).toBe('disposed');
  });
});
