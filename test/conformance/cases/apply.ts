import { Area } from '../case.js';
import { configMap, definition, deployment, pod, service, widget } from '../objects.js';
import type { Manifest } from '../objects.js';
import type { Plain } from '../probe.js';

export const area = new Area('apply');
const bare = (data?: Plain, metadata: Plain = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', ...metadata },
  ...(data === undefined ? {} : { data }),
});

area.add('apply', 'makes what is not there', (api) => api.apply('configmaps', bare({ a: '1' }), 'mine'));
area.add('apply', 'again without a change keeps the version', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine');
  await api.apply('configmaps', bare({ a: '1' }), 'mine');
});
area.add('apply', 'changes what the manager owns', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '2' }), 'mine');
});
area.add('apply', 'removes what the manager owned alone', async (api) => {
  await api.apply('configmaps', bare({ a: '1', b: '2' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '1' }), 'mine');
});
area.add('apply', 'a field of another manager conflicts', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '2' }), 'other');
  await api.get('configmaps', 'one');
});
area.add('apply', 'several fields of several managers conflict', async (api) => {
  await api.apply('configmaps', bare({ a: '1', b: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ c: '1' }), 'third', { brief: true });
  await api.apply('configmaps', bare({ a: '2', b: '2', c: '2' }), 'other', {
    // The server goes through managers in no order.
    pick: ({ code, reason, message, details }) => ({
      code,
      reason,
      message,
      causes: (details as { causes: { field: string }[] }).causes.sort((a, b) => (a.field < b.field ? -1 : 1)),
    }),
  });
});
area.add('apply', 'by force takes a field over', async (api) => {
  await api.apply('configmaps', bare({ a: '1', b: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '2' }), 'other', { force: true });
});
area.add('apply', 'the same value is shared without conflict', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '1', b: '2' }), 'other');
});
area.add('apply', 'a shared field stays when one lets go', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '1' }), 'other', { brief: true });
  await api.apply('configmaps', bare(), 'mine');
});
area.add('apply', 'a field of an update conflicts and names it', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1' }));
  await api.apply('configmaps', bare({ a: '2' }), 'mine');
});
area.add('apply', 'an update takes fields away without asking', async (api) => {
  await api.apply('configmaps', bare({ a: '1', b: '1' }), 'mine', { brief: true });
  await api.update('configmaps', configMap('one', { a: '2', b: '1' }));
  await api.apply('configmaps', bare({ a: '1', b: '1' }), 'mine');
});
area.add('apply', 'an update that removes a field frees it', async (api) => {
  await api.apply('configmaps', bare({ a: '1', b: '1' }), 'mine', { brief: true });
  await api.update('configmaps', configMap('one', { a: '1' }));
});
area.add('apply', 'without a manager', (api) => api.apply('configmaps', bare({ a: '1' }), ''));
area.add('apply', 'without kind and apiVersion', (api) =>
  api.patch(
    'apply',
    'configmaps',
    'one',
    { metadata: { name: 'one' }, data: { a: '1' } },
    { query: { fieldManager: 'mine' } },
  ),
);
area.add('apply', 'of another name', (api) =>
  api.patch('apply', 'configmaps', 'two', bare({ a: '1' }), { query: { fieldManager: 'mine' } }),
);
area.add('apply', 'of no name', (api) =>
  api.patch(
    'apply',
    'configmaps',
    'one',
    { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } },
    { query: { fieldManager: 'mine' } },
  ),
);
area.add('apply', 'of another namespace', (api) =>
  api.apply('configmaps', bare({ a: '1' }, { namespace: 'default' }), 'mine'),
);
area.add('apply', 'of another kind', (api) =>
  api.patch('apply', 'configmaps', 'one', { ...bare(), kind: 'Secret' }, { query: { fieldManager: 'mine' } }),
);
area.add('apply', 'of managedFields', (api) =>
  api.apply('configmaps', bare({ a: '1' }, { managedFields: [{ manager: 'x' }] }), 'mine'),
);
area.add('apply', 'with the version it has', async (api) => {
  const made = await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '2' }, { resourceVersion: made.version }), 'mine');
});
area.add('apply', 'with an older version', async (api) => {
  const made = await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '2' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '3' }, { resourceVersion: made.version }), 'mine');
});
area.add('apply', 'with a version, of what is not there', (api) =>
  api.apply('configmaps', bare({ a: '1' }, { resourceVersion: '5' }), 'mine'),
);
area.add('apply', 'with another uid', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine', { brief: true });
  await api.apply('configmaps', bare({ a: '1' }, { uid: '00000000-0000-4000-8000-000000000000' }), 'mine');
});
area.add('apply', 'in YAML', (api) =>
  api.patch(
    'apply',
    'configmaps',
    'one',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n',
    { query: { fieldManager: 'mine' } },
  ),
);
area.add('apply', 'in malformed YAML', (api) =>
  api.patch('apply', 'configmaps', 'one', 'a: [', { query: { fieldManager: 'mine' } }),
);
area.add('apply', 'a key that is there twice', (api) =>
  api.patch(
    'apply',
    'configmaps',
    'one',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\n',
    { query: { fieldManager: 'mine', fieldValidation: 'Strict' } },
  ),
);
area.add('apply', 'a dry run makes nothing', async (api) => {
  await api.apply('configmaps', bare({ a: '1' }), 'mine', { query: { dryRun: 'All' } });
  await api.get('configmaps', 'one');
});
area.add('apply', 'null is an owned absence', (api) => api.apply('configmaps', bare({ a: null, b: '1' }), 'mine'));
area.add('apply', 'labels and annotations', (api) =>
  api.apply('configmaps', bare({}, { labels: { 'example.com/a': 'b' }, annotations: { n: 'o' } }), 'mine'),
);
area.add('apply', 'a deployment: lists by key', (api) =>
  api.apply(
    'deployments',
    deployment('one', {
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [
            {
              name: 'main',
              image: 'x',
              env: [{ name: 'A', value: '1' }],
              ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }],
              args: ['a', 'b'],
            },
          ],
        },
      },
    }),
    'mine',
  ),
);
area.add('apply', 'two managers of two containers', async (api) => {
  await api.apply('deployments', deployment('one'), 'mine', { brief: true });
  const other: Manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one' },
    spec: { template: { spec: { containers: [{ name: 'side', image: 'y' }] } } },
  };
  await api.apply('deployments', other, 'other');
  await api.apply('deployments', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'one' } }, 'other');
});
area.add('apply', 'an atomic list conflicts as one', async (api) => {
  const withArgs = (args: string[]): Manifest =>
    deployment('one', {
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'x', args }] } },
    });
  await api.apply('deployments', withArgs(['a']), 'mine', { brief: true });
  await api.apply('deployments', withArgs(['a', 'b']), 'other');
});
area.add('apply', 'an atomic struct conflicts as one', async (api) => {
  const choosing = (app: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'one' },
    spec: { selector: { app }, ports: [{ port: 80 }] },
  });
  await api.apply('services', choosing('a'), 'mine', { brief: true });
  await api.apply('services', choosing('b'), 'other');
});
area.add('apply', 'two elements with one key', (api) =>
  api.apply(
    'pods',
    pod('one', {
      containers: [
        { name: 'main', image: 'x' },
        { name: 'main', image: 'y' },
      ],
    }),
    'mine',
  ),
);
area.add('apply', 'an element without its key', (api) =>
  api.apply('pods', pod('one', { containers: [{ image: 'x' }] }), 'mine'),
);
area.add('apply', 'a wrong type', (api) => api.apply('deployments', deployment('one', { replicas: 'two' }), 'mine'));
area.add('apply', 'an invalid object', (api) => api.apply('deployments', deployment('one', { replicas: -1 }), 'mine'));
area.add('apply', 'a default is not owned', async (api) => {
  await api.apply('services', service('one'), 'mine');
});
area.add('apply', 'replicas handed over to scale', async (api) => {
  await api.apply('deployments', deployment('one', { replicas: 2 }), 'mine', { brief: true });
  await api.patch(
    'merge',
    'deployments',
    'one',
    { spec: { replicas: 5 } },
    { subresource: 'scale', query: { fieldManager: 'scaler' } },
  );
  await api.get('deployments', 'one');
  await api.apply('deployments', deployment('one', { replicas: 2 }), 'mine');
});
area.add('apply', 'to a status', async (api) => {
  await api.given('pods', pod('one'));
  await api.apply(
    'pods',
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'one' },
      status: { message: 'hi', conditions: [{ type: 'Ready', status: 'True' }] },
    },
    'kubelet',
    { subresource: 'status' },
  );
});
area.add('apply', 'a custom object', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.apply(widgets, widget(api.ns, 'one', { spec: { size: 1, tags: ['a'] } }), 'mine');
  await api.apply(widgets, widget(api.ns, 'one', { spec: { size: 2, tags: ['b'] } }), 'other');
});
area.add('apply', 'finalizers are a set', async (api) => {
  await api.apply('configmaps', bare({}, { finalizers: ['example.com/a'] }), 'mine', { brief: true });
  await api.apply('configmaps', bare({}, { finalizers: ['example.com/b'] }), 'other');
  await api.apply('configmaps', bare({}), 'mine');
});
area.add('apply', 'owners by uid', (api) =>
  api.apply(
    'configmaps',
    bare({}, { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'uid-a' }] }),
    'mine',
  ),
);
area.add('apply', 'in a namespace that is not there', (api) =>
  api.apply('configmaps', bare({ a: '1' }), 'mine', { namespace: `${api.ns}-absent` }),
);
area.add('apply', 'ownership moves when a client-side manager is renamed', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1' }), { query: { fieldManager: 'before' } });
  await api.update('configmaps', configMap('one', { a: '2' }), { query: { fieldManager: 'after' } });
});
area.add('apply', 'to an object whose managedFields were removed', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1' }));
  await api.patch('merge', 'configmaps', 'one', { metadata: { managedFields: [{}] } });
  await api.apply('configmaps', bare({ a: '2' }), 'mine');
});
