import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fifo } from './fifo.js';

function of(...items: number[]): Fifo<number> {
  const fifo = new Fifo<number>();
  for (const item of items) fifo.push(item);
  return fifo;
}

describe('Fifo', () => {
  it('hands items out in the order they came', () => {
    const fifo = of(1, 2, 3);
    expect([fifo.shift(), fifo.shift(), fifo.shift()]).toEqual([1, 2, 3]);
  });

  it('shows the oldest item and leaves it in place', () => {
    const fifo = of(1, 2);
    expect([fifo.peek(), fifo.peek(), fifo.length]).toEqual([1, 1, 2]);
  });

  it('gives undefined when empty', () => {
    const fifo = of(1);
    fifo.shift();
    expect([fifo.shift(), fifo.peek(), fifo.length]).toEqual([undefined, undefined, 0]);
  });

  it('is empty after clear and usable again', () => {
    const fifo = of(1, 2);
    fifo.clear();
    fifo.push(3);
    expect([...fifo]).toEqual([3]);
  });

  it('is walked oldest first without change', () => {
    const fifo = of(1, 2, 3);
    expect([[...fifo], fifo.length]).toEqual([[1, 2, 3], 3]);
  });

  // `gc` is made reachable by the flag; the loop gives the collector turns rather than time.
  it('does not hold on to what it handed out', async () => {
    const { setFlagsFromString } = await import('node:v8');
    const { runInNewContext } = await import('node:vm');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const fifo = new Fifo<object>();
    const references = Array.from({ length: 8 }, () => {
      const item = {};
      fifo.push(item);
      return new WeakRef(item);
    });
    for (let count = 0; count < 7; count++) fifo.shift();
    for (
      let turn = 0;
      turn < 10 && references.filter((reference) => reference.deref() !== undefined).length > 1;
      turn++
    ) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      collect();
    }
    expect(references.map((reference) => reference.deref() !== undefined)).toEqual([
      ...new Array<boolean>(7).fill(false),
      true,
    ]);
    expect(fifo.length).toBe(1);
  });

  it('does what an array does, through growing, wrapping and shrinking', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ push: fc.integer({ min: 1, max: 40 }) }) },
      { weight: 3, arbitrary: fc.record({ shift: fc.integer({ min: 1, max: 40 }) }) },
      { weight: 1, arbitrary: fc.record({ clear: fc.constant(true) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const fifo = new Fifo<number>();
        let model: number[] = [];
        let next = 0;
        for (const what of steps) {
          if ('push' in what) {
            for (let count = 0; count < what.push; count++) {
              fifo.push(next);
              model.push(next++);
            }
          } else if ('shift' in what) {
            for (let count = 0; count < what.shift; count++) expect(fifo.shift()).toBe(model.shift());
          } else {
            fifo.clear();
            model = [];
          }
          expect(fifo.length).toBe(model.length);
          expect(fifo.peek()).toBe(model[0]);
          expect([...fifo]).toEqual(model);
        }
      }),
    );
  });
});
