import { describe, expect, it } from 'vitest';
import type { FailureKind } from './failure.js';
import { initialState, isPriming, transition } from './state.js';
import type { Event, EventType, Phase, State } from './state.js';
import { NOW, SAMPLES, inPhase, primeFailed } from './test-states.js';

const MINUTE = 60_000;

// Every phase against every event: a new one of either does not compile until each case is decided.
// prettier-ignore
const TABLE: Record<Phase, Record<EventType, Phase>> = {
  idle: {
    start: 'streaming', granted: 'idle', primed: 'idle', 'prime-failed': 'idle', probed: 'idle',
    'probe-failed': 'idle', accepted: 'idle', 'watch-refused': 'idle', 'watch-ended': 'idle',
    'watch-silent': 'idle', 'relist-requested': 'idle', waited: 'idle', stop: 'stopped',
  },
  queued: {
    start: 'queued', granted: 'streaming', primed: 'queued', 'prime-failed': 'queued', probed: 'queued',
    'probe-failed': 'queued', accepted: 'queued', 'watch-refused': 'queued', 'watch-ended': 'queued',
    'watch-silent': 'queued', 'relist-requested': 'queued', waited: 'queued', stop: 'stopped',
  },
  streaming: {
    start: 'streaming', granted: 'streaming', primed: 'watching', 'prime-failed': 'waiting', probed: 'streaming',
    'probe-failed': 'streaming', accepted: 'streaming', 'watch-refused': 'streaming', 'watch-ended': 'streaming',
    'watch-silent': 'streaming', 'relist-requested': 'streaming', waited: 'streaming', stop: 'stopped',
  },
  listing: {
    start: 'listing', granted: 'listing', primed: 'connecting', 'prime-failed': 'waiting', probed: 'listing',
    'probe-failed': 'listing', accepted: 'listing', 'watch-refused': 'listing', 'watch-ended': 'listing',
    'watch-silent': 'listing', 'relist-requested': 'listing', waited: 'listing', stop: 'stopped',
  },
  probing: {
    start: 'probing', granted: 'probing', primed: 'probing', 'prime-failed': 'probing', probed: 'connecting',
    'probe-failed': 'waiting', accepted: 'probing', 'watch-refused': 'probing', 'watch-ended': 'probing',
    'watch-silent': 'probing', 'relist-requested': 'probing', waited: 'probing', stop: 'stopped',
  },
  connecting: {
    start: 'connecting', granted: 'connecting', primed: 'connecting', 'prime-failed': 'connecting', probed: 'connecting',
    'probe-failed': 'connecting', accepted: 'watching', 'watch-refused': 'waiting', 'watch-ended': 'connecting',
    'watch-silent': 'connecting', 'relist-requested': 'connecting', waited: 'connecting', stop: 'stopped',
  },
  watching: {
    start: 'watching', granted: 'watching', primed: 'watching', 'prime-failed': 'watching', probed: 'watching',
    'probe-failed': 'watching', accepted: 'watching', 'watch-refused': 'watching', 'watch-ended': 'connecting',
    'watch-silent': 'probing', 'relist-requested': 'queued', waited: 'watching', stop: 'stopped',
  },
  waiting: {
    start: 'waiting', granted: 'waiting', primed: 'waiting', 'prime-failed': 'waiting', probed: 'waiting',
    'probe-failed': 'waiting', accepted: 'waiting', 'watch-refused': 'waiting', 'watch-ended': 'waiting',
    'watch-silent': 'waiting', 'relist-requested': 'waiting', waited: 'queued', stop: 'stopped',
  },
  stopped: {
    start: 'stopped', granted: 'stopped', primed: 'stopped', 'prime-failed': 'stopped', probed: 'stopped',
    'probe-failed': 'stopped', accepted: 'stopped', 'watch-refused': 'stopped', 'watch-ended': 'stopped',
    'watch-silent': 'stopped', 'relist-requested': 'stopped', waited: 'stopped', stop: 'stopped',
  },
};

