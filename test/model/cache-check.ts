import { isDeepStrictEqual } from 'node:util';
import type { Indexer, Indexers, Lister, Projection, SharedInformer } from 'kube-informer';
import type { TestObject } from 'kube-informer/testing';
import { KEYS } from './history.js';
import { keyOf } from './source-model.js';
import { ensure } from './violation.js';
import type { World } from './world.js';

/** A cache to be checked. */
export type CacheReader = SharedInformer<TestObject>['indexer'] | Indexer<TestObject>;

/** The indices of every run. A path that is left out is refused, a function that finds nothing is not. */
export function indexersFor(projection: Projection): Indexers<TestObject, 'node' | 'app'> {
  return {
    node: projection === 'metadata' ? nodeOf : 'spec.nodeName',
    app: (object) => object.metadata.labels?.['app'],
  };
}

function nodeOf(object: Partial<TestObject>): string | undefined {
  return object.spec?.nodeName;
}

/** An index that a history may add later. */
export const LATE_INDEXER = { revision: 'metadata.annotations.revision' } as const;

/** What an object has to be found under. */
const VALUES: Readonly<Record<string, (object: TestObject) => string | undefined>> = {
  namespace: (object) => object.metadata.namespace ?? '',
  node: nodeOf,
  app: (object) => object.metadata.labels?.['app'],
  revision: (object) => object.metadata.annotations?.['revision'],
};

/** What has to be cached now, by key. */
export function expectedCache({ model, shape }: World): Map<string, TestObject> {
  return new Map(model.visible().map((object) => [keyOf(object), shape.of(object) as TestObject]));
}

/** Throws unless every way to read the cache shows exactly what the source has. */
export function checkCache(indexer: CacheReader, lister: Lister<TestObject>, world: World): void {
  const expected = expectedCache(world);
  const same = (what: string, actual: Iterable<TestObject>, wanted: Iterable<TestObject>): void => {
    const sort = (objects: Iterable<TestObject>): TestObject[] =>
      [...objects].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const [is, should] = [sort(actual), sort(wanted)];
    ensure(
      isDeepStrictEqual(is, should),
      () => `${what} shows ${JSON.stringify(is.map(brief))}, the source has ${JSON.stringify(should.map(brief))}`,
    );
  };
  const all = [...expected.values()];
  same('indexer.list()', indexer.list(), all);
  same('the iterator', indexer, all);
  same('lister.list()', lister.list(), all);
  same('lister.list() by label', lister.list({ labelSelector: 'app=db' }), all.filter(has('app', 'db')));
  same('lister.list() by field', lister.list({ fieldSelector: 'spec.nodeName=n1' }), all.filter(has('node', 'n1')));
  ensure(indexer.size === expected.size && lister.size === expected.size, () => `the size is ${indexer.size}`);
  for (const key of KEYS) {
    const shown = indexer.get(key);
    ensure(isDeepStrictEqual(shown, expected.get(key)), () => `get(${key}) shows ${JSON.stringify(shown)}`);
    ensure(indexer.has(key) === expected.has(key), () => `has(${key}) is ${indexer.has(key)}`);
  }
  for (const namespace of ['a', 'b']) {
    same(`namespace ${namespace}`, lister.namespace(namespace).list(), all.filter(has('namespace', namespace)));
  }
  for (const name of indexer.indexNames) {
    const values = new Set(all.flatMap((object) => VALUES[name]?.(object) ?? []));
    const known = indexer.indexValues(name);
    ensure(
      isDeepStrictEqual([...known].sort(), [...values].sort()),
      () => `index ${name} has values ${JSON.stringify(known)}, not ${JSON.stringify([...values])}`,
    );
    for (const value of values)
      same(`index ${name}=${value}`, indexer.byIndex(name, value), all.filter(has(name, value)));
  }
}

function has(index: string, value: string): (object: TestObject) => boolean {
  return (object) => VALUES[index]?.(object) === value;
}

function brief(object: TestObject): string {
  return `${keyOf(object)}@${object.metadata.resourceVersion ?? ''}`;
}
