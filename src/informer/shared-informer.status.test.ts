import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { SLICE_MS, TimeSlicer } from '../base/time-slicer.js';
import { FakeClock, apiError, makeObject } from '../testing/index.js';
import { makeInformer, startInformer } from './test-informer.js';

const [a, b] = [makeObject({ name: 'a' }), makeObject({ name: 'b' })];

describe('status', () => {
  it('before the start', () => {
    const { informer, clock } = makeInformer([a]);
    informer.addEventHandler({}, { name: 'web' });
    expect(informer.status).toEqual({
      name: 'pods',
      phase: 'idle',
      since: clock.now(),
      synced: false,
      objects: 0,
      resourceVersion: '',
      readResourceVersion: '',
      queueDepth: 0,
      lagMs: 0,
      lastEventAt: undefined,
      lastError: undefined,
      failures: 0,
      retryAt: undefined,
      lists: {},
      watchListRefused: false,
      nextResyncAt: undefined,
      stale: [],
      unknownFields: 0,
      handlers: [
        {
          name: 'web',
          synced: false,
          backlog: 0,
          highestBacklog: 0,
          merged: 0,
          calls: 0,
          errors: 0,
          running: undefined,
        },
      ],
    });
  });

  it('while the first list is read', async () => {
    const { informer, source, clock } = makeInformer([a], {}, { watchList: 'declared-unsupported' });
    source.hangNext('list');
    informer.start();
    await clock.settle();
    expect(informer.status).toMatchObject({ phase: 'listing', synced: false, objects: 0 });
  });

  it('while it watches', async () => {
    const { informer, source, clock } = await startInformer([a]);
    source.create(b);
    await clock.settle();
    expect(informer.status).toMatchObject({
      phase: 'watching',
      synced: true,
      objects: 2,
      resourceVersion: '992',
      readResourceVersion: '992',
      queueDepth: 0,
      lagMs: 0,
      lastEventAt: clock.now(),
      lists: { initial: 1 },
    });
  });

  it('while it waits for its next attempt', async () => {
    const { informer, source, clock } = await startInformer([a]);
    source.failNext('list', () => apiError(500), 3);
    source.failNext('watch', () => apiError(500), 3);
    source.resetWatches();
    await clock.settle();
    const { phase, retryAt, lastError, failures, synced } = informer.status;
    expect({ phase, failures, synced }).toEqual({ phase: 'waiting', failures: 1, synced: true });
    expect(retryAt).toBeGreaterThan(clock.now());
    expect(lastError?.action).toMatch(/tries again/);
  });

  it('after the stop', async () => {
    const { informer } = await startInformer([a]);
    await informer.stop();
    expect(informer.status).toMatchObject({ phase: 'stopped', synced: true, objects: 1, handlers: [] });
  });

  it('counts relists by reason', async () => {
    const { informer, source, clock } = await startInformer([a]);
    source.expire({ endWatches: true });
    await clock.advance(10_000);
    informer.relist();
    await clock.advance(10_000);
    expect(informer.status.lists).toEqual({ initial: 1, expired: 1, requested: 1 });
  });

  it('shows for how long the cache has been behind what was read', async () => {
    const { informer, source, clock } = await startInformer<'slow'>([a], {
      indexers: { slow: () => status() },
    });
    const lags: number[] = [];
    let watching = false;
    function status(): undefined {
      if (watching) lags.push(informer.status.lagMs, informer.status.queueDepth);
      return undefined;
    }
    watching = true;
    source.create(b);
    await clock.settle();
    expect(lags).toEqual([0, 0]);
    expect(informer.status.lagMs).toBe(0);
  });

  it('shows for how long changes have been applied that take more than a slice', async () => {
    const lags: number[] = [];
    const clock = new WorkClock();
    const work = (): undefined => {
      useUpSlice();
      // Before who has given way is back.
      setImmediate(() => {
        clock.worked += 500;
        lags.push(informer.status.lagMs);
      });
    };
    const { informer, source } = makeInformer<'work'>([], { clock, indexers: { work } });
    informer.start();
    await clock.settle();
    // Else the first change may be what finds that a slice has begun, when it is over.
    useUpSlice();
    new TimeSlicer(1).due();
    for (const name of ['a', 'b', 'c']) source.create(makeObject({ name }));
    await clock.settle();
    expect(lags).toEqual([500, 1_000, 1_500]);
    expect(informer.status.lagMs).toBe(0);
  });

  it('shows what each handler is doing', async () => {
    const { informer, clock } = await startInformer([a, b]);
    const gate = deferred();
    informer.addEventHandler({ onAdd: () => gate.promise }, { name: 'slow' });
    await clock.settle();
    expect(informer.status.handlers).toEqual([
      {
        name: 'slow',
        synced: false,
        backlog: 1,
        highestBacklog: 2,
        merged: 0,
        calls: 1,
        errors: 0,
        running: { key: 'default/a', since: clock.now() },
      },
    ]);
    gate.resolve();
  });

  it('is a snapshot', async () => {
    const { informer, source, clock } = await startInformer([a]);
    const { status } = informer;
    source.create(b);
    await clock.settle();
    expect(status.objects).toBe(1);
  });
});

describe('metrics', () => {
  it('the backlog of a handler falls to 0 once it has caught up, without a further change', async () => {
    const values: number[] = [];
    const nothing = () => ({ inc: () => undefined, observe: () => undefined });
    const { informer, clock } = await startInformer([a, b], {
      metrics: {
        counter: nothing,
        histogram: nothing,
        gauge: (name) => ({
          set: (value) => {
            if (name === 'informer_handler_backlog') values.push(value);
          },
        }),
      },
    });
    const gate = deferred();
    informer.addEventHandler({ onAdd: () => gate.promise });
    informer.relist();
    await clock.advance(10_000);
    expect(values.at(-1)).toBe(1);
    gate.resolve();
    await clock.settle();
    expect(values.at(-1)).toBe(0);
  });
});

/** A clock that goes on where work takes time. */
class WorkClock extends FakeClock {
  worked = 0;
  override now(): number {
    return super.now() + this.worked;
  }
}

/** Works until whoever works in slices has to give way. */
function useUpSlice(): void {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end);
}
