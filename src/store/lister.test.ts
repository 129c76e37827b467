import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { NotFoundError } from '../errors/index.js';
import { LabelSelector, PlainRecord } from '../meta/index.js';
import type { FieldPath } from '../meta/index.js';
import { Indexer } from './indexer.js';
import { Lister } from './lister.js';
import { Store } from './store.js';
import { testPod as pod } from './test-objects.js';
import type { TestPod } from './test-objects.js';

const PODS = [
  pod('a/1', { app: 'web', node: 'n1' }),
  pod('b/1', { app: 'web', node: 'n2' }),
  pod('a/2', { app: 'db', node: 'n2' }),
  pod('a/3'),
  pod('c'),
];

function filled<S extends Store<TestPod>>(store: S): S {
  for (const each of PODS) store.add(new PlainRecord(structuredClone(each)));
  return store;
}

const keys = (pods: Iterable<TestPod>): string[] => Array.from(pods, (each) => new PlainRecord(each).key);

describe('Lister', () => {
  const lister = new Lister(filled(new Store<TestPod>()), 'pods');

  it('get gives the object or undefined', () => {
    expect([lister.get('a/1')?.spec?.nodeName, lister.get('a/9'), lister.get('c')?.metadata.name]).toEqual([
      'n1',
      undefined,
      'c',
    ]);
  });

  it.each([{ labelselector: 'app=none' }, 'app=none', { label: 'app=none' }, ['app=none']])(
    'list refuses options that it does not have: %j would list everything',
    (options) => {
      for (const each of [lister, lister.namespace('a')]) {
        expect(() => each.list(options as object)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }));
      }
    },
  );

  it('get takes a name and namespace in place of the key, such as metadata', () => {
    expect(lister.get(pod('a/1').metadata)).toBe(lister.get('a/1'));
    expect(lister.get({ name: 'c' })).toBe(lister.get('c'));
    expect(() => lister.getOrThrow({ namespace: 'a', name: '9' })).toThrow('pods "a/9" not found');
  });

  it.each([undefined, null, 5, {}, { namespace: 'a' }, { name: 'a/1' }, { name: 'a/b/c' }])('get refuses %j', (key) => {
    expect(() => lister.get(key as unknown as string)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }));
  });

  it.each([
    ['Namespaced', 'web', /pods: they are in namespaces, so give "namespace\/name"/],
    ['Namespaced', { name: 'web' }, /they are in namespaces/],
    ['Cluster', 'a/web', /pods: they are in no namespace, so give the name alone, "web"/],
  ] as const)('refuses what no object of the scope %s can be found under, %j', (scope, key, message) => {
    const scoped = new Lister(new Store<TestPod>(), 'pods', scope);
    const refusal = expect.objectContaining({
      code: 'ERR_INVALID_KEY',
      message: expect.stringMatching(message) as string,
    }) as Error;
    expect(() => scoped.get(key)).toThrow(refusal);
    expect(() => scoped.getOrThrow(key)).toThrow(refusal);
  });

  it('a key that fits the scope is looked up, in a namespace too', () => {
    const scoped = new Lister(filled(new Store<TestPod>()), 'pods', 'Namespaced');
    expect([scoped.get('a/9'), scoped.get('a/1')?.metadata.name, scoped.namespace('a').get('9')]).toEqual([
      undefined,
      '1',
      undefined,
    ]);
    const names = new Lister(filled(new Store<TestPod>()), 'nodes', 'Cluster');
    expect([names.get('c')?.metadata.name, names.get('d'), names.namespace('').get('d')]).toEqual([
      'c',
      undefined,
      undefined,
    ]);
    expect(() => names.namespace('a').get('d')).toThrow('they are in no namespace');
    expect(() => scoped.namespace('').get('1')).toThrow('they are in namespaces');
  });

  it('getOrThrow of a cache that was never filled does not say that an object is not there', () => {
    const empty = new Store<TestPod>();
    const readers = [new Lister(empty, 'pods'), new Lister(empty, 'pods').namespace('a')] as const;
    const notYet = expect.objectContaining({ code: 'ERR_NOT_SYNCED' }) as Error;
    expect(() => readers[0].getOrThrow('a/1')).toThrow(notYet);
    expect(() => readers[1].getOrThrow('1')).toThrow('Cannot tell whether there are pods "a/1"');
    empty.replace([], '7');
    expect(() => readers[0].getOrThrow('a/1')).toThrow(NotFoundError);
    expect(() => readers[1].getOrThrow('1')).toThrow(NotFoundError);
  });

  it('getOrThrow throws NotFound with resource and key', () => {
    expect(lister.getOrThrow('a/1').metadata.name).toBe('1');
    expect(() => lister.getOrThrow('a/9')).toThrow(NotFoundError);
    expect(() => lister.getOrThrow('a/9')).toThrow('pods "a/9" not found');
  });

  it('a key with two slashes is refused', () => {
    expect(() => lister.get('a/b/c')).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }));
  });

  it.each([
    [{}, ['a/1', 'a/2', 'a/3', 'b/1', 'c']],
    [{ labelSelector: '' }, ['a/1', 'a/2', 'a/3', 'b/1', 'c']],
    [{ labelSelector: 'app=web' }, ['a/1', 'b/1']],
    [{ labelSelector: 'app!=web' }, ['a/2', 'a/3', 'c']],
    [{ labelSelector: { matchLabels: { app: 'db' } } }, ['a/2']],
    [{ labelSelector: LabelSelector.parse('!app') }, ['a/3', 'c']],
    [{ fieldSelector: 'spec.nodeName=n2' }, ['a/2', 'b/1']],
    [{ fieldSelector: 'spec.nodeName=' }, ['a/3', 'c']],
    [{ fieldSelector: 'metadata.namespace=b' }, ['b/1']],
    [{ fieldSelector: 'metadata.namespace=' }, ['c']],
    [{ fieldSelector: 'metadata.name=1', labelSelector: 'app' }, ['a/1', 'b/1']],
    [{ labelSelector: 'app=web', fieldSelector: 'spec.nodeName=n2' }, ['b/1']],
    [{ limit: 2 }, ['a/1', 'a/2']],
    [{ limit: 0, labelSelector: 'app=web' }, ['a/1', 'b/1']],
    [{ limit: 1, labelSelector: 'app=db' }, ['a/2']],
  ])('list(%j) gives %j', (options, expected) => {
    expect(keys(lister.list(options))).toEqual(expected);
  });

  it('iterates over objects and keys without a copy, and knows its size', () => {
    expect([keys(lister), [...lister.keys()], lister.size]).toEqual([keys(lister.list()), keys(lister.list()), 5]);
  });

  it('a bad selector throws', () => {
    expect(() => lister.list({ labelSelector: 'a=b=c' })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_SELECTOR' }),
    );
  });

  it.each([-1, 1.5, NaN, Infinity])('a limit of %j is refused', (limit) => {
    expect(() => lister.list({ limit })).toThrow(expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }));
  });

  it('has no way to write', () => {
    expectTypeOf<Lister<TestPod>>().not.toHaveProperty('add');
    const names = new Set(Object.getOwnPropertyNames(Lister.prototype));
    expect(
      ['add', 'update', 'delete', 'replace', 'beginReplace', 'transaction'].filter((name) => names.has(name)),
    ).toEqual([]);
    expect(Object.keys(lister)).toEqual([]);
  });
});

