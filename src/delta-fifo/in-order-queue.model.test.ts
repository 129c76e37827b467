import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../meta/index.js';
import { ObjectDelta } from './delta.js';
import type { Delta } from './delta.js';
import { InOrderQueue } from './in-order-queue.js';

type Thing = KubernetesObject & { readonly value: number };

type Produce =
  | { readonly call: 'add' | 'update' | 'delete'; readonly name: string }
  | { readonly call: 'replace'; readonly names: readonly string[]; readonly keep: readonly string[] }
  | { readonly call: 'resync' }
  | { readonly call: 'bookmark' };
/** A pop during whose processing more is produced, and which may fail at the end. */
interface Pop {
  readonly call: 'pop';
  readonly during: readonly Produce[];
  readonly fails: boolean;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const produce: fc.Arbitrary<Produce> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ call: fc.constantFrom('add' as const, 'update', 'delete'), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      call: fc.constant('replace' as const),
      names: fc.array(name, { maxLength: 4 }),
      keep: fc.array(name, { maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Produce>({ call: 'resync' }, { call: 'bookmark' }) },
);
const pop: fc.Arbitrary<Pop> = fc.record({
  call: fc.constant('pop' as const),
  during: fc.array(produce, { maxLength: 2 }),
  fails: fc.boolean(),
});
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: produce }, { weight: 1, arbitrary: pop }), { maxLength: 60 });

/** A delta as plain data; `key` only for a change of one object. */
interface Entry {
  readonly type: string;
  readonly key?: string;
  readonly says: unknown;
}

function show(delta: Delta<Thing>): Entry {
  if (delta instanceof ObjectDelta) {
    expect(delta.finalStateUnknown).toBe(false);
    return { type: delta.type, key: delta.key, says: delta.object?.value };
  }
  if (delta.type === 'SyncAll') return { type: delta.type, says: undefined };
  if (delta.type === 'Bookmark') return { type: delta.type, says: delta.resourceVersion };
  return {
    type: delta.type,
    says: {
      values: Array.from(delta.records, ({ object }) => object.value),
      keep: [...delta.keep],
      at: delta.resourceVersion,
    },
  };
}

/** How many entries from the head make one batch, by the rules as they are written. */
function batchSize(log: readonly Entry[]): number {
  let size = 0;
  for (const entry of log) {
    const before = log.slice(0, size);
    if (entry.key === undefined) return Math.max(1, size);
    if (before.some(({ key }) => key === entry.key)) return size;
    size++;
  }
  return size;
}

describe('InOrderQueue against a flat list', () => {
  it('hands out everything once, in order, in the right batches, and syncs after the first list', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const queue = new InOrderQueue<Thing>();
        let log: Entry[] = [];
        let first: 'change' | Entry | undefined;
        let synced = false;
        let count = 0;
        const make = (key: string): Thing => ({ metadata: { name: key }, value: ++count });

        const perform = (step: Produce): void => {
          if (step.call === 'resync') {
            queue.resync();
            log.push({ type: 'SyncAll', says: undefined });
          } else if (step.call === 'bookmark') {
            const resourceVersion = String(++count);
            queue.bookmark(resourceVersion);
            if (log.at(-1)?.type === 'Bookmark') log.pop();
            log.push({ type: 'Bookmark', says: resourceVersion });
          } else if (step.call === 'replace') {
            const items = step.names.map(make);
            const at = String(++count);
            const keep = new Set(step.keep);
            queue.replace(items, at, { keep });
            const values = items.filter((item) => !keep.has(item.metadata.name)).map((item) => item.value);
            const entry = { type: 'ReplacedAll', says: { values, keep: [...keep], at } };
            log.push(entry);
            first ??= entry;
          } else {
            const item = make(step.name);
            queue[step.call](item);
            const type = { add: 'Added', update: 'Updated', delete: 'Deleted' }[step.call];
            log.push({ type, key: step.name, says: item.value });
            first ??= 'change';
            if (first === 'change') synced = true;
          }
        };

        const popOnce = async ({ during, fails }: Omit<Pop, 'call'>): Promise<void> => {
          const expected = log.slice(0, batchSize(log));
          log = log.slice(expected.length);
          const failure = new Error('processing failed');
          const popping = queue.pop(async (deltas, { isInInitialList }) => {
            expect(deltas.map(show)).toEqual(expected);
            expect(isInInitialList).toBe(!synced);
            await Promise.resolve();
            during.forEach(perform);
            expect(queue.hasSynced).toBe(synced);
            if (fails) throw failure;
          });
          if (fails) await expect(popping).rejects.toBe(failure);
          else await expect(popping).resolves.toBe(true);
          if (expected.some((entry) => entry === first)) synced = true;
        };

        for (const step of all) {
          if (step.call !== 'pop') perform(step);
          else if (log.length > 0) await popOnce(step);
          expect(queue.length).toBe(log.length);
          expect(queue.hasSynced).toBe(synced);
        }
        while (log.length > 0) await popOnce({ during: [], fails: false });
        expect(queue.length).toBe(0);
        expect(queue.hasSynced).toBe(first !== undefined);
      }),
      { numRuns: 500 },
    );
  });
});
