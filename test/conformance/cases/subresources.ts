import { Area } from '../case.js';
import {
  cronJob,
  definition,
  deployment,
  disruptionBudget,
  job,
  namespace,
  node,
  pod,
  replicaSet,
  serviceAccount,
  statefulSet,
  volume,
  claim,
  widget,
  configMap,
} from '../objects.js';
import type { Plain } from '../probe.js';

export const area = new Area('subresources');
const binding = (name: string, target: Plain = { kind: 'Node', name: 'node-1' }): Plain => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name },
  target,
});
const eviction = (name: string, rest: Plain = {}): Plain => ({
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name },
  ...rest,
});

area.add('update', 'a status without touching the spec', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update(
    'deployments',
    { ...made, spec: { ...(made['spec'] as object), replicas: 9 }, status: { replicas: 2, observedGeneration: 1 } },
    { subresource: 'status' },
  );
});
area.add('update', 'labels through a status', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update(
    'deployments',
    { ...made, metadata: { ...made.metadata, labels: { a: 'b' }, annotations: { c: 'd' } } },
    { subresource: 'status' },
  );
});
area.add('update', 'a status with an older version', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update('deployments', { ...made, spec: { ...(made['spec'] as object), replicas: 2 } }, { brief: true });
  await api.update('deployments', { ...made, status: { replicas: 1 } }, { subresource: 'status' });
});
area.add('update', 'a status of an absent object', (api) =>
  api.update('deployments', deployment('absent'), { subresource: 'status' }),
);
area.add('update', 'a status that is invalid', async (api) => {
  const made = (await api.given('deployments', deployment('one'))).object();
  await api.update('deployments', { ...made, status: { replicas: -1 } }, { subresource: 'status' });
});
area.add('update', 'the status of a namespace', async (api) => {
  const made = (await api.get('namespaces', api.ns, { brief: true })).object();
  await api.update(
    'namespaces',
    {
      ...made,
      status: {
        phase: 'Active',
        conditions: [
          {
            type: 'NamespaceContentRemaining',
            status: 'False',
            lastTransitionTime: '2001-01-01T00:00:00Z',
            reason: 'r',
            message: 'm',
          },
        ],
      },
    },
    { subresource: 'status' },
  );
});
area.add('update', 'the status of a node', async (api) => {
  const made = (await api.given('nodes', node(`${api.ns}-n`))).object();
  await api.update(
    'nodes',
    {
      ...made,
      status: { capacity: { cpu: '2000m', memory: '1024Mi' }, conditions: [{ type: 'Ready', status: 'True' }] },
    },
    { subresource: 'status' },
  );
});
area.add('update', 'the status of a job', async (api) => {
  const made = (await api.given('jobs', job('one'))).object();
  await api.update(
    'jobs',
    { ...made, status: { active: 1, startTime: '2001-01-01T00:00:00Z' } },
    { subresource: 'status' },
  );
});
area.add('create', 'a status cannot be created', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.ask('POST', api.path('deployments', 'one', { subresource: 'status' }), { body: deployment('one') });
});
area.add('delete', 'a status cannot be deleted', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.ask('DELETE', api.path('deployments', 'one', { subresource: 'status' }));
});

area.add('get', 'the scale of a deployment', async (api) => {
  await api.given('deployments', deployment('one', { replicas: 2 }));
  await api.get('deployments', 'one', { subresource: 'scale' });
});
area.add('get', 'the scale of a replica set and a stateful set', async (api) => {
  await api.given('replicasets', replicaSet('one', { replicas: 2 }));
  await api.get('replicasets', 'one', { subresource: 'scale' });
  await api.given('statefulsets', statefulSet('one', { replicas: 3 }));
  await api.get('statefulsets', 'one', { subresource: 'scale' });
});
area.add('get', 'the scale of an absent deployment', (api) =>
  api.get('deployments', 'absent', { subresource: 'scale' }),
);
area.add('get', 'the scale with a selector of expressions', async (api) => {
  await api.given(
    'deployments',
    deployment('one', {
      selector: {
        matchLabels: { app: 'web' },
        matchExpressions: [
          { key: 'tier', operator: 'NotIn', values: ['b', 'a'] },
          { key: 'x', operator: 'DoesNotExist' },
        ],
      },
    }),
  );
  await api.get('deployments', 'one', { subresource: 'scale' });
});
area.add('update', 'a scale', async (api) => {
  await api.given('deployments', deployment('one'));
  const scale = (await api.get('deployments', 'one', { subresource: 'scale', brief: true })).object();
  await api.update('deployments', { ...scale, spec: { replicas: 4 } }, { subresource: 'scale' });
  await api.get('deployments', 'one');
});
area.add('update', 'a scale without a version', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.update(
    'deployments',
    {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'one', namespace: api.ns },
      spec: { replicas: 4 },
    },
    { subresource: 'scale' },
  );
});
area.add('update', 'a scale with an older version', async (api) => {
  await api.given('deployments', deployment('one'));
  const scale = (await api.get('deployments', 'one', { subresource: 'scale', brief: true })).object();
  await api.patch('merge', 'deployments', 'one', { metadata: { labels: { a: 'b' } } }, { brief: true });
  await api.update('deployments', { ...scale, spec: { replicas: 4 } }, { subresource: 'scale' });
});
area.add('update', 'a scale below zero', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.update(
    'deployments',
    { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'one' }, spec: { replicas: -1 } },
    { subresource: 'scale' },
  );
});
area.add('update', 'a scale of another kind', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.update('deployments', deployment('one'), { subresource: 'scale' });
});
area.add('merge-patch', 'a scale by patch', async (api) => {
  await api.given('statefulsets', statefulSet('one'));
  await api.patch('merge', 'statefulsets', 'one', { spec: { replicas: 5 } }, { subresource: 'scale' });
});
area.add('update', 'a scale in a dry run', async (api) => {
  await api.given('deployments', deployment('one'));
  await api.patch(
    'merge',
    'deployments',
    'one',
    { spec: { replicas: 5 } },
    { subresource: 'scale', query: { dryRun: 'All' } },
  );
  await api.get('deployments', 'one', { subresource: 'scale' });
});

