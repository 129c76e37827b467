import { describe, expect, it } from 'vitest';
import type { FailureKind } from './failure.js';
import { transition } from './state.js';
import type { Circumstances, Event, State } from './state.js';
import { NOW, SAMPLES, failed, inPhase, primeFailed, watchEnded } from './test-states.js';

describe('a watch that cannot be opened', () => {
  it.each<[FailureKind, Partial<State>]>([
    ['expired', { phase: 'queued', reason: 'expired', readNewest: false }],
    ['too-large', { phase: 'queued', reason: 'too-large', readNewest: true }],
    ['inconsistent', { phase: 'queued', reason: 'inconsistent', readNewest: false }],
    ['throttled', { phase: 'waiting', resume: 'watch', failures: 1 }],
    ['unsupported', { phase: 'waiting', resume: 'probe', failures: 1 }],
    ['refused', { phase: 'waiting', resume: 'probe', failures: 1 }],
    ['transient', { phase: 'waiting', resume: 'probe', failures: 1 }],
  ])('because of %s leads to %j', (kind, expected) => {
    const after = transition(inPhase('connecting'), { type: 'watch-refused', failure: failed(kind) }, NOW);
    expect(after).toMatchObject({ ...expected, resourceVersion: '10' });
  });
});

describe('a watch that ends', () => {
  const end = (fields: Partial<Event & { type: 'watch-ended' }>, state: Partial<State> = {}): State =>
    transition(inPhase('watching', state), watchEnded(fields), NOW);

  it.each<[FailureKind, Partial<State>]>([
    ['expired', { phase: 'queued', reason: 'expired' }],
    ['too-large', { phase: 'queued', reason: 'too-large', readNewest: true }],
    ['inconsistent', { phase: 'queued', reason: 'inconsistent' }],
    ['throttled', { phase: 'waiting', resume: 'watch' }],
    ['unsupported', { phase: 'waiting', resume: 'probe' }],
    ['refused', { phase: 'waiting', resume: 'probe' }],
    ['transient', { phase: 'probing' }],
  ])('after a healthy life with %s leads to %j', (kind, expected) => {
    expect(end({ failure: failed(kind) })).toMatchObject({ ...expected, resourceVersion: '20' });
  });

  it('in trouble from the start waits before the next', () => {
    const after = end({ failure: failed('transient'), healthy: false }, { failures: 3 });
    expect(after).toMatchObject({ phase: 'waiting', resume: 'probe', failures: 4 });
  });

  it.each<[string, Partial<Event & { type: 'watch-ended' }>, number]>([
    ['went nowhere', { healthy: false }, 1],
    ['went nowhere, and failed', { healthy: false, failure: failed('transient') }, 1],
    ['went well, and was refused more', { failure: failed('refused') }, 0],
    ['went well, until the server asked for patience', { failure: failed('transient', 30_000) }, 0],
  ])('counts as one that got nowhere if it %s', (_name, fields, expected) => {
    expect(end(fields).stalls).toBe(expected);
  });

  it.each<[string, Circumstances, Partial<State>]>([
    ['and is followed by a reading, where a WatchList may be had', NOW, { phase: 'queued', reason: 'stalled' }],
    [
      'and is not, where a list would be refused, too',
      { ...NOW, watchList: false },
      { phase: 'waiting', resume: 'probe' },
    ],
  ])('with nothing new may meet a server that answers no probe, %s', (_name, now, expected) => {
    for (const failure of [failed('transient'), undefined]) {
      const state = inPhase('watching', { probeOwed: true, stalls: 2 });
      expect(transition(state, watchEnded({ healthy: false, failure }), now)).toMatchObject(expected);
    }
  });

  it('at its time limit is followed by the next at once', () => {
    expect(end({ timedOut: true }).phase).toBe('connecting');
  });

  it('in good order but early is followed by a probe: the server may have been restored from a backup', () => {
    expect(end({ timedOut: false }).phase).toBe('probing');
  });

  it('in good order but at once is followed by a delay, and never by a list', () => {
    expect(end({ healthy: false })).toMatchObject({ phase: 'waiting', resume: 'probe', failures: 1 });
  });

  it.each([
    ['a healthy end', watchEnded({}), 0],
    ['an unhealthy one', watchEnded({ healthy: false }), 5],
    ['silence, which takes minutes to notice', SAMPLES['watch-silent'], 0],
    ['a relist asked for during a healthy watch', SAMPLES['relist-requested'], 0],
    ['a relist asked for at its start', { ...SAMPLES['relist-requested'], healthy: false }, 4],
  ])('leaves the count of failures, 4 before, as is right after %s', (_name, event, expected) => {
    expect(transition(inPhase('watching', { failures: 4 }), event, NOW).failures).toBe(expected);
  });
});

