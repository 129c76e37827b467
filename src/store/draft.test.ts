import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { makeObject } from '../testing/index.js';
import { Indexer, Store } from './index.js';

const record = (name: string, resourceVersion: string, namespace = 'default'): ObjectRecord =>
  recordOf<KubernetesObject>(makeObject({ name, namespace, resourceVersion }));
const shown = (records: Iterable<ObjectRecord>): string[] =>
  Array.from(records, ({ key, resourceVersion }) => `${key}@${resourceVersion}`);

it('has one record for each key, the last, in the order of first arrival; a deletion makes a later arrival a first one', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), gone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const draft = new Store<KubernetesObject>().beginDraft();
      const model = new Map<string, string>();
      for (const [version, { name, gone }] of steps.entries()) {
        if (gone) {
          draft.delete(`default/${name}`);
          model.delete(name);
        } else {
          draft.set(record(name, String(version)));
          model.set(name, String(version));
        }
      }
      expect(shown(draft)).toEqual([...model].map(([name, version]) => `default/${name}@${version}`));
      expect(draft.length).toBe(model.size);
    }),
  );
});

it('replaces the content once each of its records was added, with indices that came before and after it was begun', () => {
  const store = new Indexer<KubernetesObject, 'name'>({ indexers: { name: 'metadata.name' } });
  const kept = record('a', '1');
  store.add(kept);
  store.add(record('gone', '1'));
  const draft = store.beginDraft();
  draft.set(record('a', '1'));
  draft.set(record('b', '2', 'other'));
  const indexer = store.addIndexers({ space: 'metadata.namespace' });
  expect(shown(store.records())).toEqual(['default/a@1', 'default/gone@1']);
  const replacement = store.beginReplace(draft);
  for (const each of draft) replacement.add(each);
  replacement.commit('9');
  expect(shown(store.records())).toEqual(['default/a@1', 'other/b@2']);
  expect(store.getRecord('default/a')).toBe(kept);
  expect(store.indexKeys('name', 'b')).toEqual(['other/b']);
  expect(store.indexValues('name')).toEqual(['a', 'b']);
  expect(indexer.indexKeys('space', 'default')).toEqual(['default/a']);
});

it('that was cleared, or belongs to another store, brings nothing along', () => {
  const [one, other] = [new Store<KubernetesObject>(), new Store<KubernetesObject>()];
  const draft = one.beginDraft();
  draft.set(record('a', '1'));
  const replacement = other.beginReplace(draft);
  expect(replacement.size).toBe(0);
  replacement.commit('1');
  expect(other.size).toBe(0);
  draft.clear();
  expect(draft.length).toBe(0);
});

it('is not written to once a replacement was begun from it, and can still be read', () => {
  const store = new Store<KubernetesObject>();
  const draft = store.beginDraft();
  draft.set(record('a', '1'));
  const replacement = store.beginReplace(draft);
  for (const each of draft) replacement.add(each);
  replacement.commit('1');
  const refused = expect.objectContaining({ code: 'ERR_LIFECYCLE' }) as Error;
  expect(() => {
    draft.set(record('b', '2'));
  }).toThrow(refused);
  expect(() => {
    draft.delete('default/a');
  }).toThrow(refused);
  draft.clear();
  expect(shown(draft)).toEqual(['default/a@1']);
  expect(shown(store.records())).toEqual(['default/a@1']);
});