area.add('create', 'a binding places a pod', async (api) => {
  await api.given('pods', pod('one'));
  await api.ask('POST', api.path('pods', 'one', { subresource: 'binding' }), { body: binding('one') });
  await api.get('pods', 'one');
});
area.add('create', 'a binding by its own path', async (api) => {
  await api.given('pods', pod('one'));
  await api.create('bindings', binding('one'));
  await api.get('pods', 'one', { pick: ({ spec }) => (spec as Plain)['nodeName'] });
});
area.add('create', 'a second binding', async (api) => {
  await api.given('pods', pod('one'));
  await api.create('bindings', binding('one'), { brief: true });
  await api.create('bindings', binding('one', { kind: 'Node', name: 'node-2' }));
});
area.add('create', 'a binding to nothing', async (api) => {
  await api.given('pods', pod('one'));
  await api.create('bindings', binding('one', {}));
});
area.add('create', 'a binding to another kind', async (api) => {
  await api.given('pods', pod('one'));
  await api.create('bindings', binding('one', { kind: 'Pod', name: 'x' }));
});
area.add('create', 'a binding of an absent pod', (api) => api.create('bindings', binding('absent')));
area.add('create', 'a binding with labels of the node', async (api) => {
  await api.given('pods', pod('one'));
  await api.create('bindings', {
    ...binding('one'),
    metadata: { name: 'one', annotations: { note: 'by the scheduler' } },
  });
  await api.get('pods', 'one', { pick: ({ metadata }) => (metadata as Plain)['annotations'] });
});

area.add('create', 'an eviction of a pod nobody protects', async (api) => {
  await api.given('pods', pod('one', {}, { labels: { app: 'web' } }));
  await api.ask('POST', api.path('pods', 'one', { subresource: 'eviction' }), { body: eviction('one') });
  await api.get('pods', 'one');
});
area.add('create', 'an eviction of a placed pod', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.ask('POST', api.path('pods', 'one', { subresource: 'eviction' }), { body: eviction('one') });
  await api.get('pods', 'one');
});
area.add('create', 'an eviction of an absent pod', (api) =>
  api.ask('POST', api.path('pods', 'absent', { subresource: 'eviction' }), { body: eviction('absent') }),
);
area.add('create', 'an eviction of another name', async (api) => {
  await api.given('pods', pod('one'));
  await api.ask('POST', api.path('pods', 'one', { subresource: 'eviction' }), { body: eviction('two') });
});
area.add('create', 'an eviction in a dry run', async (api) => {
  await api.given('pods', pod('one'));
  await api.ask('POST', api.path('pods', 'one', { subresource: 'eviction' }), {
    body: eviction('one', { deleteOptions: { dryRun: ['All'] } }),
  });
  await api.get('pods', 'one', { pick: ({ kind }) => kind });
});
area.add('create', 'an eviction of a running pod that a budget protects', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }, { labels: { app: 'web' } }));
  await api.patch(
    'merge',
    'pods',
    'one',
    { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } },
    { subresource: 'status', brief: true },
  );
  const budget = (await api.given('poddisruptionbudgets', disruptionBudget('one'))).object();
  await api.update(
    'poddisruptionbudgets',
    {
      ...budget,
      status: { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    },
    { subresource: 'status', brief: true },
  );
  await api.ask('POST', api.path('pods', 'one', { subresource: 'eviction' }), { body: eviction('one') });
  await api.get('pods', 'one', { pick: ({ metadata }) => (metadata as Plain)['deletionTimestamp'] ?? 'stays' });
});
area.add('create', 'an eviction of the old version', async (api) => {
  await api.given('pods', pod('one'));
  await api.ask('POST', api.path('pods', 'one', { subresource: 'eviction' }), {
    body: { ...eviction('one'), apiVersion: 'policy/v1beta1' },
  });
});

