import { describe, expect, it } from 'vitest';
import { PlainRecord } from '../meta/index.js';
import { Indexer } from './indexer.js';
import { Store } from './store.js';
import { testPod as pod } from './test-objects.js';
import type { TestPod } from './test-objects.js';

function storeOf(...pods: TestPod[]): Store<TestPod> {
  const store = new Store<TestPod>();
  for (const each of pods) store.add(each);
  return store;
}

describe('replace', () => {
  it('makes the list the whole content, in the order of the list', () => {
    const store = storeOf(pod('a/1'), pod('b/1'));
    store.replace([pod('c/2'), pod('b/1'), pod('c/1')], '20');
    expect([[...store.keys()], store.size, store.resourceVersion]).toEqual([['c/2', 'c/1', 'b/1'], 3, '20']);
  });

  it('an item that cannot be identified leaves the store as it was', () => {
    const store = storeOf(pod('a/1', { rv: '5' }));
    expect(() => {
      store.replace([pod('a/2'), { metadata: {} } as TestPod], '20');
    }).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OBJECT' }));
    expect([[...store.keys()], store.resourceVersion]).toEqual([['a/1'], '5']);
  });

  it('objects of the same version keep their identity', () => {
    const store = storeOf(pod('a/1', { rv: '5', uid: 'u' }), pod('a/2', { rv: '6', uid: 'v' }));
    const [first, second] = store.list();
    store.replace([pod('a/1', { rv: '5', uid: 'u' }), pod('a/2', { rv: '6', uid: 'other' })], '9');
    expect(store.get('a/1')).toBe(first);
    expect(store.get('a/2')).not.toBe(second);
  });
});

describe('beginReplace', () => {
  it('readers see the old content until commit and the new one after', () => {
    const store = storeOf(pod('a/1', { rv: '1' }));
    const replacement = store.beginReplace();
    replacement.add(pod('a/2', { rv: '2' }));
    expect([[...store.keys()], store.size, store.resourceVersion]).toEqual([['a/1'], 1, '1']);
    replacement.commit('2');
    expect([[...store.keys()], store.size, store.resourceVersion]).toEqual([['a/2'], 1, '2']);
  });

  it('add returns the current record of the key', () => {
    const store = storeOf(pod('a/1', { rv: '1' }));
    const current = store.getRecord('a/1');
    const replacement = store.beginReplace();
    expect([replacement.add(pod('a/1', { rv: '2' })), replacement.add(pod('a/2'))]).toEqual([current, undefined]);
  });

  it('add shares a current record of the same version', () => {
    const store = storeOf(pod('a/1', { rv: '1' }));
    const current = store.getRecord('a/1');
    const replacement = store.beginReplace();
    replacement.add(new PlainRecord(pod('a/1', { rv: '1' })));
    replacement.commit('2');
    expect(store.getRecord('a/1')).toBe(current);
  });

  it('the same key twice: the last counts, once', () => {
    const store = new Indexer<TestPod>({ indexers: { node: 'spec.nodeName' } });
    const replacement = store.beginReplace();
    replacement.add(pod('a/1', { node: 'n1' }));
    replacement.add(pod('a/1', { node: 'n2' }));
    replacement.commit('2');
    expect([store.size, store.indexKeys('node', 'n1'), store.indexKeys('node', 'n2')]).toEqual([1, [], ['a/1']]);
  });

  it('keep carries a current entry over and says whether there was one', () => {
    const store = new Indexer<TestPod>({ indexers: { node: 'spec.nodeName' } });
    store.add(pod('a/1', { node: 'n1' }));
    const replacement = store.beginReplace();
    expect([replacement.keep('a/1'), replacement.keep('a/2')]).toEqual([true, false]);
    replacement.commit('2');
    expect(store.indexKeys('node', 'n1')).toEqual(['a/1']);
  });

  it('missing has what is in the store and not in the next generation, in the order of the store', () => {
    const store = storeOf(pod('b/1'), pod('a/1'), pod('b/2'), pod('a/2'));
    const replacement = store.beginReplace();
    replacement.add(pod('a/2'));
    replacement.keep('b/1');
    expect(Array.from(replacement.missing(), ({ key }) => key)).toEqual(['b/2', 'a/1']);
  });

  it('abort leaves the store as it was', () => {
    const store = storeOf(pod('a/1'));
    const replacement = store.beginReplace();
    replacement.add(pod('a/2'));
    replacement.abort();
    expect([...store.keys()]).toEqual(['a/1']);
  });

  it('abort after commit changes nothing', () => {
    const store = new Store<TestPod>();
    const replacement = store.beginReplace();
    replacement.add(pod('a/2'));
    replacement.commit('1');
    replacement.abort();
    expect([...store.keys()]).toEqual(['a/2']);
  });

  it('an ended replacement takes nothing more', () => {
    const replacement = new Store<TestPod>().beginReplace();
    replacement.abort();
    for (const use of [
      () => replacement.add(pod('a/1')),
      () => replacement.keep('a/1'),
      () => {
        replacement.commit('1');
      },
    ]) {
      expect(use).toThrow(expect.objectContaining({ code: 'ERR_LIFECYCLE' }));
    }
  });

  it.each<[string, (store: Store<TestPod>) => unknown]>([
    [
      'an add',
      (store) => {
        store.add(pod('a/9'));
      },
    ],
    ['a delete of what is not there', (store) => store.delete('a/9')],
    [
      'a bookmark',
      (store) => {
        store.bookmark('99');
      },
    ],
    [
      'a replace',
      (store) => {
        store.replace([], '99');
      },
    ],
    ['another beginReplace', (store) => store.beginReplace()],
  ])('commit throws after %s, with nothing changed', (_what, write) => {
    const store = storeOf(pod('a/1'));
    const replacement = store.beginReplace();
    replacement.add(pod('a/2'));
    write(store);
    const before = [[...store.keys()], store.resourceVersion];
    expect(() => {
      replacement.commit('100');
    }).toThrow(
      expect.objectContaining({ code: 'ERR_LIFECYCLE', message: expect.stringContaining('beginReplace()') as string }),
    );
    expect([[...store.keys()], store.resourceVersion]).toEqual(before);
  });

  it('an iterator that began before a commit walks the old generation to its end, updates after the commit unseen', () => {
    const store = storeOf(pod('a/1', { rv: '1', node: 'old' }), pod('a/2', { rv: '2', node: 'old' }));
    const objects = store.values();
    objects.next();
    const replacement = store.beginReplace();
    replacement.keep('a/2');
    replacement.add(pod('a/3'));
    replacement.commit('3');
    store.update(pod('a/2', { rv: '4', node: 'new' }));
    expect([...objects].map(({ spec }) => spec?.nodeName)).toEqual(['old']);
  });

  it('an iterator belongs to the generation of its call, not of its first step', () => {
    const store = storeOf(pod('a/1'));
    const iterators = [store.keys(), store.records(), store.values(), store.recordsIn('a')];
    store.replace([], '2');
    expect(iterators.map((iterator) => [...iterator].length)).toEqual([1, 1, 1, 1]);
  });
});
