import { describe, expect, it } from 'vitest';
import { isConflict } from '../../errors/index.js';
import { proto } from '../../wire/test-support.js';
import { BOTH, PROTOBUF, clientOf, configMap, message, pod, protobuf } from '../test-client.js';
import { failure } from './test-transport.js';
import type { Answer } from './test-transport.js';

describe('writes', () => {
  it('create fills in apiVersion, kind and namespace', async () => {
    const { client, http } = clientOf({ status: 201, body: configMap('a') });
    const made = await client.core.v1.configMaps
      .namespace('default')
      .create(
        { metadata: { name: 'a' }, data: { a: 'b' } },
        { dryRun: true, fieldManager: 'me', fieldValidation: 'Strict' },
      );
    expect(made).toStrictEqual(configMap('a'));
    expect(http.last).toMatchObject({ method: 'POST', path: '/api/v1/namespaces/default/configmaps' });
    expect(http.query).toEqual({ dryRun: 'All', fieldManager: 'me', fieldValidation: 'Strict' });
    expect(http.sent).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default' },
      data: { a: 'b' },
    });
  });

  it('create takes the namespace of the object', async () => {
    const { client, http } = clientOf({ body: configMap('a') });
    await client.core.v1.configMaps.create({ metadata: { name: 'a', namespace: 'there' } });
    expect(http.last.path).toBe('/api/v1/namespaces/there/configmaps');
  });

  it('update replaces the object at its own path', async () => {
    const { client, http } = clientOf({ body: configMap('a') });
    const read = await client.core.v1.configMaps.namespace('default').get('a');
    await client.core.v1.configMaps.update(read);
    expect(http.last).toMatchObject({ method: 'PUT', path: '/api/v1/namespaces/default/configmaps/a' });
    expect(http.sent).toEqual(configMap('a'));
  });

  it.each([
    { patch: [{ op: 'remove', path: '/data' }] as const, options: {}, type: 'application/json-patch+json' },
    { patch: { data: null }, options: {}, type: 'application/merge-patch+json' },
    { patch: { data: null }, options: { type: 'strategic' } as const, type: 'application/strategic-merge-patch+json' },
  ])('patch sends $type', async ({ patch, options, type }) => {
    const { client, http } = clientOf({ body: configMap('a') });
    await client.core.v1.configMaps.namespace('default').patch('a', patch, options);
    expect(http.last).toMatchObject({ method: 'PATCH', headers: { 'content-type': type } });
    expect(http.sent).toEqual(patch);
  });

  it('apply names the owner, and sends what the object is', async () => {
    const { client, http } = clientOf({ body: configMap('a') });
    await client.core.v1.configMaps
      .namespace('default')
      .apply({ metadata: { name: 'a' }, data: { a: 'b' } }, { fieldManager: 'me', force: true });
    expect(http.last).toMatchObject({ method: 'PATCH', headers: { 'content-type': 'application/apply-patch+yaml' } });
    expect(http.query).toEqual({ fieldManager: 'me', force: true });
    expect(http.sent).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  });

  it('delete says what it was told, and nothing else', async () => {
    const done = { body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
    const { client, http } = clientOf(done);
    const pods = client.core.v1.pods.namespace('default');
    expect(await pods.delete('a')).toBeUndefined();
    expect(http.last.body).toBeUndefined();
    await pods.delete('a', {
      gracePeriodSeconds: 0,
      propagationPolicy: 'Orphan',
      preconditions: { uid: 'u' },
      dryRun: true,
    });
    expect(http.sent).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 0,
      propagationPolicy: 'Orphan',
      preconditions: { uid: 'u' },
      dryRun: ['All'],
    });
  });

  it('delete gives the object that is still there', async () => {
    const { client } = clientOf({ body: pod('a') });
    expect(await client.core.v1.pods.namespace('default').delete('a')).toStrictEqual(pod('a'));
  });

  it('deleteCollection sends the selectors', async () => {
    const { client, http } = clientOf({ body: { kind: 'PodList', apiVersion: 'v1', items: [] } });
    await client.core.v1.pods.namespace('default').deleteCollection({ labelSelector: 'app=web' });
    expect(http.last).toMatchObject({ method: 'DELETE', path: '/api/v1/namespaces/default/pods' });
    expect(http.query).toEqual({ labelSelector: 'app=web' });
  });

  it('a subresource of another kind gets its own type', async () => {
    const { client, http } = clientOf({ status: 201, body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } });
    await client.core.v1.pods
      .namespace('default')
      .subresource('eviction')
      .create('a', { metadata: { name: 'a' } } as never);
    expect(http.last.path).toBe('/api/v1/namespaces/default/pods/a/eviction');
    expect(http.sent).toMatchObject({ apiVersion: 'policy/v1', kind: 'Eviction' });
  });

  it('a review needs no name', async () => {
    const { client, http } = clientOf({
      body: { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', status: {} },
    });
    await client.authentication.v1.selfSubjectReviews.create({ metadata: {} });
    expect(http.sent).toMatchObject({ kind: 'SelfSubjectReview' });
  });
});

