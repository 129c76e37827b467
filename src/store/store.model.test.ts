import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareResourceVersions, recordOf } from '../meta/index.js';
import { Indexer } from './indexer.js';
import type { IndexSource } from './index-definition.js';
import { testPod } from './test-objects.js';
import type { TestPod } from './test-objects.js';

// The reference: a Map in the order of first arrival, and indices by filtering it.
class Model {
  pods = new Map<string, TestPod>();
  resourceVersion = '';

  advance(version: string): void {
    const order = compareResourceVersions(version, this.resourceVersion);
    if (version !== '' && (order === undefined || order > 0)) this.resourceVersion = version;
  }

  put(pod: TestPod): void {
    this.pods.set(recordOf(pod).key, pod);
    this.advance(pod.metadata.resourceVersion ?? '');
  }

  /** The pods namespace by namespace, as the store orders them. */
  ordered(spaces: readonly string[]): TestPod[] {
    return spaces.flatMap((space) => [...this.pods.values()].filter((pod) => (pod.metadata.namespace ?? '') === space));
  }

  having(values: (pod: TestPod) => readonly string[], value: string): string[] {
    return [...this.pods]
      .filter(([, pod]) => values(pod).includes(value))
      .map(([key]) => key)
      .sort();
  }
}

const same = (a: TestPod, b: TestPod): boolean =>
  a.metadata.resourceVersion !== undefined &&
  a.metadata.resourceVersion === b.metadata.resourceVersion &&
  a.metadata.uid === b.metadata.uid;

const key = fc.constantFrom('a/1', 'a/2', 'b/1', 'b/2', 'c/1', 'node');
const node = fc.constantFrom('n1', 'n2', 'n3', undefined);
const pod = fc
  .record({
    key,
    uid: fc.constantFrom('u1', 'u2'),
    rv: fc.constantFrom('1', '2', '9', '10', '11', '100', 'odd', undefined),
    node,
    ips: fc.array(fc.constantFrom('i1', 'i2', 'i3'), { maxLength: 3 }),
  })
  .map(({ key: of, uid, rv, node: on, ips }) =>
    testPod(of, { uid, ips, ...(rv === undefined ? {} : { rv }), ...(on === undefined ? {} : { node: on }) }),
  );
const version = fc.constantFrom('', '5', '10', '50', 'odd');

type Operation =
  | { type: 'add' | 'update' | 'deleteObject'; pod: TestPod }
  | { type: 'deleteKey'; key: string }
  | { type: 'bookmark'; version: string }
  | { type: 'transaction'; pods: TestPod[]; key: string }
  | { type: 'replace' | 'abort'; pods: TestPod[]; kept: string[]; version: string }
  | { type: 'interrupted'; pods: TestPod[]; write: TestPod }
  | { type: 'addIndex'; index: 'node' | 'ip' | 'path' };

const pods = fc.array(pod, { maxLength: 6 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('add', 'update', 'deleteObject'), pod }) },
  fc.record({ type: fc.constant('deleteKey'), key }),
  fc.record({ type: fc.constant('bookmark'), version }),
  fc.record({ type: fc.constant('transaction'), pods, key }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('replace', 'abort'),
      pods,
      kept: fc.array(key, { maxLength: 2 }),
      version,
    }),
  },
  fc.record({ type: fc.constant('interrupted'), pods, write: pod }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('addIndex'), index: fc.constantFrom('node', 'ip', 'path') }) },
);

class Harness {
  readonly indexer = new Indexer<TestPod>();
  readonly model = new Model();
  readonly added = new Set<string>();
  calls: TestPod[] = [];

  readonly sources: Record<'node' | 'ip' | 'path', IndexSource<TestPod>> = {
    node: (object) => {
      this.calls.push(object);
      return object.spec?.nodeName;
    },
    ip: (object) => object.spec?.ips ?? [],
    path: 'spec.nodeName',
  };

  readonly values: Record<string, (object: TestPod) => readonly string[]> = {
    node: (object) => (object.spec?.nodeName === undefined ? [] : [object.spec.nodeName]),
    ip: (object) => object.spec?.ips ?? [],
    path: (object) => (object.spec?.nodeName === undefined ? [] : [object.spec.nodeName]),
    namespace: (object) => [object.metadata.namespace ?? ''],
  };

