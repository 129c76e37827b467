import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { silentLogger } from '../base/logger.js';
import type { KubeInformerError } from '../errors/index.js';
import { PlainRecord, recordOf } from '../meta/index.js';
import type { ObjectRecord } from '../meta/index.js';
import type { IndexErrorContext, IndexSource } from './index-definition.js';
import { Indexer } from './indexer.js';
import { testPod as pod } from './test-objects.js';
import type { TestPod } from './test-objects.js';

const byNode = (object: TestPod): string | undefined => object.spec?.nodeName;

function nodes(...pods: TestPod[]): Indexer<TestPod, 'node'> {
  const indexer = new Indexer<TestPod, 'node'>({ indexers: { node: byNode } });
  for (const each of pods) indexer.add(each);
  return indexer;
}

describe('queries', () => {
  it('byIndex gives the objects themselves, in the order in which they came', () => {
    const indexer = nodes(pod('b/1', { node: 'n1' }), pod('a/1', { node: 'n2' }), pod('a/2', { node: 'n1' }));
    expect(indexer.byIndex('node', 'n1')).toEqual([indexer.get('b/1'), indexer.get('a/2')]);
    expect(indexer.byIndex('node', 'n1')[0]).toBe(indexer.get('b/1'));
  });

  it('recordsByIndex gives the records', () => {
    const indexer = nodes(pod('a/1', { node: 'n1' }));
    expect([...indexer.recordsByIndex('node', 'n1')]).toEqual([indexer.getRecord('a/1')]);
  });

  it.each<[string, readonly TestPod[], (indexer: Indexer<TestPod, 'node'>) => unknown, readonly string[]]>([
    ['a first one', [], (indexer) => indexer.add(pod('a/1', { node: 'n1' })), ['a/1']],
    [
      'a second one',
      [pod('a/1', { node: 'n1' })],
      (indexer) => indexer.add(pod('a/2', { node: 'n1' })),
      ['a/1', 'a/2'],
    ],
    ['a deletion', [pod('a/1', { node: 'n1' })], (indexer) => indexer.delete('a/1'), []],
    ['another value', [pod('a/1', { node: 'n1' })], (indexer) => indexer.update(pod('a/1', { node: 'n2' })), []],
  ])('recordsByIndex shows what was written before its first step: %s', (_, pods, write, expected) => {
    const indexer = nodes(...pods);
    const records = indexer.recordsByIndex('node', 'n1');
    write(indexer);
    expect(Array.from(records, ({ key }) => key)).toEqual(expected);
  });

  it('recordsByIndex shows the generation of its call, not of its first step', () => {
    const indexer = nodes(pod('a/1', { node: 'n1' }));
    const iterators = [indexer.recordsByIndex('node', 'n1'), indexer.recordsByIndex('namespace', 'a')];
    indexer.replace([], '2');
    expect(iterators.map((iterator) => [...iterator].length)).toEqual([1, 1]);
  });

  it('a value nobody has gives nothing', () => {
    const indexer = nodes();
    expect([indexer.byIndex('node', 'x'), indexer.indexKeys('node', 'x'), indexer.indexValues('node')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('indexKeys are sorted', () => {
    expect(nodes(pod('b/1', { node: 'n' }), pod('a/1', { node: 'n' })).indexKeys('node', 'n')).toEqual(['a/1', 'b/1']);
  });

  it('indexValues have each value once', () => {
    const indexer = nodes(pod('a/1', { node: 'x' }), pod('a/2', { node: 'y' }), pod('a/3', { node: 'x' }));
    expect(indexer.indexValues('node')).toEqual(['x', 'y']);
  });

  it('an update moves an object from one value to another, and an empty value is gone', () => {
    const indexer = nodes(pod('a/1', { node: 'x' }));
    indexer.update(pod('a/1', { node: 'y' }));
    expect([indexer.indexValues('node'), indexer.indexKeys('node', 'y')]).toEqual([['y'], ['a/1']]);
    indexer.delete('a/1');
    expect(indexer.indexValues('node')).toEqual([]);
  });

  it('an update with the same value keeps its place and shows the new state', () => {
    const indexer = nodes(pod('a/1', { node: 'x', rv: '1' }), pod('a/2', { node: 'x' }));
    indexer.update(pod('a/1', { node: 'x', rv: '2' }));
    expect(indexer.byIndex('node', 'x').map(({ metadata }) => metadata.resourceVersion)).toEqual(['2', undefined]);
  });

  it('an object is filed under each of several values, also a repeated one', () => {
    const indexer = new Indexer<TestPod>({ indexers: { ip: (object) => object.spec?.ips } });
    indexer.add(pod('a/1', { ips: ['1', '2', '2'] }));
    indexer.update(pod('a/1', { ips: ['2', '3'] }));
    expect([indexer.indexValues('ip'), indexer.indexKeys('ip', '2')]).toEqual([['2', '3'], ['a/1']]);
    indexer.delete('a/1');
    expect(indexer.indexValues('ip')).toEqual([]);
  });

  it('an array that the function writes to later changes nothing', () => {
    const shared = ['x', 'y'];
    const indexer = new Indexer<TestPod>({ indexers: { shared: () => shared } });
    indexer.add(pod('a/1'));
    shared.pop();
    indexer.delete('a/1');
    expect(indexer.indexValues('shared')).toEqual([]);
  });

  it('index finds what overlaps with an object, each once, whether that is stored or not', () => {
    const indexer = new Indexer<TestPod>({ indexers: { ip: 'spec.ips' } });
    for (const each of [pod('a/1', { ips: ['1', '2'] }), pod('a/2', { ips: ['2'] }), pod('a/3', { ips: ['3'] })])
      indexer.add(each);
    const found = indexer.index('ip', pod('b/9', { ips: ['1', '2'] }));
    expect(found.map(({ metadata }) => metadata.name)).toEqual(['1', '2']);
  });

  it('index leaves the object it was asked with writable', () => {
    const asked = pod('a/1', { node: 'n1' });
    nodes().index('node', asked);
    expect(Object.isFrozen(asked)).toBe(false);
  });
});

describe('the namespace index', () => {
  it('is there without being asked for', () => {
    const indexer = new Indexer<TestPod>();
    for (const key of ['a/1', 'b/1', 'a/2', 'c']) indexer.add(pod(key));
    expect([
      indexer.indexNames,
      indexer.indexKeys('namespace', 'a'),
      indexer.indexValues('namespace'),
      indexer.indexKeys('namespace', ''),
      indexer.index('namespace', pod('b/9')).length,
      indexer.index('namespace', new PlainRecord(pod('z'))).length,
    ]).toEqual([['namespace'], ['a/1', 'a/2'], ['a', 'b', ''], ['c'], 1, 1]);
  });
});

describe('index over a field', () => {
  it('files text, numbers, booleans and arrays of them, and leaves out what is missing', () => {
    const indexer = new Indexer({ indexers: { value: 'spec.value' } });
    const values = ['text', 5, true, ['p', 6], null, undefined, '', []];
    values.forEach((value, index) => {
      indexer.add({ metadata: { name: `o${index}` }, spec: { value } } as TestPod);
    });
    expect(indexer.indexValues('value')).toEqual(['text', '5', 'true', 'p', '6', '']);
  });

  it('never makes the object', () => {
    class Undecoded extends PlainRecord<TestPod> {
      override get object(): TestPod {
        throw new Error('decoded');
      }
    }
    const indexer = new Indexer<TestPod>({ indexers: { app: "metadata.labels['app']" } });
    indexer.add(new Undecoded(pod('a/1', { app: 'web' })));
    indexer.replace([new Undecoded(pod('a/1', { app: 'db', rv: '1' }))], '1');
    expect(indexer.indexKeys('app', 'db')).toEqual(['a/1']);
  });

  it('a path that cannot be read is refused, and no index is added', () => {
    const indexer = new Indexer<TestPod>();
    expect(() => indexer.addIndexers({ good: 'spec', bad: 'a[' as 'spec' })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }),
    );
    expect(indexer.indexNames).toEqual(['namespace']);
  });
});

describe('addIndexers', () => {
  it('files what is in the store already', () => {
    const indexer = nodes(pod('a/1', { app: 'web' }), pod('a/2'));
    expect(indexer.addIndexers({ app: "metadata.labels['app']" }).indexKeys('app', 'web')).toEqual(['a/1']);
  });

  it.each(['node', 'namespace'])('the name %s is taken: nothing changes', (name) => {
    const indexer = nodes(pod('a/1', { node: 'n1' }));
    expect(() => indexer.addIndexers({ fresh: () => 'x', [name]: () => 'y' })).toThrow(
      expect.objectContaining({ code: 'ERR_INDEX_CONFLICT', message: expect.stringContaining(name) as string }),
    );
    expect([indexer.indexNames, indexer.indexKeys('node', 'n1')]).toEqual([['namespace', 'node'], ['a/1']]);
  });

  it.each<[string, IndexSource<TestPod>, IndexSource<TestPod>]>([
    ['path', "metadata.labels['app']", "metadata.labels['app']"],
    ['path in another spelling', "metadata.labels['app']", 'metadata.labels.app'],
    ['function', byNode, byNode],
  ])('the same name and %s are one index, whoever comes second', (_name, first, second) => {
    const indexer = new Indexer<TestPod>({ indexers: { shared: first } });
    indexer.add(pod('a/1', { node: 'web', app: 'web' }));
    const wide = indexer.addIndexers({ shared: second, fresh: () => 'x' });
    expect([wide.indexNames, wide.indexKeys('shared', 'web'), wide.indexKeys('fresh', 'x')]).toEqual([
      ['namespace', 'shared', 'fresh'],
      ['a/1'],
      ['a/1'],
    ]);
  });

  it.each<[string, IndexSource<TestPod>, IndexSource<TestPod>]>([
    ['another path', 'spec.nodeName', "metadata.labels['app']"],
    ['a longer path', 'metadata.labels', "metadata.labels['app']"],
    ['another function that looks the same', () => 'x', () => 'x'],
    ['a function in place of a path', 'spec.nodeName', byNode],
    ['a path in place of a function', byNode, 'spec.nodeName'],
  ])('the same name for %s is a conflict', (_name, first, second) => {
    const indexer = new Indexer<TestPod>({ indexers: { shared: first } });
    expect(() => indexer.addIndexers({ shared: second })).toThrow(
      expect.objectContaining({ code: 'ERR_INDEX_CONFLICT' }),
    );
  });

  it('an index added while a replacement is built holds after its commit', () => {
    const indexer = nodes(pod('a/1', { node: 'n1', app: 'web', rv: '1' }), pod('a/2', { app: 'web' }));
    const replacement = indexer.beginReplace();
    replacement.add(pod('a/1', { node: 'n1', app: 'web', rv: '1' }));
    replacement.add(pod('a/3', { app: 'web' }));
    const wide = indexer.addIndexers({ app: "metadata.labels['app']" });
    replacement.add(pod('a/4', { app: 'db' }));
    replacement.commit('2');
    expect([wide.indexKeys('app', 'web'), wide.indexKeys('app', 'db'), wide.indexKeys('node', 'n1')]).toEqual([
      ['a/1', 'a/3'],
      ['a/4'],
      ['a/1'],
    ]);
  });

  it('an unknown name throws and names the known ones', () => {
    const indexer = nodes() as Indexer<TestPod>;
    for (const query of [
      () => indexer.byIndex('x', 'y'),
      () => indexer.recordsByIndex('x', 'y'),
      () => indexer.index('x', pod('a/1')),
      () => indexer.indexKeys('x', 'y'),
      () => indexer.indexValues('x'),
    ]) {
      expect(query).toThrow(
        expect.objectContaining({
          code: 'ERR_INDEX_UNKNOWN',
          message: expect.stringContaining('"namespace", "node"') as string,
        }),
      );
    }
  });
});

describe('addIndexersSliced', () => {
  const big = (): Indexer<TestPod, 'node'> => {
    const indexer = nodes();
    for (let i = 0; i < 2_000; i++) indexer.add(pod(`a/${i}`, { node: 'n', app: 'old', rv: '1' }));
    return indexer;
  };

  // Each call burns a little time, so that the walk takes several slices.
  const slowApp = (object: TestPod): string | undefined => {
    const until = performance.now() + 0.02;
    while (performance.now() < until);
    return object.metadata.labels?.['app'];
  };

  it('is as addIndexers once it resolves', async () => {
    const indexer = await big().addIndexersSliced({ app: slowApp });
    expect(indexer.byIndex('app', 'old')).toHaveLength(2_000);
  });

  it('lets others run, and the index cannot be queried until it is whole', async () => {
    const indexer = big();
    const building = indexer.addIndexersSliced({ app: slowApp });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(() => (indexer as Indexer<TestPod>).byIndex('app', 'old')).toThrow(
      expect.objectContaining({
        code: 'ERR_INDEX_UNKNOWN',
        message: expect.stringContaining('still being built') as string,
      }),
    );
    await building;
  });

  it('takes in what is written meanwhile', async () => {
    const indexer = big();
    const building = indexer.addIndexersSliced({ app: slowApp });
    indexer.delete('a/1999');
    indexer.update(pod('a/1998', { app: 'new' }));
    indexer.add(pod('a/2000', { app: 'new' }));
    const built = await building;
    expect([built.byIndex('app', 'old').length, built.indexKeys('app', 'new')]).toEqual([1_998, ['a/1998', 'a/2000']]);
  });

  it('leaves out what is deleted while its turn waits', async () => {
    const indexer = big();
    let last = '';
    const building = indexer.addIndexersSliced({
      app: (object) => {
        last = object.metadata.name;
        return slowApp(object);
      },
    });
    const next = `a/${Number(last) + 1}`;
    indexer.delete(next);
    const built = await building;
    expect(built.indexKeys('app', 'old')).toHaveLength(1_999);
    expect(built.indexKeys('app', 'old')).not.toContain(next);
  });

  it('takes in a replacement that began before it, one that began after it, and what they share', async () => {
    const indexer = big();
    const before = indexer.beginReplace();
    before.keep('a/0');
    before.keep('a/1');
    const building = indexer.addIndexersSliced({ app: slowApp });
    before.keep('a/2');
    before.commit('2');
    indexer.replace([...indexer.list(), pod('a/x', { app: 'new' })], '3');
    const built = await building;
    expect([built.indexKeys('app', 'old'), built.indexKeys('app', 'new')]).toEqual([['a/0', 'a/1', 'a/2'], ['a/x']]);
  });

  it.each(['addIndexers', 'addIndexersSliced'] as const)(
    'an index that is still being built is whole for who asks for it by %s too',
    async (how) => {
      const indexer = big();
      const building = indexer.addIndexersSliced({ app: slowApp });
      const wide = await indexer[how]({ app: slowApp });
      expect(wide.indexKeys('app', 'old')).toHaveLength(2_000);
      await building;
      expect(wide.indexKeys('app', 'old')).toHaveLength(2_000);
    },
  );

  it('rejects when a name is taken', async () => {
    await expect(nodes().addIndexersSliced({ node: () => 'x' })).rejects.toMatchObject({ code: 'ERR_INDEX_CONFLICT' });
  });
});

describe('an index function that fails', () => {
  const failing = (
    result: () => unknown,
  ): { indexer: Indexer<TestPod>; told: [KubeInformerError, IndexErrorContext][] } => {
    const told: [KubeInformerError, IndexErrorContext][] = [];
    const indexer = new Indexer<TestPod>({
      indexers: { node: byNode, bad: result as () => string },
      onIndexError: (...args) => told.push(args),
    });
    return { indexer, told };
  };

  // client-go panics under the lock of the store.
  it('keeps the object out of that index only, where client-go panics', () => {
    const { indexer, told } = failing(() => {
      throw new Error('no idea');
    });
    indexer.add(pod('a/1', { node: 'n1' }));
    expect([indexer.size, indexer.indexKeys('node', 'n1'), indexer.indexValues('bad')]).toEqual([1, ['a/1'], []]);
    expect(told).toEqual([
      [
        expect.objectContaining({
          code: 'ERR_INDEX_FUNCTION',
          message: expect.stringMatching(/a\/1 in the index "bad": no idea/) as string,
          cause: expect.any(Error) as Error,
        }),
        { index: 'bad', key: 'a/1' },
      ],
    ]);
  });

  it.each<[string, unknown]>([
    ['a number', 5],
    ['null', null],
    ['an object', {}],
    ['a promise', Promise.resolve('x')],
    ['an array with a number', ['a', 5]],
  ])('%s is no value', (_what, result) => {
    const { indexer, told } = failing(() => result);
    indexer.add(pod('a/1'));
    expect([indexer.indexValues('bad'), told.length]).toEqual([[], 1]);
  });

  it('an object that was filed leaves the index when its new state fails', () => {
    let fail = false;
    const { indexer } = failing(() => (fail ? 5 : 'x'));
    indexer.add(pod('a/1'));
    fail = true;
    indexer.update(pod('a/1'));
    expect(indexer.indexValues('bad')).toEqual([]);
  });

  it('a query object that fails shares nothing with any', () => {
    const { indexer, told } = failing(() => 5);
    expect([indexer.index('bad', pod('b/7')), told[0]?.[1]]).toEqual([[], { index: 'bad', key: 'b/7' }]);
  });

  it('a field that holds an object is reported', () => {
    const told: string[] = [];
    const indexer = new Indexer<TestPod>({
      indexers: { spec: 'spec' },
      onIndexError: ({ message }) => told.push(message),
    });
    indexer.add(pod('a/1'));
    expect(told).toEqual([expect.stringMatching(/the field holds an object/)]);
  });

  it('by default the 1st, 10th, 100th failure of each index is a warning', () => {
    const warn = vi.fn();
    const indexer = new Indexer<TestPod>({
      indexers: { bad: () => 5 as unknown as string },
      logger: { ...silentLogger, warn },
    });
    for (let i = 0; i < 150; i++) indexer.add(pod(`a/${i}`));
    expect(warn.mock.calls.map(([, context]) => (context as { failures: number }).failures)).toEqual([1, 10, 100]);
  });

  it('an onIndexError that throws does not reach the writer', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const indexer = new Indexer<TestPod>({
      indexers: { bad: () => 5 as unknown as string },
      onIndexError: () => {
        throw new Error('again');
      },
    });
    indexer.add(pod('a/1'));
    expect([indexer.size, warn.mock.calls.length]).toEqual([1, 1]);
    warn.mockRestore();
  });

  it('a function that writes to the store cannot make store and index disagree', () => {
    const indexer: Indexer<TestPod> = new Indexer<TestPod>();
    let depth = 0;
    indexer.addIndexers({
      node: (object) => {
        if (depth++ === 0) indexer.add(pod('a/1', { node: 'inner' }));
        return object.spec?.nodeName;
      },
    });
    indexer.add(pod('a/1', { node: 'outer' }));
    expect([indexer.get('a/1')?.spec?.nodeName, indexer.indexValues('node')]).toEqual(['outer', ['outer']]);
  });
});

describe('work', () => {
  it('an index function is not called for what a replacement finds unchanged, nor for the same record', () => {
    const node = vi.fn(byNode);
    const indexer = new Indexer<TestPod>({ indexers: { node } });
    indexer.replace([pod('a/1', { rv: '1', node: 'x' }), pod('a/2', { rv: '2', node: 'x' })], '2');
    node.mockClear();
    indexer.replace([pod('a/1', { rv: '1', node: 'x' }), pod('a/2', { rv: '3', node: 'y' })], '3');
    indexer.update(indexer.getRecord('a/1') as ObjectRecord<TestPod>);
    expect(node.mock.calls.map(([object]) => recordOf(object).key)).toEqual(['a/2']);
    expect([indexer.indexKeys('node', 'x'), indexer.indexKeys('node', 'y')]).toEqual([['a/1'], ['a/2']]);
  });
});

describe('types', () => {
  it('knows the names of the indices where they are given', () => {
    const named = new Indexer<TestPod, 'node' | 'app'>();
    const inferred = new Indexer({ indexers: { node: byNode, app: 'metadata.name' } });
    const queries = (): void => {
      named.byIndex('node', 'x');
      named.byIndex('namespace', 'x');
      // @ts-expect-error no such index
      named.byIndex('nod', 'x');
      expectTypeOf(inferred.byIndex('app', 'x')).toEqualTypeOf<TestPod[]>();
      // @ts-expect-error no such index
      inferred.indexKeys('nod', 'x');
      const more = inferred.addIndexers({ owner: 'metadata.name' });
      more.byIndex('owner', 'x');
      more.byIndex('node', 'x');
      // @ts-expect-error no such index
      more.byIndex('own', 'x');
      new Indexer<TestPod>().byIndex('anything', 'x');
    };
    expect(queries).toBeTypeOf('function');
    expectTypeOf(inferred).toEqualTypeOf<Indexer<TestPod, 'node' | 'app'>>();
    expectTypeOf(named).toExtend<Indexer<TestPod>>();
  });
});
