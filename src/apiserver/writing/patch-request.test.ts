import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from './test-writing.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const map = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
});

let server: TestWriting;
beforeEach(async () => {
  server = new TestWriting();
  await server.send('create', MAPS, map('a', { data: { k: 'v' } }));
});

describe('patch', () => {
  it('merges, keeps what it does not name, and records who did it', async () => {
    const { code, body } = await server.merge(`${MAPS}/a`, { data: { z: '1' } });
    expect(code).toBe(200);
    expect(body.data).toEqual({ k: 'v', z: '1' });
    expect(body.metadata.managedFields?.[0]).toMatchObject({ manager: 'test', operation: 'Update' });
  });

  it('by JSON patch does all operations or none', async () => {
    const type = 'application/json-patch+json';
    const done = await server.send('patch', `${MAPS}/a`, [{ op: 'add', path: '/data/z', value: '1' }], { type });
    expect(done.body.data).toEqual({ k: 'v', z: '1' });
    const failed = await server.send(
      'patch',
      `${MAPS}/a`,
      [
        { op: 'remove', path: '/data/z' },
        { op: 'remove', path: '/data/none' },
      ],
      { type },
    );
    expect(failed.code).toBe(422);
    expect(server.stored('configmaps', 'default/a')?.data).toEqual({ k: 'v', z: '1' });
  });

  it('with a resourceVersion is about that state', async () => {
    expect((await server.merge(`${MAPS}/a`, { metadata: { resourceVersion: '1' } })).code).toBe(409);
    expect((await server.merge(`${MAPS}/a`, { metadata: { resourceVersion: null }, data: { z: '1' } })).code).toBe(200);
  });

  it('cannot change what the object is', async () => {
    expect((await server.merge(`${MAPS}/a`, { metadata: { name: 'x' } })).body.message).toBe(
      'the name of the object (x) does not match the name on the URL (a)',
    );
    expect((await server.merge(`${MAPS}/a`, { metadata: { namespace: 'x' } })).code).toBe(400);
    expect((await server.merge(`${MAPS}/a`, { metadata: { uid: 'x' } })).body.message).toBe(
      'ConfigMap "a" is invalid: metadata.uid: Invalid value: "x": field is immutable',
    );
    expect((await server.merge(`${MAPS}/a`, { kind: 'Pod' })).code).toBe(422);
  });

  it('of what is not there is 404, even when it cannot be read', async () => {
    expect((await server.merge(`${MAPS}/nope`, {})).code).toBe(404);
    expect((await server.merge(`${MAPS}/nope`, '{')).code).toBe(404);
    expect(await server.merge(`${MAPS}/a`, '{')).toMatchObject({
      code: 400,
      body: { message: 'error decoding patch: unexpected end of JSON input' },
    });
  });

  it('of a type that is none is 415', async () => {
    for (const type of ['application/json', 'application/apply-patch+cbor']) {
      const { code, body } = await server.send('patch', `${MAPS}/a`, {}, { type });
      expect(code).toBe(415);
      expect(body).toMatchObject({
        message: '415: Unsupported Media Type',
        reason: 'UnsupportedMediaType',
        details: {},
      });
    }
  });

  it('takes force for apply only, which needs a manager', async () => {
    expect((await server.merge(`${MAPS}/a?force=true`, {})).body.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    );
    expect((await server.apply(`${MAPS}/a`, map('a'))).body.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
  });

  it('strategic merge uses the keys of lists', async () => {
    await server.send('create', DEPLOYMENTS, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: {
            containers: [
              { name: 'c', image: 'i' },
              { name: 'd', image: 'j' },
            ],
          },
        },
      },
    });
    const { code, body } = await server.send(
      'patch',
      `${DEPLOYMENTS}/d`,
      { spec: { template: { spec: { containers: [{ name: 'd', image: 'new' }] } } } },
      { type: 'application/strategic-merge-patch+json' },
    );
    expect(code).toBe(200);
    const { template } = body.spec as { template: { spec: { containers: { name: string; image: string }[] } } };
    expect(template.spec.containers.map(({ name, image }) => `${name}=${image}`).sort()).toEqual(['c=i', 'd=new']);
  });
});

describe('apply', () => {
  it('creates what is not there', async () => {
    const { code, body } = await server.apply(`${MAPS}/b?fieldManager=m`, map('b', { data: { x: '1' } }));
    expect(code).toBe(201);
    expect(body.metadata.managedFields).toEqual([
      {
        manager: 'm',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2030-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:x': {} } },
      },
    ]);
  });

  it('does not take a uid for what is not there', async () => {
    expect(
      await server.apply(`${MAPS}/b?fieldManager=m`, { ...map('b'), metadata: { name: 'b', uid: 'x' } }),
    ).toMatchObject({
      code: 409,
      body: {
        message:
          'Operation cannot be fulfilled on configmaps "b": uid mismatch: the provided object specified uid x, and no existing object was found',
      },
    });
  });

  it('twice changes nothing', async () => {
    const first = await server.apply(`${MAPS}/b?fieldManager=m`, map('b', { data: { x: '1' } }));
    await server.clock.advance(60_000);
    const second = await server.apply(`${MAPS}/b?fieldManager=m`, map('b', { data: { x: '1' } }));
    expect(second.code).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('conflicts with other owners unless forced', async () => {
    const wanted = map('a', { data: { k: 'mine' } });
    const refused = await server.apply(`${MAPS}/a?fieldManager=m`, wanted);
    expect(refused.code).toBe(409);
    expect(server.stored('configmaps', 'default/a')?.data).toEqual({ k: 'v' });
    const forced = await server.apply(`${MAPS}/a?fieldManager=m&force=true`, wanted);
    expect(forced.body.data).toEqual({ k: 'mine' });
  });

  it('needs its namespace', async () => {
    expect(await server.apply('/api/v1/namespaces/nope/configmaps/x?fieldManager=a', map('x'))).toMatchObject({
      code: 404,
      body: { message: 'namespaces "nope" not found' },
    });
  });
});
