import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from 'vitest';
import { realClock } from '../base/clock.js';
import { deferred } from '../base/deferred.js';
import { eventually } from '../testing/index.js';
import { added, deleted, updated } from './notification.js';
import { hasSettled, makeListener, never, recordOf, recorder } from './test-support.js';

const [a1, a2] = [recordOf('a', '1'), recordOf('a', '2')];
const b1 = recordOf('b', '1');

describe('calls', () => {
  it('are made in order, with what each method is for', async () => {
    const handler = recorder();
    const { listener, clock } = makeListener(handler);
    for (const change of [added(a1, true), updated(a1, a2), deleted(a2, true)]) listener.push(change);
    await clock.settle();
    expect(handler.lines).toEqual(['add a@1!', 'update a@1>2', 'delete a@2!']);
  });

  it('are not made before the caller is done', () => {
    const handler = recorder();
    makeListener(handler).listener.push(added(a1, true));
    expect(handler.lines).toEqual([]);
  });

  it('are made one at a time: the next waits for the promise of the one before', async () => {
    const gates = [deferred(), deferred()];
    let calls = 0;
    const handler = recorder(() => gates[calls++]?.promise);
    const { listener, clock } = makeListener(handler);
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.settle();
    expect(handler.lines).toEqual(['add a@1']);
    expect(listener.status.running?.key).toBe('default/a');
    gates[0]?.resolve();
    await clock.settle();
    expect(handler.lines).toEqual(['add a@1', 'add b@1']);
    gates[1]?.resolve();
  });

  it('leave out methods the handler does not have', async () => {
    const { listener, clock, errors } = makeListener({});
    listener.push(added(a1, false));
    await clock.settle();
    expect(listener.status.calls).toBe(1);
    expect(errors).toEqual([]);
  });

  it('have the handler as this', async () => {
    const handler = {
      seen: 0,
      onAdd() {
        this.seen++;
      },
    };
    const { listener, clock } = makeListener(handler);
    listener.push(added(a1, false));
    await clock.settle();
    expect(handler.seen).toBe(1);
  });

  it('run in the async context of the registration, not in that of who pushes', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { listener, clock } = context.run('registration', () =>
      makeListener({
        onAdd: async () => {
          seen.push(context.getStore());
          await Promise.resolve();
          seen.push(context.getStore());
        },
      }),
    );
    context.run('elsewhere', () => {
      listener.push(added(a1, false));
    });
    await clock.settle();
    expect(seen).toEqual(['registration', 'registration']);
  });

  it('give way to others on the event loop', async () => {
    const handler = recorder(() => {
      for (const until = performance.now() + 2; performance.now() < until;);
    });
    const { listener } = makeListener(handler);
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      if (handler.lines.length < 20) setImmediate(tick);
    };
    setImmediate(tick);
    await listener.pushAll(Array.from({ length: 20 }, (_, index) => added(recordOf(`p${index}`, '1'), false)));
    await eventually(() => {
      expect(handler.lines).toHaveLength(20);
    });
    expect(ticks).toBeGreaterThan(4);
  });

  it('that come one by one give way, too, although none of them leaves another to wait', async () => {
    const handler = recorder(() => {
      for (const until = performance.now() + 1; performance.now() < until;);
    });
    const { listener } = makeListener(handler, { clock: realClock });
    let [ticks, isOver] = [0, false];
    const tick = (): void => {
      ticks++;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    for (let index = 0; index < 20; index++) {
      listener.push(added(recordOf(`p${index}`, '1'), false));
      // As a change comes over a connection on which the next one is there already.
      for (let hop = 0; hop < 5; hop++) await Promise.resolve();
    }
    await eventually(() => {
      expect(handler.lines).toHaveLength(20);
    });
    isOver = true;
    expect(ticks).toBeGreaterThan(4);
  });
});

