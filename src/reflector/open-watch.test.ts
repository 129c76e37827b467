import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { FakeClock } from '../base/fake-clock.js';
import { FakeListerWatcher, apiError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListerWatcher, WatchEvent, WatchStream } from './contract.js';
import { OpenWatch } from './open-watch.js';

const request = { resourceVersion: '', allowWatchBookmarks: true, timeoutSeconds: 300 };

function setUp(source: (clock: FakeClock) => Partial<ListerWatcher<TestObject>>) {
  const clock = new FakeClock();
  const controller = new AbortController();
  const open = () =>
    OpenWatch.open<TestObject>(source(clock) as ListerWatcher<TestObject>, request, controller.signal, {
      clock,
      answerTimeoutMs: 60_000,
    });
  const left = () => [clock.pendingTimers, getEventListeners(controller.signal, 'abort').length];
  return { clock, controller, open, left };
}

const streaming = (...batches: unknown[]) => ({
  watch: () =>
    Promise.resolve(
      (async function* () {
        yield* batches;
      })() as WatchStream<TestObject>,
    ),
});

async function readAll(open: OpenWatch<TestObject>): Promise<WatchEvent<TestObject>[]> {
  const events = [];
  while (open.isReady() || (await open.refill())) while (open.isReady()) events.push(open.next());
  return events;
}

describe('OpenWatch.open', () => {
  it('rejects as the server refuses, and leaves nothing', async () => {
    const { open, left } = setUp(() => ({ watch: () => Promise.reject(apiError(403)) }));
    await expect(open()).rejects.toMatchObject({ statusCode: 403 });
    expect(left()).toEqual([0, 0]);
  });

  it('rejects when the source throws on the spot, and leaves nothing', async () => {
    const { open, left } = setUp(() => ({
      watch: () => {
        throw new Error('broken');
      },
    }));
    await expect(open()).rejects.toThrow('broken');
    expect(left()).toEqual([0, 0]);
  });

  it('rejects when the signal aborts, even if the source does not care, and leaves nothing', async () => {
    const { controller, open, left } = setUp(() => ({ watch: () => new Promise<never>(() => undefined) }));
    const opening = open();
    controller.abort(new Error('stop'));
    await expect(opening).rejects.toThrow('stop');
    expect(left()).toEqual([0, 0]);
  });

  it('rejects when no answer comes in time, and ends the request', async () => {
    const seen: AbortSignal[] = [];
    const { clock, open, left } = setUp(() => ({
      watch: (_options, { signal }) => {
        seen.push(signal);
        return new Promise<never>(() => undefined);
      },
    }));
    const rejection = expect(open()).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
    await clock.advance(60_000);
    await rejection;
    expect([seen[0]?.aborted, left()]).toEqual([true, [0, 0]]);
  });

  it('lets a stream go that was accepted too late', async () => {
    const late = deferred<WatchStream<TestObject>>();
    let released = 0;
    const { controller, open } = setUp(() => ({ watch: () => late.promise }));
    const opening = open();
    controller.abort();
    await expect(opening).rejects.toThrow();
    late.resolve({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        return: () => {
          released++;
          return Promise.resolve({ done: true as const, value: undefined });
        },
      }),
    });
    await new Promise(setImmediate);
    expect(released).toBe(1);
  });

  it.each([undefined, null, 5, {}])('rejects, and only that, when the source resolves to %s', async (answer) => {
    const { open, left } = setUp(() => ({
      watch: () => Promise.resolve(answer as WatchStream<TestObject>),
    }));
    await expect(open()).rejects.toThrow(TypeError);
    // A rejection that nobody owned would fail this run.
    await new Promise(setImmediate);
    expect(left()).toEqual([0, 0]);
  });
});

describe('an OpenWatch', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ type: 'ADDED', object: makeObject({ name }) }));

  it('reads events and batches alike, in order', async () => {
    const { open } = setUp(() => streaming(a, [b, c], []));
    expect(await readAll(await open())).toEqual([a, b, c]);
  });

  it('loses nothing after an event that is none', async () => {
    const { open } = setUp(() => streaming([undefined, a], null, b));
    expect(await readAll(await open())).toEqual([undefined, a, null, b]);
  });

  it('ends a read that hangs when it is declared silent, and says so', async () => {
    const { open, clock } = setUp((time) => new FakeListerWatcher<TestObject>({ clock: time }));
    const watch = await open();
    const read = watch.refill();
    await clock.settle();
    watch.declareSilent();
    expect([await read, watch.isSilent]).toEqual([false, true]);
  });

  it('ends a read that hangs when it is interrupted, which is not silence', async () => {
    const { open } = setUp((time) => new FakeListerWatcher<TestObject>({ clock: time }));
    const watch = await open();
    const read = watch.refill();
    watch.interrupt();
    expect([await read, watch.isSilent]).toEqual([false, false]);
  });

  it('ends a read that hangs when the signal aborts, even if the source does not care', async () => {
    const { controller, open } = setUp(() => ({
      watch: () =>
        Promise.resolve({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }),
    }));
    const watch = await open();
    const read = watch.refill();
    controller.abort();
    expect(await read).toBe(false);
  });

  it('is silent when it outlasts the time it was asked to last', async () => {
    const { clock, open } = setUp((time) => {
      const source = new FakeListerWatcher<TestObject>({ clock: time });
      setImmediate(() => source.halfOpenWatches());
      return source;
    });
    const watch = await open();
    await clock.settle();
    const read = watch.refill();
    await clock.advance(315_000);
    expect([await read, watch.isSilent]).toEqual([false, true]);
  });

  it('once closed leaves no timer, no listener and no watch', async () => {
    let source: FakeListerWatcher<TestObject> | undefined;
    const { open, left } = setUp((time) => (source = new FakeListerWatcher<TestObject>({ clock: time })));
    const watch = await open();
    watch.close();
    watch.close();
    expect([left(), source?.openWatches]).toEqual([[0, 0], 0]);
  });
});
