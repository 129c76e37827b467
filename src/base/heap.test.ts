import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heap } from './heap.js';
import type { HeapNode } from './heap.js';

interface Numbered extends HeapNode {
  value: number;
}

function node(value: number): Numbered {
  return { value, heapIndex: -1 };
}

function heapOf(...nodes: Numbered[]): Heap<Numbered> {
  const heap = new Heap<Numbered>((a, b) => a.value < b.value);
  for (const each of nodes) heap.push(each);
  return heap;
}

function popAll(heap: Heap<Numbered>): number[] {
  const values: number[] = [];
  for (let next = heap.pop(); next !== undefined; next = heap.pop()) values.push(next.value);
  return values;
}

describe('Heap', () => {
  it('pops in order whatever the order of pushes', () => {
    expect(popAll(heapOf(...[5, 3, 8, 1, 1, 9, 2].map(node)))).toEqual([1, 1, 2, 3, 5, 8, 9]);
  });

  it('pops and peeks undefined when empty', () => {
    const heap = heapOf();
    expect([heap.pop(), heap.peek(), heap.length]).toEqual([undefined, undefined, 0]);
  });

  it('peeks at the first node and leaves it in', () => {
    const heap = heapOf(node(2), node(1));
    expect([heap.peek()?.value, heap.length]).toEqual([1, 2]);
  });

  it.each([0, 1, 2, 3, 4])('takes out the node at position %i and keeps the rest in order', (position) => {
    const nodes = [1, 2, 3, 4, 5].map(node);
    const heap = heapOf(...nodes);
    expect(heap.delete(nodes[position] as Numbered)).toBe(true);
    expect(popAll(heap)).toEqual([1, 2, 3, 4, 5].filter((value) => value !== position + 1));
  });

  it('deletes nothing for a node that is not in', () => {
    const heap = heapOf(node(1));
    expect([heap.delete(node(1)), heap.length]).toEqual([false, 1]);
  });

  it('does not take a node of another heap for its own', () => {
    const stranger = node(1);
    heapOf(stranger);
    const heap = heapOf(node(1));
    expect([heap.has(stranger), heap.delete(stranger)]).toEqual([false, false]);
  });

  it('moves a node both ways on update', () => {
    const [a, b, c] = [node(1), node(2), node(3)];
    const heap = heapOf(a, b, c);
    c.value = 0;
    heap.update(c);
    a.value = 9;
    heap.update(a);
    expect(popAll(heap)).toEqual([0, 2, 9]);
  });

  it('ignores an update of a node that is not in', () => {
    const heap = heapOf(node(1));
    heap.update(node(0));
    expect(popAll(heap)).toEqual([1]);
  });

  it('keeps one copy of a node that is pushed twice', () => {
    const twice = node(5);
    const heap = heapOf(node(3), twice);
    twice.value = 1;
    heap.push(twice);
    expect(popAll(heap)).toEqual([1, 3]);
  });

  it('marks every node as out when cleared', () => {
    const nodes = [node(1), node(2)];
    const heap = heapOf(...nodes);
    heap.clear();
    expect([heap.length, ...nodes.map((each) => each.heapIndex)]).toEqual([0, -1, -1]);
  });

  it('walks over every node once', () => {
    expect([...heapOf(node(3), node(1), node(2))].map((each) => each.value).sort()).toEqual([1, 2, 3]);
  });

  it('equals a sorted list after any mix of push, pop, update and delete', () => {
    const step = fc.record({
      kind: fc.constantFrom('push', 'push', 'pop', 'update', 'delete'),
      value: fc.integer({ min: 0, max: 20 }),
      pick: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const heap = heapOf();
        const model: Numbered[] = [];
        for (const { kind, value, pick } of steps) {
          const picked = model[pick % Math.max(1, model.length)];
          if (kind === 'push') {
            const added = node(value);
            model.push(added);
            heap.push(added);
          } else if (kind === 'pop') {
            const popped = heap.pop();
            expect(popped?.value).toBe(model.length === 0 ? undefined : Math.min(...model.map((each) => each.value)));
            if (popped !== undefined) model.splice(model.indexOf(popped), 1);
          } else if (picked !== undefined && kind === 'update') {
            picked.value = value;
            heap.update(picked);
          } else if (picked !== undefined) {
            model.splice(model.indexOf(picked), 1);
            expect(heap.delete(picked)).toBe(true);
          }
          expect(heap.length).toBe(model.length);
          for (const each of model) expect(heap.has(each)).toBe(true);
        }
        expect(popAll(heap)).toEqual(model.map((each) => each.value).sort((a, b) => a - b));
      }),
    );
  });
});