describe('a handler that fails', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
  ])('and %s is reported by name, method and key, and gets its next call', async (_, fail) => {
    const handler = recorder(fail);
    const { listener, clock, errors } = makeListener(handler);
    listener.push(updated(a1, a2));
    listener.push(added(b1, false));
    await clock.settle();
    expect(handler.lines).toEqual(['update a@1>2', 'add b@1']);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_FAILED', 'ERR_HANDLER_FAILED']);
    expect(errors[0]?.message).toContain('Handler "test" failed in onUpdate of default/a: boom');
    expect(errors[0]?.cause).toBeInstanceOf(Error);
    expect(listener.status).toMatchObject({ calls: 2, errors: 2, backlog: 0, running: undefined });
  });

  it('with a thenable that throws is reported as any other', async () => {
    const broken = {
      get then(): never {
        throw new Error('no then');
      },
    };
    const { listener, clock, errors } = makeListener({ onAdd: () => broken });
    listener.push(added(a1, false));
    await clock.settle();
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_FAILED']);
  });
});

describe('a handler that hangs', () => {
  it('is reported once after stuckAfterMs, and still waited for', async () => {
    const handler = recorder(never);
    const { listener, clock, errors } = makeListener(handler, { stuckAfterMs: 5_000 });
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.advance(4_999);
    expect(errors).toEqual([]);
    await clock.advance(1);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_STUCK']);
    expect(errors[0]?.message).toContain('Handler "test" has not finished its call for default/a after 5 s');
    await clock.advance(60_000);
    expect(errors).toHaveLength(1);
    expect(handler.lines).toEqual(['add a@1']);
  });

  it('is measured from the start of its call, not from that of an earlier one', async () => {
    const gate = deferred();
    let calls = 0;
    const { listener, clock, errors } = makeListener({ onAdd: () => (calls++ === 0 ? gate.promise : never()) });
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.advance(20_000);
    gate.resolve();
    await clock.advance(29_999);
    expect(errors).toEqual([]);
    await clock.advance(1);
    expect(errors[0]?.message).toContain('default/b');
  });

  it('gets its next call after timeoutMs', async () => {
    const handler = recorder(never);
    const { listener, clock, errors } = makeListener(handler, { timeoutMs: 1_000 });
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.advance(1_000);
    expect(handler.lines).toEqual(['add a@1', 'add b@1']);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_STUCK']);
    await clock.advance(1_000);
    expect(errors).toHaveLength(2);
    expect(clock.pendingTimers).toBe(0);
  });

  it('is reported as stuck first when timeoutMs is the longer one, and then given up', async () => {
    const handler = recorder(never);
    const { listener, clock, errors } = makeListener(handler, { stuckAfterMs: 1_000, timeoutMs: 3_000 });
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.advance(1_000);
    expect(errors).toHaveLength(1);
    expect(handler.lines).toHaveLength(1);
    await clock.advance(2_000);
    expect(errors).toHaveLength(2);
    expect(handler.lines).toHaveLength(2);
  });

  it('and rejects after it was given up is reported then', async () => {
    const gate = deferred();
    const { listener, clock, errors } = makeListener({ onAdd: () => gate.promise }, { timeoutMs: 1_000 });
    listener.push(added(a1, false));
    await clock.advance(1_000);
    gate.reject(new Error('late'));
    await clock.settle();
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_STUCK', 'ERR_HANDLER_FAILED']);
  });

  it('that resolves to false in time is in time', async () => {
    const { listener, clock, errors } = makeListener({ onAdd: () => Promise.resolve(false) }, { timeoutMs: 1_000 });
    listener.push(added(a1, false));
    await clock.advance(5_000);
    expect(errors).toEqual([]);
  });
});

it('an idle handler holds no timer', async () => {
  const { listener, clock } = makeListener({ onAdd: () => Promise.resolve() });
  listener.push(added(a1, false));
  await clock.settle();
  expect(listener.status.calls).toBe(1);
  expect(clock.pendingTimers).toBe(0);
});

