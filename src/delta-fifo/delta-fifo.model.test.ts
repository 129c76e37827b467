import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import type { ObjectDelta } from './delta.js';
import { DeltaFIFO } from './delta-fifo.js';

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

const name = fc.constantFrom('a', 'b', 'c', 'd');
const produce: fc.Arbitrary<Produce> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ call: fc.constantFrom('add' as const, 'update', 'delete'), name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      call: fc.constant('replace' as const),
      names: fc.array(name, { maxLength: 4 }),
      keep: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(name, { maxLength: 2 }) },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Produce>({ call: 'resync' }, { call: 'bookmark' }) },
);
const pop: fc.Arbitrary<Pop> = fc.record({
  call: fc.constant('pop' as const),
  during: fc.array(produce, { maxLength: 2 }),
  fails: fc.boolean(),
});
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: produce }, { weight: 2, arbitrary: pop }), { maxLength: 40 });

/** One entry of the model: what `show` makes of a delta. `?` marks a deletion that was concluded. */
interface Entry {
  readonly key: string;
  readonly type: string;
  readonly value: number | undefined;
}

/**
 * The queue as one flat list of every change: a pop filters out the changes of the first key. Slow,
 * and with nothing in common with the real one but the laws.
 */
class Model {
  log: Entry[] = [];
  synced = false;
  /** Keys that were queued when the first list had come and that have not been popped since. */
  awaited: Set<string> | undefined;
  populated = false;
  /** The newest of what is being processed. */
  inProcess: Entry | undefined;
  readonly known: Map<string, number> | undefined;
  readonly #replaceType: string;

  constructor(known: Map<string, number> | undefined, replaceType: string) {
    this.known = known;
    this.#replaceType = replaceType;
  }

  get keys(): string[] {
    return [...new Set(this.log.map(({ key }) => key))];
  }

  append(entry: Entry): void {
    const last = this.log.findLast(({ key }) => key === entry.key);
    if (last?.type.startsWith('Deleted') === true && entry.type.startsWith('Deleted')) {
      if (last.type === 'Deleted') return;
      this.log[this.log.lastIndexOf(last)] = entry;
      return;
    }
    this.log.push(entry);
  }

  change(type: string, key: string, value: number): void {
    if (!this.populated) this.synced = true;
    this.populated = true;
    const known = this.known?.has(key) === true || (this.known !== undefined && this.#coming(key));
    if (type === 'Deleted' && !this.keys.includes(key) && !known) return;
    this.append({ key, type, value });
  }

  #coming(key: string): boolean {
    return this.inProcess?.key === key && !this.inProcess.type.startsWith('Deleted');
  }

