import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { RelistBudget } from './relist-budget.js';
import type { Release } from './relist-budget.js';

const none = (): number => 0;

function setUp(concurrency: number, maxJitterMs = 0) {
  const clock = new FakeClock();
  const budget = new RelistBudget({ concurrency, maxJitterMs });
  const granted: string[] = [];
  const releases = new Map<string, Release>();
  const take = async (name: string, signal = new AbortController().signal, random = none): Promise<boolean> => {
    const release = await budget.take(signal, clock, random);
    if (release === undefined) return false;
    granted.push(name);
    releases.set(name, release);
    return true;
  };
  return { clock, take, granted, release: (name: string) => releases.get(name)?.() };
}

describe('RelistBudget', () => {
  it('lets as many run at once as it is made for', async () => {
    const { clock, take, granted } = setUp(2);
    const taking = ['a', 'b', 'c'].map((name) => take(name));
    await clock.settle();
    expect([granted, taking.length]).toEqual([['a', 'b'], 3]);
  });

  it('passes a turn on in the order asked for', async () => {
    const { clock, take, granted, release } = setUp(1);
    const taking = ['a', 'b', 'c'].map((name) => take(name));
    for (const name of ['a', 'b', 'c']) {
      await clock.settle();
      release(name);
    }
    await Promise.all(taking);
    expect(granted).toEqual(['a', 'b', 'c']);
  });

  it('gives no turn that is being passed on to a newcomer', async () => {
    const { clock, take, granted, release } = setUp(1);
    await take('a');
    const waiting = take('b');
    await clock.settle();
    release('a');
    const newcomer = take('c');
    await waiting;
    expect(granted).toEqual(['a', 'b']);
    release('b');
    await newcomer;
  });

  it('counts a release once', async () => {
    const { clock, take, granted, release } = setUp(1);
    await take('a');
    release('a');
    release('a');
    const taking = ['b', 'c'].map((name) => take(name));
    await clock.settle();
    expect([granted, taking.length]).toEqual([['a', 'b'], 2]);
  });

  it('skips who has left, and loses no turn by that', async () => {
    const { clock, take, granted, release } = setUp(1);
    const controller = new AbortController();
    await take('a');
    const leaver = take('b', controller.signal);
    const waiting = take('c');
    await clock.settle();
    controller.abort();
    release('a');
    expect(await Promise.all([leaver, waiting])).toEqual([false, true]);
    expect(granted).toEqual(['a', 'c']);
  });

  it('a turn that nobody waits for is free again', async () => {
    const { take, release } = setUp(1);
    await take('a');
    release('a');
    expect(await take('b')).toBe(true);
  });

  it('spreads the takers by jitter, before they line up', async () => {
    const { clock, take, granted } = setUp(2, 1_000);
    const late = take('late', new AbortController().signal, () => 0.9);
    const early = take('early', new AbortController().signal, () => 0.1);
    await clock.advance(899);
    expect(granted).toEqual(['early']);
    await clock.advance(1);
    await Promise.all([late, early]);
    expect(granted).toEqual(['early', 'late']);
  });

  it.each([
    ['during its jitter', () => 0.5],
    ['in line', none],
  ])('leaves neither timer nor listener of who leaves %s', async (_name, random) => {
    const { clock, take } = setUp(1, 1_000);
    const controller = new AbortController();
    await take('a');
    const taking = take('b', controller.signal, random);
    await clock.settle();
    controller.abort();
    expect(await taking).toBe(false);
    expect([clock.pendingTimers, getEventListeners(controller.signal, 'abort').length]).toEqual([0, 0]);
  });

  it('leaves no listener on the signal of who got a turn', async () => {
    const { clock, take, release } = setUp(1);
    const controller = new AbortController();
    await take('a');
    const taking = take('b', controller.signal);
    await clock.settle();
    release('a');
    await taking;
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('gives nothing to a signal that has aborted', async () => {
    const { take, granted } = setUp(1);
    expect([await take('a', AbortSignal.abort()), granted]).toEqual([false, []]);
  });

  it.each([{ concurrency: 0 }, { concurrency: NaN }, { maxJitterMs: -1 }, { maxJitterMs: NaN }])(
    'cannot be made with %j, under which nobody would ever list',
    (options) => {
      expect(() => new RelistBudget(options)).toThrow(
        expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }) as Error,
      );
    },
  );
});
