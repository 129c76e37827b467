import { Area } from '../case.js';
import { configMap, deployment, job, pod, replicaSet, secret, service, statefulSet } from '../objects.js';
import { PROTOBUF, YAML } from '../representation.js';

export const area = new Area('update');

area.add('update', 'with the version it has', async (api) => {
  const object = (await api.given('configmaps', configMap('one'))).object();
  await api.update('configmaps', { ...object, data: { a: '2' } });
});
area.add('update', 'with an older version', async (api) => {
  const object = (await api.given('configmaps', configMap('one'))).object();
  await api.update('configmaps', { ...object, data: { a: '2' } }, { brief: true });
  await api.update('configmaps', { ...object, data: { a: '3' } });
  await api.get('configmaps', 'one');
});
area.add('update', 'without a version', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', { b: '2' }));
});
area.add('update', 'that changes nothing keeps the version', async (api) => {
  const object = (await api.given('configmaps', configMap('one'))).object();
  await api.update('configmaps', object);
});
area.add('update', 'with a version that is no number', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', {}, { resourceVersion: 'abc' }));
});
area.add('update', 'of another uid', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', {}, { uid: '00000000-0000-4000-8000-000000000000' }));
});
area.add('update', 'of an absent object', (api) => api.update('configmaps', configMap('absent')));
area.add('update', 'of an absent object with a version', (api) =>
  api.update('configmaps', configMap('absent', {}, { resourceVersion: '5' })),
);
area.add('update', 'of a lease that is absent makes it', (api) =>
  api.update('leases', {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'one' },
    spec: { holderIdentity: 'me' },
  }),
);
area.add('update', 'of a service that is absent', (api) => api.update('services', service('absent')));
area.add('update', 'with another name than the path', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PUT', api.path('configmaps', 'one'), { body: configMap('two') });
});
area.add('update', 'with no name takes that of the path', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PUT', api.path('configmaps', 'one'), { body: configMap('', { a: '2' }) });
});
area.add('update', 'with another namespace than the path', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PUT', api.path('configmaps', 'one'), { body: configMap('one', {}, { namespace: 'default' }) });
});
area.add('update', 'with another kind', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PUT', api.path('configmaps', 'one'), { body: secret('one') });
});
area.add('update', 'cannot change what the server owns', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update('deployments', {
    ...made,
    metadata: { ...made.metadata, creationTimestamp: '2001-01-01T00:00:00Z', generation: 9, selfLink: '/x' },
  });
});
area.add('update', 'of a spec raises the generation', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update('deployments', { ...made, spec: { ...(made['spec'] as object), replicas: 3 } });
});
area.add('update', 'of labels does not raise the generation', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update('deployments', { ...made, metadata: { ...made.metadata, labels: { a: 'b' } } });
});
area.add('update', 'of the status through the object counts for nothing', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update('deployments', { ...made, status: { replicas: 5 } });
});
area.add('update', 'removes what it does not have', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1', b: '2' }, { labels: { x: 'y' }, annotations: { n: 'o' } }));
  await api.update('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } });
});
area.add('update', 'a dry run changes nothing', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', { a: '2' }), { query: { dryRun: 'All' } });
  await api.get('configmaps', 'one');
});
area.add('update', 'from protobuf', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.update('configmaps', configMap('one', { a: '2' }), { contentType: PROTOBUF, accept: PROTOBUF });
});
area.add('update', 'from YAML', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.ask('PUT', api.path('configmaps', 'one'), {
    body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {a: "2"}\n',
    contentType: YAML,
  });
});
area.add('update', 'by another manager shares what stays', async (api) => {
  await api.given('configmaps', configMap('one', { a: '1', b: '1' }));
  await api.update('configmaps', configMap('one', { a: '1', b: '2', c: '3' }), { query: { fieldManager: 'other' } });
});
area.add('update', 'of an immutable ConfigMap', async (api) => {
  await api.given('configmaps', { ...configMap('one'), immutable: true });
  await api.update('configmaps', { ...configMap('one', { a: '2' }), immutable: true });
  await api.update('configmaps', configMap('one'));
});
area.add('update', 'of the type of a secret', async (api) => {
  await api.given('secrets', secret('one'));
  await api.update('secrets', secret('one', { type: 'example.com/other' }));
});
area.add('update', 'of the selector of a deployment', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.update(
    'deployments',
    deployment('one', {
      selector: { matchLabels: { app: 'other' } },
      template: { metadata: { labels: { app: 'other' } }, spec: { containers: [{ name: 'main', image: 'x' }] } },
    }),
  );
});
area.add('update', 'of the selector of a replica set', async (api) => {
  await api.given('replicasets', replicaSet('one'));
  await api.update(
    'replicasets',
    replicaSet('one', {
      selector: { matchLabels: { app: 'other' } },
      template: { metadata: { labels: { app: 'other' } }, spec: { containers: [{ name: 'main', image: 'x' }] } },
    }),
    { pick: ({ message, details, code }) => ({ message, details, code }) },
  );
});
area.add('update', 'of the service name of a stateful set', async (api) => {
  await api.given('statefulsets', statefulSet('one'));
  await api.update('statefulsets', statefulSet('one', { serviceName: 'other' }));
});
area.add('update', 'of the template of a job', async (api) => {
  const made = (await api.given('jobs', job('one'))).object();
  const spec = made['spec'] as { template: { spec: { containers: { image: string }[] } } };
  (spec.template.spec.containers[0] as { image: string }).image = 'registry.example/app:2';
  await api.update('jobs', made, {
    pick: ({ code, reason, details }) => ({
      code,
      reason,
      fields: (details as { causes: { field: string }[] }).causes.map(({ field }) => field),
    }),
  });
});
area.add('update', 'of what a pod may change', async (api) => {
  const made = (await api.given('pods', pod('one'))).object();
  const spec = made['spec'] as { containers: { image: string }[]; activeDeadlineSeconds?: number };
  (spec.containers[0] as { image: string }).image = 'registry.example/app:2';
  spec.activeDeadlineSeconds = 100;
  await api.update('pods', made);
});
area.add('update', 'of what a pod may not change', async (api) => {
  const made = (await api.given('pods', pod('one'))).object();
  (made['spec'] as { restartPolicy: string }).restartPolicy = 'Never';
  await api.update('pods', made, {
    pick: ({ code, reason, details }) => ({
      code,
      reason,
      fields: (details as { causes: { field: string }[] }).causes.map(({ field }) => field),
    }),
  });
});
area.add('update', 'of the address of a service', async (api) => {
  const made = (await api.given('services', service('one'))).object();
  await api.update('services', {
    ...made,
    spec: { ...(made['spec'] as object), clusterIP: '10.0.250.250', clusterIPs: ['10.0.250.250'] },
  });
});
area.add('update', 'of a service without its address keeps it', async (api) => {
  await api.given('services', service('one'));
  await api.update('services', service('one', { ports: [{ port: 81 }] }));
});
area.add('update', 'a finalizer cannot be added while an object is deleted', async (api) => {
  await api.given('configmaps', configMap('one', {}, { finalizers: ['example.com/hold'] }));
  const going = (await api.delete('configmaps', 'one', { brief: true })).object();
  going.metadata['finalizers'] = ['example.com/hold', 'example.com/more'];
  await api.update('configmaps', going);
});
area.add('update', 'that is invalid leaves the object as it was', async (api) => {
  await api.given('deployments', deployment('one', { replicas: 2 }));
  await api.update('deployments', deployment('one', { replicas: -1 }));
  await api.get('deployments', 'one');
});
