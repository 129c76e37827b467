import { Area } from '../case.js';
import {
  autoscaler,
  claim,
  clusterRole,
  configMap,
  controllerRevision,
  cronJob,
  daemonSet,
  deployment,
  disruptionBudget,
  endpointSlice,
  event,
  ingress,
  job,
  lease,
  manifest,
  namespace,
  networkPolicy,
  node,
  pod,
  priorityClass,
  quota,
  replicaSet,
  role,
  roleBinding,
  secret,
  service,
  serviceAccount,
  statefulSet,
  storageClass,
  template,
  volume,
} from '../objects.js';

export const area = new Area('kinds');

// What the server adds to the smallest object of each kind.
area.creates('a pod and its defaults', 'pods', () => pod('one'));
area.creates('a deployment and its defaults', 'deployments', () => deployment('one'));
area.creates('a replica set and its defaults', 'replicasets', () => replicaSet('one'));
area.creates('a stateful set and its defaults', 'statefulsets', () => statefulSet('one'));
area.creates('a daemon set and its defaults', 'daemonsets', () => daemonSet('one'));
area.creates('a job and its defaults', 'jobs', () => job('one'));
area.creates('a cron job and its defaults', 'cronjobs', () => cronJob('one'));
area.creates('a service and its defaults', 'services', () => service('one'));
area.creates('a node and its defaults', 'nodes', (ns) => node(`${ns}-n`));
area.creates('a lease', 'leases', () => lease('one'));
area.creates('an event and its defaults', 'events', (ns) =>
  event('one', { involvedObject: { kind: 'Pod', name: 'web', namespace: ns } }),
);
area.creates('a role', 'roles', () => role('one', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]));
area.creates('a role binding and its defaults', 'rolebindings', () => ({
  ...roleBinding('one', 'r'),
  subjects: [
    { kind: 'User', name: 'alice' },
    { kind: 'ServiceAccount', name: 'sa', namespace: 'x' },
  ],
}));
area.creates('a cluster role that aggregates', 'clusterroles', (ns) => ({
  ...clusterRole(`${ns}-r`, []),
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { case: ns } }] },
}));
area.creates('an ingress', 'ingresses', () =>
  ingress('one', {
    rules: [
      {
        host: 'example.com',
        http: {
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { name: 'http' } } } }],
        },
      },
    ],
  }),
);
area.creates('a claim and its defaults', 'persistentvolumeclaims', () => claim('one'));
area.creates('a volume and its defaults', 'persistentvolumes', (ns) => volume(`${ns}-v`));
area.creates('an autoscaler and its defaults', 'horizontalpodautoscalers', () => autoscaler('one'));
area.creates('a disruption budget', 'poddisruptionbudgets', () => disruptionBudget('one'));
area.creates('a secret of text', 'secrets', () => secret('one', { stringData: { a: 'x' }, data: { b: 'eA==' } }));
area.creates('a network policy and its defaults', 'networkpolicies', () =>
  networkPolicy('one', { podSelector: {}, egress: [{ ports: [{ port: 80 }] }] }),
);
area.creates('a storage class and its defaults', 'storageclasses', (ns) => storageClass(`${ns}-s`));
area.creates('a priority class and its defaults', 'priorityclasses', (ns) => priorityClass(`${ns}-p`));
area.creates('an endpoint slice', 'endpointslices', () => endpointSlice('one'));
area.creates('endpoints, which are deprecated', 'endpoints', () =>
  manifest('v1', 'Endpoints', 'one', { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }] }] }),
);
area.creates('a replication controller and its defaults', 'replicationcontrollers', () =>
  manifest('v1', 'ReplicationController', 'one', { spec: { selector: { app: 'web' }, template: template() } }),
);
area.creates('a pod template', 'podtemplates', () => manifest('v1', 'PodTemplate', 'one', { template: template() }));
area.creates('a quota', 'resourcequotas', () => quota('one'));
area.creates('a limit range and its defaults', 'limitranges', () =>
  manifest('v1', 'LimitRange', 'one', {
    spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1024Gi' } }] },
  }),
);
area.creates('a controller revision', 'controllerrevisions', () =>
  controllerRevision('one', { spec: { any: ['thing'] } }),
);

