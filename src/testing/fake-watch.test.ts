import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FakeClock } from '../base/fake-clock.js';
import { ApiStatusError, isExpired, isInvalid, isTooLargeResourceVersion } from '../errors/index.js';
import type { Status } from '../errors/index.js';
import { keyOf } from '../meta/index.js';
import type { KubernetesObject, ObjectMeta } from '../meta/index.js';
import type { ListOptions, WatchEvent } from '../reflector/index.js';
import { FakeListerWatcher } from './fake-lister-watcher.js';
import type { FakeListerWatcherOptions } from './fake-lister-watcher.js';

const WATCH_LIST = {
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
} as const;
const END = 'k8s.io/initial-events-end';

function named(name: string, labels?: Record<string, string>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(labels && { labels }) } };
}

function sourceOf(
  names: string[],
  options: FakeListerWatcherOptions<KubernetesObject> = {},
): FakeListerWatcher<KubernetesObject> {
  return new FakeListerWatcher({ resourceVersion: '100', ...options, objects: names.map((name) => named(name)) });
}

interface Reading {
  readonly events: WatchEvent[];
  /** `'open'`, `'ended'`, or what the stream threw. */
  readonly state: unknown;
  readonly controller: AbortController;
}

/** Reads a watch in the background; what it read so far and how it ended are there to look at. */
async function read(source: FakeListerWatcher<KubernetesObject>, options: ListOptions = {}): Promise<Reading> {
  const controller = new AbortController();
  const reading = { events: [] as WatchEvent[], state: 'open' as unknown, controller };
  const stream = await source.watch(options, { signal: controller.signal });
  const loop = async (): Promise<void> => {
    for await (const item of stream)
      reading.events.push(...(Array.isArray(item) ? (item as WatchEvent[]) : [item as WatchEvent]));
  };
  loop().then(
    () => (reading.state = 'ended'),
    (error: unknown) => (reading.state = error),
  );
  await turn();
  return reading;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function brief({ events }: Reading): string[] {
  return events.map(({ type, object }) => {
    // A bookmark has no name.
    const { name = '', resourceVersion } = (object as KubernetesObject).metadata as Partial<ObjectMeta>;
    return `${type} ${name}@${resourceVersion ?? ''}`;
  });
}

function errorIn(reading: Reading): ApiStatusError {
  expect(reading.events.map(({ type }) => type)).toEqual(['ERROR']);
  return new ApiStatusError(reading.events[0]?.object as Status);
}

describe('a watch of FakeListerWatcher', () => {
  it('replays what happened after its version and goes on live', async () => {
    const source = sourceOf(['a', 'b']);
    source.delete('a');
    const reading = await read(source, { resourceVersion: '101' });
    source.update(named('b'));
    await turn();
    expect(brief(reading)).toEqual(['ADDED b@102', 'DELETED a@103', 'MODIFIED b@104']);
  });

  it('shows a deletion that happened between list and watch', async () => {
    const source = sourceOf(['a']);
    const listed = source.resourceVersion;
    source.delete('a');
    expect(brief(await read(source, { resourceVersion: listed }))).toEqual(['DELETED a@102']);
  });

  it.each(['', '0'])('starts with the present state at resourceVersion "%s"', async (resourceVersion) => {
    expect(brief(await read(sourceOf(['b', 'a']), { resourceVersion }))).toEqual(['ADDED a@102', 'ADDED b@101']);
  });

  it('sends a new copy to each watch', async () => {
    const source = sourceOf([]);
    const [one, other] = [await read(source), await read(source)];
    source.create(named('a'));
    await turn();
    expect(one.events[0]?.object).toEqual(other.events[0]?.object);
    expect(one.events[0]?.object).not.toBe(other.events[0]?.object);
  });

  it('hands over all that waits at once when asked to batch', async () => {
    const source = sourceOf(['a', 'b'], { batchEvents: true });
    const stream = await source.watch({}, { signal: new AbortController().signal });
    expect(await stream[Symbol.asyncIterator]().next()).toMatchObject({
      value: [{ type: 'ADDED' }, { type: 'ADDED' }],
    });
  });

  it('tells of objects that enter and leave the selector as added and deleted', async () => {
    const source = sourceOf(['a']);
    const reading = await read(source, { resourceVersion: '101', labelSelector: 'app=web' });
    const steps: Record<string, string>[] = [{ app: 'web' }, { app: 'web', more: 'yes' }, {}, { other: 'label' }];
    for (const labels of steps) {
      source.update(named('a', labels));
    }
    await turn();
    expect(brief(reading)).toEqual(['ADDED a@102', 'MODIFIED a@103', 'DELETED a@104']);
  });

  it('sends the last selected state of an object that leaves the selector', async () => {
    const source = sourceOf([]);
    source.create(named('a', { app: 'web' }));
    const reading = await read(source, { resourceVersion: '101', labelSelector: 'app=web' });
    source.update(named('a'));
    await turn();
    expect(reading.events[0]?.object).toMatchObject({ metadata: { labels: { app: 'web' } } });
  });

  it('accepts a version older than its history and says 410 inside the stream', async () => {
    const source = sourceOf(['a', 'b', 'c'], { historyLimit: 1 });
    const reading = await read(source, { resourceVersion: '101' });
    expect(errorIn(reading)).toSatisfy(isExpired);
    expect(reading.state).toBe('ended');
  });

  it('still serves the oldest version its history reaches back to', async () => {
    const source = sourceOf(['a', 'b', 'c'], { historyLimit: 1 });
    expect(brief(await read(source, { resourceVersion: '102' }))).toEqual(['ADDED c@103']);
  });

  it('accepts a version from the future and stays silent until the source gets past it', async () => {
    const source = sourceOf([]);
    const reading = await read(source, { resourceVersion: '101', allowWatchBookmarks: true });
    source.create(named('a'));
    source.create(named('b'));
    await turn();
    expect(brief(reading)).toEqual(['ADDED b@102']);
  });

  it('sends no bookmark that lies before the version the watch asked for', async () => {
    const source = sourceOf([]);
    await read(source, { resourceVersion: '200', allowWatchBookmarks: true });
    expect(source.sendBookmarks()).toBe(0);
  });

  it('sends bookmarks only to those who asked', async () => {
    const source = sourceOf([]);
    const [asked, other] = [await read(source, { allowWatchBookmarks: true }), await read(source)];
    source.bump();
    source.sendBookmarks();
    await turn();
    expect([brief(asked), brief(other)]).toEqual([['BOOKMARK @101'], []]);
  });

  it('sends bookmarks at its interval', async () => {
    const clock = new FakeClock();
    const reading = await read(sourceOf([], { clock, bookmarkInterval: 60_000 }), { allowWatchBookmarks: true });
    await clock.advance(120_000);
    expect(brief(reading)).toEqual(['BOOKMARK @100', 'BOOKMARK @100']);
  });

  it('ends in good order after timeoutSeconds', async () => {
    const clock = new FakeClock();
    const reading = await read(sourceOf([], { clock }), { timeoutSeconds: 300 });
    await clock.advance(299_999);
    expect(reading.state).toBe('open');
    await clock.advance(1);
    expect(reading.state).toBe('ended');
  });

  it('throws the reason of its signal at once and drops what was not read', async () => {
    const source = sourceOf(['a']);
    const controller = new AbortController();
    const stream = await source.watch({}, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
  });

  it('hands out nothing more after an abort even when the server had ended it before', async () => {
    const source = sourceOf(['a']);
    const controller = new AbortController();
    const stream = await source.watch({}, { signal: controller.signal });
    source.closeWatches();
    controller.abort();
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it('is refused when its signal has aborted before', async () => {
    await expect(sourceOf([]).watch({}, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('leaves neither timer nor open watch behind, however it ends', async () => {
    const clock = new FakeClock();
    const source = sourceOf(['a'], { clock, bookmarkInterval: 1_000 });
    const options = { timeoutSeconds: 10, allowWatchBookmarks: true };
    source.delayEvents({ forMs: 5_000 });
    const aborted = await read(source, options);
    await read(source, options);
    await read(source, options);
    const left = await source.watch(options, { signal: new AbortController().signal });
    aborted.controller.abort();
    source.resetWatches(1);
    source.closeWatches(1);
    await left[Symbol.asyncIterator]().return?.();
    expect([clock.pendingTimers, source.openWatches]).toEqual([0, 0]);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    let listeners = 0;
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    const source = sourceOf([]);
    await source.watch({}, { signal });
    source.closeWatches();
    expect(listeners).toBe(0);
  });
});

describe('a WatchList of FakeListerWatcher', () => {
  it('sends all objects in the order of keys, then the end mark at the version of the list', async () => {
    const source = sourceOf(['b', 'a']);
    const reading = await read(source, WATCH_LIST);
    expect(brief(reading)).toEqual(['ADDED a@102', 'ADDED b@101', 'BOOKMARK @102']);
    expect(reading.events.at(-1)?.object).toMatchObject({ metadata: { annotations: { [END]: 'true' } } });
  });

  it('goes on live on the same stream', async () => {
    const source = sourceOf([]);
    const reading = await read(source, WATCH_LIST);
    source.create(named('a'));
    await turn();
    expect(brief(reading)).toEqual(['BOOKMARK @100', 'ADDED a@101']);
  });

  it('sends no end mark to who did not ask for bookmarks', async () => {
    expect(brief(await read(sourceOf(['a']), { ...WATCH_LIST, allowWatchBookmarks: false }))).toEqual(['ADDED a@101']);
  });

  it('never ends when told so', async () => {
    expect(brief(await read(sourceOf(['a'], { watchList: 'never-ends' }), WATCH_LIST))).toEqual(['ADDED a@101']);
  });

  it.each(['unsupported-422', 'declared-unsupported'] as const)('is refused with 422 when %s', async (watchList) => {
    await expect(read(sourceOf([], { watchList }), WATCH_LIST)).rejects.toSatisfy(isInvalid);
  });

  it('is declared unsupported only when told so', () => {
    const source = sourceOf([], { watchList: 'unsupported-422' });
    expect(source.supportsWatchList).toBeUndefined();
    source.watchList = 'declared-unsupported';
    expect(source.supportsWatchList).toBe(false);
  });

  it.each<ListOptions>([
    { sendInitialEvents: true },
    { sendInitialEvents: true, resourceVersion: '100', resourceVersionMatch: 'Exact' },
    { resourceVersionMatch: 'NotOlderThan', resourceVersion: '100' },
  ])('is refused with 422 for contradicting options: %o', async (options) => {
    await expect(read(sourceOf([]), options)).rejects.toSatisfy(isInvalid);
  });

  it('from the future says "too large" inside the stream', async () => {
    expect(errorIn(await read(sourceOf([]), { ...WATCH_LIST, resourceVersion: '200' }))).toSatisfy(
      isTooLargeResourceVersion,
    );
  });

  it('starts at the newest state without initial events when told false', async () => {
    const source = sourceOf(['a']);
    const reading = await read(source, { ...WATCH_LIST, sendInitialEvents: false });
    source.create(named('b'));
    await turn();
    expect(brief(reading)).toEqual(['ADDED b@102']);
  });
});

interface Write {
  readonly name: string;
  readonly app: string;
  readonly remove: boolean;
}

function apply(source: FakeListerWatcher<KubernetesObject>, { name, app, remove }: Write): void {
  if (!remove) source.set(named(name, { app }));
  else if (source.get(name) !== undefined) source.delete(name);
}

/** What a client that does everything right holds after these events. */
function follow(state: Map<string, unknown>, events: readonly WatchEvent[]): Map<string, unknown> {
  for (const { type, object } of events) {
    if (type === 'BOOKMARK') continue;
    const { namespace, name } = (object as KubernetesObject).metadata;
    if (type === 'DELETED') state.delete(keyOf(namespace, name));
    else state.set(keyOf(namespace, name), object);
  }
  return state;
}

function selected(source: FakeListerWatcher<KubernetesObject>, labelSelector: string): Map<string, unknown> {
  const objects = source.objects().filter(({ metadata }) => labelSelector === '' || metadata.labels?.['app'] === 'web');
  return new Map(objects.map((object) => [object.metadata.name, object]));
}

describe('a client that lists and then watches from the version of the list', () => {
  const writes = fc.array(
    fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), app: fc.constantFrom('web', 'db'), remove: fc.boolean() }),
  );
  const selector = fc.constantFrom('', 'app=web');

  it('ends up with the state of the source, whatever was written before, between and after', async () => {
    await fc.assert(
      fc.asyncProperty(writes, writes, writes, selector, async (before, between, after, labelSelector) => {
        const source = sourceOf([]);
        for (const write of before) apply(source, write);
        const state = new Map<string, unknown>();
        let resourceVersion = '';
        for await (const page of source.list({ labelSelector, limit: 2 }, { signal: new AbortController().signal })) {
          resourceVersion = page.resourceVersion;
          for (const item of page.items) state.set((item as KubernetesObject).metadata.name, item);
        }
        for (const write of between) apply(source, write);
        const reading = await read(source, { labelSelector, resourceVersion });
        for (const write of after) apply(source, write);
        await turn();
        expect(follow(state, reading.events)).toEqual(selected(source, labelSelector));
      }),
    );
  });

  it('gets the same from a WatchList', async () => {
    await fc.assert(
      fc.asyncProperty(writes, writes, selector, async (before, after, labelSelector) => {
        const source = sourceOf([]);
        for (const write of before) apply(source, write);
        const reading = await read(source, { ...WATCH_LIST, labelSelector });
        for (const write of after) apply(source, write);
        await turn();
        expect(follow(new Map(), reading.events)).toEqual(selected(source, labelSelector));
      }),
    );
  });

  it('sees versions go up only, after the initial events', async () => {
    await fc.assert(
      fc.asyncProperty(writes, writes, async (before, after) => {
        const source = sourceOf([]);
        const reading = await read(source, { resourceVersion: '100' });
        for (const write of [...before, ...after]) apply(source, write);
        await turn();
        const versions = reading.events.map(({ object }) =>
          Number((object as KubernetesObject).metadata.resourceVersion),
        );
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
      }),
    );
  });
});
