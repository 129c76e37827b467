import { SharedInformerFactory, resources, silentLogger } from 'kube-informer';
import type { KubernetesObject, Manifest, SharedInformer } from 'kube-informer';
import { describe, expect, it } from 'vitest';
import {
  client,
  connectCounting,
  namespace,
  onServer,
  subjects,
  useNamespace,
  ways,
  widgets,
  wires,
  withoutManagedFields,
} from './client-subjects.js';

useNamespace();

/**
 * A first list may be answered from a cache of the server that is a moment behind what was just written to it, so to be
 * synced is not enough.
 */
async function caughtUp(informer: SharedInformer<KubernetesObject>, written: KubernetesObject): Promise<void> {
  const signal = AbortSignal.timeout(20_000);
  await informer.waitForSync({ signal });
  await informer.waitForResourceVersion(written.metadata.resourceVersion ?? '', { signal });
}

describe.each(wires)('informers as $wire', ({ wire, options }) => {
  const { client: own, laterPages } = connectCounting(options);
  const id = wire.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

  it.each(ways.flatMap((way) => subjects.map((subject) => ({ ...way, ...subject }))))(
    '$name over $way: the cache is what the server says, before and after changes',
    async ({ reference, manifest, way, isPaged, tuning }) => {
      const before = laterPages();
      const label = `${id}-${way.toLowerCase().replaceAll(' ', '-')}`;
      const resource = client.resource(reference).namespace(namespace);
      const labelled = (name: string): Manifest<KubernetesObject> => {
        const made = manifest(name) as { metadata: object };
        return { ...made, metadata: { ...made.metadata, labels: { informer: label } } };
      };
      for (const part of ['a', 'b']) await resource.create(labelled(`${label}-${part}`));
      const third = await resource.create(labelled(`${label}-c`));

      await using factory = new SharedInformerFactory(own, { namespace, logger: silentLogger, ...tuning });
      const { informer, lister } = factory.for(reference, { labelSelector: `informer=${label}` });
      factory.start();
      await caughtUp(informer, third);

      const serverSays = async (): Promise<unknown[]> => {
        const names = lister.list().map(({ metadata }) => metadata.name);
        const said = (await Promise.all(names.map((name) => onServer(reference, name)))) as KubernetesObject[];
        return said.map(withoutManagedFields);
      };
      expect(lister.list()).toHaveLength(3);
      expect(laterPages() > before).toBe(isPaged);
      expect([...lister.list()]).toStrictEqual(await serverSays());

      await resource.patch(`${label}-a`, { metadata: { annotations: { changed: 'yes' } } });
      await resource.delete(`${label}-b`, { gracePeriodSeconds: 0 });
      const last = await resource.create(labelled(`${label}-d`));
      await caughtUp(informer, last);
      expect(
        lister
          .list()
          .map(({ metadata }) => metadata.name)
          .sort(),
      ).toEqual(['a', 'c', 'd'].map((part) => `${label}-${part}`));
      expect([...lister.list()]).toStrictEqual(await serverSays());
      await resource.deleteCollection({ labelSelector: `informer=${label}`, gracePeriodSeconds: 0 });
    },
  );
});

describe('informers of metadata', () => {
  it.each([
    { name: 'built-in kinds', reference: resources.core.v1.configMaps },
    { name: 'custom resources', reference: widgets },
  ])('hold the metadata of $name under their own kind', async ({ reference }) => {
    const resource = client.dynamic(reference).namespace(namespace);
    const made = await resource.create({
      metadata: { name: 'meta', labels: { meta: 'yes' } },
      data: { a: 'b' },
      spec: { size: 1 },
    });
    await using factory = new SharedInformerFactory(client, { namespace, logger: silentLogger });
    const { informer, lister } = factory.forResource(reference, { labelSelector: 'meta=yes', projection: 'metadata' });
    factory.start();
    await caughtUp(informer, made);
    const { apiVersion, kind, metadata } = withoutManagedFields(
      (await onServer(reference, 'meta')) as KubernetesObject,
    );
    expect([...lister.list()]).toStrictEqual([{ apiVersion, kind, metadata }]);
  });
});