describe('NamespaceLister', () => {
  const lister = new Lister(filled(new Store<TestPod>()), 'pods');

  it('gets by name', () => {
    const space = lister.namespace('a');
    expect([space.get('1'), space.get('9')]).toEqual([lister.get('a/1'), undefined]);
    expect(() => space.getOrThrow('9')).toThrow('pods "a/9" not found');
  });

  it('lists its namespace only', () => {
    expect([
      keys(lister.namespace('a').list()),
      keys(lister.namespace('a').list({ labelSelector: 'app=web' })),
      keys(lister.namespace('b')),
      lister.namespace('none').list(),
      lister.namespace('a').list({ fieldSelector: 'metadata.namespace=b' }),
    ]).toEqual([['a/1', 'a/2', 'a/3'], ['a/1'], ['b/1'], [], []]);
  });

  it('the empty namespace lists all and gets cluster-scoped objects', () => {
    expect([
      lister.namespace('').list().length,
      keys(lister.namespace('')).length,
      lister.namespace('').get('c'),
    ]).toEqual([5, 5, lister.get('c')]);
  });

  it.each(['a/1', '', '/'])('the name %j is refused', (name) => {
    expect(() => lister.namespace('').get(name)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }));
  });
});

describe('work', () => {
  class Watched extends PlainRecord<TestPod> {
    static readonly reads: FieldPath[] = [];
    override field(path: FieldPath): unknown {
      Watched.reads.push(path);
      return super.field(path);
    }
    override label(name: string): string | undefined {
      Watched.reads.push(['metadata', 'labels', name]);
      return super.label(name);
    }
  }

  const watched = (store: Store<TestPod>): { lister: Lister<TestPod>; reads: FieldPath[] } => {
    for (const each of PODS) store.add(new Watched(structuredClone(each)));
    Watched.reads.length = 0;
    return { lister: new Lister(store, 'pods'), reads: Watched.reads };
  };

  it('an empty selector reads no labels', () => {
    const { lister, reads } = watched(new Store());
    lister.list({ labelSelector: '' });
    expect(reads).toEqual([]);
  });

  it.each([{ labelSelector: LabelSelector.nothing }, { labelSelector: 'a,!a' }, { fieldSelector: 'a=1,a=2' }])(
    'a selector that matches nothing does not look at the store',
    (options) => {
      const store = new Store<TestPod>();
      const { lister } = watched(store);
      const looks = vi.spyOn(store, 'entryGroups');
      expect(lister.list(options)).toEqual([]);
      expect(looks).not.toHaveBeenCalled();
      lister.list();
      expect(looks).toHaveBeenCalled();
    },
  );

  it('a namespace in a field selector reads that namespace only', () => {
    const { lister, reads } = watched(new Store());
    lister.list({ fieldSelector: 'metadata.namespace=b' });
    expect(reads).toHaveLength(1);
  });

  it.each([{ fieldSelector: 'spec.nodeName=n2' }, { labelSelector: 'app=db' }, { labelSelector: 'app in (db,none)' }])(
    'a field or label that is indexed is looked up in the index: %j',
    (options) => {
      const indexer = new Indexer<TestPod>({ indexers: { node: 'spec.nodeName', app: "metadata.labels['app']" } });
      const { lister, reads } = watched(indexer);
      const expected = keys(new Lister(filled(new Store<TestPod>()), 'pods').list(options));
      const found = keys(lister.list(options));
      expect(found.sort()).toEqual(expected.sort());
      expect(reads).toHaveLength(expected.length);
    },
  );

  it('an index is not used for the empty value, which a missing field has too', () => {
    const indexer = filled(new Indexer<TestPod>({ indexers: { node: 'spec.nodeName' } }));
    expect(keys(new Lister(indexer, 'pods').list({ fieldSelector: 'spec.nodeName=' }))).toEqual(['a/3', 'c']);
  });

  it('a namespace and an index together give what both allow', () => {
    const indexer = filled(new Indexer<TestPod>({ indexers: { app: "metadata.labels['app']" } }));
    expect(keys(new Lister(indexer, 'pods').namespace('a').list({ labelSelector: 'app=web' }))).toEqual(['a/1']);
  });
});
