import { describe, expect, it } from 'vitest';
import { PlainRecord } from '../meta/index.js';
import { Store } from './store.js';
import { testPod as pod } from './test-objects.js';
import type { TestPod } from './test-objects.js';

function storeOf(...pods: TestPod[]): Store<TestPod> {
  const store = new Store<TestPod>();
  for (const each of pods) store.add(each);
  return store;
}

describe('writes', () => {
  it.each(['add', 'update'] as const)('%s puts an object there, new or not', (write) => {
    const store = new Store<TestPod>();
    store[write](pod('a/x', { node: 'n1' }));
    store[write](pod('a/x', { node: 'n2' }));
    expect([store.size, store.get('a/x')?.spec?.nodeName]).toEqual([1, 'n2']);
  });

  it('takes records as well as objects, and keeps the record', () => {
    const record = new PlainRecord(pod('a/x'));
    const store = new Store<TestPod>();
    store.add(record);
    expect(store.getRecord('a/x')).toBe(record);
  });

  it('delete takes an object, a record or a key, and says whether it was there', () => {
    const store = storeOf(pod('a/x'), pod('a/y'), pod('z'));
    expect([
      store.delete(pod('a/x')),
      store.delete(new PlainRecord(pod('a/y'))),
      store.delete('z'),
      store.delete('a/x'),
      store.size,
    ]).toEqual([true, true, true, false, 0]);
  });

  it('an object without a name is refused and changes nothing', () => {
    const store = storeOf(pod('a/x', { rv: '5' }));
    expect(() => {
      store.add({ metadata: {} } as TestPod);
    }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }));
    expect([store.size, store.resourceVersion]).toEqual([1, '5']);
  });

  it('a cached object cannot be written to', () => {
    const store = storeOf(pod('a/x', { node: 'n1' }));
    expect(() => Object.assign(store.get('a/x')?.spec as object, { nodeName: 'n2' })).toThrow(TypeError);
    expect(store.get('a/x')?.spec?.nodeName).toBe('n1');
  });
});

describe('reads', () => {
  it('get, getRecord and has know nothing of a key that is not there', () => {
    const store = storeOf(pod('a/x'));
    expect([store.get('a/y'), store.getRecord('b/x'), store.has('x'), store.has('a/x')]).toEqual([
      undefined,
      undefined,
      false,
      true,
    ]);
  });

  it.each(['', 'a/b/c', '/x', 'a/'])('the key %j is refused', (key) => {
    const store = storeOf(pod('a/x'));
    for (const read of [() => store.get(key), () => store.has(key), () => store.delete(key)]) {
      expect(read).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }));
    }
  });

  it('a namespaced and a cluster-scoped object of one name are two', () => {
    const store = storeOf(pod('a/x'), pod('x'));
    expect([...store.keys()]).toEqual(['a/x', 'x']);
  });

  it('order is that of first arrival, by namespace; an update keeps its place and a return goes last', () => {
    const store = storeOf(pod('b/2'), pod('a/1'), pod('b/1'), pod('a/0'));
    store.update(pod('b/2', { rv: '9' }));
    expect([...store.keys()]).toEqual(['b/2', 'b/1', 'a/1', 'a/0']);
    store.delete('b/2');
    store.add(pod('b/2'));
    expect([...store.keys()]).toEqual(['b/1', 'b/2', 'a/1', 'a/0']);
  });

  it('lists by namespace, and an emptied namespace is gone', () => {
    const store = storeOf(pod('a/1'), pod('b/1'), pod('a/2'), pod('c'));
    expect([...store.recordsIn('a')].map(({ key }) => key)).toEqual(['a/1', 'a/2']);
    expect([...store.namespaces()]).toEqual(['a', 'b', '']);
    store.delete('b/1');
    expect([[...store.namespaces()], [...store.recordsIn('b')]]).toEqual([['a', ''], []]);
  });

  it('list, values and the iterator give the same objects', () => {
    const store = storeOf(pod('a/1'), pod('b/1'));
    expect([...store.values()]).toEqual(store.list());
    expect([...store]).toEqual(store.list());
    expect(store.list()[0]).toBe(store.get('a/1'));
  });

  it('an iterator shows writes that are made while it runs', () => {
    const store = storeOf(pod('a/1'));
    const keys = store.keys();
    keys.next();
    store.add(pod('a/2'));
    expect(keys.next().value).toBe('a/2');
  });
});

