import { SharedInformerFactory, mutableCopy, resources, silentLogger } from 'kube-informer';
import type { KubernetesObject, Manifest } from 'kube-informer';
import { isNotFound } from 'kube-informer/errors';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { CustomResourceDefinition } from '../../src/generated/kinds/apiextensions-v1.js';
import {
  client,
  closeClients,
  cluster,
  connectCounting,
  ways,
  wires,
  withoutManagedFields,
} from './client-subjects.js';
import { rawRequest } from './raw-request.js';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A definition with what is hard to encode: unions of a schema, defaults of any type, rules and printed columns. */
const definition = (plural: string): Manifest<CustomResourceDefinition> => ({
  metadata: { name: `${plural}.definitions.example.com` },
  spec: {
    group: 'definitions.example.com',
    scope: 'Namespaced',
    names: { plural, kind: plural.replaceAll('-', '') },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                default: { size: 1 },
                'x-kubernetes-validations': [{ rule: 'self.size < 100', message: 'too large' }],
                properties: {
                  size: { type: 'integer', default: 1, minimum: 0, maximum: 1.5e3 },
                  names: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 10, enum: ['a', 'b'] } },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                  port: { 'x-kubernetes-int-or-string': true },
                },
              },
            },
          },
        },
      },
    ],
  },
});

const definitions = client.apiextensions.v1.customResourceDefinitions;
const onServer = async (name: string): Promise<unknown> => (await rawRequest(cluster, `${PATH}/${name}`)).body;

/**
 * Makes one and waits until the server has written its last word on it into the status, and serves what it defines: the
 * deletion of a definition whose objects cannot be listed yet is tried again by the server, later and later.
 */
async function establish(resource: typeof definitions, plural: string, labels = {}): Promise<CustomResourceDefinition> {
  const made = definition(plural);
  const { metadata } = await resource.create({ ...made, metadata: { ...made.metadata, labels } });
  return vi.waitFor(
    async () => {
      const found = await resource.get(metadata.name);
      expect(found.status.conditions?.find(({ type }) => type === 'Established')?.status).toBe('True');
      expect(found.status.storedVersions).toEqual(['v1']);
      expect((await rawRequest(cluster, `/apis/definitions.example.com/v1/${plural}`)).status).toBe(200);
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );
}

afterAll(closeClients);

describe.each(wires)('definitions of custom resources as $wire', ({ wire, options }) => {
  const { client: own, laterPages } = connectCounting(options);
  const id = `x-${wire.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

  it('what is created, read, updated, patched and listed is what the server says', async () => {
    const resource = own.apiextensions.v1.customResourceDefinitions;
    const created = await establish(resource, `${id}s`);
    const { name } = created.metadata;
    expect(created).toStrictEqual(await onServer(name));

    const next = mutableCopy(created);
    next.metadata.labels = { step: 'updated' };
    expect(await resource.update(next)).toStrictEqual(await onServer(name));
    expect(await resource.patch(name, { metadata: { annotations: { by: 'merge' } } })).toStrictEqual(
      await onServer(name),
    );
    const { items } = await resource.list({ fieldSelector: `metadata.name=${name}` });
    expect(items).toStrictEqual([await onServer(name)]);

    await resource.delete(name);
    await vi.waitFor(() => expect(resource.get(name)).rejects.toSatisfy(isNotFound), { timeout: 20_000 });
  });

  it.each(ways)(
    'over $way: the cache is what the server says, before and after changes',
    async ({ way, isPaged, tuning }) => {
      const before = laterPages();
      const label = `${id}-${way.toLowerCase().replaceAll(' ', '-')}`;
      for (const part of ['a', 'b']) await establish(definitions, `${label}-${part}`, { informer: label });

      await using factory = new SharedInformerFactory(own, { logger: silentLogger, ...tuning });
      const { lister } = factory.for(resources.apiextensions.v1.customResourceDefinitions, {
        labelSelector: `informer=${label}`,
      });
      factory.start();
      await factory.waitForCacheSync({ signal: AbortSignal.timeout(20_000) });
      const agrees = async (...parts: string[]): Promise<void> => {
        const names = parts.map((part) => `${label}-${part}.definitions.example.com`);
        await vi.waitFor(
          async () => {
            const said = (await Promise.all(names.map(onServer))) as KubernetesObject[];
            const cached = [...lister.list()].sort((x, y) => (x.metadata.name < y.metadata.name ? -1 : 1));
            expect(cached).toStrictEqual(said.map(withoutManagedFields));
          },
          { timeout: 20_000, interval: 50 },
        );
      };
      await agrees('a', 'b');
      expect(laterPages() > before).toBe(isPaged);

      await definitions.patch(`${label}-a.definitions.example.com`, { metadata: { annotations: { changed: 'yes' } } });
      await definitions.delete(`${label}-b.definitions.example.com`);
      await establish(definitions, `${label}-c`, { informer: label });
      await agrees('a', 'c');
      await definitions.deleteCollection({ labelSelector: `informer=${label}` });
      await agrees();
    },
  );
});
