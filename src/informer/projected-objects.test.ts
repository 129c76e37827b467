import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { clientOf, configMap, message } from '../client/test-client.js';
import { mutableCopy } from '../meta/index.js';
import type { KubernetesObject, Projection } from '../meta/index.js';
import type { ConfigMap } from '../generated/kinds/core-v1.js';
import { proto } from '../wire/test-support.js';
import { SharedInformerFactory } from './factory.js';
import type { StoredAs } from './shared-informer-options.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const bookmark = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: '', resourceVersion: '9', annotations: { 'k8s.io/initial-events-end': 'true' } },
};

const partial = (object: typeof bookmark | KubernetesObject) => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: object.metadata,
});

/** The one config map of a cache that is filled by a server, in JSON or protobuf, and the client it came by. */
async function cachedBy(options: {
  readonly form: 'json' | 'protobuf';
  readonly projection: Projection;
  readonly store?: StoredAs;
  readonly isTransformed?: boolean;
}) {
  const { form, projection, store = 'bytes', isTransformed = false } = options;
  const clock = new FakeClock();
  const { client, http } = clientOf(({ method, headers }) => {
    if (method === 'PUT') return { body: configMap('a') };
    if (form === 'protobuf' && projection !== 'metadata') {
      const events = [
        proto.event('ADDED', proto.envelope('v1', 'ConfigMap', message(configMap('a')))),
        proto.event('BOOKMARK', proto.envelope('v1', 'ConfigMap', message(bookmark))),
      ];
      return { contentType: `${PROTOBUF};stream=watch`, chunks: events, staysOpen: true };
    }
    const isPartial = headers?.['accept']?.includes('PartialObjectMetadata') === true;
    const events = [
      { type: 'ADDED', object: isPartial ? partial(configMap('a')) : configMap('a') },
      { type: 'BOOKMARK', object: isPartial ? partial(bookmark) : bookmark },
    ];
    return { chunks: events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`)), staysOpen: true };
  });
  const factory = new SharedInformerFactory(client, {
    clock,
    store,
    projection,
    ...(isTransformed ? { transform: (object) => ({ ...object }) } : {}),
  });
  const { lister } = factory.core.v1.configMaps;
  factory.start();
  await clock.advance(5_000);
  const [cached] = lister.list();
  await factory.stop();
  const update = async (object: object): Promise<unknown> => {
    await client.core.v1.configMaps.update(object as ConfigMap);
    return http.sent;
  };
  return { cached: cached as ConfigMap, update };
}

const sources = (['json', 'protobuf'] as const).flatMap((form) => [
  { form },
  { form, store: 'objects' as const },
  { form, isTransformed: true },
]);

describe.each(sources)(
  'an object of a cache with a projection ($form, $store, transformed: $isTransformed)',
  (from) => {
    const projections: Projection[] = ['metadata', { keep: ['data.a'] }, { drop: ['data'] }];

    it.each(projections)('is not written back over the whole one: %j', async (projection) => {
      const { cached, update } = await cachedBy({ ...from, projection });
      const refused = { code: 'ERR_INCOMPLETE_OBJECT', message: expect.stringContaining('patch()') as string };
      await expect(update(cached)).rejects.toMatchObject(refused);
      await expect(update(mutableCopy(cached))).rejects.toMatchObject(refused);
      await expect(update(mutableCopy(mutableCopy(cached)))).rejects.toMatchObject(refused);
    });

    it.each<Projection>(['full', { drop: ['metadata.managedFields', 'metadata.labels'] }, { drop: [] }])(
      'is written back when it lacks nothing that the server would miss: %j',
      async (projection) => {
        const { cached, update } = await cachedBy({ ...from, projection });
        expect(await update(mutableCopy(cached))).toEqual(configMap('a'));
      },
    );
  },
);

describe('a client of metadata', () => {
  it('updates nothing: what it would send is never all of an object', async () => {
    const { client } = clientOf({ body: configMap('a') });
    const metadata = client.metadata({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default');
    await expect(metadata.update({ metadata: { name: 'a' } })).rejects.toMatchObject({ code: 'ERR_INCOMPLETE_OBJECT' });
  });
});
