import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LooseBytes } from '../base/loose-bytes.js';
import { SlabArena } from '../base/slab.js';
import { Store } from '../store/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { encodeMessage, messageTypeOf } from './codec/index.js';
import type { MessageType } from './codec/index.js';
import { JsonItemReader } from './json-item.js';
import { builtInCodec } from './object-codec.js';
import { ProtobufItemReader } from './protobuf-item.js';

const configMap = messageTypeOf('v1', 'ConfigMap') as MessageType;

/** What the object of a name and version is, with about `size` bytes of data. */
function state(name: string, version: number, size: number): KubernetesObject & { data: Record<string, string> } {
  const text = `${name} at ${version} `;
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-of-${name}`,
      resourceVersion: String(version),
      labels: { version: String(version) },
    },
    data: { text: text.repeat(Math.ceil(size / text.length)) },
  };
}

type Read = (object: KubernetesObject) => ObjectRecord;

const protobuf = (): Read => {
  const reader = new ProtobufItemReader(builtInCodec, {}, new LooseBytes());
  const kind = reader.kindOf('v1', 'ConfigMap');
  return (object) => {
    const bytes = Buffer.from(encodeMessage(configMap, object));
    return reader.read(bytes, 0, bytes.length, kind) as ObjectRecord;
  };
};

const json = (): Read => {
  const reader = new JsonItemReader({}, new LooseBytes());
  return (object) => {
    const bytes = Buffer.from(JSON.stringify(object));
    reader.read(bytes, 0, bytes.length);
    return reader.item as ObjectRecord;
  };
};

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const name = fc.constantFrom(...names);
const size = fc.oneof(
  // Mostly of one class, so that the place of what has gone is taken at once.
  { weight: 10, arbitrary: fc.integer({ min: 300, max: 310 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 1, arbitrary: fc.constant(140_000) },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), name, size }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  // Keeps what the store has, as a handler does: the record, the object, or the object with a part of it read.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('keep' as const), name, how: fc.constantFrom('record', 'object', 'read') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('replace' as const),
      names: fc.subarray(names),
      commit: fc.boolean(),
      size,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const), most: fc.integer({ min: 1, max: 8 }) }) },
);

describe.each([
  ['protobuf', protobuf],
  ['JSON', json],
])('records over %s', (_format, make) => {
  it('old objects that are kept across any updates are what they were, and the store holds its own bytes and no others', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const read = make();
        const store = new Store<KubernetesObject>();
        const model = new Map<string, KubernetesObject>();
        const kept: { readonly get: () => KubernetesObject; readonly was: KubernetesObject }[] = [];
        let version = 0;
        for (const each of steps) {
          version++;
          if (each.do === 'put') {
            const next = state(each.name, version, each.size);
            store.update(read(next));
            model.set(each.name, next);
          } else if (each.do === 'delete') {
            store.delete(`default/${each.name}`);
            model.delete(each.name);
          } else if (each.do === 'keep') {
            const record = store.getRecord(`default/${each.name}`);
            const was = model.get(each.name);
            if (record === undefined || was === undefined) continue;
            const object = each.how === 'record' ? undefined : record.object;
            if (each.how === 'read') expect(object?.metadata.name).toBe(each.name);
            kept.push({ get: () => object ?? record.object, was });
          } else if (each.do === 'replace') {
            const replacement = store.beginReplace();
            const next = new Map<string, KubernetesObject>();
            for (const [index, listed] of each.names.entries()) {
              // Every second one unchanged.
              const known = index % 2 === 0 ? model.get(listed) : undefined;
              next.set(listed, known ?? state(listed, version, each.size));
              replacement.add(read(next.get(listed) as KubernetesObject));
            }
            if (each.commit) {
              replacement.commit(String(version));
              model.clear();
              for (const [listed, object] of next) model.set(listed, object);
            } else replacement.abort();
          } else {
            store.beginReplace().drain(each.most);
          }
        }
        for (const { get, was } of kept) expect(get()).toEqual(was);
        for (const [listed, object] of model) expect(store.get(`default/${listed}`)).toEqual(object);
        while (store.beginReplace().drain(100));
        let used = 0;
        for (const record of store.records()) used += (record as unknown as { byteLength: number }).byteLength;
        expect(store.memory).toMatchObject({ used, ranges: model.size });
      }),
    );
  });

  it('a record that a store has let go of reads as before: identity, fields, labels, projection, transform', () => {
    const read = make();
    const store = new Store<KubernetesObject>();
    const first = state('a', 1, 500);
    const record = read(first);
    store.add(record);
    for (let version = 2; version < 50; version++) store.update(read(state('a', version, 500)));
    expect(record.field(['data', 'text'])).toBe(first.data['text']);
    expect(record.label('version')).toBe('1');
    expect(record.forTransform()).toEqual(first);
    expect(record.project('metadata').object).toEqual({ ...first, data: undefined });
    expect([record.key, record.uid, record.resourceVersion]).toEqual(['default/a', 'uid-of-a', '1']);
  });

  it('a record in two stores is readable for as long as either has it, and after', () => {
    const read = make();
    const one = new Store<KubernetesObject>();
    const other = new Store<KubernetesObject>();
    const first = state('a', 1, 500);
    const record = read(first);
    one.add(record);
    other.add(record);
    one.update(read(state('a', 2, 500)));
    for (let number = 0; number < 20; number++) one.add(read(state(`b${number}`, 1, 500)));
    expect(other.get('default/a')).toEqual(first);
    other.delete('default/a');
    expect(record.object).toEqual(first);
    expect([one.memory.ranges, other.memory.ranges]).toEqual([21, 0]);
  });

  it('10,000 updates of one object take the memory of one', () => {
    const read = make();
    const store = new Store<KubernetesObject>();
    for (let version = 1; version <= 10_000; version++)
      store.update(read(state('a', version, 1_000 + (version % 800))));
    expect(store.memory.ranges).toBe(1);
    expect(store.memory.capacity).toBeLessThan(256 * 1024);
    expect(store.get('default/a')).toEqual(state('a', 10_000, 1_000 + (10_000 % 800)));
  });

  it('an object of 1.5 MB among small ones moves without a copy, and leaves no hole', () => {
    const read = make();
    const store = new Store<KubernetesObject>();
    for (let number = 0; number < 100; number++) store.add(read(state(`small-${number}`, 1, 1_000)));
    const before = store.memory.capacity;
    const huge = state('huge', 2, 1_500_000);
    const record = read(huge);
    store.add(record);
    expect(store.memory.capacity - before).toBeGreaterThanOrEqual(1_500_000);
    store.update(read(state('huge', 3, 10)));
    expect(store.memory.capacity).toBeLessThan(before + 64 * 1024);
    expect(record.object).toEqual(huge);
  });
});

describe('settle and release', () => {
  it('can be repeated', () => {
    const arena = new SlabArena();
    const record = protobuf()(state('a', 1, 100));
    record.release(arena);
    record.settle(arena);
    record.settle(arena);
    expect(arena.stats.ranges).toBe(1);
    record.release(new SlabArena());
    expect(arena.stats.ranges).toBe(1);
    record.release(arena);
    record.release(arena);
    expect(arena.stats).toMatchObject({ ranges: 0, used: 0 });
    expect(record.object).toEqual(state('a', 1, 100));
  });
});
