import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { TestObject } from '../testing/index.js';
import { added, updated } from './notification.js';
import type { Change, Notification } from './notification.js';
import { Notifications } from './notifications.js';
import { Processor } from './processor.js';
import { HandlerRegistration } from './registration.js';
import { hasSettled, makeListener, recordOf } from './test-support.js';
import type { ListenerSetup } from './test-support.js';

const [a1, a2, a3] = [recordOf('a', '1'), recordOf('a', '2'), recordOf('a', '3')];
const b1 = recordOf('b', '1');

interface Setup {
  readonly abort: AbortController;
  readonly notifications: Notifications<TestObject>;
  /** The handler behind the iterator, once it has joined. */
  readonly joined: ListenerSetup[];
  push(...changes: Change<TestObject>[]): void;
}

function setUp(highWaterMark = 1_000, another?: AbortSignal): Setup {
  const abort = new AbortController();
  const processor = new Processor<TestObject>();
  const joined: ListenerSetup[] = [];
  const notifications = new Notifications<TestObject>(
    (handler) => {
      const setup = makeListener(handler, { stuckAfterMs: Infinity, highWaterMark });
      joined.push(setup);
      processor.register(setup.listener, [added(a1, true)]);
      return new HandlerRegistration(setup.listener, (how) => processor.remove(setup.listener, how));
    },
    [abort.signal, another],
  );
  return {
    abort,
    notifications,
    joined,
    push: (...changes) => {
      processor.distribute(changes);
    },
  };
}

function lineOf(result: IteratorResult<Notification<TestObject>, unknown>): string {
  if (result.done === true) return 'over';
  const notification = result.value;
  return `${notification.type} ${notification.key}@${notification.object.metadata.resourceVersion ?? ''}`;
}

describe('notifications', () => {
  it('say when the whole first list was taken', async () => {
    const { notifications, joined } = setUp();
    await notifications.next();
    joined[0]?.listener.markFirstListQueued();
    expect(await hasSettled(notifications.synced)).toBe(false);
    const more = notifications.next();
    await notifications.synced;
    await notifications.return();
    await more;
  });

  it.each<[string, (setup: Setup) => Promise<unknown>]>([
    ['left', ({ notifications }) => notifications.return()],
    ['aborted before they began', ({ abort, notifications }) => (abort.abort(), notifications.next())],
    ['aborted and never read', ({ abort }) => Promise.resolve(abort.abort())],
  ])('that are %s do not leave who waits for the first list waiting', async (_name, end) => {
    const setup = setUp();
    const { synced } = setup.notifications;
    await end(setup);
    await expect(synced).rejects.toMatchObject({ code: 'ERR_NOT_SYNCED' });
  });

  it('with something that is no signal leave no handler behind', async () => {
    const { joined, notifications } = setUp(1_000, new AbortController() as unknown as AbortSignal);
    await expect(notifications.next()).rejects.toThrow(TypeError);
    expect(joined).toHaveLength(0);
  });

  it('join at the first next(), not before', async () => {
    const { notifications, joined } = setUp();
    expect(joined).toHaveLength(0);
    const { value } = await notifications.next();
    expect(joined).toHaveLength(1);
    expect(value).toMatchObject({ type: 'add', key: 'default/a', isInInitialList: true });
    await notifications.return();
  });

  it('yield what a handler is told, in order', async () => {
    const { notifications, push } = setUp();
    const lines: string[] = [];
    for await (const notification of notifications) {
      lines.push(lineOf({ value: notification }));
      if (lines.length === 1) push(updated(a1, a2), added(b1, false));
      if (lines.length === 3) break;
    }
    expect(lines).toEqual(['add default/a@1', 'update default/a@2', 'add default/b@1']);
  });

  it('leave on break, at once and with nothing behind', async () => {
    const { notifications, joined, abort } = setUp();
    for await (const _ of notifications) break;
    expect(joined[0]?.listener.hasEnded).toBe(true);
    expect(joined[0]?.errors).toEqual([]);
    expect(joined[0]?.clock.pendingTimers).toBe(0);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
    expect(await notifications.next()).toEqual({ done: true, value: undefined });
  });

  it('leave when the body of the loop throws', async () => {
    const { notifications, joined } = setUp();
    const loop = async (): Promise<void> => {
      for await (const _ of notifications) throw new Error('mine');
    };
    await expect(loop()).rejects.toThrow('mine');
    expect(joined[0]?.listener.hasEnded).toBe(true);
  });

  it('end when the signal aborts, for a reader who waits', async () => {
    const { notifications, joined, abort } = setUp();
    await notifications.next();
    const waiting = notifications.next();
    expect(await hasSettled(waiting)).toBe(false);
    abort.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await notifications.next();
    expect(joined[0]?.listener.hasEnded).toBe(true);
    expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
  });

  it('end when the signal aborts, although the reader never comes back', async () => {
    const { notifications, joined, abort } = setUp();
    await notifications.next();
    abort.abort();
    await joined[0]?.clock.settle();
    expect(joined[0]?.listener.hasEnded).toBe(true);
    expect(joined[0]?.errors).toEqual([]);
  });

  it('do not join after the signal has aborted', async () => {
    const { notifications, joined, abort } = setUp();
    abort.abort();
    expect(await notifications.next()).toEqual({ done: true, value: undefined });
    expect(joined).toHaveLength(0);
  });

  it('spare a slow reader old states', async () => {
    const { notifications, push } = setUp(0);
    await notifications.next();
    push(updated(a1, a2), added(b1, false), updated(a2, a3));
    const { value } = await notifications.next();
    expect(value).toMatchObject({ type: 'update', oldObject: a1.object, object: a3.object });
    expect(lineOf(await notifications.next())).toBe('add default/b@1');
    await notifications.return();
  });

  it('serve several pending next() in order', async () => {
    const { notifications, push } = setUp();
    const reads = [notifications.next(), notifications.next(), notifications.next()];
    push(updated(a1, a2), updated(a2, a3));
    const results = await Promise.all(reads);
    expect(results.map(lineOf)).toEqual(['add default/a@1', 'update default/a@2', 'update default/a@3']);
    await notifications.return();
  });

  it('return() ends a next() that is pending', async () => {
    const { notifications } = setUp();
    await notifications.next();
    const waiting = notifications.next();
    await notifications.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('return() before the first next() never joins', async () => {
    const { notifications, joined } = setUp();
    await notifications.return();
    expect(await notifications.next()).toEqual({ done: true, value: undefined });
    expect(joined).toHaveLength(0);
  });

  it('throw() leaves and rejects with what it was given', async () => {
    const { notifications, joined } = setUp();
    await notifications.next();
    await expect(notifications.throw(new Error('mine'))).rejects.toThrow('mine');
    expect(joined[0]?.listener.hasEnded).toBe(true);
  });

  it('reject when they cannot join', async () => {
    const notifications = new Notifications<TestObject>(() => {
      throw new Error('stopped');
    }, []);
    await expect(notifications.next()).rejects.toThrow('stopped');
  });
});
