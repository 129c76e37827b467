import { describe, expect, it } from 'vitest';
import { resources } from '../../generated/index.js';
import { defineResource } from '../../meta/index.js';
import type { KubernetesObject, ObjectRecord } from '../../meta/index.js';
import { proto } from '../../wire/test-support.js';
import { BOTH, PROTOBUF, clientOf, configMap, message, metadata, pod } from '../test-client.js';
import { failure } from './test-transport.js';

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

  it('asks for JSON once fields were lost', async () => {
    const event = proto.event(
      'ADDED',
      proto.envelope('v1', 'ConfigMap', message(configMap('a'), { withUnknown: true })),
    );
    const { client, http } = clientOf({ contentType: `${PROTOBUF};stream=watch`, chunks: [event] });
    const source = client.listerWatcher(resources.core.v1.configMaps);
    await all(await source.watch({}, { signal }));
    await source.watch({}, { signal });
    expect(http.requests.map(({ headers }) => headers?.['accept'])).toEqual([BOTH, 'application/json']);
  });

  it('rejects when the server refuses the watch', async () => {
    const { client } = clientOf(failure(403, 'Forbidden', 'not you'));
    const watch = client.listerWatcher(resources.core.v1.pods, { namespace: 'default' }).watch({}, { signal });
    await expect(watch).rejects.toThrow('Cannot watch pods in namespace "default": not you');
  });
});
