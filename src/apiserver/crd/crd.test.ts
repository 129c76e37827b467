import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStorage } from '../storage/index.js';
import { TestWriting } from '../writing/test-writing.js';
import type { Outcome } from '../writing/test-writing.js';
import { createCatalogue } from './catalogue.js';
import { CRDS, DEFINITIONS, WIDGETS, definition, schema, widget } from './test-widgets.js';
import type { Spec } from './test-widgets.js';

let server: TestWriting;
const define = (change?: (spec: Spec) => void, name?: string): Promise<Outcome> =>
  server.send('create', CRDS, definition(change, name));
beforeEach(() => {
  server = new TestWriting();
});

describe('a CRD', () => {
  it('is answered without conditions, accepted and established in two further writes', async () => {
    const { code, body } = await define();
    expect(code).toBe(201);
    expect(body.status).toEqual({ conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] });
    expect(body.metadata.generation).toBe(1);
    expect(server.changes(DEFINITIONS)).toEqual([
      'ADDED widgets.example.com',
      'MODIFIED widgets.example.com',
      'MODIFIED widgets.example.com',
    ]);
    const stored = server.stored(DEFINITIONS, 'widgets.example.com');
    expect(stored?.status).toEqual({
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
      acceptedNames: {
        plural: 'widgets',
        singular: 'widget',
        shortNames: ['wd'],
        kind: 'Widget',
        listKind: 'WidgetList',
      },
      storedVersions: ['v1'],
    });
    expect(stored?.metadata.managedFields?.map(({ manager, subresource }) => [manager, subresource])).toEqual([
      ['kube-apiserver', 'status'],
      ['test', undefined],
    ]);
  });

  it('is served as soon as its creation is answered, in every version that is', async () => {
    const before = server.catalogue.generation;
    await define();
    const served = server.catalogue.find('example.com', 'v1', 'widgets');
    expect(served).toMatchObject({
      kind: 'Widget',
      listKind: 'WidgetList',
      singular: 'widget',
      shortNames: ['wd'],
      namespaced: true,
      custom: true,
      storageVersion: 'v1',
      groupResource: 'widgets.example.com',
    });
    expect(served?.subresources.map(({ name }) => name)).toEqual(['status', 'scale']);
    expect([...(served?.selectableFields.keys() ?? [])]).toEqual(['spec.color']);
    expect(served?.table.columns.map(({ name }) => name)).toEqual(['Name', 'Color']);
    expect(server.catalogue.find('example.com', 'v1beta1', 'widgets')?.subresources).toEqual([]);
    expect(server.catalogue.find('example.com', 'v2', 'widgets')).toBeUndefined();
    expect(server.catalogue.stored('widgets.example.com')?.version).toBe('v1');
    expect([...server.catalogue.all()].filter(({ custom }) => custom)).toHaveLength(2);
    expect(server.catalogue.generation).toBeGreaterThan(before);
    expect(server.catalogue.generation).toBe(server.catalogue.generation);
    expect(server.stored('apiservices.apiregistration.k8s.io', 'v1.example.com')?.spec).toEqual({
      group: 'example.com',
      version: 'v1',
      groupPriorityMinimum: 1000,
      versionPriority: 100,
    });
  });

  it('that wants a name of another waits until that is free', async () => {
    await define();
    await define((spec) => {
      spec.names = { plural: 'foos', kind: 'Widget', listKind: 'FooList' };
    }, 'foos.example.com');
    expect(server.catalogue.find('example.com', 'v1', 'foos')).toBeUndefined();
    expect(server.stored(DEFINITIONS, 'foos.example.com')?.status).toMatchObject({
      conditions: [
        { type: 'NamesAccepted', status: 'False', reason: 'KindConflict', message: '"Widget" is already in use' },
        { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
      ],
    });
    await server.send('delete', `${CRDS}/widgets.example.com`);
    expect(server.catalogue.find('example.com', 'v1', 'foos')?.kind).toBe('Widget');
  });

  it('keeps scope, group and kind once it is established, and versions it ever stored', async () => {
    await define();
    const { resourceVersion } = server.stored(DEFINITIONS, 'widgets.example.com')?.metadata ?? {};
    const changed = definition((spec) => {
      spec.scope = 'Cluster';
      spec.names.kind = 'Foo';
      spec.versions = [{ ...spec.versions[1], storage: true }];
    }) as { metadata: object };
    const { code, body } = await server.send('update', `${CRDS}/widgets.example.com`, {
      ...changed,
      metadata: { name: 'widgets.example.com', resourceVersion },
    });
    expect(code).toBe(422);
    expect(body.message).toBe(
      'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: [spec.scope: Invalid value: "Cluster": field is immutable, spec.names.kind: Invalid value: "Foo": field is immutable, status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions]',
    );
  });

  it('takes its objects along when it goes', async () => {
    await define();
    await server.send('create', WIDGETS, widget('a'));
    const { code, body } = await server.send('delete', `${CRDS}/widgets.example.com`);
    expect(code).toBe(200);
    expect(body.metadata).toMatchObject({
      deletionTimestamp: '2030-01-01T00:00:00Z',
      finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      generation: 1,
    });
    expect(body.metadata.deletionGracePeriodSeconds).toBeUndefined();
    expect(server.storage.count('widgets.example.com')).toBe(0);
    expect(server.stored(DEFINITIONS, 'widgets.example.com')).toBeUndefined();
    expect(server.stored('apiservices.apiregistration.k8s.io', 'v1.example.com')).toBeUndefined();
    expect(server.catalogue.find('example.com', 'v1', 'widgets')).toBeUndefined();
  });

  it('waits for the finalizers of its objects, and takes no new ones', async () => {
    await define();
    await server.send('create', WIDGETS, widget('a', {}, { finalizers: ['x.y/z'] }));
    await server.send('delete', `${CRDS}/widgets.example.com`);
    expect(server.stored(DEFINITIONS, 'widgets.example.com')).toBeDefined();
    expect(await server.send('create', WIDGETS, widget('b'))).toMatchObject({
      code: 403,
      body: {
        message:
          'widgets.example.com "b" is forbidden: create not allowed while custom resource definition is terminating',
      },
    });
    await server.merge(`${WIDGETS}/a`, { metadata: { finalizers: null } });
    expect(server.stored(DEFINITIONS, 'widgets.example.com')).toBeUndefined();
  });

  it('is established, or finished, by the next start when the process ended in between', async () => {
    const storage = new MemoryStorage();
    await define();
    const stored = structuredClone(server.stored(DEFINITIONS, 'widgets.example.com')) as never;
    storage.put(DEFINITIONS, 'widgets.example.com', {
      ...(stored as object),
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    } as never);
    expect(createCatalogue(storage).find('example.com', 'v1', 'widgets')?.kind).toBe('Widget');
    storage.put(DEFINITIONS, 'widgets.example.com', {
      ...(stored as object),
      metadata: {
        name: 'widgets.example.com',
        deletionTimestamp: '2030-01-01T00:00:00Z',
        finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      },
    } as never);
    createCatalogue(storage);
    expect(storage.get(DEFINITIONS, 'widgets.example.com')).toBeUndefined();
  });

  it('in a dry run is not served', async () => {
    expect((await server.send('create', `${CRDS}?dryRun=All`, definition())).code).toBe(201);
    expect(server.catalogue.find('example.com', 'v1', 'widgets')).toBeUndefined();
  });

  it('with rules that are not evaluated says so, and its objects say so again', async () => {
    const { warnings } = await define((spec) => {
      const [first] = spec.versions;
      const root = schema() as { properties: { spec: Record<string, unknown> } };
      root.properties.spec['x-kubernetes-validations'] = [{ rule: 'self.size < 10' }];
      (first as Record<string, unknown>).schema = { openAPIV3Schema: root };
    });
    expect(warnings).toEqual([
      'the x-kubernetes-validations of "widgets.example.com" are stored, but this server does not evaluate them',
    ]);
    expect((await server.send('create', WIDGETS, widget('a'))).warnings).toEqual([
      'the x-kubernetes-validations of widgets.example.com were not checked: this server does not evaluate them',
    ]);
  });
});