const PHASES = Object.keys(TABLE) as Phase[];
const EVENTS = Object.keys(SAMPLES) as EventType[];

describe('every phase against every event', () => {
  it.each(PHASES.flatMap((phase) => EVENTS.map((type) => [phase, type, TABLE[phase][type]] as const)))(
    '%s on %s leads to %s',
    (phase, type, expected) => {
      expect(transition(inPhase(phase), SAMPLES[type], NOW).phase).toBe(expected);
    },
  );
});

describe('how a source is read first', () => {
  it.each([
    ['streamed when a WatchList is wanted', { now: 0, watchList: true }, 'streaming'],
    ['listed when none is wanted', { now: 0, watchList: false }, 'listing'],
  ] as const)('is %s', (_name, now, expected) => {
    expect(transition(initialState, SAMPLES.start, now).phase).toBe(expected);
  });

  it('a WatchList goes on as a watch, a list needs one to be opened', () => {
    const phases = (['streaming', 'listing'] as const).map(
      (phase) => transition(inPhase(phase), SAMPLES.primed, NOW).phase,
    );
    expect(phases).toEqual(['watching', 'connecting']);
  });
});

describe('a WatchList that fails', () => {
  const stream = (event: Event, fields: Partial<State> = {}): State =>
    transition(inPhase('streaming', fields), event, NOW);

  it.each<[FailureKind, Partial<State>]>([
    ['expired', { phase: 'streaming', readNewest: true }],
    ['too-large', { phase: 'streaming', readNewest: true }],
    ['unsupported', { phase: 'listing', watchListRefusedAt: NOW.now }],
    ['refused', { phase: 'listing', watchListRefusedAt: undefined }],
    ['throttled', { phase: 'waiting', resume: 'prime', failures: 1 }],
    ['inconsistent', { phase: 'waiting', resume: 'prime', failures: 1 }],
    ['transient', { phase: 'waiting', resume: 'prime', failures: 1 }],
  ])('with %s leads to %j', (kind, expected) => {
    expect(stream(primeFailed(kind))).toMatchObject(expected);
  });

  it.each<FailureKind>(['expired', 'too-large'])('with %s at the newest state is tried again after a delay', (kind) => {
    expect(stream(primeFailed(kind), { readNewest: true })).toMatchObject({ phase: 'waiting', resume: 'prime' });
  });

  it('once cut short is tried again as a stream', () => {
    const after = stream(primeFailed('transient', { cut: true }));
    expect(after).toMatchObject({ phase: 'waiting', streamCuts: 1 });
    expect(transition(after, SAMPLES.waited, NOW).phase).toBe('streaming');
  });

  it('cut short for the second time is replaced by a list at once, and that is remembered', () => {
    const after = stream(primeFailed('transient', { cut: true }), { streamCuts: 1 });
    expect(after).toMatchObject({ phase: 'listing', watchListRefusedAt: NOW.now, streamCuts: 0 });
  });

  it('that was never answered, such as a refused connection, does not count as cut', () => {
    const after = stream(primeFailed('transient', { cut: false }), { streamCuts: 1 });
    expect(after).toMatchObject({ phase: 'waiting', streamCuts: 1 });
  });

  it('and then comes through starts the count of cuts anew', () => {
    expect(stream(SAMPLES.primed, { streamCuts: 1 }).streamCuts).toBe(0);
  });
});

