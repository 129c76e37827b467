import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import type { TestObject } from '../testing/index.js';
import { added, updated } from './notification.js';
import { Processor } from './processor.js';
import { makeListener, recordOf, recorder } from './test-support.js';

const [a1, a2] = [recordOf('a', '1'), recordOf('a', '2')];

describe('a change', () => {
  it('goes to every handler that is there', async () => {
    const processor = new Processor<TestObject>();
    const handlers = [recorder(), recorder()];
    const setups = handlers.map((handler) => makeListener(handler));
    for (const { listener } of setups) processor.register(listener, []);
    processor.distribute([added(a1, false), updated(a1, a2)]);
    await setups[0]?.clock.settle();
    for (const { lines } of handlers) expect(lines).toEqual(['add a@1', 'update a@1>2']);
  });

  it('comes after the replay for who joins late', async () => {
    const processor = new Processor<TestObject>();
    const handler = recorder();
    const { listener, clock } = makeListener(handler);
    processor.register(listener, [added(a1, true)]);
    processor.distribute([updated(a1, a2)]);
    await clock.settle();
    expect(handler.lines).toEqual(['add a@1!', 'update a@1>2']);
  });

  it('does not reach who was taken off', async () => {
    const processor = new Processor<TestObject>();
    const handler = recorder();
    const { listener, clock } = makeListener(handler);
    processor.register(listener, []);
    await processor.remove(listener, { drain: false });
    processor.distribute([added(a1, false)]);
    await clock.settle();
    expect(handler.lines).toEqual([]);
    expect(processor.listeners).toEqual([]);
  });

  it('of a list goes to the given handlers only', async () => {
    const processor = new Processor<TestObject>();
    const [one, two] = [recorder(), recorder()];
    const setups = [makeListener(one), makeListener(two)] as const;
    for (const { listener } of setups) processor.register(listener, []);
    await processor.distributeAll([added(a1, true)], [setups[0].listener]);
    await setups[0].clock.settle();
    expect([one.lines, two.lines]).toEqual([['add a@1!'], []]);
  });
});

describe('the first list', () => {
  it('ends for those who are there when it is done', async () => {
    const processor = new Processor<TestObject>();
    const { listener } = makeListener({});
    processor.register(listener, []);
    await processor.distributeAll([added(a1, true)], processor.listeners);
    expect(listener.isSynced).toBe(false);
    processor.firstListDone();
    await listener.synced;
    expect(listener.status.calls).toBe(1);
  });

  it('is the replay for those who come after', async () => {
    const processor = new Processor<TestObject>();
    processor.firstListDone();
    const gate = deferred();
    const { listener, clock } = makeListener({ onAdd: () => gate.promise });
    processor.register(listener, [added(a1, true)]);
    await clock.settle();
    expect(listener.isSynced).toBe(false);
    gate.resolve();
    await listener.synced;
  });
});

it('a handler that was taken off is let go of', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const processor = new Processor<TestObject>();
  const reference = await (async () => {
    const { listener } = makeListener({});
    processor.register(listener, []);
    await processor.remove(listener, { drain: false });
    return new WeakRef(listener);
  })();
  // A WeakRef holds its target until the turn it was made in is over.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  collectGarbage();
  expect(reference.deref()).toBeUndefined();
  // The processor itself lives on.
  expect(processor.listeners).toEqual([]);
});

describe('closing', () => {
  it('waits for calls under way, those of handlers taken off before included', async () => {
    const processor = new Processor<TestObject>();
    const gate = deferred();
    const setups = [0, 1].map(() => makeListener({ onAdd: () => gate.promise }));
    for (const { listener } of setups) processor.register(listener, []);
    processor.distribute([added(a1, false)]);
    await setups[0]?.clock.settle();
    const removed = setups[0] === undefined ? undefined : processor.remove(setups[0].listener, { drain: true });
    let closed = false;
    const closing = processor.close().then(() => {
      closed = true;
    });
    await setups[0]?.clock.settle();
    expect(closed).toBe(false);
    gate.resolve();
    await Promise.all([closing, removed]);
    expect(setups.map(({ listener }) => listener.hasEnded)).toEqual([true, true]);
  });

  it('does not wait for the call that asks for it', async () => {
    const processor = new Processor<TestObject>();
    const { listener, clock, errors } = makeListener({
      onAdd: async () => {
        processor.abandonCurrentCall();
        await processor.close();
      },
    });
    processor.register(listener, []);
    processor.distribute([added(a1, false)]);
    await clock.settle();
    expect(listener.hasEnded).toBe(true);
    expect(processor.listeners).toEqual([]);
    expect(errors).toEqual([]);
  });
});
