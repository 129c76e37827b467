import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure, FailureKind } from './failure.js';
import { initialState, isPriming, transition } from './state.js';
import type { Circumstances, Event, EventType, Phase, State } from './state.js';

const KINDS: readonly FailureKind[] = [
  'expired',
  'too-large',
  'unsupported',
  'inconsistent',
  'refused',
  'throttled',
  'transient',
];
const failure: fc.Arbitrary<Failure> = fc
  .record({ kind: fc.constantFrom(...KINDS), retryAfterMs: fc.constantFrom(undefined, 1_000) })
  .map(({ kind, retryAfterMs }) => ({ kind, error: kind, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }));
const version = fc.integer({ min: 1, max: 99 }).map(String);

const ARBITRARY: { readonly [K in EventType]: fc.Arbitrary<Event & { type: K }> } = {
  start: fc.constant({ type: 'start' }),
  granted: fc.constant({ type: 'granted' }),
  primed: fc.record({
    type: fc.constant('primed'),
    resourceVersion: version,
    objects: fc.nat(9),
    paged: fc.boolean(),
  }),
  'prime-failed': fc.record({
    type: fc.constant('prime-failed'),
    failure,
    cut: fc.boolean(),
    pages: fc.nat(2),
  }),
  probed: fc.constant({ type: 'probed' }),
  'probe-failed': fc.record({ type: fc.constant('probe-failed'), failure }),
  accepted: fc.constant({ type: 'accepted' }),
  'watch-refused': fc.record({ type: fc.constant('watch-refused'), failure }),
  'watch-ended': fc.record({
    type: fc.constant('watch-ended'),
    resourceVersion: version,
    healthy: fc.boolean(),
    timedOut: fc.boolean(),
    failure: fc.option(failure, { nil: undefined }),
  }),
  'watch-silent': fc.record({ type: fc.constant('watch-silent'), resourceVersion: version, failure }),
  'relist-requested': fc.record({
    type: fc.constant('relist-requested'),
    resourceVersion: version,
    healthy: fc.boolean(),
    reason: fc.constantFrom('requested' as const, 'inconsistent' as const),
  }),
  waited: fc.boolean().map((early) => ({ type: 'waited', early })),
  stop: fc.constant({ type: 'stop' }),
};

/** The events that the effect of each phase can end in. */
const ENDS: Record<Phase, readonly EventType[]> = {
  idle: ['start'],
  queued: ['granted'],
  streaming: ['primed', 'prime-failed'],
  listing: ['primed', 'prime-failed'],
  probing: ['probed', 'probe-failed'],
  connecting: ['accepted', 'watch-refused'],
  watching: ['watch-ended', 'watch-silent', 'relist-requested'],
  waiting: ['waited'],
  stopped: [],
};

/** Where each phase can lead, besides itself and `stopped`. */
const LEADS: Record<Phase, readonly Phase[]> = {
  idle: ['streaming', 'listing'],
  queued: ['streaming', 'listing'],
  streaming: ['watching', 'listing', 'waiting'],
  listing: ['connecting', 'waiting'],
  probing: ['connecting', 'queued', 'waiting'],
  connecting: ['watching', 'queued', 'waiting'],
  watching: ['connecting', 'probing', 'queued', 'waiting'],
  waiting: ['streaming', 'listing', 'queued', 'probing', 'connecting'],
  stopped: [],
};

interface Step {
  readonly before: State;
  readonly event: Event;
  readonly after: State;
}

const anyEvent = fc.oneof(...Object.values(ARBITRARY));
const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  now: fc.integer({ min: 0, max: 7_200_000 }),
  watchList: fc.boolean(),
});

/** A run of the machine: events its effects send, with strays of overtaken ones in between. */
const runs: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.record({
      // Few: each takes the place of a step, and one of them may be the stop.
      stray: fc.oneof({ weight: 24, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyEvent }),
      choice: fc.record(ARBITRARY),
      pick: fc.nat(5),
      now: circumstances,
    }),
    // The largest size: what takes several failures in a row is never met in a short run.
    { minLength: 1, maxLength: 60, size: 'max' },
  )
  .map((draws) => {
    const steps: Step[] = [];
    let before = initialState;
    for (const { stray, choice, pick, now } of draws) {
      const ends = ENDS[before.phase];
      const type = ends[pick % Math.max(1, ends.length)];
      const event: Event = stray ?? (type === undefined ? choice.stop : choice[type]);
      const after = transition(before, event, now);
      steps.push({ before, event, after });
      before = after;
    }
    return steps;
  });

function holds(law: (step: Step) => void): void {
  fc.assert(
    fc.property(runs, (steps) => {
      for (const step of steps) law(step);
    }),
    { numRuns: 300 },
  );
}