describe('a probe that fails', () => {
  it.each<[FailureKind, Partial<State>]>([
    ['expired', { phase: 'queued', reason: 'expired' }],
    ['too-large', { phase: 'queued', reason: 'too-large', readNewest: true }],
    ['inconsistent', { phase: 'queued', reason: 'inconsistent' }],
    ['unsupported', { phase: 'connecting', probeOwed: true }],
    ['refused', { phase: 'connecting', probeOwed: true }],
    ['throttled', { phase: 'waiting', resume: 'probe', failures: 1 }],
    ['transient', { phase: 'waiting', resume: 'probe', failures: 1 }],
  ])('with %s leads to %j', (kind, expected) => {
    const after = transition(inPhase('probing'), { type: 'probe-failed', failure: failed(kind) }, NOW);
    expect(after).toMatchObject(expected);
  });

  it('without an answer to its question is asked again even after a watch that lasted its time', () => {
    expect(transition(inPhase('watching', { probeOwed: true }), watchEnded({ timedOut: true }), NOW).phase).toBe(
      'probing',
    );
  });

  it.each([
    ['a probe that is answered', inPhase('probing', { probeOwed: true }), SAMPLES.probed],
    ['a list', inPhase('listing', { probeOwed: true }), SAMPLES.primed],
  ])('is owed no more after %s', (_name, state, event) => {
    expect(transition(state, event, NOW).probeOwed).toBe(false);
  });

  it('is no success when it works: only a watch proves that a watch works', () => {
    expect(transition(inPhase('probing', { failures: 3 }), SAMPLES.probed, NOW).failures).toBe(3);
  });
});

describe('relists in a row', () => {
  const expired: Event = { type: 'watch-refused', failure: failed('expired') };

  it('wait longer each time while no watch goes well in between', () => {
    let state = inPhase('connecting');
    const waits: string[] = [];
    for (let round = 0; round < 4; round++) {
      state = transition(state, expired, NOW);
      waits.push(`${state.phase} ${state.failures}`);
      if (state.phase === 'waiting') state = transition(state, SAMPLES.waited, NOW);
      state = transition(state, SAMPLES.granted, { ...NOW, watchList: false });
      state = transition(state, SAMPLES.primed, NOW);
    }
    expect(waits).toEqual(['queued 0', 'waiting 1', 'waiting 2', 'waiting 3']);
  });

  it('start at once again after a watch that went well', () => {
    const after = transition(inPhase('watching', { relists: 3 }), watchEnded({ failure: failed('expired') }), NOW);
    expect(after).toMatchObject({ phase: 'queued', relists: 1 });
  });

  it('that were asked for never wait', () => {
    const event: Event = { ...SAMPLES['relist-requested'], healthy: false };
    expect(transition(inPhase('watching', { relists: 3 }), event, NOW).phase).toBe('queued');
  });
});

describe('a delay', () => {
  const wait = (fields: Partial<State>): State =>
    transition(inPhase('waiting', { failures: 1, ...fields }), SAMPLES.waited, NOW);

  it('leads back to what it interrupted', () => {
    expect([wait({ resume: 'probe' }).phase, wait({ resume: 'watch' }).phase]).toEqual(['probing', 'connecting']);
  });

  it('before the first list leads to it directly: only relists take turns', () => {
    expect([wait({ resume: 'prime', resourceVersion: '' }).phase, wait({ resume: 'prime' }).phase]).toEqual([
      'streaming',
      'queued',
    ]);
  });

  it('is at least what the server asked for, once', () => {
    const asked = transition(
      inPhase('listing'),
      primeFailed('throttled', { failure: failed('throttled', 7_000) }),
      NOW,
    );
    expect([asked.retryAfterMs, transition(asked, SAMPLES.waited, NOW).retryAfterMs]).toEqual([7_000, 0]);
  });

  it('of an earlier answer does not linger', () => {
    const after = transition(inPhase('connecting', { retryAfterMs: 9_000 }), SAMPLES['watch-refused'], NOW);
    expect(after.retryAfterMs).toBe(0);
  });
});
