import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../base/deferred.js';
import { ConsumerGate } from './consumer-gate.js';

describe('ConsumerGate', () => {
  it('keeps a newcomer from slipping in before those in line', async () => {
    const gate = new ConsumerGate();
    const order: string[] = [];
    const consume = (name: string, work: Promise<void> = Promise.resolve()) =>
      gate.consume(
        () => name,
        async () => {
          order.push(name);
          await work;
        },
      );
    const hold = deferred();
    const first = consume('first', hold.promise);
    const second = consume('second');
    hold.resolve();
    await first;
    const third = consume('third');
    await Promise.all([second, third]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('goes on waiting when it was woken for nothing', async () => {
    const gate = new ConsumerGate();
    const entries: string[] = [];
    const seen: string[] = [];
    const consuming = gate.consume(
      () => entries.shift(),
      (entry) => {
        seen.push(entry);
        return Promise.resolve();
      },
    );
    gate.wake();
    await Promise.resolve();
    entries.push('late');
    gate.wake();
    await consuming;
    expect(seen).toEqual(['late']);
  });

  it('is served as soon however often it was woken for nothing', async () => {
    const gate = new ConsumerGate();
    const entries: string[] = [];
    let isServed = false;
    const consuming = gate
      .consume(
        () => entries.shift(),
        () => undefined,
      )
      .then(() => {
        isServed = true;
      });
    for (let time = 0; time < 100; time++) {
      gate.wake();
      await Promise.resolve();
    }
    entries.push('late');
    gate.wake();
    // Promises that wait for each other would take three turns each.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(isServed).toBe(true);
    await consuming;
  });

  it('runs the first consumer before its call returns when there is something to take', () => {
    const gate = new ConsumerGate();
    let taken = false;
    const consuming = gate.consume(
      () => {
        taken = true;
        return 1;
      },
      () => Promise.resolve(),
    );
    expect(taken).toBe(true);
    return consuming;
  });

  it('lets the next one in when taking throws', async () => {
    const gate = new ConsumerGate();
    const failing = gate.consume(
      () => {
        throw new Error('no');
      },
      () => Promise.resolve(),
    );
    await expect(failing).rejects.toThrow('no');
    await expect(
      gate.consume(
        () => 1,
        () => Promise.resolve(),
      ),
    ).resolves.toBe(true);
  });

  it('lets those in line have their turn after each entry of a consumer of all', async () => {
    const gate = new ConsumerGate();
    const entries = [1, 2, 3, 4];
    const seen: string[] = [];
    const take = (): number | undefined => entries.shift();
    const hold = deferred();
    const all = gate.consumeAll(
      take,
      (entry) => {
        seen.push(`all ${entry}`);
        return entry === 1 ? hold.promise : undefined;
      },
      new AbortController().signal,
    );
    const others = ['first', 'second'].map((name) => gate.consume(take, (entry) => void seen.push(`${name} ${entry}`)));
    hold.resolve();
    await Promise.all(others);
    gate.close();
    await all;
    expect(seen).toEqual(['all 1', 'first 2', 'second 3', 'all 4']);
  });

  it('leaves the next one in line to be served when a consumer of all is told to end while it waits', async () => {
    const gate = new ConsumerGate();
    const entries: number[] = [];
    const abort = new AbortController();
    const all = gate.consumeAll(
      () => entries.shift(),
      () => undefined,
      abort.signal,
    );
    const seen: number[] = [];
    const next = gate.consume(
      () => entries.shift(),
      (entry) => void seen.push(entry),
    );
    abort.abort();
    await all;
    entries.push(1);
    gate.wake();
    await next;
    expect(seen).toEqual([1]);
  });

  it('sees to what an entry has led to before a consumer of all gets the next', async () => {
    const gate = new ConsumerGate();
    const entries = ['a', 'b'];
    const seen: string[] = [];
    const all = gate.consumeAll(
      () => entries.shift(),
      (entry) => {
        seen.push(entry);
        queueMicrotask(() => seen.push(`after ${entry}`));
      },
      new AbortController().signal,
    );
    gate.close();
    await all;
    expect(seen).toEqual(['a', 'after a', 'b', 'after b']);
  });

  it('takes nothing for a consumer of all that is to end before it begins, and does not have it wait in line', async () => {
    const gate = new ConsumerGate();
    const waiting = gate.consume(
      () => undefined,
      () => undefined,
    );
    const take = vi.fn(() => 1);
    await gate.consumeAll(take, () => undefined, AbortSignal.abort());
    expect(take).not.toHaveBeenCalled();
    gate.close();
    expect(await waiting).toBe(false);
  });

  it('runs a consumer of all in its own async context, whoever wakes it', async () => {
    const gate = new ConsumerGate();
    const storage = new AsyncLocalStorage<string>();
    const entries: string[] = [];
    const seen: (string | undefined)[] = [];
    const all = storage.run('consumer', () =>
      gate.consumeAll(
        () => entries.shift(),
        () => void seen.push(storage.getStore()),
        new AbortController().signal,
      ),
    );
    for (const producer of ['one', 'two']) {
      storage.run(producer, () => {
        entries.push(producer);
        gate.wake();
      });
      await new Promise(setImmediate);
    }
    gate.close();
    await all;
    expect(seen).toEqual(['consumer', 'consumer']);
  });

  it('runs each consumer in its own async context, whoever woke it or came before it', async () => {
    const gate = new ConsumerGate();
    const storage = new AsyncLocalStorage<string>();
    const entries: string[] = [];
    const seen: (string | undefined)[] = [];
    const consume = (name: string): Promise<boolean> =>
      storage.run(name, () =>
        gate.consume(
          () => entries.shift(),
          () => {
            seen.push(storage.getStore());
          },
        ),
      );
    const consuming = [consume('first'), consume('second')];
    storage.run('producer', () => {
      entries.push('a', 'b');
      gate.wake();
    });
    await Promise.all(consuming);
    expect(seen).toEqual(['first', 'second']);
  });
});
