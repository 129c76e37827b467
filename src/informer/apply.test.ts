import { describe, expect, it } from 'vitest';
import { ObjectDelta } from '../delta-fifo/index.js';
import type { ObjectDeltaType, ReplacedAllDelta } from '../delta-fifo/index.js';
import { PlainRecord } from '../meta/index.js';
import type { ObjectRecord } from '../meta/index.js';
import { Indexer } from '../store/index.js';
import { makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { applyObjectDelta, applyReplacedAll, resyncAll } from './apply.js';
import type { Change } from './notification.js';
import { lineOf, recordOf } from './test-support.js';

type Pods = Indexer<TestObject>;

function storeOf(...records: ObjectRecord<TestObject>[]): Pods {
  const store = new Indexer<TestObject>();
  for (const record of records) store.add(record);
  return store;
}

/** Says whether its bytes, if it had any, would be in the memory of a cache. */
class SettlingRecord extends PlainRecord<TestObject> {
  isSettled = false;

  override settle(): void {
    this.isSettled = true;
  }

  override release(): void {
    this.isSettled = false;
  }
}

function versions(store: Pods): string[] {
  return [...store.records()].map(({ name, resourceVersion }) => `${name}@${resourceVersion}`);
}

function apply(
  store: Pods,
  type: ObjectDeltaType,
  record: ObjectRecord<TestObject> | undefined,
  options: { key?: string; finalStateUnknown?: boolean; initial?: boolean } = {},
): string[] {
  const { key = record?.key ?? '', finalStateUnknown = false, initial = false } = options;
  return applyObjectDelta(store, new ObjectDelta(type, key, record, finalStateUnknown), initial).map(lineOf);
}

async function replace(
  store: Pods,
  records: readonly ObjectRecord<TestObject>[],
  options: { keep?: string[]; initial?: boolean } = {},
): Promise<string[]> {
  const delta: ReplacedAllDelta<TestObject> = {
    type: 'ReplacedAll',
    records,
    keep: new Set(options.keep),
    resourceVersion: '100',
  };
  let changes: Iterable<Change<TestObject>> = [];
  await applyReplacedAll(store, delta, options.initial ?? false, (all) => {
    changes = all;
  });
  return [...changes].map(lineOf);
}

it('a list leaves all its records settled, one too that the cache dropped while the list was drafted', async () => {
  const record = new SettlingRecord(makeObject({ name: 'a', resourceVersion: '5' }));
  const store = storeOf(record);
  const draft = store.beginDraft();
  draft.set(record);
  store.delete(record);
  const delta: ReplacedAllDelta<TestObject> = {
    type: 'ReplacedAll',
    records: draft,
    keep: new Set(),
    resourceVersion: '9',
  };
  await applyReplacedAll(store, delta, false, () => undefined);
  expect(versions(store)).toEqual(['a@5']);
  expect(record.isSettled).toBe(true);
});

describe('a change of one object', () => {
  it.each(['Added', 'Updated', 'Replaced', 'Sync'] as const)('%s of an unknown object adds it', (type) => {
    const store = storeOf();
    expect(apply(store, type, recordOf('a', '5'))).toEqual(['add a@5']);
    expect(versions(store)).toEqual(['a@5']);
  });

  it.each(['Added', 'Updated', 'Replaced'] as const)('%s of a known object updates it', (type) => {
    const store = storeOf(recordOf('a', '5'));
    expect(apply(store, type, recordOf('a', '6'))).toEqual(['update a@5>6']);
    expect(versions(store)).toEqual(['a@6']);
  });

  it('an add of the first list is marked', () => {
    expect(apply(storeOf(), 'Added', recordOf('a', '5'), { initial: true })).toEqual(['add a@5!']);
  });

  it.each(['Added', 'Updated', 'Replaced'] as const)('%s of the state that is there changes nothing', (type) => {
    const cached = recordOf('a', '5', 'u');
    const store = storeOf(cached);
    expect(apply(store, type, recordOf('a', '5', 'u'))).toEqual([]);
    expect(store.getRecord('default/a')).toBe(cached);
  });

  it('an event that is older than the cache changes nothing, across a change of length too', () => {
    const store = storeOf(recordOf('a', '1000'));
    expect(apply(store, 'Updated', recordOf('a', '999'))).toEqual([]);
    expect(versions(store)).toEqual(['a@1000']);
  });

  it('a Replaced that is older than the cache stands: a list is the truth', () => {
    const store = storeOf(recordOf('a', '1000'));
    expect(apply(store, 'Replaced', recordOf('a', '999'))).toEqual(['update a@1000>999']);
  });

  it.each([
    ['', ''],
    ['', '5'],
    ['5', ''],
    ['abc', 'abd'],
    ['0', '5'],
  ])('versions that cannot be compared (%j, then %j) never hold a change back', (before, after) => {
    const store = storeOf(recordOf('a', before));
    expect(apply(store, 'Updated', recordOf('a', after))).toEqual([`update a@${before}>${after}`]);
    expect(versions(store)).toEqual([`a@${after}`]);
  });

  it('another uid is another object: a delete of unknown final state, then an add (client-go: an update)', () => {
    const store = storeOf(recordOf('a', '5', 'u1'));
    expect(apply(store, 'Updated', recordOf('a', '6', 'u2'))).toEqual(['delete a@5!', 'add a@6']);
    expect(versions(store)).toEqual(['a@6']);
  });

  it('a Sync of what is cached shows it once more', () => {
    expect(apply(storeOf(recordOf('a', '6')), 'Sync', recordOf('a', '6'))).toEqual(['update a@6>6!']);
  });

  it.each(['5', '7'])(
    'a Sync of another state is from a list, and takes the place of what is cached (%s)',
    (version) => {
      expect(apply(storeOf(recordOf('a', '6')), 'Sync', recordOf('a', version))).toEqual([`update a@6>${version}`]);
    },
  );

  it('a delta without a record that is no deletion changes nothing', () => {
    expect(apply(storeOf(), 'Updated', undefined, { key: 'default/a' })).toEqual([]);
  });

  it('the store shows the change before it is told', () => {
    const store = storeOf();
    const changes = applyObjectDelta(store, new ObjectDelta('Added', 'default/a', recordOf('a', '5')), false);
    expect(changes[0]?.record).toBe(store.getRecord('default/a'));
  });
});

describe('a deletion', () => {
  it('removes the object and hands out its last state', () => {
    const store = storeOf(recordOf('a', '5'));
    expect(apply(store, 'Deleted', recordOf('a', '6'))).toEqual(['delete a@6']);
    expect(versions(store)).toEqual([]);
    expect(store.resourceVersion).toBe('6');
  });

  it('of an object nobody has seen is not told (client-go: told), and moves the resourceVersion', () => {
    const store = storeOf();
    expect(apply(store, 'Deleted', recordOf('a', '6'))).toEqual([]);
    expect(store.resourceVersion).toBe('6');
  });

  it('that comes late does not remove the object created since', () => {
    const store = storeOf(recordOf('a', '7', 'u2'));
    expect(apply(store, 'Deleted', recordOf('a', '6', 'u1'))).toEqual([]);
    expect(apply(store, 'Deleted', recordOf('a', '6', 'u1'), { finalStateUnknown: true })).toEqual([]);
    expect(versions(store)).toEqual(['a@7']);
  });

  it('at the version that is cached removes the object: some servers do not move it', () => {
    expect(apply(storeOf(recordOf('a', '5')), 'Deleted', recordOf('a', '5'))).toEqual(['delete a@5']);
  });

  it('of another uid ends the one that was shown, whose final state is unknown', () => {
    const store = storeOf(recordOf('a', '5', 'u1'));
    expect(apply(store, 'Deleted', recordOf('a', '9', 'u2'))).toEqual(['delete a@5!']);
    expect(versions(store)).toEqual([]);
  });

  it('of unknown final state hands out what the cache had', () => {
    const store = storeOf(recordOf('a', '5'));
    expect(apply(store, 'Deleted', recordOf('a', '6'), { finalStateUnknown: true })).toEqual(['delete a@5!']);
  });

  it('concluded from an older state of the same object stands', () => {
    const store = storeOf(recordOf('a', '7', 'u'));
    expect(apply(store, 'Deleted', recordOf('a', '5', 'u'), { finalStateUnknown: true })).toEqual(['delete a@7!']);
    expect(versions(store)).toEqual([]);
  });

  it('with no state at all hands out what the cache had', () => {
    expect(apply(storeOf(recordOf('a', '5')), 'Deleted', undefined, { key: 'default/a' })).toEqual(['delete a@5!']);
    expect(apply(storeOf(), 'Deleted', undefined, { key: 'default/a' })).toEqual([]);
  });

  it('without a comparable version stands', () => {
    expect(apply(storeOf(recordOf('a', '5')), 'Deleted', recordOf('a'))).toEqual(['delete a@']);
  });
});

describe('a list', () => {
  it('makes deletions first, in the order of the store before it, then the rest in that of the store after it', async () => {
    const store = storeOf(recordOf('a', '1'), recordOf('b', '2'), recordOf('c', '3'));
    const changes = await replace(store, [recordOf('z', '9'), recordOf('b', '8'), recordOf('d', '7')]);
    expect(changes).toEqual(['delete a@1!', 'delete c@3!', 'add z@9', 'update b@2>8', 'add d@7']);
    expect(versions(store)).toEqual(['z@9', 'b@8', 'd@7']);
    expect(store.resourceVersion).toBe('100');
  });

  it('of several namespaces is told namespace by namespace, as the store has it', async () => {
    const store = storeOf();
    const other = new PlainRecord(makeObject({ name: 'b', namespace: 'other', resourceVersion: '2' }));
    const changes = await replace(store, [recordOf('a', '1'), other, recordOf('c', '3')]);
    expect(changes).toEqual(['add a@1', 'add c@3', 'add b@2']);
    expect(versions(store)).toEqual(['a@1', 'c@3', 'b@2']);
  });

  it('marks its adds when it is the first', async () => {
    expect(await replace(storeOf(), [recordOf('a', '1')], { initial: true })).toEqual(['add a@1!']);
  });

  it('of unchanged objects changes nothing and shares the cached records', async () => {
    const cached = recordOf('a', '1', 'u');
    const store = storeOf(cached);
    expect(await replace(store, [recordOf('a', '1', 'u')])).toEqual([]);
    expect(store.getRecord('default/a')).toBe(cached);
  });

  it('takes objects without a resourceVersion as changed', async () => {
    expect(await replace(storeOf(recordOf('a')), [recordOf('a')])).toEqual(['update a@>']);
  });

  it('stands even where it is older than the cache, as after a restore from a backup', async () => {
    expect(await replace(storeOf(recordOf('a', '9')), [recordOf('a', '8')])).toEqual(['update a@9>8']);
  });

  it('tells of another uid in place: the delete, then at once the add', async () => {
    const store = storeOf(recordOf('a', '1', 'u1'), recordOf('b', '2'));
    const changes = await replace(store, [recordOf('b', '3'), recordOf('a', '4', 'u2')]);
    expect(changes).toEqual(['update b@2>3', 'delete a@1!', 'add a@4']);
  });

  it('leaves what it is told to keep', async () => {
    const store = storeOf(recordOf('a', '1'), recordOf('b', '2'));
    expect(await replace(store, [], { keep: ['default/a', 'default/never'] })).toEqual(['delete b@2!']);
    expect(versions(store)).toEqual(['a@1']);
  });

  it('that names an object twice makes one change, of the last (client-go: two adds)', async () => {
    const store = storeOf(recordOf('b', '1'));
    const changes = await replace(store, [
      recordOf('a', '2'),
      recordOf('b', '3'),
      recordOf('a', '4'),
      recordOf('b', '1'),
    ]);
    expect(changes).toEqual(['add a@4']);
    expect(versions(store)).toEqual(['a@4', 'b@1']);
  });

  it('is seen whole or not at all, at every point where others run, indices included', async () => {
    const old = Array.from({ length: 5_000 }, (_, index) => recordOf(`old-${index}`, '1'));
    const next = Array.from({ length: 5_000 }, (_, index) => recordOf(`new-${index}`, '2'));
    let evaluated = 0;
    const store = new Indexer<TestObject, 'generation'>({
      indexers: {
        generation: (object) => {
          // Slow enough that the work takes several slices.
          for (const until = performance.now() + 0.002; performance.now() < until;);
          evaluated++;
          return object.metadata.name.slice(0, 3);
        },
      },
    });
    for (const record of old) store.add(record);
    evaluated = 0;
    const seen = new Set<string>();
    let looks = 0;
    let over = false;
    const look = (): void => {
      if (over) return;
      if (evaluated > 0 && evaluated < next.length) looks++;
      seen.add([store.size, store.byIndex('generation', 'old').length, store.has('default/new-0')].join());
      setImmediate(look);
    };
    look();
    const delta = { type: 'ReplacedAll', records: next, keep: new Set<string>(), resourceVersion: '9' } as const;
    await applyReplacedAll(store, delta, false, () => {
      seen.add([store.size, store.byIndex('generation', 'old').length, store.has('default/new-0')].join());
    });
    over = true;
    expect([...seen]).toEqual(['5000,5000,false', '5000,0,true']);
    expect(looks).toBeGreaterThan(0);
  });

  it('that fails on the way leaves the store as it was', async () => {
    const store = storeOf(recordOf('a', '1'));
    const broken = {
      *[Symbol.iterator]() {
        yield recordOf('b', '2');
        throw new Error('cut');
      },
    } as unknown as readonly ObjectRecord<TestObject>[];
    await expect(replace(store, broken)).rejects.toThrow('cut');
    expect(versions(store)).toEqual(['a@1']);
    expect(await replace(store, [recordOf('a', '1')])).toEqual([]);
  });
});

describe('a resync', () => {
  it('shows every object once, unchanged, in the order of the store', async () => {
    const store = storeOf(recordOf('b', '1'), recordOf('a', '2'));
    const changes = await resyncAll(store);
    expect([...changes].map(lineOf)).toEqual(['update b@1>1!', 'update a@2>2!']);
    expect(versions(store)).toEqual(['b@1', 'a@2']);
  });
});
