import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import { clientOf, configMap, message } from '../client/test-client.js';
import type { Answer } from '../client/rest/test-transport.js';
import type { Projection } from '../meta/index.js';
import { proto } from '../wire/test-support.js';
import { SharedInformerFactory } from './factory.js';
import type { SharedInformerFactoryOptions } from './factory-options.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const INITIAL_END = { 'k8s.io/initial-events-end': 'true' };
const bookmark = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: '', resourceVersion: '9', annotations: INITIAL_END },
};

/** A server with one config map that has a field more than the tables: lost in protobuf, there in JSON. */
function answer(accept: string | undefined): Answer {
  if (accept?.includes('protobuf') === true) {
    const events = [
      proto.event('ADDED', proto.envelope('v1', 'ConfigMap', message(configMap('a'), { withUnknown: true }))),
      proto.event('BOOKMARK', proto.envelope('v1', 'ConfigMap', message(bookmark))),
    ];
    return { contentType: `${PROTOBUF};stream=watch`, chunks: events, staysOpen: true };
  }
  const events = [
    { type: 'ADDED', object: { ...configMap('a'), colour: 'blue' } },
    { type: 'BOOKMARK', object: bookmark },
  ];
  return { chunks: events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`)), staysOpen: true };
}

async function start(options: SharedInformerFactoryOptions<Projection>) {
  const clock = new FakeClock();
  const { client } = clientOf(({ headers }) => answer(headers?.['accept'] as string | undefined));
  const errors: unknown[] = [];
  const factory = new SharedInformerFactory(client, {
    clock,
    watchErrorHandler: (error) => errors.push(error),
    ...options,
  });
  const { informer, lister } = factory.core.v1.configMaps;
  factory.start();
  await clock.advance(5_000);
  const [cached] = lister.list();
  return { client, factory, informer, cached, errors };
}

describe('fields that are newer than the tables', () => {
  it('are missing from the cache and counted in the status, and such an object is not written back', async () => {
    const { client, factory, informer, cached, errors } = await start({});
    expect([cached, informer.status.unknownFields, errors]).toEqual([configMap('a'), 1, []]);
    const update = client.core.v1.configMaps.update(structuredClone(cached) as never);
    await expect(update).rejects.toMatchObject({ code: 'ERR_INCOMPLETE_OBJECT' });
    await factory.stop();
  });

  it('are counted for an informer that keeps a part of each object', async () => {
    const { factory, informer } = await start({ projection: { keep: ['data'] } });
    expect(informer.status.unknownFields).toBe(1);
    await factory.stop();
  });

  it('are there when the informer may switch to JSON, which it says once', async () => {
    const { client, factory, informer, cached, errors } = await start({ unknownFields: 'json' });
    expect(cached).toEqual({ ...configMap('a'), colour: 'blue' });
    expect(informer.status).toMatchObject({ unknownFields: 0, phase: 'watching' });
    expect(errors).toMatchObject([{ code: 'ERR_INCOMPLETE_OBJECT' }]);
    // Nothing is lost by writing it back, so it is sent. What the fake server answers is beside the point.
    const update = client.core.v1.configMaps.update(cached as never).catch((error: unknown) => error);
    expect(await update).not.toMatchObject({ code: 'ERR_INCOMPLETE_OBJECT' });
    await factory.stop();
  });
});
