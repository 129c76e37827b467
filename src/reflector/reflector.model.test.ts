import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeltaFIFO, InOrderQueue } from '../delta-fifo/index.js';
import type { Queue } from '../delta-fifo/index.js';
import { Store } from '../store/index.js';
import { FakeClock, FakeListerWatcher, apiError, connectionError, makeObject } from '../testing/index.js';
import type { EventGarbage, TestObject } from '../testing/index.js';
import { Harness } from './test-harness.js';

const MINUTE = 60_000;

/** One thing that happens to a source. Whatever can be noticed by a client at all is here. */
type Happening =
  | { readonly do: 'set' | 'delete'; readonly name: string }
  | { readonly do: 'fail'; readonly verb: 'list' | 'watch'; readonly code: number; readonly times: number }
  | { readonly do: 'hang'; readonly verb: 'list' | 'watch' }
  | { readonly do: 'garbage'; readonly garbage: EventGarbage }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'watchList'; readonly support: 'supported' | 'unsupported-422' | 'never-ends' }
  | {
      readonly do:
        | 'reset'
        | 'close'
        | 'halfOpen'
        | 'expire'
        | 'expireOpen'
        | 'throttle'
        | 'duplicate'
        | 'restore'
        | 'bookmark'
        | 'relist';
    };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const verb = fc.constantFrom('list' as const, 'watch' as const);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('set' as const, 'delete' as const), name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      verb,
      code: fc.constantFrom(0, 403, 410, 422, 429, 500, 503, 504),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hang' as const), verb }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('garbage' as const),
      garbage: fc.constantFrom<EventGarbage>('unknown-type', 'no-name', 'wrong-kind', 'table', 'status', 'no-object'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 10, 1_000, 5_000, MINUTE) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('watchList' as const),
      support: fc.constantFrom('supported' as const, 'unsupported-422' as const, 'never-ends' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'reset' as const,
        'close' as const,
        'halfOpen' as const,
        'expire' as const,
        'expireOpen' as const,
        'throttle' as const,
        'duplicate' as const,
        'restore' as const,
        'bookmark' as const,
        'relist' as const,
      ),
    }),
  },
);

async function happen(
  event: Happening,
  source: FakeListerWatcher<TestObject>,
  clock: FakeClock,
  relist: () => void,
): Promise<void> {
  switch (event.do) {
    case 'set':
      source.set(makeObject({ name: event.name, nodeName: source.resourceVersion }));
      break;
    case 'delete':
      if (source.get(`default/${event.name}`) !== undefined) source.delete(`default/${event.name}`);
      break;
    case 'fail':
      source.failNext(
        event.verb,
        () => (event.code === 0 ? connectionError('ECONNREFUSED') : apiError(event.code)),
        event.times,
      );
      break;
    case 'hang':
      source.hangNext(event.verb);
      break;
    case 'garbage':
      source.sendGarbage(event.garbage);
      break;
    case 'pass':
      await clock.advance(event.ms);
      break;
    case 'watchList':
      source.watchList = event.support;
      break;
    case 'reset':
      source.resetWatches();
      break;
    case 'close':
      source.closeWatches();
      break;
    case 'halfOpen':
      source.halfOpenWatches();
      break;
    case 'expire':
      source.expire();
      break;
    case 'expireOpen':
      source.expire({ endWatches: true });
      break;
    case 'throttle':
      source.throttle(2, { retryAfterSeconds: 3 });
      break;
    case 'duplicate':
      source.duplicateNextEvents(2);
      break;
    case 'bookmark':
      source.sendBookmarks();
      break;
    case 'relist':
      relist();
      break;
    case 'restore': {
      // A version that the server reaches again before anybody asks cannot be told from the one before:
      // let every client find out first.
      const snapshot = source.snapshot();
      source.set(makeObject({ name: 'lost' }));
      await clock.advance(1_000);
      source.restore(snapshot);
      await clock.advance(20 * MINUTE);
      break;
    }
  }
}

const shown = (source: FakeListerWatcher<TestObject>): [string, string][] =>
  source.objects().map(({ metadata }) => [`default/${metadata.name}`, metadata.resourceVersion ?? '']);

const settings = fc.record({
  watchList: fc.boolean(),
  batchEvents: fc.boolean(),
  watchCache: fc.boolean(),
  bookmarkInterval: fc.constantFrom(0, MINUTE),
  pageSize: fc.constantFrom(undefined, 1, 2),
});

describe('after any sequence of faults, once they are over', () => {
  it('the sink holds what the source holds, and nothing is left when it stops', async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.array(happening, { maxLength: 25 }), async (options, happenings) => {
        const clock = new FakeClock();
        const { watchList, pageSize, ...rest } = options;
        const source = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })], ...rest });
        const harness = new Harness(source, {
          clock,
          watchList,
          expected: { apiVersion: 'v1', kind: 'Pod' },
          ...(pageSize === undefined ? {} : { pageSize }),
        });
        for (const event of happenings) {
          await happen(event, source, clock, () => {
            harness.reflector.relist();
          });
        }
        // Longer than every planned failure with its delays, a hung request, and a half-open watch after that.
        await clock.advance(60 * MINUTE);
        expect([...harness.sink.content].sort()).toEqual(shown(source));
        expect(harness.reflector.status.phase).toBe('watching');
        await harness.stop();
        expect([clock.pendingTimers, source.openWatches, source.activeLists]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each<[string, (store: Store<TestObject>) => Queue<TestObject>]>([
    ['a DeltaFIFO', (store) => new DeltaFIFO<TestObject>({ knownObjects: store })],
    ['an InOrderQueue', () => new InOrderQueue<TestObject>()],
  ])(
    '%s as sink leads a store to what the source holds',
    async (_name, makeQueue) => {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.array(happening, { maxLength: 15 }), async (watchList, happenings) => {
          const clock = new FakeClock();
          const source = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] });
          const store = new Store<TestObject>();
          const queue = makeQueue(store);
          const harness = new Harness(source, {
            clock,
            watchList,
            sink: queue,
            expected: { apiVersion: 'v1', kind: 'Pod' },
          });
          const applying = apply(queue, store);
          for (const event of happenings) {
            await happen(event, source, clock, () => {
              harness.reflector.relist();
            });
          }
          await clock.advance(60 * MINUTE);
          const held = [...store.keys()].map((key) => [key, store.getRecord(key)?.resourceVersion]);
          expect(held.sort()).toEqual(shown(source));
          await harness.stop();
          queue.close();
          await applying;
        }),
        { numRuns: 20 },
      );
    },
    60_000,
  );
});

async function apply(queue: Queue<TestObject>, store: Store<TestObject>): Promise<void> {
  const processed = () =>
    queue.pop((deltas) => {
      for (const delta of deltas) {
        if (delta.type === 'ReplacedAll') store.replace(delta.records, delta.resourceVersion);
        else if (delta.type === 'Deleted') store.delete(delta.key);
        else if ('record' in delta && delta.record !== undefined) store.update(delta.record);
      }
    });
  while (await processed());
}
