import { describe, expect, it } from 'vitest';
import { FakeClock, FakeListerWatcher, apiError, connectionError, makeObject } from '../testing/index.js';
import type { FakeListerWatcherOptions, TestObject } from '../testing/index.js';
import type { ListerWatcher } from './contract.js';
import { Harness } from './test-harness.js';

const MINUTE = 60_000;

function start(
  options: FakeListerWatcherOptions<TestObject> = {},
  prepare: (source: FakeListerWatcher<TestObject>) => void = () => undefined,
) {
  const clock = new FakeClock();
  const objects = ['a', 'b'].map((name) => makeObject({ name }));
  const source = new FakeListerWatcher<TestObject>({ clock, objects, ...options });
  prepare(source);
  const harness = new Harness(source, { clock });
  /** `watch`, `list` or `stream` for each request. */
  const verbs = () =>
    source.requests.map(({ verb, options: sent }) => (sent.sendInitialEvents === true ? 'stream' : verb));
  return { clock, source, harness, verbs };
}

describe('a WatchList', () => {
  it('reaches the sink in one step at its end mark', async () => {
    const { clock, harness } = start();
    await clock.settle();
    expect(harness.sink.calls).toEqual(['replace default/a,default/b@992']);
  });

  it('goes on as a watch on the same connection', async () => {
    const { clock, source, harness, verbs } = start();
    await clock.settle();
    source.create(makeObject({ name: 'c' }));
    await clock.settle();
    expect([harness.sink.calls.at(-1), verbs(), source.openWatches]).toEqual(['add default/c@993', ['stream'], 1]);
  });

  it('shows nothing, and has no resourceVersion, before its end mark', async () => {
    const { clock, harness } = start({ watchList: 'never-ends' });
    await clock.settle();
    expect([harness.sink.calls, harness.reflector.resourceVersion, harness.reflector.status.phase]).toEqual([
      [],
      '',
      'streaming',
    ]);
  });

  it('takes its resourceVersion from the end mark, not from the objects before', async () => {
    const { clock, source, harness } = start();
    source.bump(50);
    await clock.settle();
    expect(harness.reflector.resourceVersion).toBe('1042');
  });

  it('honours what changes before its end mark', async () => {
    const clock = new FakeClock();
    const pod = (name: string, resourceVersion: string) => makeObject({ name, resourceVersion });
    const endMark = { metadata: { resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } } };
    const events = [
      { type: 'ADDED', object: pod('a', '1') },
      { type: 'ADDED', object: pod('b', '2') },
      { type: 'MODIFIED', object: pod('a', '6') },
      { type: 'DELETED', object: pod('b', '7') },
      { type: 'ADDED', object: pod('c', '8') },
      { type: 'BOOKMARK', object: endMark },
    ];
    const source: ListerWatcher<TestObject> = {
      list: () => [],
      watch: async () =>
        (async function* () {
          yield* events;
          await new Promise(() => undefined);
        })(),
    };
    const harness = new Harness(source, { clock });
    await clock.settle();
    expect([[...harness.sink.content], harness.transitions.at(-1)?.prime?.objects]).toEqual([
      [
        ['default/a', '6'],
        ['default/c', '8'],
      ],
      2,
    ]);
  });

  it('loses nothing that follows the end mark in the same batch', async () => {
    const { clock, source, harness } = start({ batchEvents: true });
    source.create(makeObject({ name: 'c' }));
    const released = source.delayEvents();
    await clock.settle();
    source.create(makeObject({ name: 'd' }));
    source.delete('default/a');
    released();
    await clock.settle();
    expect(harness.sink.calls).toEqual([
      'replace default/a,default/b,default/c@993',
      'add default/d@994',
      'delete default/a@995',
    ]);
  });

  it('that a server forbids is replaced by a list at once, and not asked for again for 30 minutes', async () => {
    const { clock, source, harness, verbs } = start({ watchList: 'unsupported-422' });
    await clock.settle();
    expect([verbs(), harness.sink.keys]).toEqual([
      ['stream', 'list', 'watch'],
      ['default/a', 'default/b'],
    ]);
    await clock.advance(29 * MINUTE);
    source.expire({ endWatches: true });
    await clock.settle();
    expect([verbs().filter((verb) => verb === 'stream').length, harness.reflector.status.watchListRefused]).toEqual([
      1,
      true,
    ]);
  });

  it('is asked for again after 30 minutes, when a relist is due', async () => {
    const { clock, source, harness, verbs } = start({ watchList: 'unsupported-422' });
    await clock.advance(31 * MINUTE);
    source.watchList = 'supported';
    source.expire({ endWatches: true });
    await clock.settle();
    expect([verbs().at(-1), harness.reflector.status.watchListRefused]).toEqual(['stream', false]);
  });

  it('without an end mark for 20 s is replaced by a list', async () => {
    const { clock, source, harness, verbs } = start({ watchList: 'never-ends' });
    await clock.advance(19_999);
    expect(verbs()).toEqual(['stream']);
    await clock.advance(1);
    expect([verbs(), source.openWatches, harness.errorCodes]).toEqual([
      ['stream', 'list', 'watch'],
      1,
      ['ERR_WATCH_SILENT'],
    ]);
  });

  it('without an end mark is found out even if changes keep coming (client-go waits for ever)', async () => {
    const { clock, source, verbs } = start({ watchList: 'never-ends' });
    for (let second = 0; second < 25; second++) {
      source.update(makeObject({ name: 'a', nodeName: `node-${second}` }));
      await clock.advance(1_000);
    }
    expect(verbs()).toEqual(['stream', 'list', 'watch']);
  });

  it('without an end mark is found out even if bookmarks keep coming', async () => {
    const { clock, verbs } = start({ watchList: 'never-ends', bookmarkInterval: 5_000 });
    await clock.advance(30_000);
    expect(verbs()).toEqual(['stream', 'list', 'watch']);
  });

  it('may take as long as it likes while objects keep coming', async () => {
    const { clock, source, verbs } = start({ watchList: 'never-ends' });
    for (let second = 0; second < 60; second++) {
      source.create(makeObject({ name: `slow-${second}` }));
      await clock.advance(1_000);
    }
    expect(verbs()).toEqual(['stream']);
  });

  it('cut once is asked for again, after a delay', async () => {
    const { clock, source, harness, verbs } = start({ watchList: 'never-ends' });
    await clock.settle();
    source.watchList = 'supported';
    source.closeWatches();
    await clock.settle();
    expect([verbs(), harness.delays]).toEqual([['stream'], [800]]);
    await clock.advance(800);
    expect([verbs(), harness.sink.keys.length]).toEqual([['stream', 'stream'], 2]);
  });

  it.each(['closeWatches', 'resetWatches'] as const)('cut twice by %s is replaced by a list', async (cut) => {
    const { clock, source, verbs } = start({ watchList: 'never-ends' });
    await clock.settle();
    source[cut]();
    await clock.advance(800);
    source[cut]();
    await clock.settle();
    expect(verbs()).toEqual(['stream', 'stream', 'list', 'watch']);
  });

  it('cut twice is asked for again half an hour later', async () => {
    const { clock, source, verbs } = start({ watchList: 'never-ends' });
    await clock.settle();
    source.closeWatches();
    await clock.advance(800);
    source.closeWatches();
    await clock.advance(31 * MINUTE);
    source.watchList = 'supported';
    source.expire({ endWatches: true });
    await clock.settle();
    expect(verbs().at(-1)).toBe('stream');
  });

  it('that is never answered is replaced by a list after two attempts', async () => {
    const { clock, verbs } = start({}, (source) => {
      source.hangNext('watch', 2);
    });
    await clock.advance(60_000 + 800 + 60_000);
    expect(verbs()).toEqual(['stream', 'stream', 'list', 'watch']);
  });

  it.each([403, 404, 405])('refused with %i is replaced by a list at once, which is not remembered', async (code) => {
    const { clock, harness, verbs } = start({}, (source) => {
      source.failNext('watch', apiError(code));
    });
    await clock.settle();
    expect([verbs(), harness.reflector.status.watchListRefused]).toEqual([['stream', 'list', 'watch'], false]);
  });

  it('throttled is asked for again, the same way, when the server said', async () => {
    const { clock, source, harness, verbs } = start({}, (fake) => {
      fake.throttle(2, { retryAfterSeconds: 7 });
    });
    await clock.advance(14_000);
    expect([verbs(), harness.delays, harness.sink.keys.length]).toEqual([
      ['stream', 'stream', 'stream'],
      [7_000, 7_000],
      2,
    ]);
    expect(new Set(source.requests.map(({ options }) => JSON.stringify(options))).size).toBe(1);
  });

  it('while the connection is refused is asked for again and again, never listed', async () => {
    const { clock, verbs } = start({}, (source) => {
      source.failNext('watch', () => connectionError('ECONNREFUSED'), 4);
    });
    await clock.advance(800 + 1_600 + 3_200 + 6_400);
    expect(verbs()).toEqual(['stream', 'stream', 'stream', 'stream', 'stream']);
  });

  it('that lies in the server’s future is asked for at the newest state, at once', async () => {
    const { clock, source, harness } = start();
    await clock.settle();
    const { objects } = source.snapshot();
    source.restore({ resourceVersion: '500', objects }, { keepWatches: true });
    source.expire({ endWatches: true });
    await clock.settle();
    expect([source.requests.map(({ options }) => options.resourceVersion), harness.delays]).toEqual([
      ['', '992', ''],
      [],
    ]);
    expect(harness.reflector.resourceVersion).toBe('501');
  });

  it('asked for at the newest state and refused all the same waits', async () => {
    const { clock, harness, verbs } = start({}, (source) => {
      source.failNext('watch', () => apiError(410), 2);
    });
    await clock.settle();
    expect([verbs(), harness.delays]).toEqual([['stream', 'stream'], [800]]);
  });
});
