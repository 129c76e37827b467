import { Area } from '../case.js';
import {
  autoscaler,
  claim,
  clusterRole,
  controllerRevision,
  cronJob,
  daemonSet,
  definition,
  deployment,
  disruptionBudget,
  endpointSlice,
  event,
  externalService,
  ingress,
  job,
  lease,
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
  volume,
} from '../objects.js';
import type { Manifest } from '../objects.js';
import type { Plain } from '../probe.js';

export const area = new Area('tables');
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

/** What `kubectl get -o wide` shows of one object. */
const shown = (name: string, resource: string, make: (ns: string) => Manifest, prepare?: { status?: Plain }): void =>
  area.add('get', name, async (api) => {
    const object = make(api.ns);
    await api.given(resource, object);
    const id = String(object.metadata['name']);
    if (prepare?.status !== undefined)
      await api.patch('merge', resource, id, { status: prepare.status }, { subresource: 'status', brief: true });
    await api.get(resource, id, { accept: TABLE, query: { includeObject: 'None' } });
  });

shown('a pod that waits', 'pods', () => pod('one'));
shown('a pod that runs', 'pods', () => pod('one', { nodeName: 'node-1' }), {
  status: {
    phase: 'Running',
    podIP: '1.2.3.4',
    podIPs: [{ ip: '1.2.3.4' }],
    conditions: [{ type: 'Ready', status: 'True' }],
    containerStatuses: [
      {
        name: 'main',
        image: 'x',
        imageID: 'y',
        ready: true,
        restartCount: 2,
        state: { running: { startedAt: '2001-01-01T00:00:00Z' } },
      },
    ],
  },
});
shown('a pod that crashes', 'pods', () => pod('one', { nodeName: 'node-1' }), {
  status: {
    phase: 'Running',
    containerStatuses: [
      {
        name: 'main',
        image: 'x',
        imageID: 'y',
        ready: false,
        restartCount: 5,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
      },
    ],
  },
});
shown('a pod that has failed', 'pods', () => pod('one', { nodeName: 'node-1' }), {
  status: { phase: 'Failed', reason: 'Evicted' },
});
shown('a pod whose container has ended', 'pods', () => pod('one', { nodeName: 'node-1' }), {
  status: {
    phase: 'Succeeded',
    containerStatuses: [
      {
        name: 'main',
        image: 'x',
        imageID: 'y',
        ready: false,
        restartCount: 0,
        state: { terminated: { reason: 'Completed', exitCode: 0 } },
      },
    ],
  },
});
shown('a deployment', 'deployments', () => deployment('one', { replicas: 3 }), {
  status: { replicas: 3, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1, unavailableReplicas: 2 },
});
shown('a replica set', 'replicasets', () => replicaSet('one', { replicas: 2 }));
shown('a stateful set', 'statefulsets', () => statefulSet('one'));
shown('a daemon set', 'daemonsets', () => daemonSet('one'));
shown('a job', 'jobs', () => job('one'));
shown('a cron job', 'cronjobs', () => cronJob('one'));
shown('a service', 'services', () =>
  service('one', {
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 53, protocol: 'UDP' },
    ],
  }),
);
shown('a service by external name', 'services', () => externalService('one'));
shown('a headless service', 'services', () => service('one', { clusterIP: 'None' }));
shown('a balanced service that waits', 'services', () => ({ ...service('one', { type: 'LoadBalancer' }) }));
shown('a secret', 'secrets', () => secret('one', { stringData: { a: '1', b: '2' } }));
shown('a namespace', 'namespaces', (ns) => namespace(`${ns}-b`));
shown('a node', 'nodes', (ns) => node(`${ns}-n`), {
  status: {
    conditions: [{ type: 'Ready', status: 'True' }],
    nodeInfo: {
      kubeletVersion: 'v1.30.0',
      osImage: 'Linux',
      kernelVersion: '6',
      containerRuntimeVersion: 'containerd://2',
    },
    addresses: [{ type: 'InternalIP', address: '1.2.3.4' }],
  },
});
shown('a node that takes nothing', 'nodes', (ns) => ({
  ...node(`${ns}-n`, { spec: { unschedulable: true } }),
  metadata: { name: `${ns}-n`, labels: { 'node-role.kubernetes.io/worker': '' } },
}));
shown('a service account', 'serviceaccounts', () => serviceAccount('one'));
shown('a lease', 'leases', () => lease('one'));
shown('an event', 'events', (ns) =>
  event('one', { count: 3, involvedObject: { kind: 'Pod', name: 'web', namespace: ns } }),
);
shown('an ingress', 'ingresses', () =>
  ingress('one', {
    ingressClassName: 'c',
    tls: [{ hosts: ['a.example.com'] }],
    rules: [
      {
        host: 'a.example.com',
        http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'w', port: { number: 80 } } } }] },
      },
    ],
  }),
);
shown('a claim', 'persistentvolumeclaims', () => claim('one'));
shown('a volume', 'persistentvolumes', (ns) => volume(`${ns}-v`));
shown('an autoscaler', 'horizontalpodautoscalers', () => autoscaler('one'));
shown('a disruption budget', 'poddisruptionbudgets', () => disruptionBudget('one'));
shown('a role', 'roles', () => role('one', []));
shown('a role binding', 'rolebindings', () => roleBinding('one', 'r'));
shown('a cluster role', 'clusterroles', (ns) => clusterRole(`${ns}-r`, []));
shown('a storage class', 'storageclasses', (ns) => storageClass(`${ns}-s`, { annotations: { note: 'x' } }));
shown('a priority class', 'priorityclasses', (ns) => priorityClass(`${ns}-p`));
shown('a network policy', 'networkpolicies', () =>
  networkPolicy('one', { podSelector: { matchLabels: { app: 'web' } } }),
);
shown('a quota', 'resourcequotas', () => quota('one'));
shown('an endpoint slice', 'endpointslices', () => endpointSlice('one'));
shown('a definition', 'customresourcedefinitions', (ns) => definition(ns));
shown('a controller revision', 'controllerrevisions', () =>
  controllerRevision(
    'one',
    {},
    { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'u', controller: true }] },
  ),
);
area.add('get', 'a pod that goes', async (api) => {
  await api.given('pods', pod('one', { nodeName: 'node-1' }));
  await api.delete('pods', 'one', { brief: true });
  await api.get('pods', 'one', { accept: TABLE, query: { includeObject: 'None' } });
});
area.add('get', 'the metadata of a row', async (api) => {
  await api.given('pods', pod('one', {}, { labels: { app: 'web' } }));
  await api.get('pods', 'one', { accept: TABLE });
});
area.add('get', 'an absent object is no table', (api) => api.get('pods', 'absent', { accept: TABLE }));
area.add('get', 'a table of a version nobody knows', async (api) => {
  await api.given('pods', pod('one'));
  await api.get('pods', 'one', { accept: 'application/json;as=Table;v=v1alpha1;g=meta.k8s.io' });
});
area.add('get', 'a table of the older version', async (api) => {
  await api.given('pods', pod('one'));
  await api.get('pods', 'one', { accept: 'application/json;as=Table;v=v1beta1;g=meta.k8s.io' });
});
area.add('create', 'answered as a table', (api) => api.create('pods', pod('one'), { accept: TABLE }));
area.add('delete', 'a deletion answered as a table', async (api) => {
  await api.given('secrets', secret('one'));
  await api.delete('secrets', 'one', { accept: TABLE });
});
