import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isConflict, isExpired, isInvalid, isNotFound, isTooLargeResourceVersion } from '../errors/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListOptions, ListPage } from '../reflector/index.js';
import { FakeListerWatcher } from './fake-lister-watcher.js';

const context = { signal: new AbortController().signal };

async function pagesOf<T extends KubernetesObject>(
  source: FakeListerWatcher<T>,
  options: ListOptions = {},
): Promise<ListPage<T>[]> {
  const pages: ListPage<T>[] = [];
  for await (const page of source.list(options, context)) pages.push(page);
  return pages;
}

async function namesOf(source: FakeListerWatcher<KubernetesObject>, options: ListOptions = {}): Promise<string[]> {
  const pages = await pagesOf(source, options);
  return pages.flatMap((page) => [...page.items].map((item) => (item as KubernetesObject).metadata.name));
}

function named(name: string, labels?: Record<string, string>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', ...(labels && { labels }) } };
}

function sourceOf(...names: string[]): FakeListerWatcher<KubernetesObject> {
  return new FakeListerWatcher<KubernetesObject>({ objects: names.map((name) => named(name)), resourceVersion: '100' });
}

describe('FakeListerWatcher writes', () => {
  it('moves the resourceVersion by every write, a deletion too', () => {
    const source = sourceOf();
    const versions = [source.resourceVersion];
    source.create(named('a'));
    versions.push(source.resourceVersion);
    source.update(named('a'));
    versions.push(source.resourceVersion);
    source.delete('default/a');
    versions.push(source.resourceVersion);
    expect(versions).toEqual(['100', '101', '102', '103']);
  });

  it('counts versions beyond what a number can hold', () => {
    const source = new FakeListerWatcher<KubernetesObject>({ resourceVersion: '9007199254740993' });
    expect(source.create(named('a')).metadata.resourceVersion).toBe('9007199254740994');
  });

  it('gives an object without a uid one, and another to the next', () => {
    const source = sourceOf();
    expect(source.create(named('a')).metadata.uid).not.toBe(source.create(named('b')).metadata.uid);
  });

  it('keeps the uid over updates', () => {
    const source = sourceOf('a');
    const { uid } = source.get('default/a')?.metadata ?? {};
    expect(source.update(named('a')).metadata.uid).toBe(uid);
  });

  it('gives a re-created object a new uid', () => {
    const source = sourceOf('a');
    const { uid } = source.delete('default/a').metadata;
    expect(source.create(named('a')).metadata.uid).not.toBe(uid);
  });

  it('returns copies that can be written to without changing the source', () => {
    const source = sourceOf('a');
    const copy = source.get('default/a');
    if (copy !== undefined) copy.metadata.labels = { changed: 'yes' };
    expect(source.get('default/a')?.metadata.labels).toBeUndefined();
  });

  it('does not see later writes to an object it was given', () => {
    const source = sourceOf();
    const given = { metadata: { name: 'a', labels: { app: 'web' } } };
    source.create(given);
    given.metadata.labels.app = 'changed';
    expect(source.get('a')?.metadata.labels).toEqual({ app: 'web' });
  });

  it('refuses to create what exists with 409', () => {
    expect(catching(() => sourceOf('a').create(named('a')))).toMatchObject({
      statusCode: 409,
      reason: 'AlreadyExists',
    });
  });

  it('refuses to update what is not there with 404', () => {
    expect(catching(() => sourceOf().update(named('a')))).toSatisfy(isNotFound);
  });

  it('refuses to delete what is not there with 404', () => {
    expect(catching(() => sourceOf().delete('default/a'))).toSatisfy(isNotFound);
  });

  it('refuses to update from an old resourceVersion with 409', () => {
    const source = sourceOf('a');
    const old = source.objects()[0] as KubernetesObject;
    source.update(old);
    expect(catching(() => source.update(old))).toSatisfy(isConflict);
  });

  it('sets an object whatever resourceVersion it carries', () => {
    const source = sourceOf('a');
    const old = source.objects()[0] as KubernetesObject;
    source.update(old);
    expect(source.set(old).metadata.resourceVersion).toBe(source.resourceVersion);
  });
});

