import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from '../writing/test-writing.js';
import type { Outcome } from '../writing/test-writing.js';
import { CRDS, WIDGETS, definition, widget } from './test-widgets.js';
import type { Spec } from './test-widgets.js';

let server: TestWriting;
const define = (change?: (spec: Spec) => void, name?: string): Promise<Outcome> =>
  server.send('create', CRDS, definition(change, name));
beforeEach(() => {
  server = new TestWriting();
});

describe('custom objects', () => {
  beforeEach(() => define());

  it('are pruned, defaulted and owned', async () => {
    const { code, body, warnings } = await server.send(
      'create',
      WIDGETS,
      widget('a', { spec: { color: 'red', foo: 1 }, status: { ready: true } }),
    );
    expect(code).toBe(201);
    expect(body.spec).toEqual({ color: 'red', size: 3 });
    expect(body.status).toBeUndefined();
    expect(warnings).toEqual(['unknown field "spec.foo"']);
    expect(body.metadata.generation).toBe(1);
    expect(body.metadata.managedFields?.[0]?.fieldsV1).toEqual({ 'f:spec': { '.': {}, 'f:color': {}, 'f:size': {} } });
  });

  it('are checked by the schema of their version', async () => {
    const { code, body } = await server.send('create', WIDGETS, widget('a', { spec: { size: 101 } }));
    expect(code).toBe(422);
    expect(body.message).toContain('spec.size');
    expect((await server.send('create', WIDGETS, { ...widget('a'), kind: 'Wid' })).body.message).toBe(
      'Wid.example.com "a" is invalid: kind: Invalid value: "Wid": must be Widget',
    );
  });

  it('are the same in every version but for apiVersion', async () => {
    await server.send('create', '/apis/example.com/v1beta1/namespaces/default/widgets', {
      ...widget('a', { spec: { size: 5 } }),
      apiVersion: 'example.com/v1beta1',
    });
    expect(server.stored('widgets.example.com', 'default/a')?.apiVersion).toBe('example.com/v1');
  });

  it('need a resourceVersion in an update', async () => {
    await server.send('create', WIDGETS, widget('a'));
    expect(await server.send('update', `${WIDGETS}/a`, widget('a'))).toMatchObject({
      code: 422,
      body: {
        message:
          'widgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      },
    });
  });

  it('take no strategic merge patch', async () => {
    await server.send('create', WIDGETS, widget('a'));
    expect(
      await server.send('patch', `${WIDGETS}/a`, {}, { type: 'application/strategic-merge-patch+json' }),
    ).toMatchObject({
      code: 415,
      body: {
        message:
          'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      },
    });
  });

  it('have a status of its own path, and a generation that counts the rest', async () => {
    await server.send('create', WIDGETS, widget('a', { spec: {} }));
    const main = await server.merge(`${WIDGETS}/a`, { spec: { color: 'blue' }, status: { ready: true } });
    expect(main.body).toMatchObject({ metadata: { generation: 2 }, spec: { color: 'blue' } });
    expect(main.body.status).toBeUndefined();
    const part = await server.merge(`${WIDGETS}/a/status`, {
      metadata: { labels: { a: 'b' } },
      spec: { color: 'green' },
      status: { ready: true },
    });
    expect(part.body).toMatchObject({ metadata: { generation: 2 }, spec: { color: 'blue' }, status: { ready: true } });
    expect(part.body.metadata.labels).toBeUndefined();
    expect(part.body.metadata.managedFields?.[1]).toMatchObject({
      subresource: 'status',
      fieldsV1: { 'f:status': { '.': {}, 'f:ready': {} } },
    });
  });

  it('are scaled by the paths of their CRD', async () => {
    await server.send('create', WIDGETS, widget('a', { spec: {} }));
    expect((await server.send('get', `${WIDGETS}/a/scale`)).body).toMatchObject({
      spec: { replicas: 3 },
      status: { replicas: 0 },
    });
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas: 5 } };
    expect((await server.send('update', `${WIDGETS}/a/scale`, scale)).body.spec).toEqual({ replicas: 5 });
    expect(server.stored('widgets.example.com', 'default/a')?.spec).toMatchObject({ size: 5 });
    expect((await server.merge(`${WIDGETS}/a`, { spec: { size: -1 } })).body.message).toContain(
      '.spec.size: Invalid value: -1: should be a non-negative integer',
    );
  });

  it('warn of finalizers without a domain', async () => {
    expect((await server.send('create', WIDGETS, widget('a', {}, { finalizers: ['abc'] }))).warnings).toEqual([
      'metadata.finalizers: "abc": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
    ]);
  });

  it('are applied', async () => {
    const { code, body } = await server.apply(`${WIDGETS}/a?fieldManager=m`, widget('a', { spec: { color: 'red' } }));
    expect(code).toBe(201);
    expect(body.spec).toEqual({ color: 'red', size: 3 });
    expect(body.metadata.managedFields?.[0]).toMatchObject({
      manager: 'm',
      operation: 'Apply',
      fieldsV1: { 'f:spec': { 'f:color': {} } },
    });
  });
});