  replace(items: readonly { key: string; value: number }[], keep: readonly string[]): void {
    const queuedBefore = this.keys;
    const stays = new Set([...keep, ...items.map(({ key }) => key)]);
    const newestBefore = new Map(this.log.map(({ key, value }) => [key, value]));
    for (const { key, value } of items) if (!keep.includes(key)) this.append({ key, type: this.#replaceType, value });
    for (const key of queuedBefore) {
      if (!stays.has(key)) this.append({ key, type: 'Deleted?', value: newestBefore.get(key) });
    }
    const { inProcess } = this;
    const known = new Map(this.known);
    if (inProcess !== undefined) known.delete(inProcess.key);
    const coming = this.known === undefined || inProcess?.type.startsWith('Deleted') === true ? undefined : inProcess;
    for (const [key, value] of [...(coming === undefined ? [] : [[coming.key, coming.value] as const]), ...known]) {
      if (!stays.has(key) && !queuedBefore.includes(key)) this.append({ key, type: 'Deleted?', value });
    }
    if (!this.populated) {
      this.awaited = new Set(this.keys);
      if (this.awaited.size === 0) this.synced = true;
    }
    this.populated = true;
  }

  resync(): void {
    const queued = [...this.keys, this.inProcess?.key];
    for (const [key, value] of this.known ?? []) if (!queued.includes(key)) this.append({ key, type: 'Sync', value });
  }

  take(): Entry[] {
    const key = this.log[0]?.key;
    const taken = this.log.filter((entry) => entry.key === key);
    this.log = this.log.filter((entry) => entry.key !== key);
    if (key !== undefined) this.awaited?.delete(key);
    this.inProcess = taken.at(-1);
    return taken;
  }

  processed(): void {
    this.inProcess = undefined;
    if (this.awaited?.size === 0) this.synced = true;
  }
}

function show(delta: ObjectDelta<Thing>): Entry {
  return { key: delta.key, type: delta.type + (delta.finalStateUnknown ? '?' : ''), value: delta.object?.value };
}

describe('DeltaFIFO against a flat model', () => {
  for (const withStore of [true, false]) {
    it(`hands out the same deltas, lengths and sync states ${withStore ? 'with' : 'without'} known objects`, async () => {
      await fc.assert(
        fc.asyncProperty(steps, fc.boolean(), async (all, emitDeltaTypeReplaced) => {
          const store = new Map<string, ObjectRecord<Thing>>();
          const queue = new DeltaFIFO<Thing>({
            emitDeltaTypeReplaced,
            knownObjects: withStore ? { keys: () => store.keys(), getRecord: (key) => store.get(key) } : undefined,
          });
          const model = new Model(withStore ? new Map() : undefined, emitDeltaTypeReplaced ? 'Replaced' : 'Sync');
          let value = 0;
          const make = (key: string): Thing => ({ metadata: { name: key }, value: ++value });

          const perform = (step: Produce): void => {
            if (step.call === 'resync') {
              queue.resync();
              model.resync();
            } else if (step.call === 'bookmark') {
              queue.bookmark('1');
            } else if (step.call === 'replace') {
              const items = step.names.map(make);
              queue.replace(items, '1', { keep: new Set(step.keep) });
              model.replace(
                items.map((item) => ({ key: item.metadata.name, value: item.value })),
                step.keep,
              );
            } else {
              const item = make(step.name);
              queue[step.call](item);
              model.change({ add: 'Added', update: 'Updated', delete: 'Deleted' }[step.call], step.name, item.value);
            }
          };

          const popOnce = async ({ during, fails }: Omit<Pop, 'call'>): Promise<void> => {
            const expected = model.take();
            const failure = new Error('processing failed');
            const popping = queue.pop(async (deltas, { isInInitialList }) => {
              expect((deltas as ObjectDelta<Thing>[]).map(show)).toEqual(expected);
              expect(isInInitialList).toBe(!model.synced);
              for (const delta of deltas as ObjectDelta<Thing>[]) {
                if (delta.type === 'Deleted') store.delete(delta.key);
                else if (delta.record !== undefined) store.set(delta.key, delta.record);
              }
              for (const { key, type, value: newest } of expected) {
                if (type.startsWith('Deleted')) model.known?.delete(key);
                else if (newest !== undefined) model.known?.set(key, newest);
              }
              await Promise.resolve();
              during.forEach(perform);
              expect(queue.hasSynced).toBe(model.synced);
              if (fails) throw failure;
            });
            if (fails) await expect(popping).rejects.toBe(failure);
            else await expect(popping).resolves.toBe(true);
            model.processed();
          };

          for (const step of all) {
            if (step.call !== 'pop') perform(step);
            else if (queue.length > 0) await popOnce(step);
            expect(queue.length).toBe(model.keys.length);
            expect(queue.hasSynced).toBe(model.synced);
          }

          // Whatever happened before: a last list, drained, leaves the cache as the list says.
          const last = ['a', 'c'].map(make);
          queue.replace(last, '2');
          while (queue.length > 0) {
            await queue.pop((deltas) => {
              for (const delta of deltas as ObjectDelta<Thing>[]) {
                if (delta.type === 'Deleted') store.delete(delta.key);
                else if (delta.record !== undefined) store.set(delta.key, delta.record);
              }
            });
          }
          expect(queue.hasSynced).toBe(true);
          if (withStore) {
            const cached = [...store.values()].map((record) => record.object);
            expect(cached.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))).toEqual(
              last.map((item) => recordOf(item).object),
            );
          }
        }),
        { numRuns: 300 },
      );
    });
  }
});
