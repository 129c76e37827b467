import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { DeltaFIFO, InOrderQueue } from '../delta-fifo/index.js';
import type { Deltas, PopInfo, Queue } from '../delta-fifo/index.js';
import { Store } from '../store/index.js';
import { FakeClock, FakeListerWatcher, apiError, eventually, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import { Controller } from './controller.js';
import type { ControllerConfig } from './controller.js';
import { processDeltas } from './process-deltas.js';
import { recorder } from './test-support.js';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Setup {
  readonly controller: Controller<TestObject>;
  readonly source: FakeListerWatcher<TestObject>;
  readonly clock: FakeClock;
  readonly queue: Queue<TestObject>;
  readonly errors: unknown[];
  readonly abort: AbortController;
  readonly run: Promise<void>;
  stop(): Promise<void>;
}

function setUp(config: Partial<ControllerConfig<TestObject>> = {}, objects: TestObject[] = []): Setup {
  const clock = new FakeClock();
  const source = new FakeListerWatcher<TestObject>({ clock, objects });
  const queue = config.queue ?? new InOrderQueue<TestObject>();
  const errors: unknown[] = [];
  const controller = new Controller<TestObject>({
    queue,
    listerWatcher: source,
    process: () => undefined,
    watchErrorHandler: (error) => errors.push(error),
    clock,
    random: () => 0,
    ...config,
  });
  const abort = new AbortController();
  const run = controller.run(abort.signal);
  const stop = async (): Promise<void> => {
    abort.abort();
    await run;
  };
  stops.push(stop);
  return { controller, source, clock, queue, errors, abort, run, stop };
}

const [a, b] = [makeObject({ name: 'a' }), makeObject({ name: 'b' })];

function typesOf(deltas: Deltas<TestObject>): string[] {
  return deltas.map(({ type }) => type);
}

describe('the loop', () => {
  it('gives what the reflector brings to process, in order, and tells what belongs to the first list', async () => {
    const seen: [string[], PopInfo][] = [];
    const { controller, source, clock } = setUp(
      { process: (deltas, info) => void seen.push([typesOf(deltas), info]) },
      [a],
    );
    expect(controller.hasSynced).toBe(false);
    await clock.settle();
    source.create(b);
    source.delete('default/a');
    await clock.settle();
    expect(seen[0]).toEqual([['ReplacedAll'], { isInInitialList: true }]);
    expect(seen.slice(1).flatMap(([types]) => types)).toEqual(['Added', 'Deleted']);
    expect(seen.at(-1)?.[1]).toEqual({ isInInitialList: false });
    expect(controller.hasSynced).toBe(true);
    expect(controller.resourceVersion).toBe(source.resourceVersion);
    expect(controller.status.phase).toBe('watching');
  });

  it('works with a DeltaFIFO that knows the store, deletions missed by the watch included', async () => {
    const store = new Store<TestObject>();
    const handler = recorder();
    const { source, clock, controller } = setUp(
      {
        queue: new DeltaFIFO<TestObject>({ knownObjects: store }),
        process: processDeltas(store, handler, () => undefined),
      },
      [a, b],
    );
    await clock.settle();
    source.loseNextEvents();
    source.delete('default/b');
    source.expire({ endWatches: true });
    await eventually(
      () => {
        expect(store.list()).toHaveLength(1);
      },
      { clock },
    );
    expect(handler.lines.slice(-1)).toEqual(['delete b@992!']);
    expect(controller.status.primes).toMatchObject({ initial: 1, expired: 1 });
  });

  it('relists on request', async () => {
    const { controller, clock } = setUp({}, [a]);
    await clock.settle();
    controller.relist();
    await eventually(
      () => {
        expect(controller.status.primes.requested).toBe(1);
      },
      { clock },
    );
  });

  it('can be run once', async () => {
    const { controller, abort } = setUp();
    await expect(controller.run(abort.signal)).rejects.toMatchObject({ code: 'ERR_LIFECYCLE' });
  });

  it('passes objectType and pageSize on to the reflector', async () => {
    const { source, clock, errors } = setUp(
      {
        objectType: { apiVersion: 'v1', kind: 'ConfigMap' },
        pageSize: 7,
        watchList: false,
        process: () => undefined,
      },
      [a],
    );
    await clock.settle();
    expect(source.requests[0]).toMatchObject({ verb: 'list', options: { limit: 7 } });
    expect(errors).toMatchObject([{ code: 'ERR_UNEXPECTED_KIND' }]);
  });

  it('tells the watchErrorHandler of errors of the connection', async () => {
    const clock = new FakeClock();
    const source = new FakeListerWatcher<TestObject>({ clock, watchList: 'declared-unsupported' });
    source.failNext('list', apiError(500));
    const { errors } = setUp({ listerWatcher: source, clock });
    await clock.settle();
    expect(errors).toMatchObject([{ code: 'ERR_API_STATUS' }]);
  });
});

describe('a process that fails', () => {
  it('is reported with what it failed on, and the next deltas follow', async () => {
    const seen: string[] = [];
    const { source, clock, errors } = setUp({
      process: (deltas) => {
        seen.push(...typesOf(deltas));
        if (seen.length === 2) throw new Error('disk full');
      },
    });
    await clock.settle();
    source.create(a);
    await clock.settle();
    source.create(b);
    await clock.settle();
    expect(seen).toEqual(['ReplacedAll', 'Added', 'Added']);
    expect(errors).toMatchObject([{ code: 'ERR_PROCESS_FAILED' }]);
    expect((errors[0] as Error).message).toBe(
      'Cannot apply Added of default/a: disk full. They are skipped; a relist would bring them again.',
    );
  });

  it('with retryOnError gets the same deltas again after a growing delay, before any later ones', async () => {
    const seen: string[] = [];
    let failures = 3;
    const { source, clock, errors } = setUp({
      retryOnError: true,
      process: (deltas) => {
        for (const delta of deltas) seen.push('key' in delta ? delta.key : delta.type);
        if (deltas[0]?.type === 'Added' && failures-- > 0) throw new Error('disk full');
      },
    });
    await clock.settle();
    source.create(a);
    await clock.settle();
    source.create(b);
    await clock.settle();
    expect(seen).toEqual(['ReplacedAll', 'default/a']);
    await clock.advance(110);
    expect(seen).toHaveLength(3);
    await clock.advance(220);
    expect(seen).toHaveLength(4);
    await clock.advance(440);
    expect(seen).toEqual(['ReplacedAll', 'default/a', 'default/a', 'default/a', 'default/a', 'default/b']);
    expect(errors).toHaveLength(3);
  });

  it('with retryOnError is called once where it succeeds, whatever it returns', async () => {
    let calls = 0;
    const { clock, errors } = setUp({
      retryOnError: true,
      process: (() => ++calls) as unknown as () => void,
    });
    await clock.settle();
    expect([calls, errors]).toEqual([1, []]);
  });

  it('with retryOnError does not hold up the stop', async () => {
    const { clock, stop } = setUp({
      retryOnError: true,
      process: () => {
        throw new Error('for ever');
      },
    });
    await clock.advance(5_000);
    await stop();
    expect(clock.pendingTimers).toBe(0);
  });

  it('is told to onProcessError where there is one', async () => {
    const processErrors: unknown[] = [];
    const { clock, errors } = setUp({
      process: () => Promise.reject(new Error('x')),
      onProcessError: (error) => processErrors.push(error),
    });
    await clock.settle();
    expect(processErrors).toMatchObject([{ code: 'ERR_PROCESS_FAILED' }]);
    expect(errors).toEqual([]);
  });

  it('with an error handler that fails as well does not end the loop', async () => {
    let calls = 0;
    const { source, clock } = setUp({
      process: () => {
        calls++;
        throw new Error('x');
      },
      onProcessError: () => {
        throw new Error('y');
      },
    });
    await clock.settle();
    source.create(a);
    await clock.settle();
    expect(calls).toBe(2);
  });
});

describe('the resync', () => {
  it('comes every fullResyncPeriod, whether or not there are relists, unless shouldResync says no', async () => {
    let allowed = true;
    let syncs = 0;
    const { clock, source } = setUp({
      fullResyncPeriod: 10_000,
      shouldResync: () => allowed,
      process: (deltas) => {
        if (deltas[0]?.type === 'SyncAll') syncs++;
      },
    });
    await clock.advance(6_000);
    source.expire({ endWatches: true });
    await clock.advance(4_000);
    expect(syncs).toBe(1);
    allowed = false;
    await clock.advance(10_000);
    expect(syncs).toBe(1);
    allowed = true;
    await clock.advance(10_000);
    expect(syncs).toBe(2);
  });

  it.each([undefined, 0, NaN])('never comes at period %s', async (period) => {
    let syncs = 0;
    const { clock } = setUp({
      ...(period === undefined ? {} : { fullResyncPeriod: period }),
      process: (deltas) => {
        if (deltas[0]?.type === 'SyncAll') syncs++;
      },
    });
    await clock.advance(60_000);
    expect(syncs).toBe(0);
  });

  it('survives a shouldResync that throws', async () => {
    let asked = 0;
    const { clock, errors } = setUp({
      fullResyncPeriod: 10_000,
      shouldResync: () => {
        asked++;
        throw new Error('no idea');
      },
    });
    await clock.advance(20_000);
    expect(asked).toBe(2);
    expect(errors).toMatchObject([{ code: 'ERR_PROCESS_FAILED' }, { code: 'ERR_PROCESS_FAILED' }]);
  });
});

describe('the stop', () => {
  it('ends reflector and loop, and leaves neither a timer nor a listener', async () => {
    const { clock, source, stop, abort, queue } = setUp({ fullResyncPeriod: 10_000 }, [a]);
    await clock.settle();
    await stop();
    expect(clock.pendingTimers).toBe(0);
    expect(source.openWatches).toBe(0);
    expect(queue.closed).toBe(true);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
  });

  it('waits for the process that is under way, and does not begin another', async () => {
    let release: (() => void) | undefined;
    let begun = 0;
    const { clock, source, abort, run } = setUp({
      process: () => {
        begun++;
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      },
    });
    await clock.settle();
    source.create(a);
    abort.abort();
    let ended = false;
    const ending = run.then(() => {
      ended = true;
    });
    await clock.settle();
    expect(ended).toBe(false);
    release?.();
    await ending;
    expect(begun).toBe(1);
  });
});
