import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { StatusError } from '../status-error.js';
import type { Change, Entry } from './contract.js';
import { MemoryStorage } from './memory-storage.js';
import { configMap } from './test-objects.js';

const R = 'configmaps';
const keysOf = (entries: Iterable<Entry>): string[] => [...entries].map(({ key }) => key);

describe('MemoryStorage', () => {
  test('the first version is above zero and every write gets a larger one', () => {
    const storage = new MemoryStorage();
    expect(storage.version).toBeGreaterThan(0);
    const before = storage.version;
    const first = storage.put(R, 'a/x', configMap('a', 'x'));
    const second = storage.put('secrets', 'a/x', configMap('a', 'x'));
    expect(first.version).toBeGreaterThan(before);
    expect(second.version).toBeGreaterThan(first.version);
    expect(storage.version).toBe(second.version);
    expect(first.object.metadata.resourceVersion).toBe(String(first.version));
  });

  test('a stored object is frozen all the way down, and what was stored before is not touched by storing it again', () => {
    const storage = new MemoryStorage();
    const first = storage.put(R, 'a/x', configMap('a', 'x', { k: 'v' }));
    expect(() => {
      (first.object['data'] as Record<string, string>)['k'] = 'w';
    }).toThrow(TypeError);
    const second = storage.put(R, 'a/x', first.object);
    expect(first.object.metadata.resourceVersion).toBe(String(first.version));
    expect(second.object.metadata.resourceVersion).toBe(String(second.version));
  });

  test('the version stands where the real server shows it: in order of Go, or sorted for a custom object', () => {
    const storage = new MemoryStorage();
    const names = (metadata: object): string[] =>
      Object.keys(storage.put(R, 'x', { apiVersion: 'v1', kind: 'X', metadata }).object.metadata);
    expect(names({ name: 'x', namespace: 'a', uid: 'u', creationTimestamp: '', labels: {} })).toEqual([
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'creationTimestamp',
      'labels',
    ]);
    expect(names({ creationTimestamp: '', name: 'x', uid: 'u' })).toEqual([
      'creationTimestamp',
      'name',
      'resourceVersion',
      'uid',
    ]);
  });

  test('a deletion carries the last state with its own version', () => {
    const storage = new MemoryStorage();
    const put = storage.put(R, 'a/x', configMap('a', 'x', { k: 'v' }));
    const gone = storage.remove(R, 'a/x');
    expect(gone.version).toBe(put.version + 1);
    expect(gone.object).toEqual({
      ...put.object,
      metadata: { ...put.object.metadata, resourceVersion: String(gone.version) },
    });
    expect(storage.get(R, 'a/x')).toBeUndefined();
    expect(() => storage.remove(R, 'a/x')).toThrow(StatusError);
    expect(storage.version).toBe(gone.version);
  });

  test('a namespace is its own objects only, in order of keys, from or after a key', () => {
    const storage = new MemoryStorage();
    for (const namespace of ['a', 'a-b', 'b', 'a0']) {
      for (const name of ['1', '2']) storage.put(R, `${namespace}/${name}`, configMap(namespace, name));
    }
    const snapshot = storage.snapshot(R);
    expect(keysOf(snapshot.entries())).toEqual(['a-b/1', 'a-b/2', 'a/1', 'a/2', 'a0/1', 'a0/2', 'b/1', 'b/2']);
    expect(keysOf(snapshot.entries({ namespace: 'a' }))).toEqual(['a/1', 'a/2']);
    expect(keysOf(snapshot.entries({ namespace: 'a', after: 'a/1' }))).toEqual(['a/2']);
    expect(keysOf(snapshot.entries({ namespace: 'a', from: 'a/1' }))).toEqual(['a/1', 'a/2']);
    expect(keysOf(snapshot.entries({ from: 'a/2' }))).toEqual(['a/2', 'a0/1', 'a0/2', 'b/1', 'b/2']);
    expect(snapshot.count({ namespace: 'a', after: 'a/1' })).toBe(1);
    expect(snapshot.count()).toBe(8);
    expect(snapshot.get('a/2')?.name).toBe('2');
  });

  test('every snapshot of the past and every subscriber agree with a model, whatever the history', () => {
    const write = fc.record({
      resource: fc.constantFrom('configmaps', 'secrets'),
      key: fc.integer({ min: 0, max: 12 }),
      remove: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(write, { maxLength: 120 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(120),
        (writes, historySize, joinAt) => {
          const storage = new MemoryStorage({ historySize, clock: new FakeClock() });
          const states = new Map<number, Map<string, string>>();
          const state = new Map<string, string>();
          const seen: string[] = [];
          const expected: string[] = [];
          states.set(storage.version, new Map(state));
          writes.forEach(({ resource, key: number, remove }, index) => {
            if (index === joinAt) {
              storage.subscribe('configmaps', storage.version, ({ type, entry }) =>
                seen.push(`${type} ${entry.key} ${String(entry.version)}`),
              );
            }
            const key = `n/${String(number)}`;
            const there = storage.get(resource, key) !== undefined;
            if (remove && !there) return;
            const entry = remove
              ? storage.remove(resource, key)
              : storage.put(resource, key, configMap('n', String(number)));
            if (remove) state.delete(`${resource} ${key}`);
            else state.set(`${resource} ${key}`, String(entry.version));
            states.set(storage.version, new Map(state));
            if (resource === 'configmaps' && index >= joinAt) {
              expected.push(`${remove ? 'DELETED' : there ? 'MODIFIED' : 'ADDED'} ${key} ${String(entry.version)}`);
            }
          });
          expect(seen).toEqual(expected);
          for (const [version, model] of states) {
            for (const resource of ['configmaps', 'secrets']) {
              const snapshot = storage.snapshotAt(resource, version);
              if (version < storage.oldestOf(resource)) {
                expect(snapshot).toBeUndefined();
                expect(() => storage.past(resource, version)).toThrow(StatusError);
                continue;
              }
              const shown = [...(snapshot as NonNullable<typeof snapshot>).entries()].map(({ key, version: at }) => [
                key,
                String(at),
              ]);
              const wanted = [...model]
                .filter(([name]) => name.startsWith(`${resource} `))
                .map(([name, at]) => [name.slice(resource.length + 1), at]);
              expect(shown).toEqual(wanted.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)));
              // The past from there leads to the present.
              const replayed = new Map(wanted as [string, string][]);
              for (const { type, entry } of storage.past(resource, version)) {
                if (type === 'DELETED') replayed.delete(entry.key);
                else replayed.set(entry.key, String(entry.version));
              }
              expect(replayed.size).toBe(storage.count(resource));
              for (const { key, version: at } of storage.snapshot(resource).entries())
                expect(replayed.get(key)).toBe(String(at));
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a busy resource does not shorten the past of a quiet one', () => {
    const storage = new MemoryStorage({ historySize: 10, clock: new FakeClock() });
    const start = storage.version;
    storage.put('secrets', 'a/x', configMap('a', 'x'));
    for (let index = 0; index < 100; index++) storage.put(R, 'a/x', configMap('a', 'x'));
    expect([...storage.past('secrets', start)]).toHaveLength(1);
    expect(() => storage.subscribe(R, start, () => undefined)).toThrow(
      `too old resource version: ${String(start)} (${String(storage.version - 10)})`,
    );
    expect(storage.oldest).toBe(storage.oldestOf(R));
  });

  test('the past goes by age, but for the newest changes', async () => {
    const clock = new FakeClock();
    const storage = new MemoryStorage({ clock, historyMs: 1000 });
    for (let index = 0; index < 150; index++) storage.put(R, 'a/x', configMap('a', 'x'));
    const old = storage.version;
    await clock.advance(2000);
    for (let index = 0; index < 30; index++) storage.put(R, 'a/x', configMap('a', 'x'));
    expect(storage.oldestOf(R)).toBe(old + 30 - 100);
  });

  test('compact forgets the past of every resource, also of those that are still empty', () => {
    const storage = new MemoryStorage();
    const start = storage.version;
    storage.put(R, 'a/x', configMap('a', 'x'));
    storage.compact();
    expect(storage.snapshotAt(R, start)).toBeUndefined();
    expect(storage.snapshotAt(R, storage.version)?.count()).toBe(1);
    expect(() => storage.subscribe('pods', start, () => undefined)).toThrow(StatusError);
  });

  test('a subscriber that writes does not change the order others see', () => {
    const storage = new MemoryStorage();
    const seen: number[][] = [[], []];
    storage.subscribe(R, storage.version, ({ entry }) => {
      seen[0]?.push(entry.version);
      if (entry.name === 'first') storage.put(R, 'a/second', configMap('a', 'second'));
    });
    storage.subscribe(R, storage.version, ({ entry }) => seen[1]?.push(entry.version));
    const { version } = storage.put(R, 'a/first', configMap('a', 'first'));
    expect(seen).toEqual([
      [version, version + 1],
      [version, version + 1],
    ]);
  });

  test('a subscriber that joins while a change is delivered gets each change once', () => {
    const storage = new MemoryStorage();
    const start = storage.version;
    const late: number[] = [];
    let joined = false;
    storage.subscribe(R, start, () => {
      if (joined) return;
      joined = true;
      storage.put(R, 'a/2', configMap('a', '2'));
      storage.subscribe(R, start, ({ entry }) => late.push(entry.version));
    });
    storage.put(R, 'a/1', configMap('a', '1'));
    expect(late).toEqual([start + 1, start + 2]);
  });

  test('a subscriber that throws stops neither the write nor the others', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const storage = new MemoryStorage();
    const seen: Change[] = [];
    storage.subscribe(R, storage.version, () => {
      throw new Error('broken');
    });
    const leave = storage.subscribe(R, storage.version, (change) => seen.push(change));
    storage.put(R, 'a/1', configMap('a', '1'));
    leave();
    storage.put(R, 'a/2', configMap('a', '2'));
    expect(seen).toHaveLength(1);
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  test('what was derived of a state goes when the state is superseded', () => {
    const storage = new MemoryStorage();
    const first = storage.put(R, 'a/x', configMap('a', 'x'));
    first.derived.set('json', 'bytes');
    storage.put(R, 'a/x', configMap('a', 'x'));
    expect(first.derived.size).toBe(0);
  });

  test('a closed storage takes no write', async () => {
    const storage = new MemoryStorage();
    await storage.close();
    expect(() => storage.put(R, 'a/x', configMap('a', 'x'))).toThrow(StatusError);
  });
});
