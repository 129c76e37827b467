import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Backoff, backoffDelay } from './backoff.js';

const options = { initialMs: 100, maxMs: 1_000, factor: 2, jitter: 1 };

describe('Backoff', () => {
  it('multiplies the delay by the factor up to the longest', () => {
    const backoff = new Backoff(options, () => 0);
    expect(Array.from({ length: 6 }, () => backoff.next())).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('adds up to jitter times the delay', () => {
    const backoff = new Backoff(options, () => 0.5);
    expect([backoff.next(), backoff.next()]).toEqual([150, 300]);
  });

  it('caps the first delay too', () => {
    expect(new Backoff({ ...options, initialMs: 5_000 }, () => 0).next()).toBe(1_000);
  });

  it('starts over after a reset', () => {
    const backoff = new Backoff(options, () => 0);
    backoff.next();
    backoff.next();
    backoff.reset();
    expect([backoff.attempts, backoff.next()]).toEqual([0, 100]);
  });

  it('counts the delays since the last reset', () => {
    const backoff = new Backoff(options, () => 0);
    backoff.next();
    backoff.next();
    expect(backoff.attempts).toBe(2);
  });

  it('stays at its longest delay through an outage of any length', () => {
    const backoff = new Backoff(options, () => 0);
    for (let attempt = 0; attempt < 2_000; attempt++) backoff.next();
    expect(backoff.next()).toBe(1_000);
  });

  it('stays at zero when the first delay is zero, however often it is asked', () => {
    const backoff = new Backoff({ ...options, initialMs: 0 });
    for (let attempt = 0; attempt < 2_000; attempt++) backoff.next();
    expect(backoff.next()).toBe(0);
  });

  it('never leaves [initial, max * (1 + jitter)] and never shrinks before jitter', () => {
    fc.assert(
      fc.property(
        fc.record({
          initialMs: fc.integer({ min: 0, max: 1_000 }),
          maxMs: fc.integer({ min: 1_000, max: 100_000 }),
          factor: fc.double({ min: 1, max: 10, noNaN: true }),
          jitter: fc.double({ min: 0, max: 2, noNaN: true }),
        }),
        fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 50 }),
        (shape, dice) => {
          let die = 0;
          const backoff = new Backoff(shape, () => die);
          let previousBase = 0;
          for (die of dice) {
            const delay = backoff.next();
            const base = delay / (1 + die * shape.jitter);
            expect(base).toBeGreaterThanOrEqual(previousBase * (1 - 1e-9));
            expect(delay).toBeGreaterThanOrEqual(shape.initialMs);
            // The two sides round in a different order, so they may differ in the last bit.
            expect(delay).toBeLessThanOrEqual(shape.maxMs * (1 + shape.jitter) * (1 + 1e-12));
            previousBase = base;
          }
        },
      ),
    );
  });
});

describe('backoffDelay', () => {
  it('is what Backoff gives after as many attempts', () => {
    const backoff = new Backoff(options, () => 0.5);
    const delays = Array.from({ length: 6 }, () => backoff.next());
    expect(delays.map((_, attempts) => backoffDelay(options, attempts, () => 0.5))).toEqual(delays);
  });
});
