import { Client, KubeConfig, SharedInformerFactory, silentLogger } from 'kube-informer';
import { isForbidden } from 'kube-informer/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedCluster } from './harness.js';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');
const cluster = sharedCluster({ rbac: true });

describe.skipIf(!cluster.managed)('a user who may not watch', async () => {
  const config = await KubeConfig.load({ path: cluster.kubeconfig });
  const admin = new Client(config, { logger: silentLogger });
  const alice = new Client(config.withContext('alice'), { logger: silentLogger });
  const namespace = `rbac-${process.pid}`;

  afterAll(async () => {
    await Promise.all([admin.close(), alice.close()]);
  });

  it('reads why in the status of the informer, which heals when the role is granted', async () => {
    await admin.core.v1.namespaces.create({ metadata: { name: namespace } });
    const { metadata } = await admin.core.v1.configMaps
      .namespace(namespace)
      .create({ metadata: { name: 'secretive' } });
    await expect(alice.core.v1.configMaps.namespace(namespace).list()).rejects.toSatisfy(isForbidden);

    await using factory = new SharedInformerFactory(alice, {
      namespace,
      logger: silentLogger,
      backoff: { initialMs: 100, maxMs: 1_000, factor: 2, jitter: 0 },
    });
    const { informer, lister } = factory.core.v1.configMaps;
    factory.start();
    await expect
      .poll(() => messageOf(informer.status.lastError?.error), { timeout: 20_000 })
      .toContain(`Cannot list configmaps in namespace "${namespace}": configmaps is forbidden`);
    expect(informer.hasSynced).toBe(false);

    await admin.rbac.v1.roles.namespace(namespace).create({
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }],
    });
    await admin.rbac.v1.roleBindings.namespace(namespace).create({
      metadata: { name: 'alice' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
    });
    const signal = AbortSignal.timeout(40_000);
    await factory.waitForCacheSync({ signal });
    await informer.waitForResourceVersion(metadata.resourceVersion, { signal });
    expect(lister.list().map((object) => object.metadata.name)).toEqual(['secretive']);
  });
});
