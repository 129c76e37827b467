import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../base/deferred.js';
import type { KubernetesObject } from '../meta/index.js';
import { DeltaFIFO } from './delta-fifo.js';
import { InOrderQueue } from './in-order-queue.js';
import type { ProcessDeltas, Queue } from './queue.js';
import type { Transform } from './transform.js';

type Thing = KubernetesObject & { readonly value?: number };

const thing = (name: string, value = 0): Thing => ({ metadata: { name, namespace: 'ns' }, value });
const nothing = (): void => undefined;

async function popTypes(queue: Queue<Thing>): Promise<string[]> {
  let types: string[] = [];
  await queue.pop((deltas) => {
    types = deltas.map((delta) => delta.type);
  });
  return types;
}

/** Settles everything that does not wait for something from outside. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

// What every queue promises, whatever its order.
describe.each([
  ['DeltaFIFO', (transform?: Transform<Thing>): Queue<Thing> => new DeltaFIFO<Thing>({ transform })],
  ['InOrderQueue', (transform?: Transform<Thing>): Queue<Thing> => new InOrderQueue<Thing>({ transform })],
])('%s as a Queue', (_name, create) => {
  describe('popAll', () => {
    const names = (): { seen: string[]; process: ProcessDeltas<Thing> } => {
      const seen: string[] = [];
      return {
        seen,
        process: (deltas) => void seen.push(...deltas.map((delta) => ('key' in delta ? delta.key : delta.type))),
      };
    };

    it('processes what is there and what comes, until the queue is closed and empty', async () => {
      const queue = create();
      const { seen, process } = names();
      queue.add(thing('a'));
      const popping = queue.popAll(process, { signal: new AbortController().signal });
      await turn();
      queue.add(thing('b'));
      await turn();
      expect(seen).toEqual(['ns/a', 'ns/b']);
      queue.add(thing('c'));
      queue.close();
      await popping;
      expect(seen).toEqual(['ns/a', 'ns/b', 'ns/c']);
    });

    it('processes nothing more once the signal has aborted, and ends while it waits', async () => {
      const queue = create();
      const { seen, process } = names();
      const abort = new AbortController();
      const popping = queue.popAll(process, { signal: abort.signal });
      await turn();
      queue.add(thing('a'));
      abort.abort();
      await popping;
      expect([seen, queue.length]).toEqual([[], 1]);
    });

    it('waits for one process to end before the next', async () => {
      const queue = create();
      const hold = deferred();
      const process = vi.fn(() => hold.promise);
      const popping = queue.popAll(process, { signal: new AbortController().signal });
      queue.add(thing('a'));
      await turn();
      queue.add(thing('b'));
      await turn();
      expect(process).toHaveBeenCalledTimes(1);
      hold.resolve();
      await turn();
      expect(process).toHaveBeenCalledTimes(2);
      queue.close();
      await popping;
    });

    it('rejects with what process throws, and lets others pop', async () => {
      const queue = create();
      queue.add(thing('a'));
      const failing = queue.popAll(
        () => {
          throw new Error('no');
        },
        { signal: new AbortController().signal },
      );
      await expect(failing).rejects.toThrow('no');
      queue.add(thing('b'));
      await expect(queue.pop(nothing)).resolves.toBe(true);
    });
  });

  describe('pop', () => {
    it('resolves to true after it processed something', async () => {
      const queue = create();
      queue.add(thing('a'));
      await expect(queue.pop(nothing)).resolves.toBe(true);
    });

    it('waits while the queue is empty', async () => {
      const queue = create();
      const process = vi.fn(nothing);
      const popping = queue.pop(process);
      await turn();
      expect(process).not.toHaveBeenCalled();
      queue.add(thing('a'));
      await popping;
      expect(process).toHaveBeenCalledTimes(1);
    });

    it.each([
      ['add', (queue: Queue<Thing>) => queue.add(thing('a'))],
      ['update', (queue: Queue<Thing>) => queue.update(thing('a'))],
      ['replace', (queue: Queue<Thing>) => queue.replace([thing('a')], '1')],
    ])('is woken by %s', async (_call, produce) => {
      const queue = create();
      const popping = queue.pop(nothing);
      produce(queue);
      await expect(popping).resolves.toBe(true);
    });

    it('rejects with what process threw, and the deltas are gone', async () => {
      const queue = create();
      queue.add(thing('a'));
      const failing = queue.pop(() => {
        throw new Error('process failed');
      });
      await expect(failing).rejects.toThrow('process failed');
      expect(queue.length).toBe(0);
    });

    it('rejects with what process rejected with', async () => {
      const queue = create();
      queue.add(thing('a'));
      await expect(queue.pop(() => Promise.reject(new Error('later')))).rejects.toThrow('later');
    });

    it('can be called again after process failed', async () => {
      const queue = create();
      queue.add(thing('a'));
      await queue.pop(() => Promise.reject(new Error('once'))).catch(nothing);
      queue.add(thing('b'));
      await expect(queue.pop(nothing)).resolves.toBe(true);
    });

    it('waits until the pop before it has processed', async () => {
      const queue = create();
      queue.add(thing('a'));
      const gate = deferred();
      const first = queue.pop(() => gate.promise);
      queue.add(thing('a', 2));
      const second = vi.fn(nothing);
      const popping = queue.pop(second);
      await turn();
      expect(second).not.toHaveBeenCalled();
      gate.resolve();
      await Promise.all([first, popping]);
      expect(second).toHaveBeenCalledTimes(1);
    });

    it('serves consumers in the order they came', async () => {
      const queue = create();
      const served: number[] = [];
      const pops = [1, 2, 3].map((consumer) =>
        queue.pop(() => {
          served.push(consumer);
        }),
      );
      for (const name of ['a', 'b', 'c']) {
        queue.add(thing(name));
        await turn();
      }
      await Promise.all(pops);
      expect(served).toEqual([1, 2, 3]);
    });

    it('lets producers queue while something is processed', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      await queue.pop(() => {
        queue.update(thing('a', 2));
      });
      await expect(popTypes(queue)).resolves.toEqual(['Updated']);
    });
  });

  describe('close', () => {
    it('makes ten waiting pops resolve to false', async () => {
      const queue = create();
      const pops = Array.from({ length: 10 }, () => queue.pop(nothing));
      queue.close();
      await expect(Promise.all(pops)).resolves.toEqual(new Array<boolean>(10).fill(false));
    });

    it('leaves what is queued to be popped', async () => {
      const queue = create();
      queue.add(thing('a'));
      queue.close();
      await expect(queue.pop(nothing)).resolves.toBe(true);
      await expect(queue.pop(nothing)).resolves.toBe(false);
    });

    it('does not stop producers', async () => {
      const queue = create();
      queue.close();
      queue.add(thing('a'));
      await expect(popTypes(queue)).resolves.toEqual(['Added']);
    });

    it('may be called twice', () => {
      const queue = create();
      queue.close();
      queue.close();
      expect(queue.closed).toBe(true);
    });

    it('has not happened to a new queue', () => {
      expect(create().closed).toBe(false);
    });
  });

  describe('hasSynced', () => {
    it('is false for a new queue', () => {
      expect(create().hasSynced).toBe(false);
    });

    it.each(['add', 'update', 'delete'] as const)('is true at once when %s comes before any replace', (call) => {
      const queue = create();
      queue[call](thing('a'));
      expect(queue.hasSynced).toBe(true);
    });

    it('stays false through resyncs and bookmarks', async () => {
      const queue = create();
      queue.resync();
      queue.bookmark('5');
      queue.close();
      while (await queue.pop(nothing));
      expect(queue.hasSynced).toBe(false);
    });

    it('turns true only when the last of the first list has been processed', async () => {
      const queue = create();
      queue.replace([thing('a')], '1');
      let during: boolean | undefined;
      await queue.pop(async () => {
        await turn();
        during = queue.hasSynced;
      });
      expect([during, queue.hasSynced]).toEqual([false, true]);
    });

    it('turns true although processing failed', async () => {
      const queue = create();
      queue.replace([thing('a')], '1');
      await queue.pop(() => Promise.reject(new Error('no'))).catch(nothing);
      expect(queue.hasSynced).toBe(true);
    });

    it('is not moved by changes that come after the first list', async () => {
      const queue = create();
      queue.replace([thing('a')], '1');
      queue.add(thing('b'));
      expect(queue.hasSynced).toBe(false);
      await queue.pop(nothing);
      expect(queue.hasSynced).toBe(true);
    });

    it('stays true through later lists', async () => {
      const queue = create();
      queue.replace([thing('a')], '1');
      await queue.pop(nothing);
      queue.replace([thing('a'), thing('b')], '2');
      expect(queue.hasSynced).toBe(true);
    });

    it('resolves `synced` when it turns true', async () => {
      const queue = create();
      const seen = vi.fn();
      const watching = queue.synced.then(seen);
      queue.replace([thing('a')], '1');
      await turn();
      expect(seen).not.toHaveBeenCalled();
      await queue.pop(nothing);
      await watching;
      expect(seen).toHaveBeenCalledTimes(1);
    });

    it('marks what is popped before it as initial, and nothing after', async () => {
      const queue = create();
      const flags: boolean[] = [];
      queue.replace([thing('a')], '1');
      queue.add(thing('b'));
      for (let count = 0; count < 2; count++) {
        await queue.pop((_deltas, info) => {
          flags.push(info.isInInitialList);
        });
      }
      expect(flags).toEqual([true, false]);
    });
  });

  describe('a call that throws', () => {
    const unnamed = { metadata: {} } as unknown as Thing;
    const fails: Transform<Thing> = (object) => {
      if (object.value === 13) throw new Error('unlucky');
      return object;
    };

    it.each(['add', 'update'] as const)('queues nothing: %s of an object without a name', (call) => {
      const queue = create();
      expect(() => {
        queue[call](unnamed);
      }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }) as Error);
      expect([queue.length, queue.hasSynced]).toEqual([0, false]);
    });

    it('queues nothing: delete of an object without a name', () => {
      const queue = create();
      expect(() => {
        queue.delete(unnamed);
      }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }) as Error);
      expect([queue.length, queue.hasSynced]).toEqual([0, false]);
    });

    it('queues nothing: replace with one object without a name', () => {
      const queue = create();
      expect(() => {
        queue.replace([thing('a'), unnamed], '1');
      }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }) as Error);
      expect(queue.length).toBe(0);
    });

    it('queues nothing: add of an object the transform fails on', () => {
      const queue = create(fails);
      expect(() => {
        queue.add(thing('a', 13));
      }).toThrow(
        expect.objectContaining({
          code: 'ERR_TRANSFORM_FAILED',
          message: expect.stringContaining('ns/a') as string,
        }) as Error,
      );
      expect(queue.length).toBe(0);
    });

    // client-go counts a failed add as a sign of life; here a failed call leaves no trace.
    it('does not sync the queue (differs from client-go)', () => {
      const queue = create(fails);
      expect(() => {
        queue.add(thing('a', 13));
      }).toThrow();
      expect(queue.hasSynced).toBe(false);
    });

    it('queues nothing: replace with one object the transform fails on', () => {
      const queue = create(fails);
      expect(() => {
        queue.replace([thing('a'), thing('b', 13)], '1');
      }).toThrow(expect.objectContaining({ code: 'ERR_TRANSFORM_FAILED' }) as Error);
      expect(queue.length).toBe(0);
    });

    it('leaves the first list still to come: a replace that failed is not it', async () => {
      const queue = create(fails);
      expect(() => {
        queue.replace([thing('a', 13)], '1');
      }).toThrow();
      queue.replace([thing('a')], '2');
      expect(queue.hasSynced).toBe(false);
      await queue.pop(nothing);
      expect(queue.hasSynced).toBe(true);
    });
  });
});
