import { access, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Client } from '../client/index.js';
import { SharedInformerFactory } from '../informer/index.js';
import { eventually } from './eventually.js';
import { startTestCluster } from './cluster.js';

describe('startTestCluster', () => {
  it('is a cluster that the client of this package reaches', async () => {
    await using cluster = await startTestCluster();
    await using client = new Client(cluster.config);
    await client.core.v1.configMaps.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default' },
      data: { x: 'y' },
    });
    expect(await client.core.v1.configMaps.namespace('default').get('a')).toMatchObject({ data: { x: 'y' } });
  });

  it('is followed by informers', async () => {
    await using cluster = await startTestCluster();
    await using client = new Client(cluster.config);
    await using factory = new SharedInformerFactory(client);
    const { lister } = factory.core.v1.namespaces;
    factory.start();
    await factory.waitForCacheSync();
    expect(lister.list().map(({ metadata }) => metadata.name)).toHaveLength(4);
    await client.core.v1.namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } });
    await eventually(() => {
      expect(lister.get('new')).toBeDefined();
    });
  });

  it('has a kubeconfig as a file until it stops', async () => {
    const cluster = await startTestCluster();
    expect(await readFile(cluster.kubeconfigPath, 'utf8')).toBe(cluster.kubeconfig);
    await Promise.all([cluster.stop(), cluster.stop()]);
    await expect(access(cluster.kubeconfigPath)).rejects.toThrow('ENOENT');
  });

  it('has a config for every user it was given, and for no other', async () => {
    await using cluster = await startTestCluster({ authorization: 'rbac', users: [{ name: 'bob' }] });
    await using client = new Client(cluster.configOf('bob'));
    await expect(client.core.v1.namespaces.list()).rejects.toThrow('User "bob" cannot list resource "namespaces"');
    expect(() => cluster.configOf('eve')).toThrow('does not know this user');
  });
});