area.add('create', 'a token for a service account', async (api) => {
  await api.given('serviceaccounts', serviceAccount('robot'));
  await api.ask('POST', api.path('serviceaccounts', 'robot', { subresource: 'token' }), {
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: [], expirationSeconds: 3600 },
    },
    pick: ({ spec, status, ...rest }) => ({ ...rest, spec, has: Object.keys(status ?? {}).sort() }),
  });
});
area.add('create', 'a token that is too short-lived', async (api) => {
  await api.given('serviceaccounts', serviceAccount('robot'));
  await api.ask('POST', api.path('serviceaccounts', 'robot', { subresource: 'token' }), {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 60 } },
  });
});
area.add('create', 'a token for an absent service account', (api) =>
  api.ask('POST', api.path('serviceaccounts', 'absent', { subresource: 'token' }), {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  }),
);
area.add('update', 'the ephemeral containers of a pod', async (api) => {
  await api.given('pods', pod('one'));
  await api.patch(
    'strategic',
    'pods',
    'one',
    { spec: { ephemeralContainers: [{ name: 'debug', image: 'busybox', targetContainerName: 'main' }] } },
    { subresource: 'ephemeralcontainers' },
  );
});
area.add('update', 'ephemeral containers through the pod itself', async (api) => {
  await api.given('pods', pod('one'));
  await api.patch(
    'strategic',
    'pods',
    'one',
    { spec: { ephemeralContainers: [{ name: 'debug', image: 'busybox' }] } },
    { pick: ({ code, reason }) => ({ code, reason }) },
  );
});
area.add('get', 'a log of a pod that is not placed', async (api) => {
  await api.given('pods', pod('one'));
  await api.get('pods', 'one', { subresource: 'log' });
});
area.add('get', 'a log of a pod that is not there', (api) => api.get('pods', 'absent', { subresource: 'log' }));
area.add('get', 'the status of a claim and a volume', async (api) => {
  await api.given('persistentvolumeclaims', claim('one'));
  await api.get('persistentvolumeclaims', 'one', { subresource: 'status' });
  await api.given('persistentvolumes', volume(`${api.ns}-v`));
  await api.get('persistentvolumes', `${api.ns}-v`, { subresource: 'status' });
});
area.add('merge-patch', 'the status of a cron job', async (api) => {
  await api.given('cronjobs', cronJob('one'));
  await api.patch(
    'merge',
    'cronjobs',
    'one',
    { status: { lastScheduleTime: '2001-01-01T00:00:00Z' } },
    { subresource: 'status' },
  );
});
area.add('update', 'finalize needs the namespace of the path', async (api) => {
  const made = (await api.given('namespaces', namespace(`${api.ns}-b`))).object();
  await api.ask('PUT', `/api/v1/namespaces/${api.ns}/finalize`, { body: made });
});
area.add('update', 'the status of a custom object', async (api) => {
  const widgets = await api.define(definition(api.ns, {}, { subresources: { status: {} } }));
  const made = (await api.given(widgets, { ...widget(api.ns, 'one'), status: { phase: 'set too early' } })).object();
  await api.get(widgets, 'one');
  await api.update(widgets, { ...made, spec: { size: 9 }, status: { phase: 'Ready' } }, { subresource: 'status' });
  await api.update(widgets, {
    ...made,
    metadata: { ...made.metadata, resourceVersion: '' },
    spec: { size: 2 },
    status: { phase: 'ignored' },
  });
});
area.add('merge-patch', 'the scale of a custom object', async (api) => {
  const scale = {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.phase',
  };
  const widgets = await api.define(definition(api.ns, {}, { subresources: { status: {}, scale } }));
  await api.given(widgets, widget(api.ns, 'one', { spec: { size: 3 } }));
  await api.get(widgets, 'one', { subresource: 'scale' });
  await api.patch('merge', widgets, 'one', { spec: { replicas: 7 } }, { subresource: 'scale' });
  await api.get(widgets, 'one');
});
area.add('get', 'a custom object without a status has no status path', async (api) => {
  const widgets = await api.define(definition(api.ns));
  await api.given(widgets, widget(api.ns, 'one'));
  await api.get(widgets, 'one', { subresource: 'status' });
});
area.add('get', 'a ConfigMap has no scale', async (api) => {
  await api.given('configmaps', configMap('one'));
  await api.get('configmaps', 'one', { subresource: 'scale' });
});
