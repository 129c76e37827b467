import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ArenaStats } from '../base/slab.js';
import type { ObjectRecord } from '../meta/index.js';
import type { ListPage, ListerWatcher, WatchEvent } from '../reflector/index.js';
import { FakeClock, FakeListerWatcher, eventually, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { decodeList, decodeObject, decodeWatch } from '../wire/index.js';
import { SharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

/** What a client makes of the objects of a source: records over their bytes. `sent` is told of every state that is sent. */
function asBytes(
  inner: FakeListerWatcher<TestObject>,
  sent: (object: TestObject) => void = () => undefined,
): ListerWatcher<TestObject> {
  const list = async function* (page: ListPage<TestObject>): AsyncGenerator<ListPage<TestObject>> {
    const { items, ...rest } = page;
    for (const item of items) sent(item as TestObject);
    const body = Buffer.from(JSON.stringify({ metadata: {}, items: [...items] }));
    for await (const part of decodeList<TestObject>('application/json', [body])) {
      yield { ...rest, items: part.items as ObjectRecord<TestObject>[] };
    }
  };
  return {
    get supportsWatchList() {
      return inner.supportsWatchList;
    },
    async *list(options, context) {
      for await (const page of inner.list(options, context)) yield* list(page);
    },
    watch: async (options, context) => {
      const stream = await inner.watch(options, context);
      return (async function* () {
        for await (const batch of stream) {
          const all = (Array.isArray(batch) ? batch : [batch]) as readonly WatchEvent<TestObject>[];
          for (const { object } of all) sent(object as TestObject);
          const lines = all.map((event) => `${JSON.stringify(event)}\n`);
          for await (const events of decodeWatch<TestObject>('application/json', [Buffer.from(lines.join(''))])) {
            yield events;
          }
        }
      })();
    },
  };
}

function informerOf(
  source: ListerWatcher<TestObject>,
  options: SharedInformerOptions<TestObject> = {},
): SharedInformer<TestObject> {
  return new SharedInformer<TestObject>(source, { name: 'pods', watchErrorHandler: () => undefined, ...options });
}

/** What the cache has in its slabs, and what it should have. */
function memoryOf(informer: SharedInformer<TestObject>): { readonly has: ArenaStats; readonly should: object } {
  let used = 0;
  for (const record of informer.indexer.records()) used += (record as unknown as { byteLength: number }).byteLength;
  const { memory } = informer.indexer as unknown as { memory: ArenaStats };
  return { has: memory, should: { used, ranges: informer.indexer.size } };
}

function identity({ metadata }: TestObject): string {
  return `${metadata.name}@${metadata.resourceVersion}`;
}

const names = ['a', 'b', 'c', 'd', 'e'];
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      name: fc.constantFrom(...names),
      size: fc.constantFrom(300, 310, 900),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), name: fc.constantFrom(...names) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('relist' as const, 'reset' as const, 'lose' as const, 'duplicate' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('fail a list' as const, 'pause' as const) }) },
);

