import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Client, KubeConfig, SharedInformer, resources, silentLogger } from 'kube-informer';
import { isExpired } from 'kube-informer/errors';
import type { ConfigMap } from '../../src/generated/kinds/core-v1.js';
import { sharedCluster, startCluster } from './harness.js';
import { rawRequest } from './raw-request.js';

const cluster = sharedCluster();
const namespace = `verify-${process.pid}`;
const path = `/api/v1/namespaces/${namespace}/configmaps`;
const configMaps = resources.core.v1.configMaps;
let client: Client;
let lastWritten = '';

const configMap = (name: string, value: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { value },
});

beforeAll(async () => {
  client = new Client(await KubeConfig.load({ path: cluster.kubeconfig }), { logger: silentLogger });
  const metadata = { name: namespace };
  await rawRequest(cluster, '/api/v1/namespaces', {
    method: 'POST',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata },
  });
  for (let n = 0; n < 30; n++) {
    const { body } = await rawRequest<{ metadata: { resourceVersion: string } }>(cluster, path, {
      method: 'POST',
      body: configMap(`map-${n}`, 'first'),
    });
    lastWritten = body.metadata.resourceVersion;
  }
});

afterAll(async () => {
  await client.close();
  await rawRequest(cluster, `/api/v1/namespaces/${namespace}`, { method: 'DELETE' });
});

function informerOf(source: Client, options: { supportsWatchList?: boolean } = {}): SharedInformer<ConfigMap> {
  const lister = source.listerWatcher<ConfigMap>(configMaps, { namespace });
  const informer = new SharedInformer<ConfigMap>({
    ...options,
    list: (request, context) => lister.list(request, context),
    watch: (request, context) => lister.watch(request, context),
  });
  onTestFinished(() => informer.stop());
  informer.start();
  return informer;
}

describe.skipIf(!cluster.managed)('verify on a real server', () => {
  it.each([true, false])('finds nothing after a first list, by WatchList: %s', async (supportsWatchList) => {
    const informer = informerOf(client, { supportsWatchList });
    await informer.waitForSync();
    // The server may answer a first list from a cache that is a moment behind.
    await informer.waitForResourceVersion(lastWritten, { timeoutMs: 20_000 });
    const found = await informer.verify();
    expect(found).toMatchObject({ ok: true, missing: [], extra: [], different: [] });
    // kube-root-ca.crt is made by a controller, which does not run here.
    expect(found.objects).toBe(30);
  });

  it('finds nothing at any moment while objects come, change and go', async () => {
    const informer = informerOf(client);
    await informer.waitForSync();
    const writes = (async (): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        await rawRequest(cluster, path, { method: 'POST', body: configMap(`new-${n}`, 'new') });
        await rawRequest(cluster, `${path}/map-${n % 30}`, {
          method: 'PUT',
          body: configMap(`map-${n % 30}`, `at ${n}`),
        });
        if (n % 2 === 0) await rawRequest(cluster, `${path}/new-${n}`, { method: 'DELETE' });
      }
    })();
    let writing = true as boolean;
    const written = writes.finally(() => (writing = false));
    const versions = new Set<string>();
    while (writing) {
      const found = await informer.verify();
      expect(found).toMatchObject({ ok: true });
      versions.add(found.resourceVersion);
    }
    await written;
    expect(versions.size).toBeGreaterThan(3);
  });

  it('finds an object that the cache was never told of', async () => {
    const lister = client.listerWatcher<ConfigMap>(configMaps, { namespace });
    const informer = new SharedInformer<ConfigMap>({
      supportsWatchList: false,
      list: (request, context) => lister.list(request, context),
      async watch(request, context) {
        const stream = await lister.watch(request, context);
        return (async function* () {
          for await (const events of stream) {
            yield events.filter(({ object }) => (object as { name?: string } | undefined)?.name !== 'lost');
          }
        })();
      },
    });
    onTestFinished(() => informer.stop());
    informer.start();
    await informer.waitForSync();
    await rawRequest(cluster, path, { method: 'POST', body: configMap('lost', 'x') });
    const { body } = await rawRequest<{ metadata: { resourceVersion: string } }>(cluster, path, {
      method: 'POST',
      body: configMap('after', 'x'),
    });
    await informer.waitForResourceVersion(body.metadata.resourceVersion, { timeoutMs: 20_000 });
    expect(await informer.verify()).toMatchObject({
      ok: false,
      missing: [`${namespace}/lost`],
      extra: [],
      different: [],
    });
  });

  it('goes on to a newer version when the server has forgotten the one of the cache', async () => {
    await using own = await startCluster({ extraArgs: ['--feature-gates=ListFromCacheSnapshot=false'] });
    const ours = new Client(await KubeConfig.load({ path: own.kubeconfig }), { logger: silentLogger });
    try {
      const source = ours.listerWatcher<ConfigMap>(configMaps, { namespace: 'default' });
      let expired = 0;
      await using informer = new SharedInformer<ConfigMap>({
        async *list(request, context) {
          try {
            yield* source.list(request, context);
          } catch (error) {
            if (isExpired(error)) expired++;
            throw error;
          }
        },
        watch: (request, context) => source.watch(request, context),
      });
      informer.start();
      await informer.waitForSync();
      const maps = '/api/v1/namespaces/default/configmaps';
      for (const name of ['a', 'b', 'c'])
        await rawRequest(own, '/api/v1/namespaces', {
          method: 'POST',
          body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
        });
      await own.compact();
      const verified = informer.verify({ timeoutMs: 30_000 });
      await rawRequest(own, maps, { method: 'POST', body: configMap('later', 'x') });
      expect(await verified).toMatchObject({ ok: true });
      expect(expired).toBe(1);
    } finally {
      await ours.close();
    }
  });
});
