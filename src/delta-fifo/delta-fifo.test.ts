import { describe, expect, it } from 'vitest';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { ObjectDelta } from './delta.js';
import { DeltaFIFO } from './delta-fifo.js';
import type { DeltaFIFOOptions } from './delta-fifo.js';
import type { KnownObjects } from './queue.js';

type Thing = KubernetesObject & { readonly value: number };

const thing = (name: string, value: number): Thing => ({ metadata: { name }, value });

/** A cache that holds these objects, and optionally names of which it has lost the objects. */
function known(objects: readonly Thing[], lost: readonly string[] = []): KnownObjects<Thing> {
  const records = new Map(objects.map((object) => [object.metadata.name, recordOf(object)]));
  return {
    keys: () => [...records.keys(), ...lost],
    getRecord: (key): ObjectRecord<Thing> | undefined => records.get(key),
  };
}

/** Pops until the queue is empty; each pop as one text: `Added a=1, Deleted? a=1` (`?` marks a final state unknown). */
async function drain(queue: DeltaFIFO<Thing>): Promise<string[]> {
  const popped: string[] = [];
  while (queue.length > 0) {
    await queue.pop((deltas) => {
      popped.push(
        deltas
          .map((delta) => {
            if (!(delta instanceof ObjectDelta)) return delta.type;
            const value = delta.object?.value;
            return `${delta.type}${delta.finalStateUnknown ? '?' : ''} ${delta.key}=${value === undefined ? 'none' : String(value)}`;
          })
          .join(', '),
      );
    });
  }
  return popped;
}

const create = (options?: DeltaFIFOOptions<Thing>): DeltaFIFO<Thing> => new DeltaFIFO<Thing>(options);

