import { describe, expect, it } from 'vitest';
import type { Clock, Timer } from '../base/clock.js';
import { FakeClock } from '../base/fake-clock.js';
import { DelayingQueue } from './delaying-queue.js';

function make(): { clock: FakeClock; queue: DelayingQueue } {
  const clock = new FakeClock();
  return { clock, queue: new DelayingQueue({ clock }) };
}

async function takeAll(queue: DelayingQueue): Promise<string> {
  let taken = '';
  while (queue.length > 0) {
    const item = (await queue.get()) as string;
    taken += item;
    queue.done(item);
  }
  return taken;
}

describe('DelayingQueue.addAfter', () => {
  it.each([0, -1, -Infinity])('adds at once for a delay of %d', (delayMs) => {
    const { clock, queue } = make();
    queue.addAfter('a', delayMs);
    expect([queue.length, queue.delayed, clock.pendingTimers]).toEqual([1, 0, 0]);
  });

  it('adds when the delay is over, not before', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 50);
    await clock.advance(49);
    expect([queue.length, queue.delayed]).toEqual([0, 1]);
    await clock.advance(1);
    expect([queue.length, queue.delayed]).toEqual([1, 0]);
  });

  it('wakes a waiting consumer when the delay is over', async () => {
    const { clock, queue } = make();
    const got = queue.get();
    queue.addAfter('a', 50);
    await clock.advance(50);
    expect(await got).toBe('a');
  });

  it('adds by time, and in order of arrival at one time', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 30);
    queue.addAfter('b', 10);
    queue.addAfter('c', 30);
    queue.addAfter('d', 20);
    await clock.advance(30);
    expect(await takeAll(queue)).toBe('bdac');
  });

  it('moves a delayed item to an earlier time', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 100);
    queue.addAfter('a', 10);
    await clock.advance(10);
    expect([queue.length, queue.delayed]).toEqual([1, 0]);
  });

  it('moves a delayed item ahead of others', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 50);
    queue.addAfter('b', 100);
    queue.addAfter('b', 10);
    await clock.advance(100);
    expect(await takeAll(queue)).toBe('ba');
  });

  it('does not move a delayed item to a later time', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 10);
    queue.addAfter('a', 100);
    await clock.advance(10);
    expect([queue.length, queue.delayed]).toEqual([1, 0]);
  });

  it('adds a delayed item once however often it was delayed', async () => {
    const { clock, queue } = make();
    for (const delayMs of [30, 20, 40]) queue.addAfter('a', delayMs);
    await clock.advance(100);
    expect(await takeAll(queue)).toBe('a');
  });

  it('is not cancelled by an add meanwhile', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 50);
    queue.add('a');
    expect(await takeAll(queue)).toBe('a');
    await clock.advance(50);
    expect(await takeAll(queue)).toBe('a');
  });

  it('joins an item that waits when its time has come', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 50);
    queue.add('a');
    await clock.advance(50);
    expect(queue.length).toBe(1);
  });

  it('is remembered if the item is processed when its time has come', async () => {
    const { clock, queue } = make();
    queue.add('a');
    await queue.get();
    queue.addAfter('a', 50);
    await clock.advance(50);
    expect(queue.length).toBe(0);
    queue.done('a');
    expect(queue.length).toBe(1);
  });

  it('keeps the higher of two priorities', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 50, { priority: 3 });
    queue.addAfter('a', 20);
    await clock.advance(50);
    expect(queue.priorityOf('a')).toBe(3);
  });

  it('tells items apart by keyOf', () => {
    const queue = new DelayingQueue<{ name: string }>({ clock: new FakeClock(), keyOf: (item) => item.name });
    queue.addAfter({ name: 'a' }, 10);
    queue.addAfter({ name: 'a' }, 20);
    expect(queue.delayed).toBe(1);
  });

  it('refuses a delay that is not a number', () => {
    const { queue } = make();
    expect(() => {
      queue.addAfter('a', NaN);
    }).toThrow(/pass milliseconds/);
  });

  it('never adds what is delayed for ever, and gives it up at the end', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', Infinity);
    await clock.advance(1e12);
    expect([queue.length, queue.delayed]).toEqual([0, 1]);
    queue.shutDown();
    expect([queue.delayed, clock.pendingTimers]).toEqual([0, 0]);
  });
});

describe('DelayingQueue: its timer', () => {
  it('is one, for the earliest item', () => {
    const { clock, queue } = make();
    queue.addAfter('a', 100);
    queue.addAfter('b', 10);
    queue.addAfter('c', 50);
    expect([clock.pendingTimers, clock.nextTimerIn]).toEqual([1, 10]);
  });

  it('is set for the next item after each', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 100);
    queue.addAfter('b', 10);
    await clock.advance(10);
    expect([clock.pendingTimers, clock.nextTimerIn]).toEqual([1, 90]);
  });

  it('is not there when nothing is delayed', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 10);
    await clock.advance(10);
    expect(clock.pendingTimers).toBe(0);
  });

  it('never adds early when it comes early', () => {
    // As a real clock does for a delay above 2^31 ms, and by rounding.
    let fire: (() => void) | undefined;
    let armed = 0;
    const clock: Clock = {
      now: () => 0,
      setTimeout: (callback): Timer => {
        fire = callback;
        armed++;
        return { cancel: () => undefined };
      },
    };
    const queue = new DelayingQueue({ clock });
    queue.addAfter('a', 2 ** 40);
    fire?.();
    expect([queue.length, queue.delayed, armed]).toEqual([0, 1, 2]);
  });

  it('adds a flood in slices, in order, and loses nothing', async () => {
    const { clock, queue } = make();
    for (let item = 0; item < 2500; item++) queue.addAfter(String(item), 10);
    let firstTurn: number | undefined;
    const got = queue.get().then(() => {
      firstTurn = queue.length;
    });
    await clock.advance(10);
    await got;
    expect(firstTurn).toBe(999);
    expect([queue.length, queue.delayed, await queue.get()]).toEqual([2499, 0, '1']);
  });
});

describe('DelayingQueue: the end', () => {
  it('drops what is delayed on shutDown, and its timer', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 10);
    queue.shutDown();
    expect([queue.delayed, clock.pendingTimers]).toEqual([0, 0]);
    await clock.advance(10);
    expect(await queue.get()).toBeUndefined();
  });

  it.each([0, 10])('ignores addAfter of %d ms after shutDown', (delayMs) => {
    const { clock, queue } = make();
    queue.shutDown();
    queue.addAfter('a', delayMs);
    expect([queue.length, queue.delayed, clock.pendingTimers]).toEqual([0, 0, 0]);
  });

  it('drops what is delayed on a drain, which does not wait for it', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 10);
    expect(await queue.shutDownWithDrain()).toBe(true);
    expect([queue.delayed, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('runs what is delayed at once, earliest first, when the drain is asked to (client-go cannot)', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 20);
    queue.addAfter('b', 10);
    const drain = queue.shutDownWithDrain({ delayed: 'run' });
    expect([queue.delayed, clock.pendingTimers]).toEqual([0, 0]);
    expect(await takeAll(queue)).toBe('ba');
    expect(await drain).toBe(true);
  });

  it('leaves no timer behind when disposed of', async () => {
    const { clock, queue } = make();
    queue.addAfter('a', 10);
    queue.add('b');
    await queue[Symbol.asyncDispose]();
    expect([queue.length, queue.delayed, clock.pendingTimers]).toEqual([0, 0, 0]);
  });
});
