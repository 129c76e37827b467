import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStorage } from '../storage/index.js';
import { TestWriting } from '../writing/test-writing.js';
import type { Outcome } from '../writing/test-writing.js';
import { createCatalogue } from './catalogue.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

interface Spec {
  [field: string]: unknown;
  names: Record<string, unknown>;
  versions: Record<string, unknown>[];
}

const schema = (): Record<string, unknown> => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { size: { type: 'integer', default: 3, maximum: 100 }, color: { type: 'string' } },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' }, replicas: { type: 'integer' } } },
  },
});

const definition = (change: (spec: Spec) => void = () => undefined, name = 'widgets.example.com'): object => {
  const spec: Spec = {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema() },
        subresources: { status: {}, scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.replicas' } },
        selectableFields: [{ jsonPath: '.spec.color' }],
        additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
      },
      {
        name: 'v1beta1',
        served: true,
        storage: false,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  };
  change(spec);
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec };
};
const widget = (name: string, more: object = {}, metadata: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  ...more,
});

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

describe('the rules of CRDs', () => {
  const PREFIX = 'CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: ';
  const refusal = async (change: (spec: Spec) => void): Promise<string> => {
    const { code, body } = await define(change);
    expect(code).toBe(422);
    return (body.message ?? '').replace(PREFIX, '');
  };
  const only = (spec: Spec): Record<string, unknown> => {
    spec.versions = spec.versions.slice(0, 1);
    return spec.versions[0] as Record<string, unknown>;
  };

  it('the name is made of plural and group', async () => {
    const { body } = await define(undefined, 'foo');
    expect(body.message).toBe(
      'CustomResourceDefinition.apiextensions.k8s.io "foo" is invalid: metadata.name: Invalid value: "foo": must be spec.names.plural+"."+spec.group',
    );
  });

  it('every version has a schema', async () => {
    expect(await refusal((spec) => delete only(spec).schema)).toContain(
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    );
  });

  it('a schema has a type wherever it describes, and messages name the place where the server keeps it', async () => {
    const root = schema() as { properties: { spec: { type?: string } } };
    delete root.properties.spec.type;
    expect(await refusal((spec) => (only(spec).schema = { openAPIV3Schema: root }))).toBe(
      'spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    );
    expect(
      await refusal((spec) => ((spec.versions[0] as Record<string, unknown>).schema = { openAPIV3Schema: root })),
    ).toBe(
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    );
  });

  it('lists have items, types are known, metadata is the server’s', async () => {
    const root = schema() as { properties: Record<string, unknown> };
    root.properties.list = { type: 'array' };
    root.properties.metadata = { type: 'object', properties: { x: { type: 'string' } } };
    const text = await refusal((spec) => (only(spec).schema = { openAPIV3Schema: root }));
    expect(text).toContain('spec.validation.openAPIV3Schema.properties[list].items: Required value: must be specified');
    expect(text).toContain(
      'spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    );
    root.properties.list = { type: 'foo' };
    expect(await refusal((spec) => (only(spec).schema = { openAPIV3Schema: root }))).toContain(
      'properties[list].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
    );
  });

  it('a default is of its type', async () => {
    const root = schema() as { properties: { spec: { properties: { size: { default: unknown } } } } };
    root.properties.spec.properties.size.default = 'x';
    expect(
      await refusal((spec) => ((spec.versions[0] as Record<string, unknown>).schema = { openAPIV3Schema: root })),
    ).toBe(
      'spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size].default: Invalid value: "string":  in body must be of type integer: "string"',
    );
  });

  it('exactly one version is stored', async () => {
    expect(await refusal((spec) => (spec.versions = []))).toBe(
      '[spec.versions: Invalid value: null: must have exactly one version marked as storage version, status.storedVersions: Invalid value: null: must have at least one stored version]',
    );
  });

  it('names, scope and group have their forms', async () => {
    expect(await refusal((spec) => (spec.scope = 'Foo'))).toBe(
      'spec.scope: Unsupported value: "Foo": supported values: "Cluster", "Namespaced"',
    );
    expect(await refusal((spec) => (spec.names.kind = 'foo_b'))).toContain(
      'spec.names.kind: Invalid value: "foo_b": may have mixed case, but should otherwise match: a DNS-1035 label',
    );
    const { body } = await define((spec) => (spec.group = 'foo.k8s.io'), 'widgets.foo.k8s.io');
    expect(body.message).toContain(
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation',
    );
  });

  it('paths of scale, columns and selectable fields lead somewhere', async () => {
    const text = await refusal((spec) => {
      Object.assign(spec.versions[0] as object, {
        subresources: { scale: { specReplicasPath: 'spec.x', statusReplicasPath: '.spec.foo' } },
        additionalPrinterColumns: [{ name: '', type: 'foo', jsonPath: '' }],
        selectableFields: [{ jsonPath: '.spec.nope' }],
      });
    });
    expect(text).toBe(
      '[spec.versions[0].subresources.scale.specReplicasPath: Invalid value: "spec.x": must be a simple json path starting with ., spec.versions[0].subresources.scale.statusReplicasPath: Invalid value: ".spec.foo": should be a json path under .status, spec.versions[0].additionalPrinterColumns[0].name: Required value, spec.versions[0].additionalPrinterColumns[0].type: Invalid value: "foo": must be one of boolean,date,integer,number,string, spec.versions[0].additionalPrinterColumns[0].JSONPath: Required value, spec.versions[0].selectableFields[0].jsonPath: Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field]',
    );
  });
});

describe('custom objects', () => {
  beforeEach(() => define());

  it('are pruned, defaulted and owned', async () => {
    const { code, body, warnings } = await server.send(
      'create',
      WIDGETS,
      widget('a', { spec: { color: 'red', foo: 1 }, status: { ready: true } }),
    );
    expect(code).toBe(201);
    expect(body.spec).toEqual({ color: 'red', size: 3 });
    expect(body.status).toBeUndefined();
    expect(warnings).toEqual(['unknown field "spec.foo"']);
    expect(body.metadata.generation).toBe(1);
    expect(body.metadata.managedFields?.[0]?.fieldsV1).toEqual({ 'f:spec': { '.': {}, 'f:color': {}, 'f:size': {} } });
  });

  it('are checked by the schema of their version', async () => {
    const { code, body } = await server.send('create', WIDGETS, widget('a', { spec: { size: 101 } }));
    expect(code).toBe(422);
    expect(body.message).toContain('spec.size');
    expect((await server.send('create', WIDGETS, { ...widget('a'), kind: 'Wid' })).body.message).toBe(
      'Wid.example.com "a" is invalid: kind: Invalid value: "Wid": must be Widget',
    );
  });

  it('are the same in every version but for apiVersion', async () => {
    await server.send('create', '/apis/example.com/v1beta1/namespaces/default/widgets', {
      ...widget('a', { spec: { size: 5 } }),
      apiVersion: 'example.com/v1beta1',
    });
    expect(server.stored('widgets.example.com', 'default/a')?.apiVersion).toBe('example.com/v1');
  });

  it('need a resourceVersion in an update', async () => {
    await server.send('create', WIDGETS, widget('a'));
    expect(await server.send('update', `${WIDGETS}/a`, widget('a'))).toMatchObject({
      code: 422,
      body: {
        message:
          'widgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      },
    });
  });

  it('take no strategic merge patch', async () => {
    await server.send('create', WIDGETS, widget('a'));
    expect(
      await server.send('patch', `${WIDGETS}/a`, {}, { type: 'application/strategic-merge-patch+json' }),
    ).toMatchObject({
      code: 415,
      body: {
        message:
          'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      },
    });
  });

  it('have a status of its own path, and a generation that counts the rest', async () => {
    await server.send('create', WIDGETS, widget('a', { spec: {} }));
    const main = await server.merge(`${WIDGETS}/a`, { spec: { color: 'blue' }, status: { ready: true } });
    expect(main.body).toMatchObject({ metadata: { generation: 2 }, spec: { color: 'blue' } });
    expect(main.body.status).toBeUndefined();
    const part = await server.merge(`${WIDGETS}/a/status`, {
      metadata: { labels: { a: 'b' } },
      spec: { color: 'green' },
      status: { ready: true },
    });
    expect(part.body).toMatchObject({ metadata: { generation: 2 }, spec: { color: 'blue' }, status: { ready: true } });
    expect(part.body.metadata.labels).toBeUndefined();
    expect(part.body.metadata.managedFields?.[1]).toMatchObject({
      subresource: 'status',
      fieldsV1: { 'f:status': { '.': {}, 'f:ready': {} } },
    });
  });

  it('are scaled by the paths of their CRD', async () => {
    await server.send('create', WIDGETS, widget('a', { spec: {} }));
    expect((await server.send('get', `${WIDGETS}/a/scale`)).body).toMatchObject({
      spec: { replicas: 3 },
      status: { replicas: 0 },
    });
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas: 5 } };
    expect((await server.send('update', `${WIDGETS}/a/scale`, scale)).body.spec).toEqual({ replicas: 5 });
    expect(server.stored('widgets.example.com', 'default/a')?.spec).toMatchObject({ size: 5 });
    expect((await server.merge(`${WIDGETS}/a`, { spec: { size: -1 } })).body.message).toContain(
      '.spec.size: Invalid value: -1: should be a non-negative integer',
    );
  });

  it('warn of finalizers without a domain', async () => {
    expect((await server.send('create', WIDGETS, widget('a', {}, { finalizers: ['abc'] }))).warnings).toEqual([
      'metadata.finalizers: "abc": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
    ]);
  });

  it('are applied', async () => {
    const { code, body } = await server.apply(`${WIDGETS}/a?fieldManager=m`, widget('a', { spec: { color: 'red' } }));
    expect(code).toBe(201);
    expect(body.spec).toEqual({ color: 'red', size: 3 });
    expect(body.metadata.managedFields?.[0]).toMatchObject({
      manager: 'm',
      operation: 'Apply',
      fieldsV1: { 'f:spec': { 'f:color': {} } },
    });
  });
});