describe('DeltaFIFO', () => {
  describe('keys', () => {
    it('come out in the order in which they were first queued', async () => {
      const queue = create();
      for (const name of ['b', 'a', 'c']) queue.add(thing(name, 1));
      await expect(drain(queue)).resolves.toEqual(['Added b=1', 'Added a=1', 'Added c=1']);
    });

    it('keep their place when they are queued again', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      queue.add(thing('b', 1));
      queue.update(thing('a', 2));
      await expect(drain(queue)).resolves.toEqual(['Added a=1, Updated a=2', 'Added b=1']);
    });

    it('go to the end when they are queued after they were popped', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      queue.add(thing('b', 1));
      await queue.pop(() => undefined);
      queue.update(thing('a', 2));
      await expect(drain(queue)).resolves.toEqual(['Added b=1', 'Updated a=2']);
    });

    it('are counted by length, not their changes', () => {
      const queue = create();
      queue.add(thing('a', 1));
      queue.update(thing('a', 2));
      queue.add(thing('b', 1));
      expect(queue.length).toBe(2);
    });

    it('are taken from records as from objects', async () => {
      const queue = create();
      queue.add(recordOf<Thing>({ metadata: { namespace: 'ns', name: 'a' }, value: 1 }));
      await expect(drain(queue)).resolves.toEqual(['Added ns/a=1']);
    });
  });

  describe('one key', () => {
    it('hands out all its changes in one pop, the newest last', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      queue.update(thing('a', 2));
      queue.delete(thing('a', 3));
      await expect(drain(queue)).resolves.toEqual(['Added a=1, Updated a=2, Deleted a=3']);
    });

    it('keeps an add and the delete after it, although both are gone by then', async () => {
      const queue = create({ knownObjects: known([]) });
      queue.add(thing('a', 1));
      queue.delete(thing('a', 2));
      await expect(drain(queue)).resolves.toEqual(['Added a=1, Deleted a=2']);
    });

    it('keeps the older of two deletions that were seen', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.delete(thing('a', 2));
      queue.delete(thing('a', 3));
      await expect(drain(queue)).resolves.toEqual(['Deleted a=2']);
    });

    it('keeps a deletion that was seen over a later one that was concluded', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.delete(thing('a', 2));
      queue.replace([], '1');
      await expect(drain(queue)).resolves.toEqual(['Deleted a=2']);
    });

    it('keeps a deletion that was seen over an earlier one that was concluded', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.replace([], '1');
      queue.delete(thing('a', 2));
      await expect(drain(queue)).resolves.toEqual(['Deleted a=2']);
    });

    it('keeps two deletions that are not next to each other', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.delete(thing('a', 2));
      queue.add(thing('a', 3));
      queue.delete(thing('a', 4));
      await expect(drain(queue)).resolves.toEqual(['Deleted a=2, Added a=3, Deleted a=4']);
    });

    it('merges nothing but deletions', async () => {
      const queue = create();
      queue.update(thing('a', 1));
      queue.update(thing('a', 1));
      await expect(drain(queue)).resolves.toEqual(['Updated a=1, Updated a=1']);
    });
  });

  describe('delete', () => {
    it('is dropped without known objects when the key is not queued', () => {
      const queue = create();
      queue.delete(thing('a', 1));
      expect(queue.length).toBe(0);
    });

    // What the hand-made reflector of the classic walk-through shows: it pops, keeps nothing, and never sees a delete.
    it('is dropped without known objects once the add was popped', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      await drain(queue);
      queue.delete(thing('a', 1));
      expect(queue.length).toBe(0);
    });

    it('is queued without known objects while the key is queued', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      queue.delete(thing('a', 1));
      await expect(drain(queue)).resolves.toEqual(['Added a=1, Deleted a=1']);
    });

    it('is queued for a known object', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.delete(thing('a', 2));
      await expect(drain(queue)).resolves.toEqual(['Deleted a=2']);
    });

    it('is dropped for an object that is neither queued nor known', () => {
      const queue = create({ knownObjects: known([thing('b', 1)]) });
      queue.delete(thing('a', 1));
      expect(queue.length).toBe(0);
    });
  });

  describe('resync', () => {
    it('queues a Sync for every known object', async () => {
      const queue = create({ knownObjects: known([thing('a', 1), thing('b', 2)]) });
      queue.resync();
      await expect(drain(queue)).resolves.toEqual(['Sync a=1', 'Sync b=2']);
    });

    it('leaves out an object with a queued update, which is newer than the cache', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.update(thing('a', 2));
      queue.resync();
      await expect(drain(queue)).resolves.toEqual(['Updated a=2']);
    });

    it('leaves out an object with a queued deletion', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.delete(thing('a', 1));
      queue.resync();
      await expect(drain(queue)).resolves.toEqual(['Deleted a=1']);
    });

    it('leaves out what the cache has lost', () => {
      const queue = create({ knownObjects: known([], ['a']) });
      queue.resync();
      expect(queue.length).toBe(0);
    });

    it('queues an object once, however often it is called', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.resync();
      queue.resync();
      await expect(drain(queue)).resolves.toEqual(['Sync a=1']);
    });

    it('does nothing without known objects', () => {
      const queue = create();
      queue.resync();
      expect(queue.length).toBe(0);
    });

    it('wakes a waiting consumer', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      const popping = queue.pop(() => undefined);
      queue.resync();
      await expect(popping).resolves.toBe(true);
    });
  });

  it('bookmark queues nothing', () => {
    const queue = create();
    queue.bookmark('5');
    expect(queue.length).toBe(0);
  });

  describe('transform', () => {
    const counting = () => {
      const calls: string[] = [];
      const transform = (object: Thing): Thing => {
        calls.push(`${object.metadata.name}=${String(object.value)}`);
        return { ...object, value: object.value + 100 };
      };
      return { calls, transform };
    };

    it('is applied once to each object that comes from the source', async () => {
      const { calls, transform } = counting();
      const queue = create({ transform, emitDeltaTypeReplaced: true });
      queue.add(thing('a', 1));
      queue.update(thing('a', 2));
      queue.replace([thing('a', 3), thing('b', 4)], '1');
      queue.delete(thing('a', 5));
      await expect(drain(queue)).resolves.toEqual([
        'Added a=101, Updated a=102, Replaced a=103, Deleted a=105',
        'Replaced b=104',
      ]);
      expect(calls).toEqual(['a=1', 'a=2', 'a=3', 'b=4', 'a=5']);
    });

    it('is applied to a replace that makes Sync deltas', async () => {
      const queue = create({ transform: counting().transform });
      queue.replace([thing('a', 1)], '1');
      await expect(drain(queue)).resolves.toEqual(['Sync a=101']);
    });

    it('is not applied again to a deletion that was concluded', async () => {
      const queue = create({ transform: counting().transform });
      queue.add(thing('a', 1));
      queue.replace([], '1');
      await expect(drain(queue)).resolves.toEqual(['Added a=101, Deleted? a=101']);
    });

    it('is not applied to a resync, whose objects have been through it', async () => {
      const { calls, transform } = counting();
      const queue = create({ transform, knownObjects: known([thing('a', 101)]) });
      queue.resync();
      await expect(drain(queue)).resolves.toEqual(['Sync a=101']);
      expect(calls).toEqual([]);
    });

    it('is not applied to a deletion that is dropped', () => {
      const { calls, transform } = counting();
      create({ transform }).delete(thing('a', 1));
      expect(calls).toEqual([]);
    });
  });

  describe('hasSynced', () => {
    it('is true at once after an empty first list', () => {
      const queue = create();
      queue.replace([], '0');
      expect(queue.hasSynced).toBe(true);
    });

    it('is true after an ignored delete', () => {
      const queue = create({ knownObjects: known([]) });
      queue.delete(thing('a', 1));
      expect(queue.hasSynced).toBe(true);
    });

    it('needs one pop for each key of the first list', async () => {
      const queue = create();
      queue.replace([thing('a', 1), thing('b', 1)], '0');
      const after: boolean[] = [queue.hasSynced];
      for (let count = 0; count < 2; count++) {
        await queue.pop(() => undefined);
        after.push(queue.hasSynced);
      }
      expect(after).toEqual([false, false, true]);
    });

    it('counts a key that is in the first list twice once', async () => {
      const queue = create();
      queue.replace([thing('a', 1), thing('a', 2)], '0');
      await queue.pop(() => undefined);
      expect(queue.hasSynced).toBe(true);
    });

    it('waits for the deletions that the first list made', async () => {
      const queue = create({ knownObjects: known([thing('a', 5), thing('b', 6), thing('c', 7)]) });
      queue.replace([thing('a', 5)], '0');
      const after: boolean[] = [];
      while (queue.length > 0) {
        await queue.pop(() => undefined);
        after.push(queue.hasSynced);
      }
      expect(after).toEqual([false, false, true]);
    });

    it('waits for an object of the first list that is deleted before it is popped', async () => {
      const queue = create();
      queue.replace([thing('a', 1), thing('b', 1)], '0');
      queue.delete(thing('b', 1));
      await queue.pop(() => undefined);
      expect(queue.hasSynced).toBe(false);
      await queue.pop(() => undefined);
      expect(queue.hasSynced).toBe(true);
    });

    it('waits for what a resync had queued before the first list', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.resync();
      queue.replace([], '0', { keep: new Set(['a']) });
      expect(queue.hasSynced).toBe(false);
      await queue.pop(() => undefined);
      expect(queue.hasSynced).toBe(true);
    });
  });
});
