import { Area } from '../case.js';
import { configMap, definition, deployment, namespace, pod, secret, service, widget } from '../objects.js';
import { PROTOBUF, YAML } from '../representation.js';

export const area = new Area('create');

area.add('create', 'an object, which then is there', async (api) => {
  await api.create('configmaps', configMap('one'));
  await api.get('configmaps', 'one');
});
area.add('create', 'what the server owns is ignored', (api) =>
  api.create(
    'configmaps',
    configMap(
      'one',
      {},
      {
        uid: '00000000-0000-4000-8000-000000000000',
        creationTimestamp: '2001-01-01T00:00:00Z',
        generation: 7,
        selfLink: '/x',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        deletionGracePeriodSeconds: 5,
      },
    ),
  ),
);
area.add('create', 'with a version already set', (api) =>
  api.create('configmaps', configMap('one', {}, { resourceVersion: '5' })),
);
area.add('create', 'a second time', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.create('configmaps', configMap('one'));
});
area.add('create', 'a second time in a group', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.create('deployments', deployment('one'));
});
area.add('create', 'a generated name', async (api) => {
  const made = await api.create('configmaps', configMap('', {}, { generateName: 'made-' }));
  await api.get('configmaps', made.text('metadata.name'));
});
area.add('create', 'a generated name is cut where names end', (api) =>
  api.create('configmaps', configMap('', {}, { generateName: 'x'.repeat(250) })),
);
area.add('create', 'a name wins over a generated one', (api) =>
  api.create('configmaps', configMap('one', {}, { generateName: 'made-' })),
);
area.add('create', 'two generated names differ', async (api) => {
  await api.create('configmaps', configMap('', {}, { generateName: 'made-' }));
  await api.create('configmaps', configMap('', {}, { generateName: 'made-' }));
});
area.add('create', 'no name at all', (api) => api.create('configmaps', configMap('')));
area.add('create', 'a generated name with an invalid beginning', (api) =>
  api.create('configmaps', configMap('', {}, { generateName: 'Made_' }), {
    pick: ({ code, reason, details }) => ({
      code,
      reason,
      fields: (details as { causes: { field: string }[] }).causes.map(({ field }) => field),
    }),
  }),
);
area.add('create', 'in a namespace that is not there', (api) =>
  api.create('configmaps', configMap('one'), { namespace: `${api.ns}-absent` }),
);
area.add('create', 'in a namespace that the object does not name', (api) =>
  api.create('configmaps', configMap('one', {}, { namespace: 'default' })),
);
area.add('create', 'a namespaced object outside of namespaces', (api) =>
  api.create('configmaps', configMap('one'), { namespace: '' }),
);
area.add('create', 'a cluster-scoped object that names a namespace', (api) =>
  api.create('namespaces', namespace(`${api.ns}-b`, { namespace: 'default' })),
);
area.add('create', 'a body of another kind', (api) => api.create('configmaps', secret('one')));
area.add('create', 'a body of another version', (api) =>
  api.create('deployments', { ...deployment('one'), apiVersion: 'apps/v1beta1' }),
);
area.add('create', 'a body of another group', (api) =>
  api.create('configmaps', { ...configMap('one'), apiVersion: 'apps/v1' }),
);
area.add('create', 'a body without kind and apiVersion', (api) =>
  api.create('configmaps', { metadata: { name: 'one' }, data: { a: '1' } }),
);
area.add('create', 'a body with a kind and no apiVersion', (api) =>
  api.create('configmaps', { kind: 'ConfigMap', metadata: { name: 'one' } }),
);
area.add('create', 'a list in place of an object', (api) =>
  api.create('configmaps', { apiVersion: 'v1', kind: 'ConfigMapList', items: [] }),
);
area.add('create', 'no body', (api) => api.ask('POST', api.path('configmaps'), { contentType: 'application/json' }));
area.add('create', 'from YAML', (api) =>
  api.create(
    'configmaps',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  labels: {a: "1"}\ndata:\n  text: |\n    two\n    lines\n  quoted: "yes"\n',
    { contentType: YAML },
  ),
);
area.add('create', 'from YAML with a value of the wrong type', (api) =>
  api.create('configmaps', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  n: 1\n', {
    contentType: YAML,
  }),
);
area.add('create', 'from protobuf', (api) =>
  api.create('pods', pod('one', {}, { labels: { app: 'web' } }), { contentType: PROTOBUF }),
);
area.add('create', 'from protobuf, answered in protobuf', (api) =>
  api.create('configmaps', configMap('one'), { contentType: PROTOBUF, accept: PROTOBUF }),
);
area.add('create', 'answered in YAML', (api) => api.create('configmaps', configMap('one'), { accept: YAML }));
area.add('create', 'answered as metadata only', (api) =>
  api.create('configmaps', configMap('one'), {
    accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  }),
);
area.add('create', 'the field manager is named', (api) =>
  api.create('configmaps', configMap('one'), { query: { fieldManager: 'mine' } }),
);
area.add('create', 'a field manager with a name that is too long', (api) =>
  api.create('configmaps', configMap('one'), { query: { fieldManager: 'm'.repeat(129) } }),
);
area.add('create', 'a field manager with a name that cannot be printed', (api) =>
  api.create('configmaps', configMap('one'), { query: { fieldManager: 'a\u0007b' } }),
);
area.add('create', 'without a user agent the manager is unknown', (api) =>
  api.create('configmaps', configMap('one'), { headers: { 'user-agent': '' } }),
);
area.add('create', 'a dry run answers and stores nothing', async (api) => {
  await api.create('configmaps', configMap('one'), { query: { dryRun: 'All' } });
  await api.get('configmaps', 'one');
});
area.add('create', 'a dry run of what is there already', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.create('configmaps', configMap('one'), { query: { dryRun: 'All' } });
});
area.add('create', 'a dry run of a way nobody knows', (api) =>
  api.create('configmaps', configMap('one'), { query: { dryRun: 'Some' } }),
);
area.add('create', 'a dry run that says nothing', (api) =>
  api.create('configmaps', configMap('one'), { query: { dryRun: '' } }),
);
area.add('create', 'a dry run generates a name', (api) =>
  api.create('configmaps', configMap('', {}, { generateName: 'made-' }), { query: { dryRun: 'All' } }),
);
area.add('create', 'a dry run of a service shows an address', (api) =>
  api.create('services', service('one'), { query: { dryRun: 'All' } }),
);
area.add('create', 'an object at a path with its name', async (api) => {
  await api.ask('POST', api.path('configmaps', 'one'), { body: configMap('one') });
});
area.add('create', 'labels and annotations', (api) =>
  api.create(
    'configmaps',
    configMap(
      'one',
      {},
      { labels: { 'example.com/a': 'b', empty: '' }, annotations: { 'example.com/note': 'any text: ü' } },
    ),
  ),
);
area.add('create', 'finalizers and owners', async (api) => {
  const owner = await api.given('configmaps', configMap('owner'));
  await api.create(
    'configmaps',
    configMap(
      'one',
      {},
      {
        finalizers: ['example.com/hold'],
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: 'owner',
            uid: owner.text('metadata.uid'),
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
    ),
  );
});
area.add('create', 'two owners that both control', (api) =>
  api.create(
    'configmaps',
    configMap(
      'one',
      {},
      {
        ownerReferences: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          name,
          uid: `uid-${name}`,
          controller: true,
        })),
      },
    ),
  ),
);
area.add('create', 'an owner without uid', (api) =>
  api.create(
    'configmaps',
    configMap('one', {}, { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a' }] }),
  ),
);
area.add('create', 'an event as an owner', (api) =>
  api.create(
    'configmaps',
    configMap('one', {}, { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'u' }] }),
  ),
);
area.add('create', 'a finalizer that is no qualified name', (api) =>
  api.create('configmaps', configMap('one', {}, { finalizers: ['hold me'] })),
);
area.add('create', 'a finalizer without a domain', (api) =>
  api.create('configmaps', configMap('one', {}, { finalizers: ['hold'] })),
);
area.add('create', 'unchanged managedFields of another server are kept apart', (api) =>
  api.create(
    'configmaps',
    configMap(
      'one',
      {},
      {
        managedFields: [
          {
            manager: 'other',
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': {} },
          },
        ],
      },
    ),
  ),
);
area.add('create', 'a custom object', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.create(widgets, widget(api.ns, 'one'));
});
area.add('create', 'status is not set by the one who creates', (api) =>
  api.create('pods', { ...pod('one'), status: { phase: 'Running', podIP: '1.2.3.4' } }),
);
