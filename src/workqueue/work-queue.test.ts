import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { KubeInformerError } from '../errors/index.js';
import type { QueueItem } from './options.js';
import { RateLimitingQueue } from './rate-limiting-queue.js';
import { WorkQueue } from './work-queue.js';

function filled(...items: string[]): WorkQueue {
  const queue = new WorkQueue();
  for (const item of items) queue.add(item);
  return queue;
}

/** Takes everything that waits and calls it done. */
async function takeAll<K extends QueueItem>(queue: WorkQueue<K>): Promise<K[]> {
  const taken: K[] = [];
  while (queue.length > 0) {
    const item = (await queue.get()) as K;
    taken.push(item);
    queue.done(item);
  }
  return taken;
}

describe('WorkQueue: items', () => {
  it('hands items out in the order they were added', async () => {
    expect(await takeAll(filled('a', 'b', 'c'))).toEqual(['a', 'b', 'c']);
  });

  it('ignores an item that already waits', async () => {
    expect(await takeAll(filled('a', 'b', 'a', 'a'))).toEqual(['a', 'b']);
  });

  it('hands out an item added while it was processed once more, after done', async () => {
    const queue = filled('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    expect([queue.length, queue.processing]).toEqual([0, 1]);
    queue.done('a');
    expect([queue.length, queue.processing]).toEqual([1, 0]);
    expect(await takeAll(queue)).toEqual(['a']);
  });

  it('puts a remembered item behind those that waited before it was done', async () => {
    const queue = filled('a', 'b');
    await queue.get();
    queue.add('a');
    queue.done('a');
    expect(await takeAll(queue)).toEqual(['b', 'a']);
  });

  it('takes an item as new after done', async () => {
    const queue = filled('a');
    await takeAll(queue);
    queue.add('a');
    expect(await takeAll(queue)).toEqual(['a']);
  });

  it('counts what waits and what is processed', async () => {
    const queue = filled('a', 'b', 'c');
    await queue.get();
    expect([queue.length, queue.processing]).toEqual([2, 1]);
  });

  it('ignores done for an item that is unknown', () => {
    const queue = filled('a');
    queue.done('x');
    expect(queue.length).toBe(1);
  });

  it('ignores done for an item that only waits (client-go queues it a second time)', async () => {
    const queue = filled('a');
    queue.done('a');
    expect(await takeAll(queue)).toEqual(['a']);
  });

  it('tells objects apart by identity when told to', async () => {
    const queue = new WorkQueue<{ name: string }>({ keyOf: (item) => item });
    const one = { name: 'a' };
    for (const item of [one, one, { name: 'a' }]) queue.add(item);
    expect(queue.length).toBe(2);
  });

  it('refuses objects that nothing tells apart (client-go compares their fields)', () => {
    const queue = new RateLimitingQueue<{ name: string }>();
    const item = { name: 'a' };
    for (const add of [
      () => {
        queue.add(item);
      },
      () => {
        queue.addAfter(item, 1_000);
      },
      () => {
        queue.addRateLimited(item);
      },
    ]) {
      expect(add).toThrow(
        expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining('keyOf') as string }),
      );
    }
    expect([queue.length, queue.delayed, queue.numRequeues(item)]).toEqual([0, 0, 0]);
  });

  it.each([null, undefined])('refuses an item that keyOf makes %s of: all such would be one', (key) => {
    const queue = new WorkQueue<{ name: string }>({ keyOf: () => key });
    expect(() => {
      queue.add({ name: 'a' });
    }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }));
  });

  it('tells items apart by keyOf, in add and in done', async () => {
    const queue = new WorkQueue<{ name: string }>({ keyOf: (item) => item.name });
    queue.add({ name: 'a' });
    queue.add({ name: 'a' });
    expect(queue.length).toBe(1);
    await queue.get();
    queue.done({ name: 'a' });
    expect(queue.processing).toBe(0);
  });

  it('a loop that is left while it waits takes no item', async () => {
    const queue = new WorkQueue();
    const items = queue.items();
    const pending = items.next();
    await items.return();
    queue.add('a');
    expect([await pending, queue.length, queue.processing]).toEqual([{ done: true, value: undefined }, 1, 0]);
  });

  it.each<[string, (queue: WorkQueue, items: AsyncGenerator<string, void>, abort: AbortController) => unknown]>([
    ['left', (_queue, items) => items.return()],
    ['ended by its signal', (_queue, _items, abort) => (abort.abort(), undefined)],
    [
      'left when the queue is shutting down',
      (queue, items) => {
        queue.shutDown();
        return items.return();
      },
    ],
  ])('a loop that is %s in the moment an item is given to it gives it back', async (_name, end) => {
    const queue = new WorkQueue();
    const abort = new AbortController();
    const items = queue.items({ signal: abort.signal });
    const pending = items.next();
    queue.add('a', { priority: 7 });
    await end(queue, items, abort);
    expect(await pending).toEqual({ done: true, value: undefined });
    expect([queue.length, queue.processing, queue.priorityOf('a')]).toEqual([1, 0, 7]);
  });

  it('hands out falsy items', async () => {
    const queue = new WorkQueue<string | number | boolean>();
    for (const item of ['', 0, false]) queue.add(item);
    expect(await takeAll(queue)).toEqual(['', 0, false]);
  });

  it.each([null, undefined])('refuses %s as an item', (item) => {
    const queue = new WorkQueue();
    expect(() => {
      queue.add(item as unknown as string);
    }).toThrow(KubeInformerError);
  });

  it('lets go of an item at done', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const queue = new WorkQueue<object>({ keyOf: (item) => item });
    const reference = await (async () => {
      queue.add({});
      const item = (await queue.get()) as object;
      queue.done(item);
      return new WeakRef(item);
    })();
    // A WeakRef holds its target until the turn it was made in is over.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    collectGarbage();
    expect(reference.deref()).toBeUndefined();
  });
});

