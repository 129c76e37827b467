import { describe, expect, it } from 'vitest';
import { recordOf } from '../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../meta/index.js';
import { makeObject } from '../testing/index.js';
import { ChangeList } from './change-list.js';
import { added, deleted } from './notification.js';

const record = (name: string): ObjectRecord => recordOf(makeObject({ name, namespace: 'default' }));
const listOf = (...names: string[]): ChangeList<KubernetesObject> => {
  const list = new ChangeList<KubernetesObject>((each) => added(each, true));
  for (const name of names) list.push(record(name));
  return list;
};
const lines = (list: ChangeList<KubernetesObject>): string[] =>
  [...list].map(({ type, record: { name } }) => `${type} ${name}`);

describe('ChangeList', () => {
  it('makes the change of a bare record when it is read, and hands other changes out as they are', () => {
    const list = listOf('a');
    const end = deleted(record('b'), true);
    list.push(end);
    expect(list.length).toBe(2);
    expect(list.at(0)).toMatchObject({ type: 'add', flag: true });
    expect(list.at(1)).toBe(end);
    expect(list.at(2)).toBeUndefined();
  });

  it('comes after others in their order', () => {
    expect(lines(listOf('a').after([deleted(record('x'), true), deleted(record('y'), true)]))).toEqual([
      'delete x',
      'delete y',
      'add a',
    ]);
  });
});
