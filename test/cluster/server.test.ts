import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { sharedCluster } from './harness.js';
import type { UserName } from './harness.js';
import { rawRequest, rawStream } from './raw-request.js';

interface ObjectList {
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string };
}

interface Failure {
  readonly kind: string;
  readonly reason: string;
  readonly message: string;
}

const open = sharedCluster();
const rbac = sharedCluster({ rbac: true });
const users: readonly UserName[] = ['admin', 'alice', 'bob'];
const credentials = users.flatMap((as) => [{ as, by: 'token' } as const, { as, by: 'certificate' } as const]);

describe.skipIf(!open.managed)('the shared API server', () => {
  it('says that it is Kubernetes 1.36', async () => {
    const { body } = await rawRequest<{ gitVersion: string; major: string; minor: string }>(open, '/version');
    expect(body).toMatchObject({
      gitVersion: expect.stringMatching(/^v1\.36\.\d+$/) as string,
      major: '1',
      minor: '36',
    });
  });

  it.each(credentials)('lists pods for $as, who proves it by $by', async (login) => {
    const { status, body } = await rawRequest<ObjectList>(open, '/api/v1/pods', login);
    expect({ status, kind: body.kind }).toEqual({ status: 200, kind: 'PodList' });
  });

  it.each(credentials)('takes $as for who the credential says, by $by', async ({ as, by }) => {
    const { body } = await rawRequest<{ status: { userInfo: unknown } }>(
      open,
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      { as, by, method: 'POST', body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' } },
    );
    const { name, groups } = open.users[as];
    expect(body.status.userInfo).toMatchObject({
      username: name,
      groups: [...groups, 'system:authenticated'],
    });
  });

  it('refuses whoever has no credential', async () => {
    const { status, body } = await rawRequest<Failure>(open, '/api/v1/pods', { by: 'nothing' });
    expect({ status, reason: body.reason }).toEqual({ status: 401, reason: 'Unauthorized' });
  });

  it('takes a pod although nobody made a service account', async () => {
    const { status } = await rawRequest(open, '/api/v1/namespaces/default/pods?dryRun=All', {
      method: 'POST',
      body: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'probe' },
        spec: { containers: [{ name: 'main', image: 'none' }] },
      },
    });
    expect(status).toBe(201);
  });

  it('opens a watch that tells of a change', async () => {
    const configMaps = '/api/v1/namespaces/default/configmaps';
    const { body } = await rawRequest<ObjectList>(open, configMaps);
    const stream = await rawStream(open, `${configMaps}?watch=1&resourceVersion=${body.metadata.resourceVersion}`);
    const lines = createInterface({ input: stream });
    const firstLine = once(lines, 'line') as Promise<[string]>;
    const name = `watched-${Date.now()}`;
    await rawRequest(open, configMaps, {
      method: 'POST',
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
    });
    const [line] = await firstLine;
    stream.destroy();
    await rawRequest(open, `${configMaps}/${name}`, { method: 'DELETE' });
    expect(JSON.parse(line)).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name } } });
  });

  it('uses less than 1 GB when idle', () => {
    expect(open.memory()).toBeGreaterThan(50e6);
    expect(open.memory()).toBeLessThan(1e9);
  });
});

describe.skipIf(!rbac.managed)('the shared API server with RBAC', () => {
  it.each(['token', 'certificate'] as const)('forbids alice to list pods, by %s, and says so', async (by) => {
    const { status, body } = await rawRequest<Failure>(rbac, '/api/v1/pods', { as: 'alice', by });
    expect({ status, kind: body.kind, reason: body.reason }).toEqual({
      status: 403,
      kind: 'Status',
      reason: 'Forbidden',
    });
    expect(body.message).toContain('User "alice" cannot list resource "pods"');
  });

  it.each(['token', 'certificate'] as const)('lets admin list pods, by %s', async (by) => {
    expect((await rawRequest(rbac, '/api/v1/pods', { as: 'admin', by })).status).toBe(200);
  });

  it('is another server than the open one, with other credentials', async () => {
    expect(rbac.server).not.toBe(open.server);
    expect(rbac.users.admin.token).not.toBe(open.users.admin.token);
  });
});
