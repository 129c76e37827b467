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

describe('DeltaFIFO replace', () => {
  it('makes Sync deltas by default', async () => {
    const queue = create();
    queue.replace([thing('a', 1)], '1');
    await expect(drain(queue)).resolves.toEqual(['Sync a=1']);
  });

  it('makes Replaced deltas when asked to', async () => {
    const queue = create({ emitDeltaTypeReplaced: true });
    queue.replace([thing('a', 1)], '1');
    await expect(drain(queue)).resolves.toEqual(['Replaced a=1']);
  });

  it('takes any iterable, once', async () => {
    const queue = create();
    queue.replace(new Set([thing('a', 1), thing('b', 1)]).values(), '1');
    await expect(drain(queue)).resolves.toEqual(['Sync a=1', 'Sync b=1']);
  });

  it('adds to what is queued', async () => {
    const queue = create({ emitDeltaTypeReplaced: true });
    queue.add(thing('a', 1));
    queue.replace([thing('a', 2)], '1');
    await expect(drain(queue)).resolves.toEqual(['Added a=1, Replaced a=2']);
  });

  it('comes after a deletion that is queued', async () => {
    const queue = create({ knownObjects: known([thing('a', 1)]) });
    queue.delete(thing('a', 1));
    queue.replace([thing('a', 2)], '1');
    await expect(drain(queue)).resolves.toEqual(['Deleted a=1, Sync a=2']);
  });

  describe('makes deletions for objects only in the queue', () => {
    for (const [name, knownObjects] of [
      ['without known objects', undefined],
      ['with known objects', known([])],
    ] as const) {
      it(`added: with its queued state, ${name}`, async () => {
        const queue = create({ knownObjects });
        queue.add(thing('a', 1));
        queue.replace([], '1');
        await expect(drain(queue)).resolves.toEqual(['Added a=1, Deleted? a=1']);
      });

      it(`added and deleted: no second one, ${name}`, async () => {
        const queue = create({ knownObjects });
        queue.add(thing('a', 1));
        queue.delete(thing('a', 2));
        queue.replace([], '1');
        await expect(drain(queue)).resolves.toEqual(['Added a=1, Deleted a=2']);
      });

      it(`replaced twice: with the newest queued state, ${name}`, async () => {
        const queue = create({ knownObjects });
        queue.replace([thing('a', 1)], '1');
        queue.replace([thing('a', 2)], '2');
        queue.replace([], '3');
        await expect(drain(queue)).resolves.toEqual(['Sync a=1, Sync a=2, Deleted? a=2']);
      });

      it(`two empty lists: one deletion, with the state it was queued with, ${name}`, async () => {
        const queue = create({ knownObjects });
        queue.add(thing('a', 1));
        queue.replace([], '1');
        queue.replace([], '2');
        await expect(drain(queue)).resolves.toEqual(['Added a=1, Deleted? a=1']);
      });
    }

    it('two lists: the deletion has the state of the first', async () => {
      const queue = create();
      queue.replace([thing('a', 1), thing('b', 1)], '1');
      queue.replace([thing('b', 2)], '2');
      await expect(drain(queue)).resolves.toEqual(['Sync a=1, Deleted? a=1', 'Sync b=1, Sync b=2']);
    });
  });

  describe('makes deletions for known objects', () => {
    it('after the items of the list, with the known state', async () => {
      const queue = create({ knownObjects: known([thing('a', 5), thing('b', 6), thing('c', 7)]) });
      queue.delete(thing('c', 10));
      queue.replace([thing('a', 5)], '0');
      await expect(drain(queue)).resolves.toEqual(['Deleted c=10', 'Sync a=5', 'Deleted? b=6']);
    });

    it('beside those that are only in the queue', async () => {
      const queue = create({ knownObjects: known([thing('a', 5), thing('b', 6)]) });
      queue.add(thing('c', 10));
      queue.replace([thing('a', 5)], '0');
      await expect(drain(queue)).resolves.toEqual(['Added c=10, Deleted? c=10', 'Sync a=5', 'Deleted? b=6']);
    });

    it('with the queued state when the object is queued too', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.update(thing('a', 2));
      queue.replace([], '1');
      await expect(drain(queue)).resolves.toEqual(['Updated a=2, Deleted? a=2']);
    });

    it('without a state when the cache has lost it', async () => {
      const queue = create({ knownObjects: known([], ['a']) });
      queue.replace([], '1');
      await expect(drain(queue)).resolves.toEqual(['Deleted? a=none']);
    });

    it('of the type Replaced for what stays, when asked to', async () => {
      const queue = create({ knownObjects: known([thing('a', 1), thing('b', 1)]), emitDeltaTypeReplaced: true });
      queue.replace([thing('a', 2)], '1');
      await expect(drain(queue)).resolves.toEqual(['Replaced a=2', 'Deleted? b=1']);
    });
  });

  describe('while a popped object is still being processed', () => {
    /** Pops `a=2`, which the cache has not taken yet, acts, and returns what is queued then. */
    async function during(act: (queue: DeltaFIFO<Thing>) => void, cached: readonly Thing[] = []): Promise<string[]> {
      const queue = create({ knownObjects: known(cached) });
      queue.update(thing('a', 2));
      await queue.pop(async () => {
        await Promise.resolve();
        act(queue);
      });
      return drain(queue);
    }

    it('makes its deletion too', async () => {
      await expect(during((queue) => queue.replace([], '9'))).resolves.toEqual(['Deleted? a=2']);
    });

    it('makes one deletion, with the newer state, when the cache has an older one', async () => {
      await expect(during((queue) => queue.replace([], '9'), [thing('a', 1)])).resolves.toEqual(['Deleted? a=2']);
    });

    it('makes none for one whose deletion is being processed', async () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.delete(thing('a', 1));
      await queue.pop(() => {
        queue.replace([], '9');
      });
      await expect(drain(queue)).resolves.toEqual([]);
    });

    it('its delete is kept', async () => {
      await expect(during((queue) => queue.delete(thing('a', 3)))).resolves.toEqual(['Deleted a=3']);
    });

    it('a resync leaves it out, since what the cache has is older', async () => {
      await expect(during((queue) => queue.resync(), [thing('a', 1)])).resolves.toEqual([]);
    });

    it('without known objects its delete is ignored, as that of anything no longer queued', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      await queue.pop(() => {
        queue.delete(thing('a', 1));
      });
      await expect(drain(queue)).resolves.toEqual([]);
    });
  });

  describe('with keep', () => {
    it('makes no deletion of a known object it keeps', () => {
      const queue = create({ knownObjects: known([thing('a', 1)]) });
      queue.replace([], '1', { keep: new Set(['a']) });
      expect(queue.length).toBe(0);
    });

    it('makes no deletion of a queued object it keeps', async () => {
      const queue = create();
      queue.add(thing('a', 1));
      queue.replace([], '1', { keep: new Set(['a']) });
      await expect(drain(queue)).resolves.toEqual(['Added a=1']);
    });

    it('does not replace what it keeps', async () => {
      const queue = create();
      queue.replace([thing('a', 1), thing('b', 1)], '1', { keep: new Set(['a']) });
      await expect(drain(queue)).resolves.toEqual(['Sync b=1']);
    });
  });

  it('queues nothing when the known objects cannot be read', () => {
    const queue = create({
      knownObjects: {
        keys: () => {
          throw new Error('unreadable');
        },
        getRecord: () => undefined,
      },
    });
    expect(() => {
      queue.replace([thing('a', 1)], '1');
    }).toThrow('unreadable');
    expect(queue.length).toBe(0);
  });
});
