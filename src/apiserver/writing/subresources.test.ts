import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from './test-writing.js';

const PODS = '/api/v1/namespaces/default/pods';
const CONTROLLERS = '/api/v1/namespaces/default/replicationcontrollers';
const scale = (metadata: object, replicas: number): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata,
  spec: { replicas },
});

let server: TestWriting;
beforeEach(() => {
  server = new TestWriting();
});

const makePod = (spec: object = {}): Promise<unknown> =>
  server.send('create', PODS, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: { app: 'web' } },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  });

describe('scale', () => {
  beforeEach(() =>
    server.send('create', CONTROLLERS, {
      apiVersion: 'v1',
      kind: 'ReplicationController',
      metadata: { name: 'rc' },
      spec: {
        replicas: 1,
        selector: { a: 'b' },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    }),
  );

  it('shows the replicas of an object', async () => {
    const { body } = await server.send('get', `${CONTROLLERS}/rc/scale`);
    expect(body).toMatchObject({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'rc', namespace: 'default' },
      spec: { replicas: 1 },
      status: { replicas: 0, selector: 'a=b' },
    });
  });

  it('sets them, and nothing else, for whoever asked', async () => {
    const { code, body } = await server.send('update', `${CONTROLLERS}/rc/scale`, scale({ name: 'rc' }, 3));
    expect(code).toBe(200);
    expect(body.spec).toEqual({ replicas: 3 });
    const stored = server.stored('replicationcontrollers', 'default/rc');
    expect(stored?.spec).toMatchObject({ replicas: 3, selector: { a: 'b' } });
    expect(stored?.metadata.managedFields?.[0]).toEqual({
      manager: 'test',
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      subresource: 'scale',
    });
    expect((await server.merge(`${CONTROLLERS}/rc/scale`, { spec: { replicas: 4 } })).body.spec).toEqual({
      replicas: 4,
    });
  });

  it('refuses fewer than none, an old version and another object', async () => {
    const path = `${CONTROLLERS}/rc/scale`;
    expect((await server.send('update', path, scale({ name: 'rc' }, -3))).body.message).toBe(
      'Scale.autoscaling "rc" is invalid: spec.replicas: Invalid value: -3: must be greater than or equal to 0',
    );
    expect((await server.send('update', path, scale({ name: 'rc', resourceVersion: '1' }, 3))).code).toBe(409);
    expect((await server.send('update', path, scale({ name: 'rc', uid: 'x' }, 3))).body.message).toContain(
      'Key: /registry/controllers/default/rc,',
    );
    expect((await server.send('update', `${CONTROLLERS}/no/scale`, scale({ name: 'no' }, 3))).code).toBe(404);
  });
});

describe('binding', () => {
  const binding = (name: string, target: object = { kind: 'Node', name: 'n1' }): object => ({
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name },
    target,
  });

  it('puts a pod on a node, once', async () => {
    await makePod();
    const { code, body } = await server.send('create', `${PODS}/p/binding`, binding('p'));
    expect(code).toBe(201);
    expect(body).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 });
    expect(server.stored('pods', 'default/p')?.spec).toMatchObject({ nodeName: 'n1' });
    expect((await server.send('create', '/api/v1/namespaces/default/bindings', binding('p'))).body.message).toBe(
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n1"',
    );
  });

  it('names the pod of the path, and one that is there', async () => {
    await makePod();
    expect((await server.send('create', `${PODS}/p/binding`, binding('q'))).body.message).toBe(
      'name in URL does not match name in Binding object',
    );
    expect((await server.send('create', `${PODS}/no/binding`, binding('no'))).body.message).toBe('pods "no" not found');
  });

  it('in a dry run leaves the pod where it is', async () => {
    await makePod();
    expect((await server.send('create', `${PODS}/p/binding?dryRun=All`, binding('p'))).code).toBe(201);
    expect((server.stored('pods', 'default/p')?.spec as { nodeName?: string }).nodeName).toBeUndefined();
  });
});

