import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { ItemExponentialFailureRateLimiter } from './item-rate-limiters.js';
import type { RateLimiter } from './rate-limiter.js';
import { RateLimitingQueue } from './rate-limiting-queue.js';

function make(): { clock: FakeClock; queue: RateLimitingQueue; rateLimiter: RateLimiter } {
  const clock = new FakeClock();
  const rateLimiter = new ItemExponentialFailureRateLimiter({ baseDelayMs: 1, maxDelayMs: 1000, clock });
  return { clock, queue: new RateLimitingQueue({ clock, rateLimiter }), rateLimiter };
}

describe('RateLimitingQueue', () => {
  it('delays an item by what the limiter says', async () => {
    const { clock, queue } = make();
    queue.addRateLimited('a');
    expect(clock.nextTimerIn).toBe(1);
    await clock.advance(1);
    queue.done((await queue.get()) as string);
    queue.addRateLimited('a');
    expect([clock.nextTimerIn, queue.numRequeues('a')]).toEqual([2, 2]);
  });

  it('counts each item alone', () => {
    const { queue } = make();
    queue.addRateLimited('a');
    queue.addRateLimited('a');
    queue.addRateLimited('b');
    expect([queue.numRequeues('a'), queue.numRequeues('b'), queue.numRequeues('c')]).toEqual([2, 1, 0]);
  });

  it('starts the delays over after forget', () => {
    const { clock, queue } = make();
    queue.addRateLimited('a');
    queue.addRateLimited('b');
    queue.forget('a');
    queue.addRateLimited('c');
    expect([queue.numRequeues('a'), queue.numRequeues('b'), clock.nextTimerIn]).toEqual([0, 1, 1]);
  });

  it('takes nothing out of the queue on forget', () => {
    const { queue } = make();
    queue.addRateLimited('a');
    queue.add('a');
    queue.forget('a');
    expect([queue.length, queue.delayed]).toEqual([1, 1]);
  });

  it('tells items apart by keyOf', () => {
    const queue = new RateLimitingQueue<{ name: string }>({ clock: new FakeClock(), keyOf: (item) => item.name });
    queue.addRateLimited({ name: 'a' });
    queue.addRateLimited({ name: 'a' });
    expect([queue.numRequeues({ name: 'a' }), queue.delayed]).toEqual([2, 1]);
    queue.forget({ name: 'a' });
    expect(queue.numRequeues({ name: 'a' })).toBe(0);
  });

  it('keeps a priority through the delay', async () => {
    const { clock, queue } = make();
    queue.addRateLimited('a', { priority: -100 });
    await clock.advance(1);
    expect(queue.priorityOf('a')).toBe(-100);
  });

  it('neither adds nor counts after a shutdown', () => {
    const { clock, queue } = make();
    queue.shutDown();
    queue.addRateLimited('a');
    expect([queue.numRequeues('a'), queue.delayed, clock.pendingTimers]).toEqual([0, 0, 0]);
  });

  it('uses the limiter of controllers on its own clock by default', () => {
    const clock = new FakeClock();
    const queue = new RateLimitingQueue<number>({ clock });
    for (let item = 0; item < 101; item++) queue.addRateLimited(item);
    expect([clock.pendingTimers, clock.nextTimerIn]).toEqual([1, 5]);
  });
});

it.each([undefined, null])('%s is refused when it is given, not when its time comes', async (item) => {
  const clock = new FakeClock();
  const queue = new RateLimitingQueue<string>({ clock });
  const refused = 'The item added to a work queue is';
  expect(() => {
    queue.addRateLimited(item as never);
  }).toThrow(refused);
  expect(() => {
    queue.addAfter(item as never, 5);
  }).toThrow(refused);
  await clock.advance(60_000);
  expect([queue.delayed, queue.numRequeues(item as never)]).toEqual([0, 0]);
});