describe('FakeListerWatcher lists', () => {
  it('lists in the order of keys', async () => {
    expect(await namesOf(sourceOf('b', 'c', 'a'))).toEqual(['a', 'b', 'c']);
  });

  it('cuts a list at "" into pages of the limit', async () => {
    const pages = await pagesOf(sourceOf('a', 'b', 'c', 'd', 'e'), { limit: 2 });
    expect(pages.map((page) => [...page.items].length)).toEqual([2, 2, 1]);
  });

  it('has a continue token on all pages but the last', async () => {
    const pages = await pagesOf(sourceOf('a', 'b', 'c'), { limit: 1 });
    expect(pages.map((page) => page.continue !== undefined)).toEqual([true, true, false]);
  });

  it('answers an empty list with one page', async () => {
    expect(await pagesOf(sourceOf(), { limit: 2 })).toEqual([{ items: [], resourceVersion: '100' }]);
  });

  it('ignores the limit at "0" as a watch cache does', async () => {
    expect(await pagesOf(sourceOf('a', 'b', 'c'), { limit: 1, resourceVersion: '0' })).toHaveLength(1);
  });

  it('honours the limit at "0" without a watch cache', async () => {
    const source = new FakeListerWatcher({ watchCache: false, objects: [named('a'), named('b')] });
    expect(await pagesOf(source, { limit: 1, resourceVersion: '0' })).toHaveLength(2);
  });

  it('shows one state on all pages even when writes happen between them', async () => {
    const source = sourceOf('a', 'b', 'c');
    const seen: string[] = [];
    const versions = new Set<string>();
    for await (const page of source.list({ limit: 1 }, context)) {
      seen.push(...[...page.items].map((item) => (item as KubernetesObject).metadata.name));
      versions.add(page.resourceVersion);
      if (seen.length === 1) {
        source.delete('default/c');
        source.create(named('d'));
      }
    }
    expect([seen, [...versions]]).toEqual([['a', 'b', 'c'], ['103']]);
  });

  it('shows the newest state to a list that asks for one not older than a version', async () => {
    expect(await namesOf(sourceOf('a', 'b'), { resourceVersion: '101' })).toEqual(['a', 'b']);
  });

  it('shows the state of that very version to an Exact list', async () => {
    const source = sourceOf('a', 'b');
    source.delete('default/a');
    expect(await namesOf(source, { resourceVersion: '101', resourceVersionMatch: 'Exact' })).toEqual(['a']);
  });

  it('takes a number and a limit without a match as Exact, as the API server does', async () => {
    expect(await namesOf(sourceOf('a', 'b'), { resourceVersion: '101', limit: 10 })).toEqual(['a']);
  });

  it('answers a version from the future with 504 and the cause', async () => {
    await expect(pagesOf(sourceOf(), { resourceVersion: '101' })).rejects.toSatisfy(isTooLargeResourceVersion);
  });

  it('answers an Exact list of forgotten history with 410', async () => {
    const source = sourceOf('a');
    source.expire();
    const list = pagesOf(source, { resourceVersion: '101', resourceVersionMatch: 'Exact' });
    await expect(list).rejects.toSatisfy(isExpired);
  });

  it('answers the next page with 410 when history was forgotten since the first', async () => {
    const source = sourceOf('a', 'b');
    const pages = source.list({ limit: 1 }, context)[Symbol.asyncIterator]();
    await pages.next();
    source.expire();
    await expect(pages.next()).rejects.toSatisfy(isExpired);
  });

  it.each<ListOptions>([
    { resourceVersionMatch: 'Exact' },
    { resourceVersionMatch: 'Exact', resourceVersion: '0' },
    { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' },
  ])('answers contradicting options with 422: %o', async (options) => {
    await expect(pagesOf(sourceOf(), options)).rejects.toSatisfy(isInvalid);
  });

  it('answers an unreadable selector with 400', async () => {
    await expect(pagesOf(sourceOf(), { labelSelector: 'a b' })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('lists only what the selectors and the filter select', async () => {
    const source = new FakeListerWatcher({
      objects: ['a', 'b', 'c', 'd'].map((name) => named(name, name === 'd' ? {} : { app: 'web' })),
      filter: (object) => object.metadata.name !== 'a',
    });
    expect(await namesOf(source, { labelSelector: 'app=web', fieldSelector: 'metadata.name!=b' })).toEqual(['c']);
  });

  it('hands out new copies on each list', async () => {
    const source = sourceOf('a');
    const first = [...((await pagesOf(source))[0]?.items ?? [])][0];
    Object.freeze(first);
    source.update(named('a', { app: 'web' }));
    expect([...((await pagesOf(source))[0]?.items ?? [])][0]).not.toBe(first);
  });

  it('counts a list as active until its last page was read', async () => {
    const source = sourceOf('a', 'b');
    const counts: number[] = [];
    for await (const _page of source.list({ limit: 1 }, context)) counts.push(source.activeLists);
    expect([...counts, source.activeLists]).toEqual([1, 1, 0]);
  });

  it('counts a list that was left early as over', async () => {
    const source = sourceOf('a', 'b');
    for await (const _page of source.list({ limit: 1 }, context)) break;
    expect(source.activeLists).toBe(0);
  });

  it('throws the reason of its signal instead of the next page', async () => {
    const controller = new AbortController();
    const pages = sourceOf('a', 'b').list({ limit: 1 }, { signal: controller.signal })[Symbol.asyncIterator]();
    await pages.next();
    controller.abort(new Error('enough'));
    await expect(pages.next()).rejects.toThrow('enough');
  });

  it('logs a list once, however many pages it has', async () => {
    const source = sourceOf('a', 'b');
    await pagesOf(source, { limit: 1 });
    expect(source.requests).toMatchObject([{ verb: 'list', options: { limit: 1 } }]);
  });

  it('shows in pages of any size what it has, whatever happened before', async () => {
    const write = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), remove: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(write), fc.nat(7), async (writes, limit) => {
        const source = sourceOf();
        for (const { name, remove } of writes) {
          if (!remove) source.set(named(name));
          else if (source.get(`default/${name}`) !== undefined) source.delete(`default/${name}`);
        }
        const items = (await pagesOf(source, { limit })).flatMap((page) => [...page.items]);
        expect(items).toEqual(source.objects());
      }),
    );
  });
});

function catching(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
