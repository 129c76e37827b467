import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { added, updated } from './notification.js';
import { hasSettled, makeListener, never, recordOf, recorder } from './test-support.js';

const [a1, a2] = [recordOf('a', '1'), recordOf('a', '2')];
const b1 = recordOf('b', '1');

describe('closing', () => {
  it('waits for the call that is under way, and drops the rest', async () => {
    const gate = deferred();
    const handler = recorder(() => gate.promise);
    const { listener, clock } = makeListener(handler);
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.settle();
    const closed = listener.close({ drain: false });
    expect(listener.backlog).toBe(0);
    expect(await hasSettled(closed)).toBe(false);
    gate.resolve();
    await closed;
    listener.push(added(b1, false));
    await clock.settle();
    expect(handler.lines).toEqual(['add a@1']);
    expect(listener.hasEnded).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves no backlog in the metrics, also of a handler that hangs', async () => {
    const lengths: number[] = [];
    const { listener, clock } = makeListener({ onAdd: never }, { onBacklog: (length) => lengths.push(length) });
    for (const record of [a1, b1, recordOf('c', '1')]) listener.push(added(record, false));
    await clock.settle();
    const closed = listener.close({ drain: false });
    await clock.advance(10_000);
    await closed;
    expect(lengths.at(-1)).toBe(0);
  });

  it('with drain handles what waits, and nothing that comes later', async () => {
    const handler = recorder(() => Promise.resolve());
    const { listener, clock } = makeListener(handler);
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    const closed = listener.close({ drain: true });
    listener.push(updated(a1, a2));
    await closed;
    expect(handler.lines).toEqual(['add a@1', 'add b@1']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('with drain takes as long as the calls take, however many there are', async () => {
    const { clock, listener, errors } = makeListener({
      onAdd: () =>
        new Promise<void>((resolve) => {
          clock.setTimeout(resolve, 9_000);
        }),
    });
    for (let index = 0; index < 5; index++) listener.push(added(recordOf(`p${index}`, '1'), false));
    const closed = listener.close({ drain: true });
    await clock.advance(44_000);
    expect(await hasSettled(closed)).toBe(false);
    await clock.advance(1_000);
    await closed;
    expect(listener.status.calls).toBe(5);
    expect(errors).toEqual([]);
  });

  it('while it drains, without drain, drops the rest', async () => {
    const gate = deferred();
    const handler = recorder(() => gate.promise);
    const { listener, clock } = makeListener(handler);
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.settle();
    const drained = listener.close({ drain: true });
    const closed = listener.close({ drain: false });
    gate.resolve();
    await Promise.all([drained, closed]);
    expect(handler.lines).toEqual(['add a@1']);
  });

  it('again, and when nothing was ever called, resolves', async () => {
    const { listener, clock } = makeListener({});
    await listener.close({ drain: true });
    await listener.close({ drain: false });
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up on a call that does not end, and says so', async () => {
    const { listener, clock, errors } = makeListener({ onAdd: never });
    listener.push(added(a1, false));
    await clock.advance(60_000);
    errors.length = 0;
    const closed = listener.close({ drain: false });
    await clock.advance(9_999);
    expect(await hasSettled(closed)).toBe(false);
    await clock.advance(1);
    await closed;
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_STUCK']);
    expect(errors[0]?.message).toContain('no longer waited for');
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up on the call that hangs while it drains', async () => {
    let calls = 0;
    const { listener, clock } = makeListener({ onAdd: () => (++calls < 3 ? Promise.resolve() : never()) });
    for (const name of ['a', 'b', 'c', 'd']) listener.push(added(recordOf(name, '1'), false));
    const closed = listener.close({ drain: true });
    await clock.advance(30_000);
    await closed;
    expect(calls).toBe(3);
    expect(clock.pendingTimers).toBe(0);
  });

  it('inside the handler resolves at once and makes no further call', async () => {
    const handler = recorder(() => listener.close({ drain: false }));
    const { listener, clock, errors } = makeListener(handler);
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.settle();
    expect(handler.lines).toEqual(['add a@1']);
    expect(listener.hasEnded).toBe(true);
    expect(errors).toEqual([]);
  });

  it('inside the handler after an await is waited for until the grace is over (client-go: for ever)', async () => {
    const { listener, clock, errors } = makeListener({
      onAdd: async () => {
        await new Promise(setImmediate);
        await listener.close({ drain: false });
      },
    });
    listener.push(added(a1, false));
    await clock.settle();
    expect(listener.hasEnded).toBe(false);
    await clock.advance(10_000);
    expect(listener.hasEnded).toBe(true);
    expect(errors.map(({ code }) => code)).toEqual(['ERR_HANDLER_STUCK']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('by what an earlier call left behind waits for the call that is under way', async () => {
    const gate = deferred();
    const later = deferred();
    let closed: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await later.promise;
      await listener.close({ drain: false });
    };
    let calls = 0;
    const { listener, clock } = makeListener({
      onAdd: () => {
        if (calls++ > 0) return gate.promise;
        closed = close();
        return undefined;
      },
    });
    listener.push(added(a1, false));
    listener.push(added(b1, false));
    await clock.settle();
    later.resolve();
    expect(await hasSettled(closed as unknown as Promise<void>)).toBe(false);
    gate.resolve();
    await closed;
  });
});
