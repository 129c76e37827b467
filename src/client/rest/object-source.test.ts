import { describe, expect, it } from 'vitest';
import { resources } from '../../generated/index.js';
import { defineResource } from '../../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../../meta/index.js';
import { proto } from '../../wire/test-support.js';
import { BOTH, PROTOBUF, clientOf, configMap, message, metadata, pod } from '../test-client.js';
import { failure } from './test-transport.js';
import type { FakeTransport } from './test-transport.js';

describe('the source of informers', () => {
  const { signal } = new AbortController();
  const widgets = defineResource<KubernetesObject>({
    group: 'example.com',
    version: 'v1',
    resource: 'widgets',
    kind: 'Widget',
    scope: 'Namespaced',
  });
  const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const found: T[] = [];
    for await (const item of items) found.push(item);
    return found;
  };

  it('drops managedFields', async () => {
    const list = Buffer.concat([
      proto.bytes(1, proto.bytes(2, '9')),
      proto.bytes(2, message(pod('a', { managedFields: [{ manager: 'me' }] }))),
    ]);
    const { client } = clientOf({ contentType: PROTOBUF, body: proto.envelope('v1', 'PodList', list) });
    const [page] = await all(client.listerWatcher(resources.core.v1.pods).list({}, { signal }));
    const [item] = page?.items as readonly ObjectRecord[];
    expect(item?.object.metadata).not.toHaveProperty('managedFields');
  });

  it('hands items on as they come, and the resourceVersion when the list says it', async () => {
    const item = (name: string) =>
      JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: metadata(name) });
    let sent = 0;
    const { client } = clientOf({
      chunks: (function* () {
        for (const text of [
          `{"apiVersion":"example.com/v1","items":[${item('a')},`,
          `${item('b')},`,
          `${item('c')}],"kind":"WidgetList","metadata":{"resourceVersion":"9"}}`,
        ]) {
          sent++;
          yield Buffer.from(text);
        }
      })(),
    });
    const seen: unknown[] = [];
    for await (const { items, resourceVersion } of client.listerWatcher(widgets).list({}, { signal })) {
      const keys = [...items].map((record) => (record as ObjectRecord).key);
      seen.push([sent, keys, resourceVersion]);
    }
    expect(seen).toEqual([
      [1, ['default/a'], ''],
      [2, ['default/b'], ''],
      [3, ['default/c'], '9'],
      [3, [], '9'],
    ]);
  });

  it('follows continue tokens with the limit alone', async () => {
    const page = (next?: string) => ({
      body: {
        kind: 'WidgetList',
        apiVersion: 'example.com/v1',
        metadata: { resourceVersion: '9', continue: next },
        items: [],
      },
    });
    const { client, http } = clientOf(page('more'), page());
    const request = {
      limit: 2,
      resourceVersion: '5',
      resourceVersionMatch: 'NotOlderThan',
      labelSelector: 'a=b',
    } as const;
    await all(client.listerWatcher(widgets, { namespace: 'default' }).list(request, { signal }));
    expect(http.requests[0]?.query).toMatchObject({
      limit: 2,
      resourceVersion: '5',
      resourceVersionMatch: 'NotOlderThan',
    });
    expect(http.query).toEqual({ limit: 2, labelSelector: 'a=b', continue: 'more' });
    expect(http.last.path).toBe('/apis/example.com/v1/namespaces/default/widgets');
  });

  it('refuses a server that answers a continue token with itself', async () => {
    const body = { kind: 'WidgetList', metadata: { resourceVersion: '9', continue: 'more' }, items: [] };
    const { client, http } = clientOf({ body }, { body }, { body });
    const list = client.listerWatcher(widgets, { namespace: 'default' }).list({}, { signal });
    await expect(all(list)).rejects.toMatchObject({ code: 'ERR_LIST_INVALID' });
    expect(http.requests).toHaveLength(2);
  });

  it('passes a selector of a share on, with every page and every watch', async () => {
    const shardSelector = "shardRange(object.metadata.uid,'0x0','0x8')";
    const first = { kind: 'WidgetList', metadata: { resourceVersion: '9', continue: 'more' }, items: [] };
    const last = { kind: 'WidgetList', metadata: { resourceVersion: '9' }, items: [] };
    const { client, http } = clientOf({ body: first }, { body: last }, {});
    const source = client.listerWatcher(widgets, { namespace: 'default' });
    await all(source.list({ shardSelector }, { signal }));
    await source.watch({ shardSelector }, { signal });
    expect(http.requests.map(({ query }) => query?.['shardSelector'])).toEqual([
      shardSelector,
      shardSelector,
      shardSelector,
    ]);
  });

  it('refuses an option that it would leave out: all would be read in place of a part', async () => {
    const { client, http } = clientOf({});
    const source = client.listerWatcher(widgets, { namespace: 'default' });
    const request = { labelSelektor: 'app=web', limit: undefined } as object;
    const refusal = { code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining('labelSelektor') as string };
    await expect(all(source.list(request, { signal }))).rejects.toMatchObject(refusal);
    await expect(source.watch(request, { signal })).rejects.toMatchObject(refusal);
    expect(http.requests).toEqual([]);
  });

  it('asks for the metadata alone, and gives it under the kind of the resource', async () => {
    const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: metadata('a') };
    const { client, http } = clientOf({
      chunks: [Buffer.from(`${JSON.stringify({ type: 'ADDED', object: partial })}\n`)],
    });
    const source = client.listerWatcher(widgets, { projection: 'metadata' });
    const [events] = await all(await source.watch({}, { signal }));
    const record = events?.[0]?.object as { object: KubernetesObject; field(path: string[]): unknown };
    expect(record.object).toStrictEqual({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: partial.metadata });
    expect(Object.isFrozen(record.object)).toBe(true);
    expect(record.field(['kind'])).toBe('Widget');
    expect(http.last.headers?.['accept']).toMatch(/^application\/vnd\.kubernetes\.protobuf;as=PartialObjectMetadata;/);
  });

  describe('fields that are newer than the tables', () => {
    const event = proto.event(
      'ADDED',
      proto.envelope('v1', 'ConfigMap', message(configMap('a'), { withUnknown: true })),
    );
    const watch = { contentType: `${PROTOBUF};stream=watch`, chunks: [event] };
    const list = {
      contentType: PROTOBUF,
      body: proto.envelope(
        'v1',
        'ConfigMapList',
        Buffer.concat([
          proto.bytes(1, proto.bytes(2, '9')),
          proto.bytes(2, message(configMap('a'), { withUnknown: true })),
        ]),
      ),
    };
    const accepted = (http: FakeTransport) => http.requests.map(({ headers }) => headers?.['accept']);

    it('are left out, and counted', async () => {
      const { client, http } = clientOf(watch);
      const source = client.listerWatcher(resources.core.v1.configMaps);
      const [events] = await all(await source.watch({}, { signal }));
      expect((events?.[0]?.object as ObjectRecord).unknownFields).toBe(1);
      await source.watch({}, { signal });
      expect([accepted(http), client.unknownFields]).toEqual([[BOTH, BOTH], 1]);
    });

    it('end a watch or a list that is to have them, and make the next one ask for JSON', async () => {
      const { client, http } = clientOf(watch, list, { chunks: [] });
      const source = () => client.listerWatcher(resources.core.v1.configMaps, { unknownFields: 'json' });
      const [watching, listing] = [source(), source()];
      const met = { code: 'ERR_INCOMPLETE_OBJECT', retryable: true };
      await expect(all(await watching.watch({}, { signal }))).rejects.toMatchObject(met);
      await expect(all(listing.list({}, { signal }))).rejects.toMatchObject(met);
      await watching.watch({}, { signal });
      await listing.watch({}, { signal });
      expect(accepted(http)).toEqual([BOTH, BOTH, 'application/json', 'application/json']);
    });

    it('do not matter where metadata is asked for to compare', async () => {
      const { client } = clientOf(list);
      const source = client.listerWatcher(resources.core.v1.configMaps, { unknownFields: 'json' });
      expect(await all(source.list({ metadataOnly: true }, { signal }))).not.toHaveLength(0);
    });
  });

  it('rejects when the server refuses the watch', async () => {
    const { client } = clientOf(failure(403, 'Forbidden', 'not you'));
    const watch = client.listerWatcher(resources.core.v1.pods, { namespace: 'default' }).watch({}, { signal });
    await expect(watch).rejects.toThrow('Cannot watch pods in namespace "default": not you');
  });
});