describe('WorkQueue: consumers', () => {
  it('wakes a waiting consumer with an item added later', async () => {
    const queue = new WorkQueue();
    const got = queue.get();
    queue.add('a');
    expect(await got).toBe('a');
  });

  it('counts an item as processed from the moment a waiting consumer is given it', () => {
    const queue = new WorkQueue();
    const got = queue.get();
    queue.add('a');
    expect([queue.length, queue.processing, got instanceof Promise]).toEqual([0, 1, true]);
  });

  it('serves waiting consumers in the order they came', async () => {
    const queue = new WorkQueue();
    const gets = [queue.get(), queue.get(), queue.get()];
    for (const item of ['a', 'b', 'c']) queue.add(item);
    expect(await Promise.all(gets)).toEqual(['a', 'b', 'c']);
  });

  it('gives a remembered item to a waiting consumer at done', async () => {
    const queue = filled('a');
    await queue.get();
    queue.add('a');
    const got = queue.get();
    queue.done('a');
    expect(await got).toBe('a');
  });

  it('rejects an aborted get with the reason of the signal', async () => {
    const controller = new AbortController();
    const got = new WorkQueue().get({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(got).rejects.toThrow('enough');
  });

  it('takes no item for a signal that has aborted already', async () => {
    const queue = filled('a');
    await expect(queue.get({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect([queue.length, queue.processing]).toEqual([1, 0]);
  });

  it('passes over a consumer that gave up', async () => {
    const queue = new WorkQueue();
    const controller = new AbortController();
    const first = queue.get({ signal: controller.signal });
    const second = queue.get();
    controller.abort();
    queue.add('a');
    await expect(first).rejects.toThrow();
    expect(await second).toBe('a');
  });

  it('still hands over an item given before the signal aborted', async () => {
    const queue = new WorkQueue();
    const controller = new AbortController();
    const got = queue.get({ signal: controller.signal });
    queue.add('a');
    controller.abort();
    expect(await got).toBe('a');
  });

  it.each(['an item', 'the end', 'an abort'])('leaves no listener on the signal after %s', async (what) => {
    const queue = new WorkQueue();
    const controller = new AbortController();
    const got = queue.get({ signal: controller.signal }).catch(() => undefined);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    if (what === 'an item') queue.add('a');
    else if (what === 'the end') queue.shutDown();
    else controller.abort();
    await got;
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });
});

describe('WorkQueue: items() as a loop', () => {
  it('calls done when the body ends', async () => {
    const queue = filled('a', 'b');
    queue.shutDown();
    const seen: [string, number][] = [];
    for await (const item of queue.items()) seen.push([item, queue.processing]);
    expect(seen).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(queue.processing).toBe(0);
  });

  it('calls done on break', async () => {
    const queue = filled('a', 'b');
    for await (const item of queue.items()) if (item === 'a') break;
    expect([queue.length, queue.processing]).toEqual([1, 0]);
  });

  it('calls done when the body throws', async () => {
    const queue = filled('a');
    const loop = async (): Promise<void> => {
      for await (const item of queue.items()) throw new Error(item);
    };
    await expect(loop()).rejects.toThrow('a');
    expect(queue.processing).toBe(0);
  });

  it('comes back to an item added by its own body', async () => {
    const queue = filled('a');
    let rounds = 0;
    for await (const item of queue.items()) {
      if (++rounds < 3) queue.add(item);
      else queue.shutDown();
    }
    expect(rounds).toBe(3);
  });

  it('ends quietly when the signal aborts while it waits', async () => {
    const queue = new WorkQueue();
    const controller = new AbortController();
    const loop = (async () => {
      for await (const item of queue.items({ signal: controller.signal })) throw new Error(`unexpected ${item}`);
      return 'ended';
    })();
    controller.abort();
    expect(await loop).toBe('ended');
  });

  it('takes no other item once the signal has aborted in the body', async () => {
    const queue = filled('a', 'b');
    const controller = new AbortController();
    for await (const item of queue.items({ signal: controller.signal })) controller.abort(item);
    expect([queue.length, queue.processing]).toEqual([1, 0]);
  });

  it('lets other work run while there is no end of items', async () => {
    const queue = filled('a');
    let others = 0;
    setImmediate(() => {
      others++;
    });
    for await (const item of queue.items()) {
      if (others > 0) break;
      queue.add(item);
    }
    expect(others).toBe(1);
  });

  it('lets many producers and consumers share one queue: each item is seen, no two at a time', async () => {
    const queue = new WorkQueue<number>();
    const seen = new Map<number, number>();
    const now = new Set<number>();
    const consumers = Array.from({ length: 10 }, async () => {
      for await (const item of queue.items()) {
        expect(item).toBeGreaterThanOrEqual(0);
        expect(now.has(item)).toBe(false);
        now.add(item);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        now.delete(item);
        seen.set(item, (seen.get(item) ?? 0) + 1);
      }
    });
    const producers = Array.from({ length: 50 }, async (_, item) => {
      for (let turn = 0; turn < 5; turn++) {
        queue.add(item);
        await Promise.resolve();
      }
    });
    await Promise.all(producers);
    const drained = queue.shutDownWithDrain();
    queue.add(-1);
    expect(await drained).toBe(true);
    await Promise.all(consumers);
    expect([seen.size, queue.length, queue.processing]).toEqual([50, 0, 0]);
  });
});
