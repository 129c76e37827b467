import { afterAll, describe, expect, it } from 'vitest';
import { Client, DiscoveryClient, KubeConfig, silentLogger } from 'kube-informer';
import type { ApiResource } from 'kube-informer';
import { sharedCluster } from './harness.js';
import { rawRequest } from './raw-request.js';

const cluster = sharedCluster();
const client = new Client(await KubeConfig.load({ path: cluster.kubeconfig }), { logger: silentLogger });

afterAll(() => client.close());

const nameOf = ({ group, version, resource }: ApiResource): string => `${group}/${version}/${resource}`;
const sorted = (resources: readonly ApiResource[]): ApiResource[] =>
  [...resources].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));

describe('discovery of a real server', () => {
  it('says the same aggregated and group by group', async () => {
    const aggregated = new DiscoveryClient((path, options) => client.getJson(path, options));
    const plain = new DiscoveryClient((path, { signal }) =>
      client.getJson(path, { accept: 'application/json', signal }),
    );
    expect(sorted(await plain.resources())).toEqual(sorted(await aggregated.resources()));
    expect(await plain.groups()).toEqual(await aggregated.groups());
  });

  it.each([
    ['po', '/v1/pods'],
    ['deploy', 'apps/v1/deployments'],
    ['cm', '/v1/configmaps'],
    ['events', '/v1/events'],
    ['hpa', 'autoscaling/v2/horizontalpodautoscalers'],
    ['crd', 'apiextensions.k8s.io/v1/customresourcedefinitions'],
    ['ClusterRoleBinding', 'rbac.authorization.k8s.io/v1/clusterrolebindings'],
    ['ing.networking', 'networking.k8s.io/v1/ingresses'],
    ['endpointslices.v1.discovery.k8s.io', 'discovery.k8s.io/v1/endpointslices'],
  ])('takes %s for %s', async (name, expected) => {
    expect(nameOf(await client.discovery.findResource(name))).toBe(expected);
  });

  it('goes from every kind to a resource of that kind', async () => {
    for (const { kind, ...resource } of await client.discovery.resources()) {
      const apiVersionKind = await client.discovery.kindFor(resource);
      expect((await client.discovery.resourceFor(apiVersionKind)).kind).toBe(kind);
    }
  });

  it.skipIf(!cluster.managed)('finds a custom resource that was defined after it was read', async () => {
    await client.discovery.groups();
    const group = `discovery-${process.pid}.example.com`;
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    await rawRequest(cluster, path, {
      method: 'POST',
      body: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `gadgets.${group}` },
        spec: {
          group,
          scope: 'Cluster',
          names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', shortNames: ['gdt'] },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      },
    });
    try {
      // The server itself takes a moment to serve what was defined.
      await expect
        .poll(() => client.discovery.findResource('gdt').catch(() => undefined), { timeout: 30_000 })
        .toMatchObject({ group, kind: 'Gadget', scope: 'Cluster' });
    } finally {
      await rawRequest(cluster, `${path}/gadgets.${group}`, { method: 'DELETE' });
    }
  });
});