describe('resourceVersion', () => {
  it('is empty at first and follows writes', () => {
    const store = new Store<TestPod>();
    const seen = [store.resourceVersion];
    store.add(pod('a/1', { rv: '5' }));
    seen.push(store.resourceVersion);
    store.update(pod('a/1', { rv: '7' }));
    seen.push(store.resourceVersion);
    store.delete(pod('a/1', { rv: '9' }));
    seen.push(store.resourceVersion);
    expect(seen).toEqual(['', '5', '7', '9']);
  });

  // client-go takes whatever was written last.
  it('an older write or bookmark never takes it back, unlike client-go', () => {
    const store = storeOf(pod('a/1', { rv: '10' }));
    store.add(pod('a/2', { rv: '9' }));
    store.bookmark('2');
    store.delete(pod('a/2', { rv: '3' }));
    expect(store.resourceVersion).toBe('10');
  });

  it('a bookmark moves it on', () => {
    const store = storeOf(pod('a/1', { rv: '9' }));
    store.bookmark('10');
    expect(store.resourceVersion).toBe('10');
  });

  it('one that cannot be compared is taken', () => {
    const store = storeOf(pod('a/1', { rv: '9' }));
    store.bookmark('v2-token');
    expect(store.resourceVersion).toBe('v2-token');
    store.add(pod('a/2', { rv: '3' }));
    expect(store.resourceVersion).toBe('3');
  });

  it('a delete by key, and a write without one, leave it', () => {
    const store = storeOf(pod('a/1', { rv: '9' }));
    store.delete('a/1');
    store.add(pod('a/2'));
    store.bookmark('');
    expect(store.resourceVersion).toBe('9');
  });

  it('a deletion of something that is not there still moves it on', () => {
    const store = new Store<TestPod>();
    store.delete(pod('a/1', { rv: '9' }));
    expect(store.resourceVersion).toBe('9');
  });

  it('replace sets it as it is, back as well', () => {
    const store = storeOf(pod('a/1', { rv: '9' }));
    store.replace([pod('a/1', { rv: '12' })], '4');
    expect(store.resourceVersion).toBe('4');
  });
});

describe('transaction', () => {
  const bad = { metadata: {} } as TestPod;

  it('applies all in order', () => {
    const store = storeOf(pod('a/1'));
    const result = store.transaction([
      { type: 'add', item: pod('a/2', { rv: '3' }) },
      { type: 'update', item: pod('a/2', { rv: '4' }) },
      { type: 'delete', item: 'a/1' },
    ]);
    expect(result).toEqual({ applied: [0, 1, 2], failed: [] });
    expect([[...store.keys()], store.resourceVersion]).toEqual([['a/2'], '4']);
  });

  it('reports what failed and applies the rest', () => {
    const store = new Store<TestPod>();
    const result = store.transaction([
      { type: 'add', item: bad },
      { type: 'add', item: pod('a/1') },
      { type: 'delete', item: 'a/b/c' },
    ]);
    expect(result.applied).toEqual([1]);
    expect(result.failed).toEqual([
      { index: 0, error: expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }) as Error },
      { index: 2, error: expect.objectContaining({ code: 'ERR_INVALID_KEY' }) as Error },
    ]);
    expect([...store.keys()]).toEqual(['a/1']);
  });

  it('changes nothing when all fail', () => {
    const store = new Store<TestPod>();
    expect(store.transaction([{ type: 'update', item: bad }]).applied).toEqual([]);
    expect([store.size, store.resourceVersion]).toEqual([0, '']);
  });
});