  run(operation: Operation): void {
    const { indexer, model } = this;
    switch (operation.type) {
      case 'add':
      case 'update':
        indexer[operation.type](clone(operation.pod));
        model.put(operation.pod);
        break;
      case 'deleteObject':
        indexer.delete(clone(operation.pod));
        model.pods.delete(recordOf(operation.pod).key);
        model.advance(operation.pod.metadata.resourceVersion ?? '');
        break;
      case 'deleteKey':
        expect(indexer.delete(operation.key)).toBe(model.pods.delete(operation.key));
        break;
      case 'bookmark':
        indexer.bookmark(operation.version);
        model.advance(operation.version);
        break;
      case 'transaction': {
        const bad = { metadata: {} } as TestPod;
        const result = indexer.transaction([
          { type: 'add', item: bad },
          ...operation.pods.map((item) => ({ type: 'update', item: clone(item) }) as const),
          { type: 'delete', item: operation.key },
        ]);
        expect(result.failed.map(({ index }) => index)).toEqual([0]);
        for (const each of operation.pods) model.put(each);
        model.pods.delete(operation.key);
        break;
      }
      case 'replace':
      case 'abort':
        this.replace(operation);
        break;
      case 'interrupted': {
        const replacement = indexer.beginReplace();
        for (const each of operation.pods) replacement.add(clone(each));
        indexer.add(clone(operation.write));
        model.put(operation.write);
        expect(() => {
          replacement.commit('77');
        }).toThrow(expect.objectContaining({ code: 'ERR_LIFECYCLE' }));
        break;
      }
      case 'addIndex':
        if (this.added.has(operation.index)) {
          expect(() => indexer.addIndexers({ [operation.index]: () => 'x' })).toThrow(/Cannot add the index/);
        } else indexer.addIndexers({ [operation.index]: this.sources[operation.index] });
        this.added.add(operation.index);
        break;
    }
  }

  replace({ type, pods: list, kept, version: at }: Operation & { type: 'replace' | 'abort' }): void {
    const { indexer, model } = this;
    const before = [...indexer.records()];
    const walking = indexer.records();
    const next = new Map<string, TestPod>();
    const changed: TestPod[] = [];
    this.calls = [];
    const replacement = indexer.beginReplace();
    for (const each of list) {
      const { key: of } = recordOf(each);
      const current = model.pods.get(of);
      expect(replacement.add(clone(each))).toBe(indexer.getRecord(of));
      const shared = current !== undefined && same(current, each);
      if (!shared) changed.push(each);
      next.set(of, shared ? current : each);
    }
    for (const of of kept) {
      const current = model.pods.get(of);
      expect(replacement.keep(of)).toBe(current !== undefined);
      if (current !== undefined) next.set(of, current);
    }
    if (this.added.has('node')) expect(this.calls).toEqual(changed);
    expect(Array.from(replacement.missing(), ({ key: of }) => of)).toEqual(
      [...indexer.keys()].filter((of) => !next.has(of)),
    );
    expect([...indexer.records()]).toEqual(before);
    if (type === 'abort') replacement.abort();
    else {
      replacement.commit(at);
      model.pods = next;
      model.resourceVersion = at;
    }
    expect([...walking]).toEqual(before);
  }

  check(): void {
    const { indexer, model } = this;
    const spaces = [...indexer.namespaces()];
    expect(new Set(spaces)).toEqual(new Set([...model.pods.values()].map((each) => each.metadata.namespace ?? '')));
    expect(indexer.list()).toEqual(model.ordered(spaces));
    expect(indexer.size).toBe(model.pods.size);
    expect(indexer.resourceVersion).toBe(model.resourceVersion);
    for (const name of [...this.added, 'namespace']) {
      const values = this.values[name] as (object: TestPod) => readonly string[];
      const expected = [...new Set([...model.pods.values()].flatMap(values))];
      expect(new Set(indexer.indexValues(name))).toEqual(new Set(expected));
      for (const value of expected) expect(indexer.indexKeys(name, value)).toEqual(model.having(values, value));
      for (const each of model.pods.values()) {
        const overlapping = new Set(values(each).flatMap((value) => model.having(values, value)));
        expect(new Set(indexer.index(name, each).map((found) => recordOf(found).key))).toEqual(overlapping);
      }
    }
  }
}

function clone(object: TestPod): TestPod {
  return structuredClone(object);
}

describe('Store and Indexer against a Map and a filter', () => {
  it('have the same content, order, index answers and resourceVersion after every operation', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 25 }), (operations) => {
        const harness = new Harness();
        for (const each of operations) {
          harness.run(each);
          harness.check();
        }
      }),
      { numRuns: 300 },
    );
  });
});
