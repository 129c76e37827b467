import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, connectionError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { RelistBudget } from './relist-budget.js';
import { Harness } from './test-harness.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const unreachable = () => connectionError('ECONNREFUSED');

/** Informers of one client, each of a resource of its own. */
function fleet(
  size: number,
  random: (index: number) => number = () => 0,
  prepare: (sources: readonly FakeListerWatcher<TestObject>[]) => void = () => undefined,
) {
  const clock = new FakeClock();
  const relistBudget = new RelistBudget({ maxJitterMs: 0 });
  const sources = Array.from(
    { length: size },
    () => new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] }),
  );
  prepare(sources);
  const harnesses = sources.map(
    (source, index) => new Harness(source, { clock, relistBudget, watchList: false, random: () => random(index) }),
  );
  const phases = () => harnesses.map(({ reflector }) => reflector.status.phase);
  return { clock, sources, harnesses, phases };
}

/** Every request fails until the faults are cleared. */
function goDown(source: FakeListerWatcher<TestObject> | undefined, failure: () => Error = unreachable): void {
  source?.failNext('list', failure, Infinity);
  source?.failNext('watch', failure, Infinity);
  source?.resetWatches();
}

describe('after an outage', () => {
  it('all watch again a second after the first that does, not when their own delays are over', async () => {
    const { clock, sources, harnesses, phases } = fleet(3);
    await clock.settle();
    // The first meets the outage later than the others: its delays are short when theirs are long.
    for (const source of sources.slice(1)) goDown(source);
    await clock.advance(2 * MINUTE);
    goDown(sources[0]);
    await clock.advance(SECOND);
    for (const source of sources) source.clearFaults();
    expect(phases()).toEqual(['waiting', 'waiting', 'waiting']);
    await clock.advance(1_400);
    expect(harnesses[0]?.reflector.status.phase).toBe('watching');
    await clock.advance(SECOND);
    expect(phases()).toEqual(['watching', 'watching', 'watching']);
  });

  it('those that could not even be read before are read as soon as another can be', async () => {
    const { clock, sources, harnesses, phases } = fleet(2, undefined, ([, late]) => {
      goDown(late);
    });
    const [first, late] = sources;
    await clock.advance(2 * MINUTE);
    goDown(first);
    await clock.advance(SECOND);
    first?.clearFaults();
    late?.clearFaults();
    expect(harnesses[1]?.sink.keys).toEqual([]);
    await clock.advance(2_400);
    expect([phases(), harnesses[1]?.sink.keys]).toEqual([['watching', 'watching'], ['default/a']]);
  });

  it('one whose attempt hung meanwhile does not sit out the delay after it', async () => {
    const { clock, sources, phases } = fleet(2);
    const [first, late] = sources;
    await clock.settle();
    goDown(late);
    await clock.advance(2 * MINUTE);
    // Its next attempt is one that nobody answers, and gives up after a minute.
    late?.clearFaults();
    late?.hangNext('list');
    while (phases()[1] !== 'probing') await clock.advance(100);
    goDown(first);
    await clock.advance(SECOND);
    first?.clearFaults();
    await clock.advance(MINUTE);
    expect(phases()[0]).toBe('watching');
    await clock.advance(2 * SECOND);
    expect(phases()[1]).toBe('watching');
  });

  it('the status says when the next attempt is due by then', async () => {
    const { clock, sources, harnesses } = fleet(2, () => 0.5);
    await clock.settle();
    goDown(sources[1]);
    await clock.advance(2 * MINUTE);
    goDown(sources[0]);
    await clock.advance(SECOND);
    sources[0]?.clearFaults();
    const late = harnesses[1]?.reflector;
    while (harnesses[0]?.reflector.status.phase !== 'watching') await clock.advance(100);
    const before = late?.status.retryAt ?? 0;
    await clock.advance(SECOND);
    expect(late?.status.retryAt).toBe(clock.now() + 500);
    expect(before).toBeGreaterThan(clock.now() + 500);
  });
});

describe('what word of a recovery does not cut short', () => {
  /** One that waits after a failure of its own, and another that fails and recovers again and again. */
  async function besideOneThatFlaps(failure: () => Error, forMs: number) {
    const { clock, sources, harnesses } = fleet(2);
    const [flapping, ill] = sources;
    await clock.settle();
    goDown(ill, failure);
    const startedAt = clock.now();
    let recoveries = 0;
    while (clock.now() - startedAt < forMs) {
      goDown(flapping);
      await clock.advance(100);
      flapping?.clearFaults();
      await clock.advance(2_900);
      if (harnesses[0]?.reflector.status.phase === 'watching') recoveries++;
    }
    return { attempts: harnesses[1]?.delays.length ?? 0, recoveries };
  }

  it('attempts that fail all the same: each makes the next wait longer', async () => {
    const { attempts, recoveries } = await besideOneThatFlaps(unreachable, 10 * MINUTE);
    expect(recoveries).toBe(200);
    // 0.8 s doubling to 30 s makes 24 attempts in ten minutes; those that were hastened, as many again at most.
    expect(attempts).toBeLessThan(48);
  });

  it.each([
    ['a wait that the server asked for', () => apiError(429, { retryAfterSeconds: 120 }), 6],
    ['a wait of a server in trouble, who said how long', () => apiError(503, { retryAfterSeconds: 120 }), 6],
  ])('%s', async (_name, failure, expected) => {
    const { attempts } = await besideOneThatFlaps(failure, 10 * MINUTE);
    expect(attempts).toBe(expected);
  });

  it('a wait, when the watch of another ends: it may be the beginning of the next outage', async () => {
    const { clock, sources, harnesses } = fleet(2);
    const [first, late] = sources;
    await clock.settle();
    goDown(first);
    await clock.advance(SECOND);
    first?.clearFaults();
    // Watches again, after a failure.
    await clock.advance(10 * SECOND);
    goDown(late);
    await clock.advance(MINUTE);
    const due = () => harnesses[1]?.reflector.status.retryAt;
    while (harnesses[1]?.reflector.status.phase !== 'waiting') await clock.advance(100);
    const before = due();
    goDown(first);
    await clock.advance(100);
    expect(due()).toBe(before);
  });

  it('the delays of a fleet whose watches are all accepted and cut at once: nobody is served', async () => {
    const attempts = async (size: number) => {
      const { clock, sources, harnesses } = fleet(size, (index) => index / size);
      await clock.settle();
      for (let passed = 0; passed < 5 * MINUTE; passed += 100) {
        for (const source of sources) source.resetWatches();
        await clock.advance(100);
      }
      return harnesses[0]?.delays.length;
    };
    expect(await attempts(10)).toBe(await attempts(1));
  });
});