describe('whatever happens', () => {
  it('a phase leads only where it may', () => {
    holds(({ before, after }) => {
      if (after.phase === before.phase || after.phase === 'stopped') return;
      expect(LEADS[before.phase]).toContain(after.phase);
    });
  });

  it('stopped stays stopped, and stop stops', () => {
    holds(({ before, event, after }) => {
      if (before.phase === 'stopped') expect(after).toBe(before);
      if (event.type === 'stop') expect(after.phase).toBe('stopped');
    });
  });

  it('an event that no effect of the phase can send changes nothing', () => {
    holds(({ before, event, after }) => {
      if (event.type !== 'stop' && !ENDS[before.phase].includes(event.type)) expect(after).toBe(before);
    });
  });

  it('the resourceVersion is what the sink was told last: of a prime or of a watch, never of anything else', () => {
    holds(({ before, event, after }) => {
      const told = ENDS[before.phase].includes(event.type) && 'resourceVersion' in event;
      expect(after.resourceVersion).toBe(told ? event.resourceVersion : before.resourceVersion);
    });
  });

  it('there is no probe and no watch before a resourceVersion', () => {
    holds(({ after }) => {
      if (after.phase === 'probing' || after.phase === 'connecting' || after.phase === 'watching') {
        expect(after.resourceVersion).not.toBe('');
      }
    });
  });

  it('a prime is the end of all that was asked for because of failures', () => {
    holds(({ before, event, after }) => {
      if (event.type !== 'primed' || !isPriming(before)) return;
      expect(after).toMatchObject({ readNewest: false, wholeList: false });
      // What failed then was not the reading.
      expect(after.failures).toBe(before.reason === 'stalled' ? before.failures : 0);
    });
  });

  it('failures fall only by success, and then to none', () => {
    holds(({ before, event, after }) => {
      if (after.failures >= before.failures) return;
      const healthy = event.type === 'watch-silent' || ('healthy' in event && event.healthy);
      expect(event.type === 'primed' || healthy).toBe(true);
      expect(after.failures).toBeLessThanOrEqual(1);
    });
  });

  it('delays that were cut short are counted, until a success', () => {
    holds(({ before, event, after }) => {
      const early = before.phase === 'waiting' && event.type === 'waited' && event.early;
      const success =
        ENDS[before.phase].includes(event.type) &&
        ((event.type === 'primed' && before.reason !== 'stalled') ||
          event.type === 'watch-silent' ||
          ('healthy' in event && event.healthy));
      expect(after.hastened).toBe(success ? 0 : before.hastened + (early ? 1 : 0));
    });
  });

  it('only watches that get nowhere make a reading for that, and three of them at least', () => {
    let readings = 0;
    fc.assert(
      fc.property(runs, (steps) => {
        let stalls = 0;
        for (const { before, event, after } of steps) {
          if (!ENDS[before.phase].includes(event.type)) continue;
          if ('healthy' in event && event.healthy) stalls = 0;
          if (event.type === 'watch-silent') stalls = 0;
          if (event.type === 'watch-refused' || (event.type === 'watch-ended' && !event.healthy)) stalls++;
          if (after.reason === 'stalled' && after.relists > before.relists) {
            expect(stalls).toBeGreaterThanOrEqual(3);
            stalls = 0;
            readings++;
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(readings).toBeGreaterThan(10);
  });

  it('each delay counts one failure more at least', () => {
    holds(({ before, event, after }) => {
      if (after.phase !== 'waiting' || before.phase === 'waiting') return;
      const success = 'healthy' in event && event.healthy;
      expect(after.failures).toBeGreaterThan(success ? 0 : before.failures);
    });
  });

  it('the newest state is asked for only while the source is read, or about to be', () => {
    holds(({ after }) => {
      if (!after.readNewest) return;
      expect(['queued', 'streaming', 'listing', 'waiting', 'stopped']).toContain(after.phase);
      if (after.phase === 'waiting') expect(after.resume).toBe('prime');
    });
  });

  it('a stream is opened only if a WatchList is wanted', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        let state = initialState;
        for (const event of events) state = transition(state, event, { now: 0, watchList: false });
        expect(state.phase).not.toBe('streaming');
      }),
    );
  });

  it('two immediate attempts at the same reading never fail without a delay for ever', () => {
    fc.assert(
      fc.property(fc.array(ARBITRARY['prime-failed'], { minLength: 5, maxLength: 5 }), (failures) => {
        let state = transition(initialState, { type: 'start' }, { now: 0, watchList: true });
        for (const event of failures) {
          if (!isPriming(state)) return;
          state = transition(state, event, { now: 0, watchList: true });
        }
        expect(isPriming(state)).toBe(false);
      }),
    );
  });
});
