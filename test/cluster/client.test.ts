import { mutableCopy, resources, retryOnConflict } from 'kube-informer';
import type { KubernetesObject, Manifest } from 'kube-informer';
import { isAlreadyExists, isConflict, isNotFound, isTooLargeResourceVersion } from 'kube-informer/errors';
import type { ConfigMap } from '../../src/generated/kinds/core-v1.js';
import { describe, expect, it } from 'vitest';
import {
  GROUP,
  client,
  connect,
  deployment,
  namespace,
  onServer,
  pod,
  subjects,
  useNamespace,
  widgets,
  wires,
} from './client-subjects.js';

useNamespace();

describe.each(wires)('verbs as $wire', ({ wire, options }) => {
  const own = connect(options);
  const id = wire.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

  it.each(subjects)(
    '$name: what is created, read, updated, patched and listed is what the server says',
    async (subject) => {
      const { reference, manifest } = subject;
      const name = `verbs-${id}`;
      const resource = own.resource(reference).namespace(namespace);

      const created = await resource.create(manifest(name) as Manifest<KubernetesObject>);
      expect(created).toStrictEqual(await onServer(reference, name));
      expect(await resource.get(name)).toStrictEqual(created);

      const next = mutableCopy(created) as { metadata: { labels?: Record<string, string> } } & KubernetesObject;
      next.metadata.labels = { step: 'updated' };
      const updated = await resource.update(next);
      expect(updated).toStrictEqual(await onServer(reference, name));
      expect(updated.metadata.labels).toEqual({ step: 'updated' });

      const merged = await resource.patch(name, { metadata: { annotations: { by: 'merge' } } });
      expect(merged).toStrictEqual(await onServer(reference, name));
      const json = await resource.patch(name, [{ op: 'remove', path: '/metadata/annotations' }]);
      expect(json.metadata.annotations).toBeUndefined();

      const { items, metadata } = await resource.list({ fieldSelector: `metadata.name=${name}` });
      expect(items).toStrictEqual([await onServer(reference, name)]);
      expect(metadata.resourceVersion).not.toBe('');

      await resource.delete(name, { gracePeriodSeconds: 0 });
      await expect(resource.get(name)).rejects.toSatisfy(isNotFound);
    },
  );

  it('watches from a list on without a gap', async () => {
    const configMaps = own.core.v1.configMaps.namespace(namespace);
    const labelSelector = `watch=${id}`;
    const { metadata } = await configMaps.list({ labelSelector });
    const watch = configMaps.watch({ labelSelector, resourceVersion: metadata.resourceVersion });
    const name = `watch-${id}`;
    await configMaps.create({ metadata: { name, labels: { watch: id } } });
    await configMaps.patch(name, { data: { a: 'b' } });
    await configMaps.delete(name);
    const seen: string[] = [];
    for await (const event of watch) {
      seen.push(event.type);
      if (event.type === 'DELETED') break;
    }
    expect(seen).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
  });
});

