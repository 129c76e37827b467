import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SortedTree } from './sorted-tree.js';
import type { SortedView } from './sorted-tree.js';

interface Item {
  readonly key: string;
  readonly value: number;
}

const sorted = (model: ReadonlyMap<string, number>): [string, number][] =>
  [...model].sort(([a], [b]) => (a < b ? -1 : 1));
const shown = (view: SortedView<Item>): [string, number][] => [...view.range('')].map(({ key, value }) => [key, value]);

/** `expect` costs more than what it looks at here. */
function agree(actual: unknown, expected: unknown): void {
  if (actual !== expected) expect(actual).toBe(expected);
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('set' as const), key: fc.nat(250) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('delete' as const), key: fc.nat(250) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('view' as const), key: fc.nat(250) }) },
);

describe('SortedTree', () => {
  test('is a sorted map, and no write changes a view that was taken before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600, size: 'max' }), fc.constantFrom(4, 64), (steps, width) => {
        const tree = new SortedTree<Item>(width);
        const model = new Map<string, number>();
        const views: [SortedView<Item>, [string, number][]][] = [];
        steps.forEach(({ type, key: number }, value) => {
          const key = `k${String(number)}`;
          if (type === 'set') {
            agree(tree.set({ key, value })?.value, model.get(key));
            model.set(key, value);
          } else if (type === 'delete') {
            agree(tree.delete(key)?.value, model.get(key));
            model.delete(key);
          } else views.push([tree.view(), sorted(model)]);
          agree(tree.size, model.size);
          agree(tree.get(key)?.value, model.get(key));
        });
        views.push([tree.view(), sorted(model)]);
        for (const [view, expected] of views) {
          expect(shown(view)).toEqual(expected);
          expect(view.size).toBe(expected.length);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('a range is what lies between, and rank counts what lies before', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(2000), { maxLength: 600, size: 'max' }),
        fc.nat(2100),
        fc.nat(2100),
        (numbers, from, to) => {
          const tree = new SortedTree<Item>();
          const keyOf = (number: number): string => String(number).padStart(4, '0');
          for (const number of numbers) tree.set({ key: keyOf(number), value: number });
          const view = tree.view();
          const inside = numbers.filter((number) => number >= from && number < to).sort((a, b) => a - b);
          expect([...view.range(keyOf(from), keyOf(to))].map(({ value }) => value)).toEqual(inside);
          expect(view.rank(keyOf(from))).toBe(numbers.filter((number) => number < from).length);
        },
      ),
    );
  });

  test('a fork goes its own way, and so does the tree', () => {
    const tree = new SortedTree<Item>();
    for (let value = 0; value < 1000; value++) tree.set({ key: String(value), value });
    const fork = tree.fork();
    fork.delete('500');
    fork.set({ key: '7', value: -7 });
    tree.set({ key: '8', value: -8 });
    expect([tree.get('500')?.value, tree.get('7')?.value, tree.get('8')?.value]).toEqual([500, 7, -8]);
    expect([fork.get('500')?.value, fork.get('7')?.value, fork.get('8')?.value]).toEqual([undefined, -7, 8]);
  });

  test('is empty again after everything was deleted, in any order', () => {
    const tree = new SortedTree<Item>();
    const keys = Array.from({ length: 5000 }, (_, index) => String((index * 7919) % 5000));
    for (const key of keys) tree.set({ key, value: 1 });
    expect(tree.size).toBe(5000);
    for (const key of [...keys].reverse()) tree.delete(key);
    expect(tree.size).toBe(0);
    expect([...tree.view().range('')]).toEqual([]);
  });
});
