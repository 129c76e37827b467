import { describe, expect, it } from 'vitest';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import { ObjectDelta } from './delta.js';
import type { Delta, ReplacedAllDelta } from './delta.js';
import { InOrderQueue } from './in-order-queue.js';

type Thing = KubernetesObject & { readonly value: number };

const thing = (name: string, value = 1): Thing => ({ metadata: { name }, value });
const things = (from: number, to: number): Thing[] =>
  Array.from({ length: to - from }, (_, index) => thing(`t${String(from + index)}`));
const addAll = (queue: InOrderQueue<Thing>, objects: readonly Thing[]): void => {
  for (const object of objects) queue.add(object);
};

function show(delta: Delta<Thing>): string {
  if (delta instanceof ObjectDelta) {
    return `${delta.type}${delta.finalStateUnknown ? '?' : ''} ${delta.key}=${String(delta.object?.value)}`;
  }
  if (delta.type === 'SyncAll') return 'SyncAll';
  if (delta.type === 'Bookmark') return `Bookmark @${delta.resourceVersion}`;
  const items = Array.from(delta.records, ({ key, object }) => `${key}=${String(object.value)}`);
  return `ReplacedAll [${items.join(' ')}] @${delta.resourceVersion}`;
}

/** Pops until the queue is empty: one array for each pop. */
async function drain(queue: InOrderQueue<Thing>): Promise<string[][]> {
  const pops: string[][] = [];
  while (queue.length > 0) {
    await queue.pop((deltas) => {
      pops.push(deltas.map(show));
    });
  }
  return pops;
}

async function sizes(queue: InOrderQueue<Thing>): Promise<{ size: number; initial: boolean }[]> {
  const pops: { size: number; initial: boolean }[] = [];
  while (queue.length > 0) {
    await queue.pop((deltas, { isInInitialList }) => {
      pops.push({ size: deltas.length, initial: isInInitialList });
    });
  }
  return pops;
}