// The rest.
area.creates('a claim without access modes', 'persistentvolumeclaims', () => claim('one', { accessModes: [] }));
area.creates('a claim without a size', 'persistentvolumeclaims', () => claim('one', { resources: {} }));
area.creates('a claim of a class', 'persistentvolumeclaims', () =>
  claim('one', { storageClassName: 'fast', volumeMode: 'Block' }),
);
area.creates('a volume without a source', 'persistentvolumes', (ns) => volume(`${ns}-v`, { hostPath: undefined }));
area.creates('a volume without a capacity', 'persistentvolumes', (ns) => volume(`${ns}-v`, { capacity: {} }));
area.creates('a secret with a certificate', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } }),
);
area.creates('a secret that lacks its certificate', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }),
);
area.creates('a secret for a registry that is not JSON', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'eA==' } }),
);
area.creates('a secret for basic authentication without a user', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/basic-auth' }),
);
area.creates('a token secret without its account', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/service-account-token' }),
);
area.creates('a secret above its size', 'secrets', () =>
  secret('one', { stringData: { big: 'x'.repeat(1024 * 1024 + 1) } }),
);
area.creates('a lease that lasts no time', 'leases', () => lease('one', { leaseDurationSeconds: 0 }));
area.creates('a lease with times', 'leases', () =>
  lease('one', { acquireTime: '2001-01-01T00:00:00.123456Z', renewTime: '2001-01-01T00:00:00Z' }),
);
area.creates('an event of another namespace', 'events', () =>
  event('one', { involvedObject: { kind: 'Pod', name: 'web', namespace: 'elsewhere' } }),
);
area.creates('an event of the newer group', 'events.events.k8s.io', (ns) =>
  manifest('events.k8s.io/v1', 'Event', 'one', {
    eventTime: '2001-01-01T00:00:00.000000Z',
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    action: 'Do',
    reason: 'R',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'web', namespace: ns },
  }),
);
area.creates('an event of the newer group without its time', 'events.events.k8s.io', (ns) =>
  manifest('events.k8s.io/v1', 'Event', 'one', {
    reason: 'R',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'web', namespace: ns },
  }),
);
area.creates('a role without verbs', 'roles', () => role('one', [{ apiGroups: [''], resources: ['pods'], verbs: [] }]));
area.creates('a role of paths in a namespace', 'roles', () =>
  role('one', [{ nonResourceURLs: ['/x'], verbs: ['get'] }]),
);
area.creates('a rule of resources and paths', 'clusterroles', (ns) =>
  clusterRole(`${ns}-r`, [{ apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'], verbs: ['get'] }]),
);
area.creates('a binding to a kind nobody knows', 'rolebindings', () => roleBinding('one', 'r', 'alice', 'Group'));
area.creates('a binding without a role', 'rolebindings', () => ({ ...roleBinding('one', 'r'), roleRef: {} }));
area.creates('a binding of a service account without its namespace', 'rolebindings', () => ({
  ...roleBinding('one', 'r'),
  subjects: [{ kind: 'ServiceAccount', name: 'x' }],
}));
area.creates('an autoscaler of metrics', 'horizontalpodautoscalers', () =>
  autoscaler('one', {
    minReplicas: 2,
    metrics: [
      { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } } },
    ],
  }),
);
area.creates('an autoscaler whose bounds cross', 'horizontalpodautoscalers', () =>
  autoscaler('one', { minReplicas: 5 }),
);
area.creates('a budget of both kinds', 'poddisruptionbudgets', () => disruptionBudget('one', { maxUnavailable: 1 }));
area.creates('a namespace and its defaults', 'namespaces', (ns) => namespace(`${ns}-b`));
area.creates('a namespace with a finalizer of its own', 'namespaces', (ns) => ({
  ...namespace(`${ns}-b`),
  spec: { finalizers: ['example.com/hold'] },
}));
area.creates('a priority class of the system', 'priorityclasses', (ns) => priorityClass(`${ns}-p`, 2_000_000_000));
area.creates('a node with taints and addresses', 'nodes', (ns) =>
  node(`${ns}-n`, {
    spec: { podCIDR: '10.1.0.0/24', taints: [{ key: 'a', effect: 'NoSchedule' }] },
    status: { addresses: [{ type: 'InternalIP', address: '1.2.3.4' }] },
  }),
);
area.creates('a node with a taint nobody knows', 'nodes', (ns) =>
  node(`${ns}-n`, { spec: { taints: [{ key: 'a', effect: 'Never' }] } }),
);
area.creates('a service account that mounts nothing', 'serviceaccounts', () =>
  serviceAccount('one', { automountServiceAccountToken: false }),
);
area.creates('a ConfigMap that cannot change', 'configmaps', () => ({ ...configMap('one'), immutable: true }));
area.add('get', 'an autoscaler in the older version', async (api) => {
  await api.given(
    'horizontalpodautoscalers',
    autoscaler('one', {
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '100Mi' } } },
      ],
    }),
  );
  await api.get('horizontalpodautoscalers.v1', 'one');
});
area.add('create', 'an autoscaler made in the older version', async (api) => {
  await api.create('horizontalpodautoscalers.v1', {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'one' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      maxReplicas: 3,
      targetCPUUtilizationPercentage: 70,
    },
  });
  await api.get('horizontalpodautoscalers', 'one');
});
area.add('get', 'an event in the newer group', async (api) => {
  await api.given(
    'events',
    event('one', {
      involvedObject: { kind: 'Pod', name: 'web', namespace: api.ns },
      count: 3,
      firstTimestamp: '2001-01-01T00:00:00Z',
      source: { component: 'kubelet', host: 'n' },
    }),
  );
  await api.get('events.events.k8s.io', 'one');
});
area.add('update', 'a binding cannot change its role', async (api) => {
  await api.given('roles', role('r', []));
  await api.given('rolebindings', roleBinding('one', 'r'));
  await api.update('rolebindings', roleBinding('one', 'other'));
});
area.add('update', 'a claim cannot change its mode', async (api) => {
  const made = (await api.given('persistentvolumeclaims', claim('one'))).object();
  await api.update(
    'persistentvolumeclaims',
    { ...made, spec: { ...(made['spec'] as object), accessModes: ['ReadOnlyMany'] } },
    {
      pick: ({ code, reason, details }) => ({
        code,
        reason,
        fields: (details as { causes: { field: string }[] }).causes.map(({ field }) => field),
      }),
    },
  );
});
area.add('update', 'a job may be suspended', async (api) => {
  await api.given('jobs', job('one'));
  await api.patch('merge', 'jobs', 'one', { spec: { suspend: true } });
});
area.add('delete', 'a claim keeps its protection', async (api) => {
  await api.given('persistentvolumeclaims', claim('one'));
  await api.delete('persistentvolumeclaims', 'one');
});
area.add('update', 'a role without rules keeps its version when it is sent again', async (api) => {
  await api.create('roles', role('one', []));
  await api.update('roles', role('one', []));
});
area.add('apply', 'a role without rules', async (api) => {
  await api.apply('roles', role('one', []), 'me');
  await api.apply('roles', role('one', []), 'me');
});