describe('answers', () => {
  it('in protobuf are what they are in JSON, managedFields included', async () => {
    const managedFields = [{ manager: 'me', operation: 'Update' }];
    const managed = pod('a', { managedFields });
    const get = (answer: Answer) => clientOf(answer).client.core.v1.pods.namespace('default').get('a');
    expect((await get({ body: managed })).metadata.managedFields).toEqual(managedFields);
    const read = await get(protobuf(managed));
    expect(read.metadata.managedFields).toEqual(managedFields);
    expect(read.spec).toMatchObject(managed.spec);
  });

  it('that say no are typed, and say what was attempted', async () => {
    const conflict = { ...failure(409, 'Conflict', 'it has changed'), retryAfterMs: 3_000 };
    const { client } = clientOf(conflict);
    const call = client.apps.v1.deployments.namespace('default').patch('web', {});
    await expect(call).rejects.toSatisfy(isConflict);
    await expect(call).rejects.toMatchObject({
      message: 'Cannot patch deployments.apps "default/web": it has changed',
      retryAfterMs: 3_000,
    });
  });

  it('that are no Kubernetes at all are told as such', async () => {
    const { client } = clientOf({ contentType: 'text/html', body: '<html><body>Please log in</body></html>' });
    await expect(client.core.v1.nodes.list()).rejects.toMatchObject({ code: 'ERR_WIRE_UNEXPECTED_CONTENT' });
  });

  it('that are too long are given up', async () => {
    const { client } = clientOf({ chunks: Array.from({ length: 17 }, () => Buffer.alloc(2 ** 20, ' ')) });
    await expect(client.core.v1.nodes.get('a')).rejects.toMatchObject({ code: 'ERR_WIRE_TOO_LARGE' });
  });
});

describe('fields that are newer than the tables', () => {
  it('make get ask again in JSON', async () => {
    const { client, http } = clientOf(protobuf(configMap('a'), { withUnknown: true }), {
      body: { ...configMap('a'), colour: 'x' },
    });
    const read = await client.core.v1.configMaps.namespace('default').get('a');
    expect(read).toHaveProperty('colour', 'x');
    expect(http.requests.map(({ headers }) => headers?.['accept'])).toEqual([BOTH, 'application/json']);
    expect(client.unknownFields).toBe(1);
  });

  it('do not stand in the way of an update of what get gave', async () => {
    const whole = { ...configMap('a'), colour: 'x' };
    const { client, http } = clientOf(protobuf(configMap('a'), { withUnknown: true }), { body: whole });
    const configMaps = client.core.v1.configMaps.namespace('default');
    await configMaps.update(await configMaps.get('a'));
    expect(http.sent).toEqual(whole);
  });

  it('make an update of what a list gave an error, also of a copy', async () => {
    const list = Buffer.concat([
      proto.bytes(1, proto.bytes(2, '9')),
      proto.bytes(2, message(configMap('a'), { withUnknown: true })),
    ]);
    const { client } = clientOf({ contentType: PROTOBUF, body: proto.envelope('v1', 'ConfigMapList', list) });
    const { items } = await client.core.v1.configMaps.list();
    const copy = structuredClone(items[0]) as (typeof items)[number];
    await expect(client.core.v1.configMaps.update(copy)).rejects.toMatchObject({ code: 'ERR_INCOMPLETE_OBJECT' });
  });
});
