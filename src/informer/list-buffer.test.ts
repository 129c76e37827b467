import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Store } from '../store/index.js';
import type { TestObject } from '../testing/index.js';
import { ListBuffer } from './list-buffer.js';
import { recordOf } from './test-support.js';

it('has one record for each key, the last, in the order of first arrival; a deletion makes a later arrival a first one', () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), gone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const buffer = new ListBuffer<TestObject>(new Store<TestObject>());
      const model = new Map<string, string>();
      for (const [version, { name, gone }] of steps.entries()) {
        if (gone) {
          buffer.delete(`default/${name}`);
          model.delete(name);
        } else {
          buffer.set(recordOf(name, String(version)));
          model.set(name, String(version));
        }
      }
      const taken = buffer.take().map(({ name, resourceVersion }) => [name, resourceVersion]);
      expect(taken).toEqual([...model]);
      expect(buffer.take()).toEqual([]);
    }),
  );
});

it('what was taken is the taker’s: the buffer does not write to it', () => {
  const buffer = new ListBuffer<TestObject>(new Store<TestObject>());
  buffer.set(recordOf('a', '1'));
  const taken = buffer.take();
  buffer.set(recordOf('a', '2'));
  expect(taken.map(({ resourceVersion }) => resourceVersion)).toEqual(['1']);
});