describe('InOrderQueue', () => {
  describe('order', () => {
    it('is that of the calls, across keys and kinds of change', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.add(thing('b'));
      queue.resync();
      queue.replace([thing('b', 2)], '5');
      queue.bookmark('6');
      queue.update(thing('a'));
      queue.delete(thing('b', 3));
      await expect(drain(queue)).resolves.toEqual([
        ['Added b=1'],
        ['SyncAll'],
        ['ReplacedAll [b=2] @5'],
        ['Bookmark @6'],
        ['Updated a=1', 'Deleted b=3'],
      ]);
    });

    it('keeps every change of one object apart', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.add(thing('a', 1));
      queue.update(thing('a', 2));
      queue.delete(thing('a', 3));
      await expect(drain(queue)).resolves.toEqual([['Added a=1'], ['Updated a=2'], ['Deleted a=3']]);
    });

    it('merges nothing, two deletions of one object neither', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.delete(thing('a'));
      queue.delete(thing('a'));
      await expect(drain(queue)).resolves.toEqual([['Deleted a=1'], ['Deleted a=1']]);
    });

    it('is kept for each producer when several take turns', async () => {
      const queue = new InOrderQueue<Thing>();
      const producer = async (name: string): Promise<void> => {
        for (let value = 0; value < 20; value++) {
          queue.update(thing(name, value));
          await Promise.resolve();
        }
      };
      await Promise.all([producer('a'), producer('b'), producer('c')]);
      const all = (await drain(queue)).flat();
      for (const name of ['a', 'b', 'c']) {
        expect(all.filter((text) => text.includes(` ${name}=`))).toEqual(
          Array.from({ length: 20 }, (_, value) => `Updated ${name}=${String(value)}`),
        );
      }
    });
  });

  it('delete is queued for an object nobody has heard of', async () => {
    const queue = new InOrderQueue<Thing>();
    queue.delete(thing('a'));
    await expect(drain(queue)).resolves.toEqual([['Deleted a=1']]);
  });

  it('length counts changes', () => {
    const queue = new InOrderQueue<Thing>();
    queue.add(thing('a'));
    queue.update(thing('a'));
    queue.replace([thing('a'), thing('b')], '1');
    expect(queue.length).toBe(3);
  });

  it('hands out the very record it was given', async () => {
    const queue = new InOrderQueue<Thing>();
    const record = recordOf(thing('a'));
    queue.add(record);
    await queue.pop(([delta]) => {
      expect((delta as ObjectDelta<Thing>).record).toBe(record);
    });
  });

  describe('replace', () => {
    it('is one change, whatever is queued before it', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.add(thing('a'));
      queue.replace([thing('b'), thing('c')], '7');
      await expect(drain(queue)).resolves.toEqual([['Added a=1'], ['ReplacedAll [b=1 c=1] @7']]);
    });

    it('of nothing is one change too', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.replace([], '7');
      await expect(drain(queue)).resolves.toEqual([['ReplacedAll [] @7']]);
    });

    it('does not merge with the one before it', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.replace([thing('a')], '1');
      queue.replace([], '2');
      queue.replace([thing('b')], '3');
      await expect(drain(queue)).resolves.toEqual([
        ['ReplacedAll [a=1] @1'],
        ['ReplacedAll [] @2'],
        ['ReplacedAll [b=1] @3'],
      ]);
    });

    it('keeps the order of the list, and a key that is in it twice', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.replace([thing('b', 1), thing('a', 1), thing('b', 2)], '1');
      await expect(drain(queue)).resolves.toEqual([['ReplacedAll [b=1 a=1 b=2] @1']]);
    });

    it('hands on which keys to keep, and shows no new state for them', async () => {
      const queue = new InOrderQueue<Thing>();
      const keep = new Set(['a', 'x']);
      queue.replace([thing('a'), thing('b')], '1', { keep });
      keep.clear();
      await queue.pop(([delta]) => {
        const { records, keep: kept } = delta as ReplacedAllDelta<Thing>;
        expect([Array.from(records, ({ key }) => key), [...kept]]).toEqual([['b'], ['a', 'x']]);
      });
    });
  });

  describe('resync', () => {
    it('is one change, in its place', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.add(thing('a'));
      queue.resync();
      queue.add(thing('b'));
      await expect(drain(queue)).resolves.toEqual([['Added a=1'], ['SyncAll'], ['Added b=1']]);
    });

    it('does not merge with the one before it', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.resync();
      queue.resync();
      await expect(drain(queue)).resolves.toEqual([['SyncAll'], ['SyncAll']]);
    });
  });

  describe('bookmark', () => {
    it('takes the place of a bookmark at the tail (differs from client-go, which keeps both)', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.bookmark('5');
      queue.bookmark('6');
      await expect(drain(queue)).resolves.toEqual([['Bookmark @6']]);
    });

    it.each<[string, (queue: InOrderQueue<Thing>) => void, string]>([
      ['an add', (queue) => queue.add(thing('a')), 'Added a=1'],
      ['a resync', (queue) => queue.resync(), 'SyncAll'],
      ['a replace', (queue) => queue.replace([], '5'), 'ReplacedAll [] @5'],
    ])('stays apart from one before %s', async (_name, between, shown) => {
      const queue = new InOrderQueue<Thing>();
      queue.bookmark('5');
      between(queue);
      queue.bookmark('6');
      await expect(drain(queue)).resolves.toEqual([['Bookmark @5'], [shown], ['Bookmark @6']]);
    });

    it('does not change one that was popped', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.bookmark('5');
      const seen: string[] = [];
      await queue.pop(([delta]) => {
        queue.bookmark('6');
        seen.push(show(delta as Delta<Thing>));
      });
      expect([seen, await drain(queue)]).toEqual([['Bookmark @5'], [['Bookmark @6']]]);
    });

    it('wakes a waiting consumer', async () => {
      const queue = new InOrderQueue<Thing>();
      const popping = queue.pop(() => undefined);
      queue.bookmark('5');
      await expect(popping).resolves.toBe(true);
    });
  });

  describe('a batch', () => {
    it('has consecutive changes of different objects', async () => {
      const queue = new InOrderQueue<Thing>();
      addAll(queue, things(0, 10));
      await expect(sizes(queue)).resolves.toEqual([{ size: 10, initial: false }]);
    });

    it('ends before an object comes again, at its end', async () => {
      const queue = new InOrderQueue<Thing>();
      addAll(queue, [thing('a'), thing('b'), thing('c'), thing('c', 2)]);
      await expect(drain(queue)).resolves.toEqual([['Added a=1', 'Added b=1', 'Added c=1'], ['Added c=2']]);
    });

    it('ends before an object comes again, in the middle', async () => {
      const queue = new InOrderQueue<Thing>();
      addAll(queue, [thing('a'), thing('b'), thing('a', 2), thing('b', 2), thing('c')]);
      await expect(drain(queue)).resolves.toEqual([
        ['Added a=1', 'Added b=1'],
        ['Added a=2', 'Added b=2', 'Added c=1'],
      ]);
    });

    it.each<[string, (queue: InOrderQueue<Thing>) => void]>([
      ['list', (queue) => queue.replace([], '1')],
      ['resync', (queue) => queue.resync()],
      ['bookmark', (queue) => queue.bookmark('1')],
    ])('ends before a %s, which goes alone', async (_name, whole) => {
      const queue = new InOrderQueue<Thing>();
      addAll(queue, things(0, 2));
      whole(queue);
      addAll(queue, things(2, 4));
      expect((await sizes(queue)).map(({ size }) => size)).toEqual([2, 1, 2]);
    });

    it('has at most 1000 changes', async () => {
      const queue = new InOrderQueue<Thing>();
      addAll(queue, things(0, 2_500));
      expect((await sizes(queue)).map(({ size }) => size)).toEqual([1_000, 1_000, 500]);
    });

    it('does not reach across the end of the first list, and only that is initial', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.replace(things(0, 5), '1');
      addAll(queue, things(5, 8));
      await expect(sizes(queue)).resolves.toEqual([
        { size: 1, initial: true },
        { size: 3, initial: false },
      ]);
    });

    it('leaves the changes after it in the queue when processing fails', async () => {
      const queue = new InOrderQueue<Thing>();
      addAll(queue, [thing('a'), thing('b'), thing('a', 2)]);
      await queue.pop(() => Promise.reject(new Error('no'))).catch(() => undefined);
      await expect(drain(queue)).resolves.toEqual([['Added a=2']]);
    });
  });

  describe('transform', () => {
    it('is applied once to each object, of a list too', async () => {
      const calls: string[] = [];
      const queue = new InOrderQueue<Thing>({
        transform: (object) => {
          calls.push(object.metadata.name);
          return { ...object, value: object.value + 100 };
        },
      });
      queue.replace([thing('a'), thing('b')], '1');
      queue.update(thing('a', 2));
      queue.delete(thing('b', 3));
      queue.resync();
      await expect(drain(queue)).resolves.toEqual([
        ['ReplacedAll [a=101 b=101] @1'],
        ['Updated a=102', 'Deleted b=103'],
        ['SyncAll'],
      ]);
      expect(calls).toEqual(['a', 'b', 'a', 'b']);
    });

    it('is not called for an object of a list that is kept as it is', () => {
      const calls: string[] = [];
      const queue = new InOrderQueue<Thing>({
        transform: (object) => {
          calls.push(object.metadata.name);
          return object;
        },
      });
      queue.replace([thing('a'), thing('b')], '1', { keep: new Set(['a']) });
      expect(calls).toEqual(['b']);
    });
  });

  describe('hasSynced', () => {
    it('waits for an empty first list to be processed', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.replace([], '1');
      expect(queue.hasSynced).toBe(false);
      await queue.pop(() => undefined);
      expect(queue.hasSynced).toBe(true);
    });

    it('needs one pop for a first list of any size', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.replace(things(0, 50), '1');
      await queue.pop(() => undefined);
      expect(queue.hasSynced).toBe(true);
    });

    it('waits for the first list, not for what was queued before it', async () => {
      const queue = new InOrderQueue<Thing>();
      queue.resync();
      queue.bookmark('0');
      queue.replace([], '1');
      const after: boolean[] = [];
      while (queue.length > 0) {
        await queue.pop(() => undefined);
        after.push(queue.hasSynced);
      }
      expect(after).toEqual([false, false, true]);
    });
  });
});