describe('the typed client', () => {
  const pods = client.core.v1.pods.namespace(namespace);
  const configMaps = client.core.v1.configMaps.namespace(namespace);
  const deployments = client.apps.v1.deployments.namespace(namespace);

  it('merges lists by key in a strategic patch', async () => {
    await deployments.create(deployment('strategic'));
    const patched = await deployments.patch(
      'strategic',
      {
        spec: {
          template: {
            spec: {
              containers: [
                { name: 'main', image: 'example.com/web:2' },
                { name: 'side', image: 'x' },
              ],
            },
          },
        },
      },
      { type: 'strategic' },
    );
    expect(patched.spec.template.spec?.containers.map(({ name, image }) => `${name} ${image ?? ''}`).sort()).toEqual([
      'main example.com/web:2',
      'side x',
    ]);
  });

  it('applies on the server side, and meets a conflict with another owner unless it forces', async () => {
    const settings = (colour: string) => ({ metadata: { name: 'applied' }, data: { colour } });
    await configMaps.apply(settings('green'), { fieldManager: 'one' });
    await expect(configMaps.apply(settings('blue'), { fieldManager: 'two' })).rejects.toSatisfy(isConflict);
    const forced = await configMaps.apply(settings('blue'), { fieldManager: 'two', force: true });
    expect(forced.data).toEqual({ colour: 'blue' });
    expect(forced.metadata.managedFields?.map(({ manager }) => manager)).toContain('two');
  });

  it('writes the status apart from the rest', async () => {
    await pods.create(pod('status'));
    const changed = await pods.status.patch('status', { status: { message: 'seen' } });
    expect(changed.status.message).toBe('seen');
    const read = mutableCopy(await pods.status.get('status'));
    expect((await pods.status.update({ ...read, status: { ...read.status, message: 'again' } })).status.message).toBe(
      'again',
    );
  });

  it('reads and writes the scale', async () => {
    await deployments.create(deployment('scaled'));
    expect((await deployments.scale.get('scaled')).spec.replicas).toBe(1);
    const scaled = await deployments.scale.patch('scaled', { spec: { replicas: 3 } });
    expect(scaled.spec.replicas).toBe(3);
    const read = await deployments.scale.get('scaled');
    await deployments.scale.update({ ...read, spec: { replicas: 2 } });
    expect((await deployments.get('scaled')).spec.replicas).toBe(2);
  });

  it('evicts by a subresource of another kind', async () => {
    await pods.create(pod('evicted'));
    await pods.subresource('eviction').create('evicted', { metadata: { name: 'evicted' } } as never);
    await expect(pods.get('evicted')).rejects.toSatisfy(isNotFound);
  });

  it('keeps nothing of a dry run', async () => {
    const dry = await configMaps.create({ metadata: { name: 'dry' } }, { dryRun: true });
    expect(dry.metadata.uid).not.toBe('');
    await expect(configMaps.get('dry')).rejects.toSatisfy(isNotFound);
  });

  it('makes a name of generateName', async () => {
    const made = await configMaps.create({ metadata: { generateName: 'made-' } });
    expect(made.metadata.name).toMatch(/^made-.{5}$/);
  });

  it('says that there is one already, with what was attempted', async () => {
    await configMaps.create({ metadata: { name: 'twice' } });
    const again = configMaps.create({ metadata: { name: 'twice' } });
    await expect(again).rejects.toSatisfy(isAlreadyExists);
    await expect(again).rejects.toThrow(
      `Cannot create configmaps in namespace "${namespace}": configmaps "twice" already exists`,
    );
  });

  it('refuses unknown fields when validation is strict', async () => {
    const odd = { metadata: { name: 'odd' }, colour: 'green' } as unknown as Manifest<ConfigMap>;
    await expect(configMaps.create(odd, { fieldValidation: 'Strict' })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('deletes only what the preconditions name', async () => {
    await configMaps.create({ metadata: { name: 'precious' } });
    const wrong = configMaps.delete('precious', { preconditions: { uid: 'another' } });
    await expect(wrong).rejects.toSatisfy(isConflict);
    await configMaps.delete('precious');
  });

  it('meets a conflict on a stale update, and gets through with retryOnConflict', async () => {
    const first = await configMaps.create({ metadata: { name: 'contested' }, data: { count: '0' } });
    await configMaps.update({ ...first, data: { count: '1' } });
    await expect(configMaps.update({ ...first, data: { count: '1' } })).rejects.toSatisfy(isConflict);
    const add = () =>
      retryOnConflict(
        async () => {
          const read = await configMaps.get('contested');
          return configMaps.update({ ...read, data: { count: String(Number(read.data?.['count']) + 1) } });
        },
        { attempts: 20 },
      );
    await Promise.all([add(), add(), add()]);
    expect((await configMaps.get('contested')).data).toEqual({ count: '4' });
  });

  it('deletes a collection by selector', async () => {
    for (const name of ['a', 'b', 'c']) {
      await configMaps.create({ metadata: { name: `many-${name}`, labels: { many: name === 'c' ? 'no' : 'yes' } } });
    }
    await configMaps.deleteCollection({ labelSelector: 'many=yes' });
    const { items } = await configMaps.list({ labelSelector: 'many' });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['many-c']);
  });

  it('reads a list in pages that together are the list', async () => {
    const labels = { paged: 'yes' };
    for (let index = 0; index < 7; index++) await configMaps.create({ metadata: { name: `paged-${index}`, labels } });
    const pages: string[][] = [];
    for await (const page of configMaps.pages({ labelSelector: 'paged=yes', limit: 3 })) {
      pages.push(page.items.map(({ metadata }) => metadata.name));
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    const each: string[] = [];
    for await (const { metadata } of configMaps.each({ labelSelector: 'paged=yes', limit: 2 }))
      each.push(metadata.name);
    expect(each).toEqual(pages.flat());
    expect((await configMaps.list({ labelSelector: 'paged=yes', limit: 2 })).items).toHaveLength(7);
  });

  it('says that a resourceVersion of the future is too large', async () => {
    const future = configMaps.list({ resourceVersion: '9999999999', resourceVersionMatch: 'NotOlderThan' });
    await expect(future).rejects.toSatisfy(isTooLargeResourceVersion);
  });

  it('sends a review, which has no name', async () => {
    const review = await client.authorization.v1.selfSubjectAccessReviews.create({
      metadata: {},
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    });
    expect(review.status.allowed).toBe(true);
  });
});

describe('the dynamic client', () => {
  it('works on a custom resource that is known by its path', async () => {
    const dynamic = client.dynamic({ group: GROUP, version: 'v1', resource: 'widgets' }).namespace(namespace);
    const made = await dynamic.create({
      apiVersion: `${GROUP}/v1`,
      kind: 'Widget',
      metadata: { name: 'dynamic' },
      spec: { size: 4 },
    });
    expect(made['spec']).toEqual({ size: 4 });
    expect((await dynamic.scale.get('dynamic')).spec.replicas).toBe(4);
    await dynamic.status.patch('dynamic', { status: { phase: 'Ready' } });
    expect((await dynamic.get('dynamic'))['status']).toEqual({ phase: 'Ready' });
    await dynamic.delete('dynamic');
  });
});

describe('the metadata client', () => {
  it.each([
    { name: 'built-in kinds', reference: resources.core.v1.configMaps, manifest: { data: { a: 'b' } } },
    { name: 'custom resources', reference: widgets, manifest: { spec: { size: 1 } } },
  ])('reads the metadata alone of $name', async ({ reference, manifest }) => {
    const name = 'metadata-only';
    const whole = client.dynamic(reference).namespace(namespace);
    const { metadata } = await whole.create({ ...manifest, metadata: { name } });
    const partial = client.metadata(reference).namespace(namespace);
    const expected = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    expect(await partial.get(name)).toStrictEqual(expected);
    expect((await partial.list({ fieldSelector: `metadata.name=${name}` })).items).toStrictEqual([expected]);
  });
});

describe('discovery', () => {
  it('finds the resource of a custom kind', async () => {
    const found = await client.discovery.resourceFor({ apiVersion: `${GROUP}/v1`, kind: 'Widget' });
    expect(found).toMatchObject({ group: GROUP, version: 'v1', resource: 'widgets', scope: 'Namespaced' });
    expect(
      await client
        .resource(found as typeof widgets)
        .namespace(namespace)
        .list(),
    ).toHaveProperty('items');
  });

  it('leaves room for the group of the same name', async () => {
    expect((await client.discovery.v1.endpointSlices.list()).kind).toBe('EndpointSliceList');
    expect((await client.resource.v1.resourceClaims.list()).kind).toBe('ResourceClaimList');
  });
});
