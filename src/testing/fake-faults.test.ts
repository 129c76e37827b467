import { describe, expect, it } from 'vitest';

import { FakeClock } from '../base/fake-clock.js';
import { isExpired, isForbidden, isTooManyRequests } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListPage, WatchEvent } from '../reflector/index.js';
import { apiError, connectionError } from './fake-errors.js';
import type { EventGarbage } from './fake-garbage.js';
import { FakeListerWatcher } from './fake-lister-watcher.js';
import type { FakeListerWatcherOptions } from './fake-lister-watcher.js';

type Source = FakeListerWatcher<KubernetesObject>;

const signal = new AbortController().signal;

function named(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } };
}

function sourceOf(names: string[], options: FakeListerWatcherOptions<KubernetesObject> = {}): Source {
  return new FakeListerWatcher({ resourceVersion: '100', ...options, objects: names.map(named) });
}

class Reader {
  readonly events: WatchEvent[] = [];
  state: unknown = 'open';

  static async open(
    source: Source,
    options: ListOptions = { resourceVersion: source.resourceVersion },
  ): Promise<Reader> {
    const reader = new Reader();
    const stream = await source.watch(options, { signal });
    const loop = async (): Promise<void> => {
      for await (const event of stream) reader.events.push(event as WatchEvent);
    };
    loop().then(
      () => (reader.state = 'ended'),
      (error: unknown) => (reader.state = error),
    );
    return reader;
  }

  async names(): Promise<string[]> {
    await turn();
    return this.events.map(({ object }) => (object as KubernetesObject).metadata.name);
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function list(source: Source, options: ListOptions = {}): Promise<ListPage<KubernetesObject>[]> {
  const pages: ListPage<KubernetesObject>[] = [];
  for await (const page of source.list(options, { signal })) pages.push(page);
  return pages;
}

describe('faults of events', () => {
  it('loses the next event of open watches, but not the change', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    source.loseNextEvents();
    source.create(named('a'));
    source.create(named('b'));
    expect(await reader.names()).toEqual(['b']);
    expect(source.get('a')).toBeDefined();
    expect(source.faults.lostEvents).toBe(1);
  });

  it('does not count an event nobody would have got as lost', async () => {
    const source = sourceOf([]);
    source.loseNextEvents();
    source.create(named('a'));
    const reader = await Reader.open(source);
    source.create(named('b'));
    source.create(named('c'));
    expect(await reader.names()).toEqual(['c']);
  });

  it('replays a lost event to a watch from before it', async () => {
    const source = sourceOf([]);
    await Reader.open(source);
    source.loseNextEvents();
    source.create(named('a'));
    expect(await (await Reader.open(source, { resourceVersion: '100' })).names()).toEqual(['a']);
  });

  it('sends the next event twice', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    source.duplicateNextEvents();
    source.create(named('a'));
    source.create(named('b'));
    expect(await reader.names()).toEqual(['a', 'a', 'b']);
    expect(source.faults.duplicatedEvents).toBe(1);
  });

  it('keeps delayed events in order until they are released', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    const release = source.delayEvents();
    source.create(named('a'));
    source.create(named('b'));
    expect(await reader.names()).toEqual([]);
    release();
    source.create(named('c'));
    expect(await reader.names()).toEqual(['a', 'b', 'c']);
    expect(source.faults.delayedEvents).toBe(2);
  });

  it('delays bookmarks too, so that none overtakes an event', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source, { resourceVersion: '100', allowWatchBookmarks: true });
    const release = source.delayEvents();
    source.create(named('a'));
    source.sendBookmarks();
    await turn();
    expect(reader.events).toEqual([]);
    release();
    await turn();
    expect(reader.events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK']);
  });

  it('keeps events on the way when an older delay is released', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    const releaseOlder = source.delayEvents();
    source.delayEvents();
    source.create(named('a'));
    releaseOlder();
    expect(await reader.names()).toEqual([]);
  });

  it('delays events for a time', async () => {
    const clock = new FakeClock();
    const source = sourceOf([], { clock });
    const reader = await Reader.open(source);
    source.delayEvents({ forMs: 1_000 });
    source.create(named('a'));
    await clock.advance(999);
    expect(reader.events).toEqual([]);
    await clock.advance(1);
    expect(await reader.names()).toEqual(['a']);
  });

  it('delays no event after that time', async () => {
    const clock = new FakeClock();
    const source = sourceOf([], { clock });
    source.delayEvents({ forMs: 1_000 });
    await clock.advance(1_000);
    const reader = await Reader.open(source);
    source.create(named('a'));
    expect(await reader.names()).toEqual(['a']);
  });

  it('withholds bookmarks while they are frozen', async () => {
    const source = sourceOf([]);
    await Reader.open(source, { allowWatchBookmarks: true });
    source.freezeBookmarks();
    expect(source.sendBookmarks()).toBe(0);
    expect(source.faults.withheldBookmarks).toBe(1);
    source.thawBookmarks();
    expect(source.sendBookmarks()).toBe(1);
  });

  const garbage: [EventGarbage, object][] = [
    ['unknown-type', { type: 'SURPRISE' }],
    ['no-name', { type: 'ADDED', object: { kind: 'ConfigMap', metadata: { resourceVersion: '101' } } }],
    ['wrong-kind', { type: 'ADDED', object: { kind: 'Surprise' } }],
    ['table', { type: 'ADDED', object: { kind: 'Table' } }],
    ['status', { type: 'MODIFIED', object: { kind: 'Status' } }],
    ['no-object', { type: 'ADDED', object: null }],
    ['error-without-status', { type: 'ERROR', object: {} }],
  ];

  it.each(garbage)('sends garbage: %s', async (kind, expected) => {
    const source = sourceOf(['a']);
    const reader = await Reader.open(source);
    expect(source.sendGarbage(kind)).toBe(1);
    await turn();
    expect(reader.events).toMatchObject([expected]);
    expect(source.faults.garbageEvents).toBe(1);
  });
});

