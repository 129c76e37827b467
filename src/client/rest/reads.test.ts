import { describe, expect, it } from 'vitest';
import { clientOf, metadata, pod } from '../test-client.js';
import { failure } from './test-transport.js';

describe('lists', () => {
  const page = (names: readonly string[], next?: string) => ({
    body: {
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '9', ...(next === undefined ? {} : { continue: next }) },
      items: names.map((name) => ({ metadata: metadata(name), spec: {}, status: {} })),
    },
  });

  it('put the pages together, and name the kind of each item', async () => {
    const { client, http } = clientOf(page(['a', 'b'], 'next'), page(['c']));
    const { items, metadata: said } = await client.core.v1.pods.list({ labelSelector: 'app=web' });
    expect(items.map((item) => `${item.kind} ${item.metadata.name}`)).toEqual(['Pod a', 'Pod b', 'Pod c']);
    expect(said).toEqual({ resourceVersion: '9' });
    expect(http.requests.map(({ query }) => query?.['continue'])).toEqual([undefined, 'next']);
    expect(http.query).toEqual({ labelSelector: 'app=web', limit: 500, continue: 'next' });
  });

  it('leave the resourceVersion out of all pages but the first', async () => {
    const { client, http } = clientOf(page(['a'], 'next'), page(['c']));
    await client.core.v1.pods.list({ resourceVersion: '5', resourceVersionMatch: 'Exact', limit: 1 });
    expect(http.requests.map(({ query }) => query?.['resourceVersion'])).toEqual(['5', undefined]);
  });

  it.each([
    ['5', 'NotOlderThan'],
    ['0', undefined],
    ['', undefined],
    [undefined, undefined],
  ])(
    'from resourceVersion %j ask for %s: a limit alone would mean exactly that state',
    async (resourceVersion, match) => {
      const { client, http } = clientOf(page(['a']));
      await client.core.v1.pods.list(resourceVersion === undefined ? {} : { resourceVersion });
      expect(http.query['resourceVersionMatch']).toBe(match);
    },
  );

  it('say the resourceVersion of the first page, from which a watch misses nothing, whatever later ones say', async () => {
    const page = (resourceVersion: string, token?: string) => ({
      body: { kind: 'PodList', metadata: { resourceVersion, continue: token }, items: [pod(resourceVersion)] },
    });
    const { client } = clientOf(page('10', 'more'), page('20'));
    const { items, metadata } = await client.core.v1.pods.namespace('default').list({ shardSelector: 'some' });
    expect([items.length, metadata.resourceVersion]).toEqual([2, '10']);
  });

  it('start over in one page when a token has expired', async () => {
    const { client, http } = clientOf(page(['a'], 'next'), failure(410, 'Expired'), page(['a', 'b']));
    expect((await client.core.v1.pods.list()).items).toHaveLength(2);
    expect(http.query).toEqual({});
  });

  it('of a server that ignores the token end with an error, not never', async () => {
    const stuck = () => clientOf(page(['a'], 'next'), page(['a'], 'next'), page(['a'], 'next')).client.core.v1.pods;
    const refused = { code: 'ERR_LIST_INVALID', message: expect.stringContaining('Cannot list pods') as string };
    await expect(stuck().list()).rejects.toMatchObject(refused);
    const read = async (): Promise<void> => {
      for await (const _object of stuck().each());
    };
    await expect(read()).rejects.toMatchObject(refused);
  });

  it('throw Expired between pages for who reads pages', async () => {
    const { client } = clientOf(page(['a'], 'next'), failure(410, 'Expired'));
    const pages = client.core.v1.pods.pages();
    expect((await pages.next()).value).toMatchObject({ metadata: { continue: 'next' } });
    await expect(pages.next()).rejects.toMatchObject({ statusCode: 410 });
  });

  it('send the next request only when it is asked for', async () => {
    const { client, http } = clientOf(page(['a'], 'next'), page(['b']));
    for await (const item of client.core.v1.pods.each()) if (item.metadata.name === 'a') break;
    expect(http.requests).toHaveLength(1);
  });
});

describe('watches', () => {
  const line = (type: string, object: object) => Buffer.from(`${JSON.stringify({ type, object })}\n`);

  it('yield typed events and bookmarks', async () => {
    const { client, http } = clientOf({
      chunks: [
        line('ADDED', pod('a')),
        line('BOOKMARK', {
          kind: 'Pod',
          metadata: { resourceVersion: '8', annotations: { 'k8s.io/initial-events-end': 'true' } },
        }),
      ],
    });
    const events = [];
    for await (const event of client.core.v1.pods.watch({ sendInitialEvents: true })) events.push(event);
    expect(events).toEqual([
      { type: 'ADDED', object: pod('a') },
      { type: 'BOOKMARK', resourceVersion: '8', isEndMark: true },
    ]);
    expect(http.last).toMatchObject({ purpose: 'watch' });
    expect(http.query).toEqual({
      watch: true,
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      resourceVersionMatch: 'NotOlderThan',
    });
  });

  it('yield no bookmarks that were not asked for', async () => {
    const bookmark = line('BOOKMARK', { kind: 'Pod', metadata: { resourceVersion: '8' } });
    const { client } = clientOf({ chunks: [bookmark, line('ADDED', pod('a')), bookmark] });
    const names = [];
    for await (const { object } of client.core.v1.pods.watch()) names.push(object.metadata.name);
    expect(names).toEqual(['a']);
  });

  it('throw the Status of an ERROR event', async () => {
    const { client } = clientOf({
      chunks: [line('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' })],
    });
    await expect(client.core.v1.pods.watch().next()).rejects.toMatchObject({
      statusCode: 410,
      message: 'Cannot watch pods: too old',
    });
  });
});

it('credentials that the server does not accept are said to be that', async () => {
  const { client } = clientOf(failure(401, 'Unauthorized', 'Unauthorized'));
  await expect(client.core.v1.pods.list()).rejects.toMatchObject({
    statusCode: 401,
    reason: 'Unauthorized',
    message: expect.stringContaining('Cannot list pods: Unauthorized (401): the server does not accept') as string,
  });
});

describe('a resource that the server does not have', () => {
  const advice = ': the server has no "pods" in v1. Check the names';
  const unknownPath = { status: 404, contentType: 'text/plain', body: Buffer.from('404 page not found\n') };
  const unknownResource = failure(404, 'NotFound', 'the server could not find the requested resource');

  it.each([unknownPath, unknownResource])('is a 404 that says what to look at', async (answer) => {
    const pods = clientOf(answer).client.core.v1.pods;
    const missing = { code: 'ERR_API_STATUS', statusCode: 404, message: expect.stringContaining(advice) as string };
    await expect(pods.list()).rejects.toMatchObject(missing);
    await expect(pods.namespace('default').get('a')).rejects.toMatchObject(missing);
  });

  it.each([{ name: 'a', kind: 'pods' }, undefined])('is not blamed when an object is missing (%j)', async (details) => {
    const body = {
      kind: 'Status',
      apiVersion: 'v1',
      code: 404,
      reason: 'NotFound',
      message: 'pods "a" not found',
      details,
    };
    const get = clientOf({ status: 404, body }).client.core.v1.pods.namespace('default').get('a');
    await expect(get).rejects.toMatchObject({ message: 'Cannot get pods "default/a": pods "a" not found' });
  });
});
