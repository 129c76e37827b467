import { describe, expect, it } from 'vitest';
import { deferred } from '../base/deferred.js';
import { ObjectDelta } from '../delta-fifo/index.js';
import type { Delta } from '../delta-fifo/index.js';
import { Store } from '../store/index.js';
import type { TestObject } from '../testing/index.js';
import { CacheWriter } from './cache-writer.js';
import { Processor } from './processor.js';
import { replayOf } from './replay.js';
import { makeListener, recordOf, recorder } from './test-support.js';
import type { ListenerSetup } from './test-support.js';

const LATER = { isInInitialList: false };

function setUp() {
  const store = new Store<TestObject>();
  const processor = new Processor<TestObject>();
  const join = (handler = recorder()): ListenerSetup & { lines: string[] } => {
    const setup = makeListener(handler);
    processor.register(setup.listener, replayOf(store.listRecords()));
    return { ...setup, lines: handler.lines };
  };
  return { store, processor, join, writer: new CacheWriter(store, processor) };
}

function replacedAll(version: string, ...names: string[]): Delta<TestObject> {
  return {
    type: 'ReplacedAll',
    records: names.map((name) => recordOf(name, version)),
    keep: new Set(),
    resourceVersion: version,
  };
}

describe('a list', () => {
  it('goes to who was there when the store took it; who joins while it is handed out finds it in the store', async () => {
    const { writer, join, processor, store } = setUp();
    const early = join();
    // A handler that is long in taking it holds the distribution open.
    const gate = deferred();
    const slow = makeListener({});
    slow.listener.pushAll = () => gate.promise;
    processor.register(slow.listener, []);
    const written = writer.write([replacedAll('5', 'a', 'b')], LATER);
    await early.clock.settle();
    expect(store.size).toBe(2);
    const late = join();
    gate.resolve();
    await written;
    await writer.write([new ObjectDelta('Updated', 'default/a', recordOf('a', '6'))], LATER);
    await early.clock.settle();
    expect(early.lines).toEqual(['add a@5', 'add b@5', 'update a@5>6']);
    expect(late.lines).toEqual(['add a@5!', 'add b@5!', 'update a@5>6']);
  });
});

describe('a batch', () => {
  it('is written and handed out change by change, so that who joins in between gets each once', async () => {
    const { writer, join } = setUp();
    const early = join();
    const names = Array.from({ length: 500 }, (_, index) => `p${index}`);
    const written = writer.write(
      names.map((name) => new ObjectDelta('Added', `default/${name}`, recordOf(name, '1'))),
      LATER,
    );
    const late = [join()];
    for (let turn = 0; turn < 5; turn++) {
      await new Promise(setImmediate);
      late.push(join());
    }
    await written;
    await early.clock.settle();
    for (const { lines } of [early, ...late]) {
      expect(lines.map((line) => line.replace('!', ''))).toEqual(names.map((name) => `add ${name}@1`));
    }
  });

  it('moves the resourceVersion of the store with each change and bookmark', async () => {
    const { writer, store } = setUp();
    await writer.write([new ObjectDelta('Added', 'default/a', recordOf('a', '7'))], LATER);
    expect(store.resourceVersion).toBe('7');
    await writer.write([new ObjectDelta('Deleted', 'default/a', recordOf('a', '8'))], LATER);
    expect(store.resourceVersion).toBe('8');
    await writer.write([{ type: 'Bookmark', resourceVersion: '9' }], LATER);
    expect(store.resourceVersion).toBe('9');
  });
});

describe('a SyncAll', () => {
  it('is for those who are due, once', async () => {
    const { writer, join } = setUp();
    await writer.write([replacedAll('5', 'a')], LATER);
    const [due, other] = [join(), join()];
    writer.markDue([due.listener]);
    await writer.write([{ type: 'SyncAll' }], LATER);
    await writer.write([{ type: 'SyncAll' }], LATER);
    await due.clock.settle();
    expect(due.lines).toEqual(['add a@5!', 'update a@5>5!']);
    expect(other.lines).toEqual(['add a@5!']);
  });

  it('is not for who has left', async () => {
    const { writer, join, processor } = setUp();
    await writer.write([replacedAll('5', 'a')], LATER);
    const gone = join();
    await gone.clock.settle();
    writer.markDue([gone.listener]);
    writer.unmarkDue(gone.listener);
    await processor.remove(gone.listener, { drain: false });
    await writer.write([{ type: 'SyncAll' }], LATER);
    await gone.clock.settle();
    expect(gone.lines).toEqual(['add a@5!']);
  });
});