describe('faults of connections', () => {
  it('resets all watches, after what was sent before', async () => {
    const source = sourceOf([]);
    const readers = [await Reader.open(source), await Reader.open(source)];
    source.create(named('a'));
    expect(source.resetWatches()).toBe(2);
    expect(await Promise.all(readers.map((reader) => reader.names()))).toEqual([['a'], ['a']]);
    expect(readers.map((reader) => reader.state)).toMatchObject([{ code: 'ECONNRESET' }, { code: 'ECONNRESET' }]);
  });

  it('resets the oldest watch alone', async () => {
    const source = sourceOf([]);
    const readers = [await Reader.open(source), await Reader.open(source)];
    source.resetWatches(1);
    await turn();
    expect(readers.map((reader) => reader.state)).toMatchObject([{ code: 'ECONNRESET' }, 'open']);
    expect(source.faults.resetWatches).toBe(1);
  });

  it('closes watches in good order', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    expect(source.closeWatches()).toBe(1);
    await turn();
    expect(reader.state).toBe('ended');
  });

  it('leaves a half-open watch without events, bookmarks, time limit and end', async () => {
    const clock = new FakeClock();
    const source = sourceOf([], { clock, bookmarkInterval: 1_000 });
    const options = { resourceVersion: '100', allowWatchBookmarks: true, timeoutSeconds: 60 };
    const reader = await Reader.open(source, options);
    expect(source.halfOpenWatches()).toBe(1);
    source.create(named('a'));
    source.sendBookmarks();
    source.closeWatches();
    await clock.advance(120_000);
    expect([reader.events, reader.state, source.openWatches, clock.pendingTimers]).toEqual([[], 'open', 1, 0]);
  });

  it('serves a new watch while another is half-open', async () => {
    const source = sourceOf([]);
    await Reader.open(source);
    source.halfOpenWatches();
    const reader = await Reader.open(source);
    source.create(named('a'));
    expect(await reader.names()).toEqual(['a']);
  });

  it('ends a half-open watch by a reset', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    source.halfOpenWatches();
    source.resetWatches();
    await turn();
    expect(reader.state).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('faults of history', () => {
  it('makes even the newest version too old by expiring', async () => {
    const source = sourceOf(['a']);
    const newest = source.resourceVersion;
    source.expire();
    const reader = await Reader.open(source, { resourceVersion: newest });
    await turn();
    expect(reader.events).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
    expect(source.faults.expiredAnswers).toBe(1);
  });

  it('leaves open watches alone by expiring', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    source.expire();
    source.create(named('a'));
    expect(await reader.names()).toEqual(['a']);
  });

  it('ends open watches with 410 when asked to', async () => {
    const source = sourceOf([]);
    const reader = await Reader.open(source);
    source.expire({ endWatches: true });
    await turn();
    expect(reader.events).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
    expect(reader.state).toBe('ended');
  });

  it('goes back in time when restored: state, version, and connections that break', async () => {
    const source = sourceOf(['a']);
    const snapshot = source.snapshot();
    source.create(named('b'));
    const reader = await Reader.open(source);
    source.restore(snapshot);
    await turn();
    expect(source.objects().map(({ metadata }) => metadata.name)).toEqual(['a']);
    expect(source.resourceVersion).toBe('101');
    expect(reader.state).toMatchObject({ code: 'ECONNRESET' });
    expect(source.faults.restores).toBe(1);
  });

  it('is silent after a restore to who watches from before it', async () => {
    const source = sourceOf(['a']);
    const snapshot = source.snapshot();
    for (const name of ['b', 'c', 'd']) source.create(named(name));
    const remembered = source.resourceVersion;
    source.restore(snapshot);
    const reader = await Reader.open(source, { resourceVersion: remembered });
    source.create(named('e'));
    expect(await reader.names()).toEqual([]);
  });

  it('breaks a list that is being read when restored', async () => {
    const source = sourceOf(['a', 'b']);
    const snapshot = source.snapshot();
    const pages = source.list({ limit: 1 }, { signal })[Symbol.asyncIterator]();
    await pages.next();
    source.restore(snapshot);
    await expect(pages.next()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('leaves watches open across a restore when asked to', async () => {
    const source = sourceOf(['a']);
    await Reader.open(source);
    source.restore(source.snapshot(), { keepWatches: true });
    expect(source.openWatches).toBe(1);
  });

  it('can be restored from one snapshot twice', () => {
    const source = sourceOf(['a']);
    const snapshot = source.snapshot();
    source.restore(snapshot);
    source.delete('a');
    source.restore(snapshot);
    expect(source.get('a')).toBeDefined();
  });
});

describe('faults of requests', () => {
  it('throttles the next requests, lists and watches alike, with a Retry-After', async () => {
    const source = sourceOf([]);
    source.throttle(2, { retryAfterSeconds: 7 });
    await expect(list(source)).rejects.toMatchObject({ retryAfterMs: 7_000 });
    await expect(Reader.open(source)).rejects.toSatisfy(isTooManyRequests);
    await expect(list(source)).resolves.toHaveLength(1);
    expect(source.faults.throttledRequests).toBe(2);
  });

  it('fails the next requests of one verb only', async () => {
    const source = sourceOf([]);
    source.failNext('watch', connectionError('ECONNREFUSED'));
    await expect(list(source)).resolves.toHaveLength(1);
    await expect(Reader.open(source)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(Reader.open(source)).resolves.toBeDefined();
    expect(source.faults.failedWatches).toBe(1);
  });

  it('fails in the order that was asked for', async () => {
    const source = sourceOf([]);
    source.failNext('list', apiError(500));
    source.failNext('list', () => apiError(403));
    await expect(list(source)).rejects.toMatchObject({ statusCode: 500 });
    await expect(list(source)).rejects.toSatisfy(isForbidden);
    expect(source.faults.failedLists).toBe(2);
  });

  it('fails on a page of a list', async () => {
    const source = sourceOf(['a', 'b', 'c']);
    source.failPage(2, apiError(410));
    const pages = source.list({ limit: 1 }, { signal })[Symbol.asyncIterator]();
    await pages.next();
    await expect(pages.next()).rejects.toSatisfy(isExpired);
    expect(source.faults.failedPages).toBe(1);
  });

  it('keeps the fault of a page for a list that gets so far', async () => {
    const source = sourceOf(['a', 'b']);
    source.failPage(2, apiError(500));
    await expect(list(source)).resolves.toHaveLength(1);
    await expect(list(source, { limit: 1 })).rejects.toMatchObject({ statusCode: 500 });
  });

  it('forgets cleared faults that no request has met, and no others', async () => {
    const source = sourceOf(['a', 'b']);
    source.failNext('list', apiError(500), 2);
    source.hangNext('watch');
    source.failPage(1, apiError(503));
    source.garbleNextList('table');
    await expect(list(source)).rejects.toMatchObject({ statusCode: 500 });
    source.clearFaults();
    await expect(list(source)).resolves.toMatchObject([{ items: [{}, {}] }]);
    await Reader.open(source);
    expect(source.faults).toMatchObject({ failedLists: 1, failedPages: 0, garbledLists: 0, hungRequests: 0 });
  });

  it('leaves a hung request without an answer until its signal aborts', async () => {
    const source = sourceOf([]);
    source.hangNext('list');
    const controller = new AbortController();
    const answer = source.list({}, { signal: controller.signal })[Symbol.asyncIterator]().next();
    await turn();
    expect([source.activeLists, source.faults.hungRequests]).toEqual([1, 1]);
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    expect(source.activeLists).toBe(0);
  });

  it.each([
    ['no-resource-version', { resourceVersion: '' }],
    ['no-name', { items: [{ metadata: { name: 'a' } }, { metadata: { resourceVersion: '101' } }] }],
    ['wrong-kind', { items: [{ metadata: { name: 'a' } }, { kind: 'Surprise' }] }],
    ['table', { kind: 'Table' }],
  ] as const)('garbles the next list: %s', async (garbage, expected) => {
    const source = sourceOf(['a']);
    source.garbleNextList(garbage);
    expect(await list(source)).toMatchObject([expected]);
    expect(source.faults.garbledLists).toBe(1);
  });
});
