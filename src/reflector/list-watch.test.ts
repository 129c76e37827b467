import { describe, expect, it } from 'vitest';
import { apiError, makeObject } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { ListOptions, ListPage, WatchStream } from './contract.js';
import { ListWatch } from './list-watch.js';
import type { ObjectList } from './list-watch.js';

const { signal } = new AbortController();
const names = ['a', 'b', 'c', 'd', 'e'];
const items = names.map((name) => makeObject({ name }));

/** A server that pages by the number of the next item as token. */
function pagingServer(count: number, expiresAt?: number) {
  const requests: ListOptions[] = [];
  const list = (options: ListOptions): ObjectList<TestObject> => {
    requests.push(options);
    const start = Number(options.continue ?? 0);
    if (expiresAt !== undefined && start >= expiresAt) throw apiError(410);
    const end = Math.min(count, start + (options.limit ?? Infinity));
    return {
      kind: 'PodList',
      // A real server counts on from page to page only if it could not keep the snapshot.
      metadata: { resourceVersion: String(100 + start), ...(end < count ? { continue: String(end) } : {}) },
      items: items.slice(start, end),
    };
  };
  const source = new ListWatch<TestObject>({ list, watch: () => [] as unknown as WatchStream<TestObject> });
  return { source, requests };
}

async function pagesOf(source: ListWatch<TestObject>, options: ListOptions): Promise<ListPage<TestObject>[]> {
  const pages = [];
  for await (const page of source.list(options, { signal })) pages.push(page);
  return pages;
}

const namesOf = (pages: readonly ListPage<TestObject>[]): string[][] =>
  pages.map((page) => [...page.items].map((item) => (item as TestObject).metadata.name));

describe('ListWatch.list', () => {
  it.each([
    [0, [[]]],
    [1, [['a']]],
    [2, [['a', 'b']]],
    [3, [['a', 'b'], ['c']]],
    [5, [['a', 'b'], ['c', 'd'], ['e']]],
  ])('follows the pages of %d objects, two a page', async (count, expected) => {
    const { source } = pagingServer(count);
    expect(namesOf(await pagesOf(source, { limit: 2 }))).toEqual(expected);
  });

  it('gives every page the resourceVersion of the first', async () => {
    const pages = await pagesOf(pagingServer(5).source, { limit: 2 });
    expect(pages.map(({ resourceVersion }) => resourceVersion)).toEqual(['100', '100', '100']);
  });

  it('tells by continue whether more follows', async () => {
    const pages = await pagesOf(pagingServer(3).source, { limit: 2 });
    expect(pages.map((page) => 'continue' in page)).toEqual([true, false]);
  });

  it('sends resourceVersion and match with the first page only: the token names the snapshot', async () => {
    const { source, requests } = pagingServer(3);
    await pagesOf(source, { limit: 2, resourceVersion: '7', resourceVersionMatch: 'NotOlderThan', labelSelector: 'x' });
    expect(requests).toEqual([
      { limit: 2, resourceVersion: '7', resourceVersionMatch: 'NotOlderThan', labelSelector: 'x' },
      { limit: 2, continue: '2', labelSelector: 'x' },
    ]);
  });

  it('throws when a later page has expired, after the pages before', async () => {
    const pages: ListPage<TestObject>[] = [];
    const reading = (async () => {
      for await (const page of pagingServer(5, 2).source.list({ limit: 2 }, { signal })) pages.push(page);
    })();
    await expect(reading).rejects.toMatchObject({ statusCode: 410 });
    expect(namesOf(pages)).toEqual([['a', 'b']]);
  });

  it('asks for the next page only when it is wanted', async () => {
    const { source, requests } = pagingServer(5);
    await source.list({ limit: 2 }, { signal })[Symbol.asyncIterator]().next();
    expect(requests).toHaveLength(1);
  });

  it('ends a list that gets stuck at one token', async () => {
    const list = (): ObjectList<TestObject> => ({ metadata: { resourceVersion: '1', continue: 'again' }, items: [] });
    const source = new ListWatch<TestObject>({ list, watch: () => [] as unknown as WatchStream<TestObject> });
    await expect(pagesOf(source, {})).rejects.toMatchObject({ code: 'ERR_LIST_INVALID' });
  });

  it.each<ObjectList<TestObject>>([{}, { items: null }, { metadata: {} }])(
    'makes one empty page without a resourceVersion of %j',
    async (answer) => {
      const source = new ListWatch<TestObject>({
        list: () => answer,
        watch: () => [] as unknown as WatchStream<TestObject>,
      });
      expect(await pagesOf(source, {})).toEqual([{ items: [], resourceVersion: '' }]);
    },
  );

  it('passes the kind on, by which a Table is known', async () => {
    const [page] = await pagesOf(pagingServer(1).source, {});
    expect(page?.kind).toBe('PodList');
  });
});

describe('ListWatch.watch', () => {
  it('hands options and signal on', async () => {
    const seen: unknown[] = [];
    const stream = [] as unknown as WatchStream<TestObject>;
    const source = new ListWatch<TestObject>({
      list: () => ({}),
      watch: (options, context) => {
        seen.push(options, context.signal);
        return stream;
      },
    });
    expect(await source.watch({ resourceVersion: '5' }, { signal })).toBe(stream);
    expect(seen).toEqual([{ resourceVersion: '5' }, signal]);
  });

  it('rejects, not throws, when the function throws', async () => {
    const source = new ListWatch<TestObject>({
      list: () => ({}),
      watch: () => {
        throw new Error('no');
      },
    });
    await expect(source.watch({}, { signal })).rejects.toThrow('no');
  });

  it.each([undefined, true, false])('says %s about WatchList as it was told', (supportsWatchList) => {
    const source = new ListWatch<TestObject>({
      list: () => ({}),
      watch: () => [] as unknown as WatchStream<TestObject>,
      ...(supportsWatchList === undefined ? {} : { supportsWatchList }),
    });
    expect(source.supportsWatchList).toBe(supportsWatchList);
  });
});
