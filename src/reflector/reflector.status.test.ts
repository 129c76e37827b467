import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { Reflector } from './reflector.js';
import { Harness, RecordingSink } from './test-harness.js';

function setUp() {
  const clock = new FakeClock();
  const source = new FakeListerWatcher<TestObject>({ clock, objects: [makeObject({ name: 'a' })] });
  return { clock, source };
}

describe('status', () => {
  it('before the start knows nothing', () => {
    const { clock, source } = setUp();
    const reflector = new Reflector({ listerWatcher: source, sink: new RecordingSink(), clock });
    expect(reflector.status).toEqual({
      phase: 'idle',
      since: clock.now(),
      disconnectedSince: undefined,
      resourceVersion: '',
      lastEventAt: undefined,
      lastError: undefined,
      failures: 0,
      retryAt: undefined,
      primes: {},
      watchListRefused: false,
    });
  });

  it('while watching tells since when, how far, and when something was heard last', async () => {
    const { clock, source } = setUp();
    const started = clock.now();
    const harness = new Harness(source, { clock });
    await clock.advance(5_000);
    source.create(makeObject({ name: 'b' }));
    await clock.advance(2_000);
    expect(harness.reflector.status).toMatchObject({
      phase: 'watching',
      since: started,
      resourceVersion: '992',
      lastEventAt: started + 5_000,
      failures: 0,
      primes: { initial: 1 },
    });
  });

  it('counts a failure no longer once the watch after it has lasted, even if nothing came', async () => {
    const { clock, source } = setUp();
    source.failNext('watch', apiError(500));
    const harness = new Harness(source, { clock, watchList: false });
    await clock.advance(2_600);
    expect(harness.reflector.status).toMatchObject({ phase: 'watching', failures: 0 });
  });

  it('takes a page of a list for something heard', async () => {
    const { clock, source } = setUp();
    const harness = new Harness(source, { clock, watchList: false });
    await clock.settle();
    expect(harness.reflector.status.lastEventAt).toBe(clock.now());
  });

  it('while waiting tells until when, after how many failures, and what is done about the last error', async () => {
    const { clock, source } = setUp();
    const error = apiError(500);
    source.failNext('watch', error, 2);
    const harness = new Harness(source, { clock });
    await clock.advance(800);
    expect(harness.reflector.status).toMatchObject({
      phase: 'waiting',
      since: clock.now(),
      retryAt: clock.now() + 1_600,
      failures: 2,
      lastError: { error, at: clock.now(), action: 'tries again in 1.6 s (attempt 3)' },
    });
  });

  it('tells since when it has no watch, however often it tried to get one', async () => {
    const { clock, source } = setUp();
    const started = clock.now();
    source.failNext('watch', () => apiError(500), 2);
    const harness = new Harness(source, { clock });
    await clock.advance(1_000);
    const trying = harness.reflector.status.disconnectedSince;
    await clock.advance(1_400);
    const watching = harness.reflector.status.disconnectedSince;
    await clock.advance(10_000);
    source.failNext('list', () => apiError(500), 10);
    source.failNext('watch', () => apiError(500), 10);
    source.closeWatches();
    await clock.advance(5_000);
    expect([trying, watching, harness.reflector.status.disconnectedSince]).toEqual([
      started,
      undefined,
      started + 12_400,
    ]);
  });

  it('counts no failures once a watch brings something new', async () => {
    const { clock, source } = setUp();
    source.failNext('watch', () => apiError(500), 2);
    const harness = new Harness(source, { clock, watchList: false });
    await clock.advance(3_000);
    const before = harness.reflector.status.failures;
    source.create(makeObject({ name: 'b' }));
    await clock.settle();
    expect([before, harness.reflector.status.failures, harness.reflector.status.retryAt]).toEqual([2, 0, undefined]);
  });

  it('keeps the last error after it has passed', async () => {
    const { clock, source } = setUp();
    source.failNext('watch', apiError(500));
    const harness = new Harness(source, { clock });
    await clock.advance(10_000);
    expect(harness.reflector.status).toMatchObject({ phase: 'watching', lastError: { error: { statusCode: 500 } } });
  });

  it('is a snapshot', async () => {
    const { clock, source } = setUp();
    const harness = new Harness(source, { clock });
    await clock.settle();
    const { status } = harness.reflector;
    harness.reflector.relist();
    await clock.settle();
    expect([status.primes, harness.reflector.status.primes]).toEqual([{ initial: 1 }, { initial: 1, requested: 1 }]);
  });

  it('after the stop says so', async () => {
    const { clock, source } = setUp();
    const harness = new Harness(source, { clock });
    await clock.settle();
    await harness.stop();
    expect(harness.reflector.status).toMatchObject({ phase: 'stopped', resourceVersion: '991' });
  });
});

describe('onTransition', () => {
  it('sees every change of phase, in order', async () => {
    const { clock, source } = setUp();
    source.watchList = 'unsupported-422';
    const harness = new Harness(source, { clock });
    await clock.advance(1_000);
    source.closeWatches();
    await clock.settle();
    await harness.stop();
    expect(harness.transitions.map(({ from, because, to }) => `${from} -${because}-> ${to}`)).toEqual([
      'idle -start-> streaming',
      'streaming -prime-failed-> listing',
      'listing -primed-> connecting',
      'connecting -accepted-> watching',
      'watching -watch-ended-> probing',
      'probing -probed-> connecting',
      'connecting -accepted-> watching',
      'watching -stop-> stopped',
    ]);
  });

  it('tells of a reading why it was, how much it brought and how long it took', async () => {
    const { clock, source } = setUp();
    const release = source.delayEvents();
    const harness = new Harness(source, { clock });
    await clock.advance(3_000);
    release();
    await clock.settle();
    expect(harness.transitions.at(-1)?.prime).toEqual({ reason: 'initial', objects: 1, durationMs: 3_000 });
  });

  it('counts as objects of a list what can be used', async () => {
    const { clock, source } = setUp();
    source.garbleNextList('no-name');
    const harness = new Harness(source, { clock, watchList: false });
    await clock.settle();
    expect(harness.transitions[1]?.prime?.objects).toBe(1);
  });

  it('carries the error and the delay that follow from a failure', async () => {
    const { clock, source } = setUp();
    const error = apiError(500);
    source.failNext('watch', error);
    const harness = new Harness(source, { clock });
    await clock.settle();
    expect(harness.transitions.at(-1)).toMatchObject({ to: 'waiting', error, delayMs: 800, at: clock.now() });
  });
});
