import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from './test-writing.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const map = (metadata: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};

let server: TestWriting;
beforeEach(() => {
  server = new TestWriting();
});

describe('delete', () => {
  it('answers with a Status that names what is gone', async () => {
    await server.send('create', MAPS, map({ name: 'a' }));
    const { code, body } = await server.send('delete', `${MAPS}/a`);
    expect(code).toBe(200);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid: 'uid-1' },
    });
    expect(server.stored('configmaps', 'default/a')).toBeUndefined();
    expect((await server.send('delete', `${MAPS}/a`)).code).toBe(404);
  });

  it('refuses what its preconditions rule out, in terms of the kind', async () => {
    await server.send('create', MAPS, map({ name: 'a' }));
    expect(await server.send('delete', `${MAPS}/a`, { preconditions: { uid: 'x' } })).toMatchObject({
      code: 409,
      body: {
        message:
          'Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (uid-1). The object might have been deleted and then recreated',
      },
    });
    expect((await server.send('delete', `${MAPS}/a`, { preconditions: { resourceVersion: '1' } })).code).toBe(409);
    expect((await server.send('delete', `${MAPS}/a`, { preconditions: { uid: 'uid-1' } })).code).toBe(200);
  });

  it('keeps an object that has finalizers, once marked never again, until they are gone', async () => {
    await server.send('create', MAPS, map({ name: 'a', finalizers: ['x.y/z'] }));
    const { body } = await server.send('delete', `${MAPS}/a`);
    expect(body.metadata).toMatchObject({ deletionTimestamp: '2030-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 });
    await server.clock.advance(5000);
    expect((await server.send('delete', `${MAPS}/a`)).body).toEqual(body);
    const more = await server.merge(`${MAPS}/a`, { metadata: { finalizers: ['x.y/z', 'x.y/more'] } });
    expect(more.body.message).toBe(
      'ConfigMap "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x.y/more"}',
    );
    const last = await server.merge(`${MAPS}/a`, { metadata: { finalizers: null } });
    expect(last.code).toBe(200);
    expect(last.body.metadata.finalizers).toBeUndefined();
    expect(server.stored('configmaps', 'default/a')).toBeUndefined();
    expect(server.changes('configmaps')).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a']);
  });

  it('tells the garbage collector what to do with the dependents by a finalizer', async () => {
    await server.send('create', MAPS, map({ name: 'a' }));
    expect((await server.send('delete', `${MAPS}/a?propagationPolicy=Orphan`)).body.metadata.finalizers).toEqual([
      'orphan',
    ]);
    const foreground = await server.send('delete', `${MAPS}/a`, { propagationPolicy: 'Foreground' });
    expect(foreground.body.metadata.finalizers).toEqual(['foregroundDeletion']);
    expect((await server.send('delete', `${MAPS}/a?propagationPolicy=Background`)).body.status).toBe('Success');
  });

  it('orphans by default what is older than garbage collection', async () => {
    const path = '/api/v1/namespaces/default/replicationcontrollers';
    await server.send('create', path, {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'rc' },
      spec: { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } },
    });
    expect((await server.send('delete', `${path}/rc`)).body.metadata.finalizers).toEqual(['orphan']);
  });

  it('refuses options that contradict each other', async () => {
    const { code, body } = await server.send('delete', `${MAPS}/a?propagationPolicy=Foo&orphanDependents=true`);
    expect(code).toBe(422);
    expect(body.message).toBe(
      'DeleteOptions.meta.k8s.io "" is invalid: [propagationPolicy: Invalid value: "Foo": orphanDependents and deletionPropagation cannot be both set, propagationPolicy: Unsupported value: "Foo": supported values: "Foreground", "Background", "Orphan", "nil"]',
    );
    expect((await server.send('delete', `${MAPS}/a?gracePeriodSeconds=x`)).body.message).toBe(
      'strconv.ParseInt: parsing "x": invalid syntax',
    );
  });

  it('lets a pod on a node have its grace, which can only get shorter', async () => {
    await server.send('create', PODS, { ...pod, spec: { ...pod.spec, nodeName: 'n' } });
    const first = await server.send('delete', `${PODS}/p?gracePeriodSeconds=10`);
    expect(first.body.metadata).toMatchObject({
      deletionTimestamp: '2030-01-01T00:00:10Z',
      deletionGracePeriodSeconds: 10,
      generation: 2,
    });
    expect((await server.send('delete', `${PODS}/p?gracePeriodSeconds=20`)).body).toEqual(first.body);
    const shorter = await server.send('delete', `${PODS}/p?gracePeriodSeconds=5`);
    expect(shorter.body.metadata).toMatchObject({
      deletionTimestamp: '2030-01-01T00:00:05Z',
      deletionGracePeriodSeconds: 5,
    });
    const last = await server.send('delete', `${PODS}/p?gracePeriodSeconds=0`);
    expect(last.body.kind).toBe('Pod');
    expect(server.stored('pods', 'default/p')).toBeUndefined();
  });

  it('says that a pod without a node is going before it is gone', async () => {
    await server.send('create', PODS, pod);
    const { body } = await server.send('delete', `${PODS}/p`);
    expect(body.metadata.deletionGracePeriodSeconds).toBe(0);
    expect(server.changes('pods')).toEqual(['ADDED p', 'MODIFIED p', 'DELETED p']);
  });

  it('a namespace is Terminating until it is finalized', async () => {
    await server.send('create', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 't' } });
    const { body } = await server.send('delete', '/api/v1/namespaces/t');
    expect(body.status).toEqual({ phase: 'Terminating' });
    expect(body.metadata.deletionGracePeriodSeconds).toBeUndefined();
    expect((await server.send('delete', '/api/v1/namespaces/t')).body).toEqual(body);
    const done = await server.send('update', '/api/v1/namespaces/t/finalize', { ...body, spec: { finalizers: [] } });
    expect(done.code).toBe(200);
    expect(server.stored('namespaces', 't')).toBeUndefined();
  });

  it('spares the namespaces that the server needs', async () => {
    expect(await server.send('delete', '/api/v1/namespaces/default')).toMatchObject({
      code: 403,
      body: { message: 'namespaces "default" is forbidden: this namespace may not be deleted' },
    });
  });
});

describe('deletecollection', () => {
  it('deletes what the selectors match, and answers with it', async () => {
    for (const name of ['a', 'b', 'c'])
      await server.send('create', MAPS, map({ name, labels: { keep: String(name === 'b') } }));
    const { answer } = await server.send('deletecollection', `${MAPS}?labelSelector=keep%3Dfalse`);
    expect(answer?.type === 'list' && [...answer.list.entries].map(({ name }) => name)).toEqual(['a', 'c']);
    expect(server.storage.count('configmaps')).toBe(1);
    await server.send('deletecollection', `${MAPS}?fieldSelector=metadata.name%3Db`);
    expect(server.storage.count('configmaps')).toBe(0);
  });

  it('refuses a field that cannot be selected', async () => {
    expect(await server.send('deletecollection', `${MAPS}?fieldSelector=data.x%3Db`)).toMatchObject({ code: 400 });
  });
});
