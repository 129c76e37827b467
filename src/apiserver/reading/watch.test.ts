import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Bench, resourceOf } from './test-bench.js';
import type { RecordingSink } from './test-bench.js';

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
const now = (): string => String(bench.storage.version);

describe('a watch', () => {
  test('without a version begins with the objects as they are, and says so to those who allow bookmarks', async () => {
    bench.put('a', '2');
    bench.put('a', '1');
    for (const query of ['', 'resourceVersion=0', 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan']) {
      expect((await bench.watch(query)).texts).toEqual(['ADDED a/1@3', 'ADDED a/2@2']);
      expect((await bench.watch(`${query}&allowWatchBookmarks=true`)).texts).toEqual([
        'ADDED a/1@3',
        'ADDED a/2@2',
        'BOOKMARK 3 end',
      ]);
    }
  });

  test('from a version gives every change since, then each as it happens', async () => {
    const start = now();
    bench.put('a', 'x');
    const watch = await bench.watch(`resourceVersion=${start}&allowWatchBookmarks=true`);
    bench.put('a', 'x');
    bench.remove('a/x');
    expect(watch.texts).toEqual(['ADDED a/x@2', 'MODIFIED a/x@3', 'DELETED a/x@4']);
  });

  test('without initial events begins now', async () => {
    bench.put('a', 'x');
    const watch = await bench.watch('sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0');
    bench.put('a', 'y');
    expect(watch.texts).toEqual(['ADDED a/y@3']);
  });

  test('from a forgotten version is told inside the stream, in other words for events', async () => {
    const start = now();
    bench.put('a', 'x');
    bench.storage.compact();
    const watch = await bench.watch(`resourceVersion=${start}`);
    expect(watch.texts).toEqual([`ERROR 410 too old resource version: 1 (2)`]);
    expect(watch.ended).toBe(true);
    bench.resource = resourceOf({ resource: 'events' });
    expect((await bench.watch(`resourceVersion=${start}`)).texts).toEqual([
      'ERROR 410 The resourceVersion for the provided watch is too old.',
    ]);
  });

  test('from the future is told only to those who want initial events; others wait for it', async () => {
    const told = await bench.watch('resourceVersion=99&sendInitialEvents=true&resourceVersionMatch=NotOlderThan');
    expect(told.texts).toEqual(['ERROR 504 Timeout: Too large resource version: 99, current: 1']);
    expect(told.ended).toBe(true);
    const waiting = await bench.watch('resourceVersion=3&allowWatchBookmarks=true');
    bench.put('a', '2');
    await bench.clock.advance(60_000);
    bench.put('a', '3');
    bench.put('a', '4');
    expect(waiting.texts).toEqual(['ADDED a/4@4']);
  });

  test('a version that is none is a refusal, not an event', async () => {
    await expect(bench.watch('resourceVersion=abc')).rejects.toMatchObject({ status: { code: 500 } });
  });

  test('an object that leaves the selector is DELETED as it was, with the new version, the same for all who see it leave', async () => {
    bench.put('a', 'x', { app: 'web', old: 'yes' });
    const [one, two] = [await bench.watch('labelSelector=app=web'), await bench.watch('labelSelector=app=web')];
    bench.put('a', 'x', { app: 'db' });
    bench.put('a', 'x', { app: 'db', more: 'yes' });
    bench.put('a', 'x', { app: 'web' });
    bench.remove('a/x');
    expect(one.texts).toEqual(['ADDED a/x@2', 'DELETED a/x@3', 'ADDED a/x@5', 'DELETED a/x@6']);
    const left = one.events[1];
    expect(left).toMatchObject({ entry: { object: { metadata: { labels: { app: 'web', old: 'yes' } } } } });
    expect(two.events[1]).toMatchObject({ entry: (left as { entry: object }).entry });
    expect((two.events[1] as { entry: object }).entry).toBe((left as { entry: object }).entry);
  });

  test('what a watch shows is what a list shows, for any selector, version and history', async () => {
    const write = fc.record({
      namespace: fc.constantFrom('a', 'b'),
      name: fc.nat(3),
      app: fc.constantFrom('web', 'db'),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 40 }),
        fc.nat(40),
        fc.nat(40),
        fc.constantFrom('', 'labelSelector=app=web', 'fieldSelector=metadata.name!=1', 'fieldSelector=metadata.name=2'),
        fc.constantFrom('', 'a'),
        async (writes, listAt, watchAt, selector, namespace) => {
          const own = new Bench();
          let listed: { resourceVersion: string; keys: string[] } | undefined;
          let sink: RecordingSink | undefined;
          for (const [index, { namespace: ns, name, app, remove }] of writes.entries()) {
            if (index === Math.min(listAt, watchAt)) listed = await own.list(selector, namespace);
            if (index === Math.max(listAt, watchAt))
              sink = await own.watch(`${selector}&resourceVersion=${listed?.resourceVersion ?? ''}`, { namespace });
            const key = `${ns}/${String(name)}`;
            if (!remove) own.put(ns, String(name), { app });
            else if (own.storage.get('configmaps', key) !== undefined) own.remove(key);
          }
          if (listed === undefined || sink === undefined) return;
          const shown = new Set(listed.keys);
          let last = Number(listed.resourceVersion);
          for (const event of sink.events) {
            if (event.type === 'BOOKMARK' || event.type === 'ERROR') throw new Error(event.type);
            const { key, object } = event.entry;
            expect(Number(object.metadata.resourceVersion)).toBeGreaterThan(last);
            last = Number(object.metadata.resourceVersion);
            expect(shown.has(key)).toBe(event.type !== 'ADDED');
            if (event.type === 'DELETED') shown.delete(key);
            else shown.add(key);
          }
          expect([...shown].sort()).toEqual((await own.list(selector, namespace)).keys);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of one name gives that object only', async () => {
    bench.put('a', 'x');
    bench.put('a', 'y');
    const watch = await bench.watch('', { namespace: 'a', name: 'x' });
    bench.put('a', 'y');
    bench.put('b', 'x');
    bench.put('a', 'x');
    expect(watch.texts).toEqual(['ADDED a/x@2', 'MODIFIED a/x@6']);
  });

  test('a negative timeout ends at once; a timeout ends then, and leaves no timer', async () => {
    bench.put('a', 'x');
    const over = await bench.watch('timeoutSeconds=-1');
    expect([over.texts, over.ended]).toEqual([[], true]);
    const watch = await bench.watch('timeoutSeconds=5&allowWatchBookmarks=true');
    await bench.clock.advance(4_999);
    expect(watch.ended).toBe(false);
    await bench.clock.advance(1);
    expect(watch.ended).toBe(true);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  test('without a timeout ends after half an hour to an hour', async () => {
    const watch = await bench.watch();
    await bench.clock.advance(30 * 60_000 - 1);
    expect(watch.ended).toBe(false);
    await bench.clock.advance(30 * 60_000 + 1);
    expect(watch.ended).toBe(true);
  });

  test('bookmarks come every interval and two seconds before the end, with the newest version', async () => {
    const watch = await bench.watch('timeoutSeconds=130&allowWatchBookmarks=true&resourceVersion=1');
    bench.resource = resourceOf({ resource: 'secrets' });
    bench.put('a', 'elsewhere');
    await bench.clock.advance(60_000);
    expect(watch.texts).toEqual(['BOOKMARK 2']);
    await bench.clock.advance(67_999);
    expect(watch.texts).toEqual(['BOOKMARK 2', 'BOOKMARK 2']);
    bench.put('a', 'elsewhere');
    await bench.clock.advance(1);
    expect(watch.texts).toEqual(['BOOKMARK 2', 'BOOKMARK 2', 'BOOKMARK 3']);
    await bench.clock.advance(2_000);
    expect(watch.texts).toHaveLength(3);
  });

  test('a watch that ends within two seconds has no bookmark, nor has one of events, nor one that did not ask', async () => {
    const short = await bench.watch('timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion=1');
    const plain = await bench.watch('resourceVersion=1');
    bench.resource = resourceOf({ resource: 'events' });
    const events = await bench.watch('allowWatchBookmarks=true&resourceVersion=1');
    await bench.clock.advance(200_000);
    expect([short.texts, plain.texts, events.texts]).toEqual([[], [], []]);
  });

  test('a full socket is not written to: the watch reads on from the past when there is room', async () => {
    const watch = await bench.watch('resourceVersion=1');
    bench.put('a', '1');
    watch.buffered = 10_000_000;
    for (let index = 2; index < 2_000; index++) bench.put('a', String(index));
    expect(watch.events.length).toBeLessThan(3);
    await bench.clock.advance(1_000);
    watch.buffered = 0;
    await bench.clock.advance(100);
    bench.put('a', 'last');
    expect(watch.events).toHaveLength(2_000);
    expect(watch.texts.at(-1)).toBe(`ADDED a/last@${now()}`);
  });

  test('a client that takes nothing is let go, and what it missed too long is 410', async () => {
    const stuck = await bench.watch('resourceVersion=1');
    stuck.buffered = 10_000_000;
    bench.put('a', '1');
    await bench.clock.advance(31_000);
    expect(stuck.ended).toBe(true);
    const small = new Bench({ historySize: 10 });
    const slow = await small.watch('resourceVersion=1');
    slow.buffered = 10_000_000;
    for (let index = 0; index < 30; index++) small.put('a', String(index));
    slow.buffered = 0;
    await small.clock.advance(100);
    expect(slow.texts.at(-1)).toMatch(/^ERROR 410 too old resource version: 2 /);
    expect(slow.ended).toBe(true);
  });

  test('a large initial state is sent in turns, and changes meanwhile come after its end', async () => {
    for (let index = 0; index < 2_000; index++) bench.put('a', String(index).padStart(4, '0'));
    const version = now();
    const watch = await bench.watch('allowWatchBookmarks=true');
    expect(watch.events.length).toBeLessThan(1_000);
    bench.put('a', '0000');
    await bench.clock.settle();
    expect(watch.events).toHaveLength(2_002);
    expect(watch.texts.slice(-2)).toEqual([`BOOKMARK ${version} end`, `MODIFIED a/0000@${now()}`]);
  });

  test('that was stopped hears nothing more and leaves nothing behind', async () => {
    const watch = await bench.watch('allowWatchBookmarks=true');
    watch.stop();
    bench.put('a', 'x');
    await bench.clock.advance(120_000);
    expect(watch.texts).toEqual(['BOOKMARK 1 end']);
    expect(bench.clock.pendingTimers).toBe(0);
  });
});