describe('eviction', () => {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
  const budget = (disruptionsAllowed: number): object => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b', namespace: 'default', generation: 1 },
    spec: { selector: { matchLabels: { app: 'web' } } },
    status: { observedGeneration: 1, disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1 },
  });
  const run = async (): Promise<void> => {
    await makePod();
    await server.merge(`${PODS}/p/status`, {
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    });
  };

  it('deletes a pod that no budget covers', async () => {
    await makePod();
    expect(await server.send('create', `${PODS}/p/eviction`, eviction)).toMatchObject({
      code: 201,
      body: { status: 'Success' },
    });
    expect(server.stored('pods', 'default/p')).toBeUndefined();
  });

  it('is refused when the budget is spent', async () => {
    await run();
    server.storage.put('poddisruptionbudgets.policy', 'default/b', budget(0) as never);
    const { code, body } = await server.send('create', `${PODS}/p/eviction`, eviction);
    expect(code).toBe(429);
    expect(body).toMatchObject({
      reason: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      details: {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: 'The disruption budget b needs 1 healthy pods and has 1 currently',
          },
        ],
      },
    });
    expect(server.stored('pods', 'default/p')).toBeDefined();
  });

  it.each([
    ['without a selector covers no pod', undefined, 201],
    ['with an empty selector covers every pod', {}, 429],
  ])('a budget %s', async (_law, selector, code) => {
    await run();
    server.storage.put('poddisruptionbudgets.policy', 'default/b', {
      ...budget(0),
      spec: selector === undefined ? {} : { selector },
    } as never);
    expect((await server.send('create', `${PODS}/p/eviction`, eviction)).code).toBe(code);
  });

  it.each([{ uid: 'not-this-one' }, { resourceVersion: '1' }])(
    'that is refused for its preconditions (%o) changes neither the pod nor the budget',
    async (preconditions) => {
      await run();
      server.storage.put('poddisruptionbudgets.policy', 'default/b', budget(1) as never);
      const before = [server.stored('pods', 'default/p'), server.stored('poddisruptionbudgets.policy', 'default/b')];
      const asked = { ...eviction, deleteOptions: { preconditions } };
      expect((await server.send('create', `${PODS}/p/eviction`, asked)).code).toBe(409);
      expect([server.stored('pods', 'default/p'), server.stored('poddisruptionbudgets.policy', 'default/b')]).toEqual(
        before,
      );
    },
  );

  it('spends the budget', async () => {
    await run();
    server.storage.put('poddisruptionbudgets.policy', 'default/b', budget(1) as never);
    expect((await server.send('create', `${PODS}/p/eviction`, eviction)).code).toBe(201);
    expect(server.stored('poddisruptionbudgets.policy', 'default/b')?.status).toMatchObject({
      disruptionsAllowed: 0,
      disruptedPods: { p: '2030-01-01T00:00:00Z' },
    });
  });
});

describe('ephemeralcontainers', () => {
  it('changes that list and nothing else', async () => {
    await makePod();
    const { code, body } = await server.merge(`${PODS}/p/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: 'debug', image: 'd' }], priority: 7 },
    });
    expect(code).toBe(200);
    expect(body.spec).toMatchObject({ ephemeralContainers: [{ name: 'debug' }], priority: 0 });
  });
});

describe('admission that is not enforced', () => {
  it('is stored with a warning, and said again when an object concerns it', async () => {
    const configuration = {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'hook' },
      webhooks: [
        {
          name: 'a.b.c',
          clientConfig: { url: 'https://localhost/x' },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        },
      ],
    };
    const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    expect((await server.send('create', path, configuration)).warnings).toEqual([
      'ValidatingWebhookConfiguration "hook" is stored, but this server does not enforce it',
    ]);
    const maps = '/api/v1/namespaces/default/configmaps';
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    expect((await server.send('create', maps, map)).warnings).toEqual([
      'ValidatingWebhookConfiguration "hook" was not applied: this server does not enforce it',
    ]);
    expect((await server.send('update', `${maps}/a`, map)).warnings).toEqual([]);
  });
});
