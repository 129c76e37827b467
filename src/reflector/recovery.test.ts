import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { Recovery, recoveryOf } from './recovery.js';
import type { Patience } from './recovery.js';
import { RelistBudget } from './relist-budget.js';

/** Who waits, and when that was over. */
function waiting(recovery: Recovery, patience: Omit<Patience, 'attemptedAt'>, random = 0, clock = new FakeClock()) {
  const startedAt = clock.now();
  const controller = new AbortController();
  const shortened: number[] = [];
  const over = recovery
    .wait(
      { attemptedAt: startedAt - 1_000, ...patience },
      { clock, random: () => random, signal: controller.signal, onShortened: (ms) => shortened.push(ms) },
    )
    .then((early) => ({ early, afterMs: clock.now() - startedAt }));
  return { clock, controller, shortened, over };
}

describe('a delay', () => {
  it('lasts to its end when there is no word', async () => {
    const { clock, over, shortened } = waiting(new Recovery(), { delayMs: 30_000, leastMs: 800 });
    await clock.advance(60_000);
    expect([await over, shortened]).toEqual([{ early: false, afterMs: 30_000 }, []]);
  });

  it.each([
    ['at once after the least', 5_000, 0, 5_000],
    ['when the least has passed, if word came sooner', 200, 0, 800],
    ['after up to a second more, by jitter', 5_000, 0.5, 5_500],
    ['never later than without word', 29_900, 0.5, 30_000],
  ])('ends %s', async (_name, wordAfterMs, random, expected) => {
    const recovery = new Recovery();
    const { clock, over, shortened } = waiting(recovery, { delayMs: 30_000, leastMs: 800 }, random);
    await clock.advance(wordAfterMs);
    recovery.announce(clock.now());
    await clock.advance(60_000);
    expect([await over, shortened]).toEqual([{ early: true, afterMs: expected }, [expected]]);
  });

  it.each([
    ['before word', false],
    ['after word', true],
  ])('is given up at an abort %s, and leaves no timer', async (_name, word) => {
    const recovery = new Recovery();
    const { clock, controller, over } = waiting(recovery, { delayMs: 30_000, leastMs: 10_000 });
    if (word) recovery.announce(clock.now());
    await clock.settle();
    controller.abort();
    expect((await over).afterMs).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['cut short by word that came while the attempt hung', 500, { early: true, afterMs: 800 }],
    ['not cut short by word from before the attempt', 1_000, { early: false, afterMs: 30_000 }],
  ])('is %s', async (_name, agoMs, expected) => {
    const recovery = new Recovery();
    const clock = new FakeClock();
    recovery.announce(clock.now() - agoMs);
    const { over } = waiting(recovery, { delayMs: 30_000, leastMs: 800 }, 0, clock);
    await clock.advance(60_000);
    expect(await over).toEqual(expected);
  });

  it('that has ended hears no more', async () => {
    const recovery = new Recovery();
    const { clock, over, shortened } = waiting(recovery, { delayMs: 1_000, leastMs: 0 });
    await clock.advance(1_000);
    await over;
    recovery.announce(clock.now());
    expect(shortened).toEqual([]);
  });
});

it('word is passed between those who share turns for relists, and to nobody else', () => {
  const [one, other] = [new RelistBudget(), new RelistBudget()];
  const shared = recoveryOf(one);
  expect(recoveryOf(one)).toBe(shared);
  expect(recoveryOf(other)).not.toBe(shared);
});