describe('an informer over bytes', () => {
  it('holds the bytes of what it shows and no others, and what handlers keep stays what it was, through relists and faults', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('supported', 'declared-unsupported'),
        fc.array(step, { maxLength: 40 }),
        async (watchList, steps) => {
          const clock = new FakeClock();
          const objects = [makeObject({ name: 'a', size: 300 })];
          const source = new FakeListerWatcher<TestObject>({ clock, objects, watchList });
          const states = new Map<string, string>();
          const remember = (object: TestObject): void => {
            states.set(identity(object), JSON.stringify(object));
          };
          const informer = informerOf(asBytes(source, remember), { clock, random: () => 0, pageSize: 2 });
          const kept: TestObject[] = [];
          const keep = (object: TestObject): void => {
            // Every third is looked at when it is shown, the others only at the end.
            if (kept.push(object) % 3 === 0) expect(object.metadata.name).toBeDefined();
          };
          informer.addEventHandler({
            onAdd: keep,
            onUpdate: (before, after) => {
              keep(before);
              keep(after);
            },
            onDelete: keep,
          });
          informer.start();
          await clock.settle();
          for (const each of steps) {
            if (each.do === 'set')
              source.set(makeObject({ name: each.name, size: each.size, phase: String(kept.length) }));
            else if (each.do === 'delete') {
              if (source.get(`default/${each.name}`) !== undefined) source.delete(`default/${each.name}`);
            } else if (each.do === 'relist') informer.relist();
            else if (each.do === 'reset') source.resetWatches();
            else if (each.do === 'lose') source.loseNextEvents(1);
            else if (each.do === 'duplicate') source.duplicateNextEvents(1);
            else if (each.do === 'fail a list') {
              source.failPage(2, new Error('cut'));
              informer.relist();
            } else await clock.advance(1_000);
            await clock.settle();
          }
          informer.relist();
          await clock.advance(120_000);
          await eventually(
            () => {
              const versions = (all: readonly TestObject[]): string[] => all.map(identity).sort();
              expect(versions(informer.indexer.list())).toEqual(versions(source.objects()));
              expect(informer.status.queueDepth).toBe(0);
            },
            { clock },
          );
          await clock.settle();
          for (const object of kept) expect(states.get(identity(object))).toBe(JSON.stringify(object));
          for (const object of source.objects())
            expect(informer.indexer.get(`default/${object.metadata.name}`)).toEqual(object);
          const { has, should } = memoryOf(informer);
          expect(has).toMatchObject(should);
          const stopped = informer.stop();
          await clock.advance(60_000);
          await stopped;
        },
      ),
      { numRuns: 30 },
    );
  });

  const object = (name: string, version: number, size = 300): TestObject =>
    makeObject({ name, uid: name, resourceVersion: String(version), size });
  const EVENTS = 5_000;

  /** A source of ten objects whose watch sends `EVENTS` updates of them, in batches of some size, and goes on for ever. */
  function busySource(batch: number): ListerWatcher<TestObject> {
    const line = (number: number): string =>
      `${JSON.stringify({ type: 'MODIFIED', object: object(`web-${number % 10}`, 100 + number, 300 + (number % 700)) })}\n`;
    return {
      supportsWatchList: false,
      list: () => [
        {
          items: Array.from(
            { length: 10 },
            (_, number) =>
              decodeObject(
                'application/json',
                Buffer.from(JSON.stringify(object(`web-${number}`, 1))),
              ) as ObjectRecord<TestObject>,
          ),
          resourceVersion: '50',
        },
      ],
      watch: (_options, { signal }) => {
        const chunks = async function* (): AsyncGenerator<Uint8Array> {
          for (let first = 0; first < EVENTS; first += batch) {
            yield Buffer.from(
              Array.from({ length: Math.min(batch, EVENTS - first) }, (_, number) => line(first + number)).join(''),
            );
            await turn();
          }
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve);
          });
        };
        return Promise.resolve(
          decodeWatch<TestObject>('application/json', chunks()) as AsyncIterable<readonly WatchEvent<TestObject>[]>,
        );
      },
    };
  }

  it.each([
    ['faster', EVENTS],
    ['slower', 7],
  ])(
    'a stream %s than its reader: the memory of the cache is that of its objects, and order holds',
    async (_pace, batch) => {
      const informer = informerOf(busySource(batch));
      const seen = new Map<string, number>();
      let isOrdered = true;
      let highest = 0;
      informer.addEventHandler(
        {
          onUpdate: async (before, after) => {
            const version = Number(after.metadata.resourceVersion);
            isOrdered &&=
              version > (seen.get(after.metadata.name) ?? 0) && Number(before.metadata.resourceVersion) < version;
            seen.set(after.metadata.name, version);
            highest = Math.max(highest, memoryOf(informer).has.capacity);
            if (batch === EVENTS) await turn();
          },
        },
        { highWaterMark: 100 },
      );
      informer.start();
      const last = 100 + EVENTS - 10;
      while (seen.size < 10 || [...seen.values()].some((version) => version < last)) await turn();
      expect(isOrdered).toBe(true);
      const { has, should } = memoryOf(informer);
      expect(has).toMatchObject(should);
      expect(highest).toBeLessThan(512 * 1024);
      await informer.stop();
    },
  );
});

describe('store', () => {
  const cached = async (
    options: SharedInformerOptions<TestObject>,
  ): Promise<{ record: ObjectRecord<TestObject>; memory: ArenaStats }> => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] });
    const informer = informerOf(asBytes(source), { clock, ...options });
    informer.start();
    await clock.settle();
    await informer.waitForSync();
    source.update(makeObject({ name: 'a', phase: 'Failed' }));
    await clock.settle();
    const record = informer.indexer.getRecord('default/a') as ObjectRecord<TestObject>;
    expect(record.object).toEqual(source.get('default/a'));
    const stopped = informer.stop();
    await clock.advance(60_000);
    await stopped;
    return { record, memory: memoryOf(informer).has };
  };

  it('bytes keeps an object as its bytes', async () => {
    const { memory } = await cached({});
    expect(memory.ranges).toBe(1);
  });

  it('objects keeps a plain object, frozen as any other, and no bytes', async () => {
    const { record, memory } = await cached({ store: 'objects' });
    expect(memory.ranges).toBe(0);
    expect(Object.getOwnPropertyDescriptor(record.object, 'spec')).toHaveProperty('value');
    expect(Object.isFrozen(record.object.spec.containers)).toBe(true);
  });
});
