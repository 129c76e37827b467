import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { WorkQueue } from './work-queue.js';

async function takeAll(queue: WorkQueue): Promise<string> {
  let taken = '';
  while (queue.length > 0) {
    const item = (await queue.get()) as string;
    taken += item;
    queue.done(item);
  }
  return taken;
}

describe('WorkQueue: priority', () => {
  it('hands out higher priorities first, and in order of arrival within one', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('b', { priority: 1 });
    queue.add('c', { priority: -1 });
    queue.add('d');
    queue.add('e', { priority: 1 });
    expect(await takeAll(queue)).toBe('beadc');
  });

  it('moves a waiting item up when it is added again with a higher priority', async () => {
    const queue = new WorkQueue();
    for (const item of 'abc') queue.add(item);
    queue.add('c', { priority: 1 });
    expect([queue.length, await takeAll(queue)]).toEqual([3, 'cab']);
  });

  it('keeps the place of a waiting item that is added again with a lower priority', async () => {
    const queue = new WorkQueue();
    queue.add('a', { priority: 1 });
    queue.add('b', { priority: 1 });
    queue.add('a', { priority: -1 });
    expect(await takeAll(queue)).toBe('ab');
  });

  it('puts a remembered item back with the highest priority it was added with meanwhile', async () => {
    const queue = new WorkQueue();
    queue.add('a');
    queue.add('b');
    await queue.get();
    queue.add('a', { priority: 1 });
    queue.add('a', { priority: 2 });
    queue.add('a');
    expect(queue.priorityOf('a')).toBe(0);
    queue.done('a');
    expect([queue.priorityOf('a'), await takeAll(queue)]).toEqual([2, 'ab']);
  });

  it('does not carry the priority of one round over to the next', async () => {
    const queue = new WorkQueue();
    queue.add('a', { priority: 5 });
    await takeAll(queue);
    queue.add('b');
    queue.add('a');
    expect(await takeAll(queue)).toBe('ba');
  });

  it('tells the priority of a waiting and of a processed item', async () => {
    const queue = new WorkQueue();
    queue.add('a', { priority: -100 });
    const waiting = queue.priorityOf('a');
    await queue.get();
    expect([waiting, queue.priorityOf('a'), queue.priorityOf('x')]).toEqual([-100, -100, undefined]);
  });

  it.each([NaN, Infinity])('refuses the priority %d', (priority) => {
    expect(() => {
      new WorkQueue().add('a', { priority });
    }).toThrow(/pass a finite number/);
  });

  it('equals a stable sort by priority for any adds', async () => {
    const add = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.integer({ min: -2, max: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.array(add, { maxLength: 40, size: 'max' }), async (adds) => {
        const queue = new WorkQueue();
        const highest = new Map<string, number>();
        for (const [item, priority] of adds) {
          queue.add(item, { priority });
          highest.set(item, Math.max(priority, highest.get(item) ?? -Infinity));
        }
        const sorted = [...highest].sort((a, b) => b[1] - a[1]).map(([item]) => item);
        expect(await takeAll(queue)).toBe(sorted.join(''));
      }),
    );
  });
});

describe('WorkQueue: aging', () => {
  it('lets an item that waited long pass newer ones of a higher priority', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue({ clock, agingMs: 1000 });
    queue.add('a', { priority: -2 });
    await clock.advance(1000);
    queue.add('b');
    await clock.advance(1500);
    queue.add('c');
    expect(await takeAll(queue)).toBe('bac');
  });

  it('lets no wait make up for priority unless asked for', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue({ clock });
    queue.add('a', { priority: -1 });
    await clock.advance(3_600_000);
    queue.add('b');
    expect(await takeAll(queue)).toBe('ba');
  });

  it.each([0, -1, NaN])('refuses an agingMs of %d', (agingMs) => {
    expect(() => new WorkQueue({ agingMs })).toThrow(/pass a number above zero/);
  });
});