describe('a server without WatchList', () => {
  const refusedAt = NOW.now;
  const next = (minutes: number): Phase =>
    transition(inPhase('queued', { watchListRefusedAt: refusedAt }), SAMPLES.granted, {
      now: refusedAt + minutes * MINUTE,
      watchList: true,
    }).phase;

  it('is not asked for one again within 30 minutes', () => {
    expect(next(29.9)).toBe('listing');
  });

  it('is asked again after 30 minutes', () => {
    expect(next(30)).toBe('streaming');
  });

  it('is asked again after 30 minutes too when it was two cut streams that told', () => {
    let state = inPhase('streaming');
    state = transition(state, primeFailed('transient', { cut: true }), NOW);
    state = transition(state, SAMPLES.waited, NOW);
    state = transition(state, primeFailed('transient', { cut: true }), NOW);
    state = transition(state, SAMPLES.primed, NOW);
    const later = { now: NOW.now + 30 * MINUTE, watchList: true };
    expect(transition({ ...state, phase: 'queued' }, SAMPLES.granted, later).phase).toBe('streaming');
  });

  it('that sends one after all is trusted again', () => {
    const after = transition(inPhase('streaming', { watchListRefusedAt: 5 }), SAMPLES.primed, NOW);
    expect(after.watchListRefusedAt).toBeUndefined();
  });

  it('is remembered as such by a list that succeeds', () => {
    const after = transition(inPhase('listing', { watchListRefusedAt: 5 }), SAMPLES.primed, NOW);
    expect(after.watchListRefusedAt).toBe(5);
  });
});

describe('a list that fails', () => {
  const list = (event: Event, fields: Partial<State> = {}): State => transition(inPhase('listing', fields), event, NOW);

  it.each<[FailureKind, Partial<State>]>([
    ['expired', { phase: 'listing', readNewest: true }],
    ['too-large', { phase: 'listing', readNewest: true }],
    ['unsupported', { phase: 'waiting', resume: 'prime', readNewest: false }],
    ['inconsistent', { phase: 'waiting', resume: 'prime', readNewest: false }],
    ['refused', { phase: 'waiting', resume: 'prime', readNewest: false }],
    ['throttled', { phase: 'waiting', resume: 'prime', readNewest: false }],
    ['transient', { phase: 'waiting', resume: 'prime', readNewest: false }],
  ])('on its first page with %s leads to %j', (kind, expected) => {
    expect(list(primeFailed(kind))).toMatchObject(expected);
  });

  it.each<FailureKind>(['expired', 'too-large'])('with %s at the newest state is tried again after a delay', (kind) => {
    expect(list(primeFailed(kind), { readNewest: true })).toMatchObject({ phase: 'waiting', readNewest: true });
  });

  it('because a later page expired is asked for in one piece, at the same resourceVersion', () => {
    const after = list(primeFailed('expired', { pages: 1 }));
    expect(after).toMatchObject({ phase: 'listing', wholeList: true, readNewest: false, failures: 0 });
  });

  it('in one piece too waits, and then asks for the newest state', () => {
    const after = list(primeFailed('expired', { pages: 1 }), { wholeList: true });
    expect(after).toMatchObject({ phase: 'waiting', readNewest: true });
  });
});

describe('a list that succeeds', () => {
  const primed = (fields: Partial<State>, paged = false): State =>
    transition(inPhase('listing', fields), { ...SAMPLES.primed, paged }, NOW);

  it('ends what was asked for because of earlier failures', () => {
    expect(primed({ readNewest: true, wholeList: true, failures: 7 })).toMatchObject({
      readNewest: false,
      wholeList: false,
      failures: 0,
      resourceVersion: '20',
    });
  });

  it.each([
    ['the first list from its cache', {}, true, true],
    ['the first list from its cache, until a page expired', { wholeList: true }, false, true],
    ['a list of the newest state', { readNewest: true }, true, false],
    ['a relist', { resourceVersion: '10' }, true, false],
    ['no list', {}, false, false],
  ])('a server that pages %s is asked for pages from then on: %j', (_name, fields, paged, expected) => {
    expect(primed(fields, paged).alwaysPage).toBe(expected);
  });
});

describe('isPriming', () => {
  it('holds while the whole source is read', () => {
    expect(PHASES.filter((phase) => isPriming(inPhase(phase)))).toEqual(['streaming', 'listing']);
  });
});