describe('synced', () => {
  it('resolves after the last call of what was queued at the mark', async () => {
    const gate = deferred();
    const { listener } = makeListener({ onAdd: () => gate.promise });
    listener.begin([added(a1, true), added(b1, true)]);
    listener.markFirstListQueued();
    expect(await hasSettled(listener.synced)).toBe(false);
    gate.resolve();
    await listener.synced;
    expect(listener.status).toMatchObject({ synced: true, calls: 2 });
  });

  it('counts the call that is under way at the mark', async () => {
    const gate = deferred();
    const { listener, clock } = makeListener({ onAdd: () => gate.promise });
    listener.push(added(a1, true));
    await clock.settle();
    listener.markFirstListQueued();
    expect(await hasSettled(listener.synced)).toBe(false);
    gate.resolve();
    await listener.synced;
  });

  it('resolves at once when nothing is queued at the mark, and not before the mark', async () => {
    const { listener } = makeListener({});
    expect(await hasSettled(listener.synced)).toBe(false);
    listener.markFirstListQueued();
    await listener.synced;
  });

  it('resolves even if every initial call throws (client-go: never)', async () => {
    const { listener } = makeListener({
      onAdd: () => {
        throw new Error('boom');
      },
    });
    listener.begin([added(a1, true), added(b1, true)]);
    listener.markFirstListQueued();
    await listener.synced;
  });

  it('resolves although changes of the first list were merged away', async () => {
    const gate = deferred();
    const handler = recorder(() => gate.promise);
    const { listener, clock } = makeListener(handler, { highWaterMark: 0 });
    for (const record of [a1, b1, recordOf('c', '1')]) listener.push(added(record, true));
    await clock.settle();
    listener.markFirstListQueued();
    listener.push(deleted(b1, false));
    gate.resolve();
    await listener.synced;
    expect(handler.lines).toEqual(['add a@1!', 'add c@1!']);
  });

  it('does not wait for what comes after the mark', async () => {
    const gate = deferred();
    let calls = 0;
    const { listener } = makeListener({ onAdd: () => (calls++ === 0 ? undefined : gate.promise) });
    listener.push(added(a1, true));
    listener.markFirstListQueued();
    listener.push(added(b1, false));
    await listener.synced;
    gate.resolve();
  });

  it('rejects with ERR_CLOSED when it is closed before (client-go: stays false)', async () => {
    const { listener } = makeListener({});
    await listener.close({ drain: false });
    await expect(listener.synced).rejects.toMatchObject({ code: 'ERR_CLOSED' });
    listener.markFirstListQueued();
    expect(listener.isSynced).toBe(false);
  });
});

describe('status', () => {
  it('tells of backlog, merges and the call under way', async () => {
    const gate = deferred();
    const { listener, clock } = makeListener({ onAdd: () => gate.promise }, { highWaterMark: 1 });
    listener.push(added(a1, false));
    await clock.settle();
    listener.push(updated(a1, a2));
    listener.push(updated(a2, recordOf('a', '3')));
    expect(listener.status).toEqual({
      name: 'test',
      synced: false,
      backlog: 1,
      highestBacklog: 1,
      merged: 1,
      calls: 1,
      errors: 0,
      running: { key: 'default/a', since: clock.now() },
    });
    gate.resolve();
  });

  it('the backlog is told once the handler has caught up', async () => {
    const lengths: number[] = [];
    const { listener, clock } = makeListener({}, { onBacklog: (length) => lengths.push(length) });
    listener.push(added(a1, false));
    await clock.settle();
    expect(lengths.at(-1)).toBe(0);
  });
});

it('many changes are taken whole when the handler has caught up, and one by one when not', async () => {
  const gate = deferred();
  const handler = recorder(() => gate.promise);
  const { listener, clock } = makeListener(handler, { highWaterMark: 0 });
  await listener.pushAll([added(a1, false), added(b1, false)]);
  await clock.settle();
  await listener.pushAll([updated(a1, a2), deleted(b1, false), updated(a2, recordOf('a', '3'))]);
  gate.resolve();
  await clock.settle();
  expect(handler.lines).toEqual(['add a@1', 'add b@1', 'update a@1>3', 'delete b@1']);
});
