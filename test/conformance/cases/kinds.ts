import { Area } from '../case.js';
import type { CaseVerb } from '../case.js';
import {
  autoscaler,
  claim,
  clusterRole,
  configMap,
  cronJob,
  daemonSet,
  deployment,
  disruptionBudget,
  event,
  ingress,
  job,
  lease,
  namespace,
  node,
  pod,
  podSpec,
  replicaSet,
  role,
  roleBinding,
  secret,
  service,
  serviceAccount,
  statefulSet,
  template,
  volume,
} from '../objects.js';
import type { Manifest } from '../objects.js';
import type { Plain } from '../probe.js';
import { PROTOBUF } from '../representation.js';

export const area = new Area('kinds');

const making = (name: string, resource: string, make: (ns: string) => Manifest, verb: CaseVerb = 'create'): void =>
  area.add(verb, name, (api) => api.create(resource, make(api.ns)));
const container = (rest: Plain): Plain => ({
  containers: [{ name: 'main', image: 'registry.example/app:1', ...rest }],
});

// What the server adds to the smallest object of each kind.
making('a pod and its defaults', 'pods', () => pod('one'));
making('a deployment and its defaults', 'deployments', () => deployment('one'));
making('a replica set and its defaults', 'replicasets', () => replicaSet('one'));
making('a stateful set and its defaults', 'statefulsets', () => statefulSet('one'));
making('a daemon set and its defaults', 'daemonsets', () => daemonSet('one'));
making('a job and its defaults', 'jobs', () => job('one'));
making('a cron job and its defaults', 'cronjobs', () => cronJob('one'));
making('a service and its defaults', 'services', () => service('one'));
making('a node and its defaults', 'nodes', (ns) => node(`${ns}-n`));
making('a lease', 'leases', () => lease('one'));
making('an event and its defaults', 'events', (ns) =>
  event('one', { involvedObject: { kind: 'Pod', name: 'web', namespace: ns } }),
);
making('a role', 'roles', () => role('one', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]));
making('a role binding and its defaults', 'rolebindings', () => ({
  ...roleBinding('one', 'r'),
  subjects: [
    { kind: 'User', name: 'alice' },
    { kind: 'ServiceAccount', name: 'sa', namespace: 'x' },
  ],
}));
making('a cluster role that aggregates', 'clusterroles', (ns) => ({
  ...clusterRole(`${ns}-r`, []),
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { case: ns } }] },
}));
making('an ingress', 'ingresses', () =>
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
making('a claim and its defaults', 'persistentvolumeclaims', () => claim('one'));
making('a volume and its defaults', 'persistentvolumes', (ns) => volume(`${ns}-v`));
making('an autoscaler and its defaults', 'horizontalpodautoscalers', () => autoscaler('one'));
making('a disruption budget', 'poddisruptionbudgets', () => disruptionBudget('one'));
making('a secret of text', 'secrets', () => secret('one', { stringData: { a: 'x' }, data: { b: 'eA==' } }));
making('a network policy and its defaults', 'networkpolicies', () => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'one' },
  spec: { podSelector: {}, egress: [{ ports: [{ port: 80 }] }] },
}));
making('a storage class and its defaults', 'storageclasses', (ns) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: `${ns}-s` },
  provisioner: 'example.com/disk',
}));
making('a priority class and its defaults', 'priorityclasses', (ns) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: `${ns}-p` },
  value: 10,
}));
making('an endpoint slice', 'endpointslices', () => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'one' },
  addressType: 'IPv4',
  ports: [{ port: 80 }],
  endpoints: [{ addresses: ['1.2.3.4'] }],
}));
making('endpoints, which are deprecated', 'endpoints', () => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'one' },
  subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }] }],
}));
making('a replication controller and its defaults', 'replicationcontrollers', () => ({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  metadata: { name: 'one' },
  spec: { selector: { app: 'web' }, template: template() },
}));
making('a pod template', 'podtemplates', () => ({
  apiVersion: 'v1',
  kind: 'PodTemplate',
  metadata: { name: 'one' },
  template: template(),
}));
making('a quota', 'resourcequotas', () => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'one' },
  spec: { hard: { 'count/gadgets.example.com': '10' } },
}));
making('a limit range and its defaults', 'limitranges', () => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'one' },
  spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1024Gi' } }] },
}));
making('a controller revision', 'controllerrevisions', () => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: { name: 'one' },
  revision: 1,
  data: { spec: { any: ['thing'] } },
}));

// Pods.
making('quantities in their canonical form', 'pods', () =>
  pod(
    'one',
    container({
      resources: {
        requests: { cpu: '1000m', memory: '1024Mi', 'example.com/gpu': '1.0e0' },
        limits: { cpu: '2.5', memory: '2048000Ki', 'example.com/gpu': 1 },
      },
    }),
  ),
);
making('a pod guaranteed by its limits', 'pods', () =>
  pod('one', container({ resources: { limits: { cpu: '1', memory: '1Gi' } } })),
);
making('an image without a tag is always pulled', 'pods', () =>
  pod('one', {
    containers: [
      { name: 'a', image: 'app' },
      { name: 'b', image: 'app:latest' },
      { name: 'c', image: 'app:1' },
      { name: 'd', image: 'app@sha256:' + 'a'.repeat(64) },
    ],
  }),
);
making('probes and their defaults', 'pods', () =>
  pod(
    'one',
    container({
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { tcpSocket: { port: 'http' } },
      startupProbe: { exec: { command: ['x'] } },
      ports: [{ name: 'http', containerPort: 80 }],
    }),
  ),
);
making('volumes and their defaults', 'pods', () =>
  pod('one', {
    volumes: [
      { name: 'a', secret: { secretName: 's' } },
      { name: 'b', configMap: { name: 'c' } },
      { name: 'c', emptyDir: {} },
      { name: 'd', hostPath: { path: '/x' } },
      { name: 'e', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
      { name: 'f', downwardAPI: { items: [{ path: 'x', fieldRef: { fieldPath: 'metadata.name' } }] } },
    ],
  }),
);
making('environment from fields', 'pods', () =>
  pod(
    'one',
    container({
      env: [
        { name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        { name: 'B', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
        { name: 'C', value: '' },
      ],
      envFrom: [{ configMapRef: { name: 'c' } }],
    }),
  ),
);
making('tolerations are kept beside the default ones', 'pods', () =>
  pod('one', {
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
    ],
  }),
);
making('a host network sets host ports', 'pods', () =>
  pod('one', { hostNetwork: true, ...container({ ports: [{ containerPort: 8080 }] }) }),
);
making('a service account by its old name', 'pods', () => pod('one', { serviceAccount: 'robot' }));
making('a priority class that is there', 'pods', () => pod('one', { priorityClassName: 'system-node-critical' }));
making('a priority class that is not there', 'pods', () => pod('one', { priorityClassName: 'absent' }));
making('a security context', 'pods', () =>
  pod('one', {
    securityContext: { runAsUser: 1000, fsGroup: 2000 },
    ...container({ securityContext: { privileged: true, capabilities: { add: ['NET_ADMIN'] } } }),
  }),
);
making('init containers, one of which stays', 'pods', () =>
  pod('one', {
    initContainers: [
      { name: 'first', image: 'x' },
      { name: 'side', image: 'y', restartPolicy: 'Always' },
    ],
  }),
);
making('a pod without containers', 'pods', () => ({ ...pod('one'), spec: {} }));
making('a pod without a spec', 'pods', () => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' } }));
making('two containers of one name', 'pods', () =>
  pod('one', {
    containers: [
      { name: 'a', image: 'x' },
      { name: 'a', image: 'y' },
    ],
  }),
);
making('a container without an image', 'pods', () => pod('one', { containers: [{ name: 'a' }] }));
making('a container with an invalid name', 'pods', () => pod('one', { containers: [{ name: 'A_b', image: 'x' }] }));
making('a restart policy nobody knows', 'pods', () => pod('one', { restartPolicy: 'Sometimes' }));
making('a port out of range', 'pods', () => pod('one', container({ ports: [{ containerPort: 70000 }] })));
making('ports of one name', 'pods', () =>
  pod(
    'one',
    container({
      ports: [
        { name: 'a', containerPort: 1 },
        { name: 'a', containerPort: 2 },
      ],
    }),
  ),
);
making('a port name that is too long', 'pods', () =>
  pod('one', container({ ports: [{ name: 'a'.repeat(16), containerPort: 1 }] })),
);
making('a protocol nobody knows', 'pods', () =>
  pod('one', container({ ports: [{ containerPort: 1, protocol: 'HTTP' }] })),
);
making('a mount of a volume that is not there', 'pods', () =>
  pod('one', container({ volumeMounts: [{ name: 'absent', mountPath: '/x' }] })),
);
making('two mounts of one path', 'pods', () =>
  pod('one', {
    volumes: [{ name: 'v', emptyDir: {} }],
    ...container({
      volumeMounts: [
        { name: 'v', mountPath: '/x' },
        { name: 'v', mountPath: '/x' },
      ],
    }),
  }),
);
making('a volume of two kinds', 'pods', () =>
  pod('one', { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] }),
);
making('a volume of no kind is an empty folder', 'pods', () => pod('one', { volumes: [{ name: 'v' }] }));
making('a request above its limit', 'pods', () =>
  pod('one', container({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } })),
);
making('a quantity that is none', 'pods', () => pod('one', container({ resources: { requests: { cpu: 'much' } } })));
making('a negative quantity', 'pods', () => pod('one', container({ resources: { requests: { cpu: '-1' } } })));
making('a resource nobody knows', 'pods', () => pod('one', container({ resources: { requests: { gold: '1' } } })));
making('a probe of no kind', 'pods', () => pod('one', container({ livenessProbe: { periodSeconds: 5 } })));
making('an environment variable without a name', 'pods', () => pod('one', container({ env: [{ value: 'x' }] })));
making('a toleration that contradicts itself', 'pods', () =>
  pod('one', { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] }),
);
making('an affinity that is malformed', 'pods', () =>
  pod('one', {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In' }] }],
        },
      },
    },
  }),
);
making('a DNS policy without servers', 'pods', () => pod('one', { dnsPolicy: 'None' }));
making('a negative grace', 'pods', () => pod('one', { terminationGracePeriodSeconds: -1 }));
making('a deadline of zero', 'pods', () => pod('one', { activeDeadlineSeconds: 0 }));
making('an annotation of the old seccomp', 'pods', () => ({
  ...pod('one'),
  metadata: { name: 'one', annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' } },
}));
making('several errors at once', 'pods', () =>
  pod('one', { restartPolicy: 'x', dnsPolicy: 'y', containers: [{ name: '', image: '', imagePullPolicy: 'z' }] }),
);

// Workloads.
making('a deployment without a selector', 'deployments', () => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'one' },
  spec: { template: template() },
}));
making('a deployment whose template its selector misses', 'deployments', () =>
  deployment('one', { template: template({ app: 'other' }) }),
);
making('an empty selector', 'deployments', () => deployment('one', { selector: {} }));
making('a selector with an operator nobody knows', 'deployments', () =>
  deployment('one', { selector: { matchExpressions: [{ key: 'app', operator: 'Like', values: ['x'] }] } }),
);
making('a strategy nobody knows', 'deployments', () => deployment('one', { strategy: { type: 'Slow' } }));
making('a strategy that contradicts itself', 'deployments', () =>
  deployment('one', { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
);
making('a rollout that cannot move', 'deployments', () =>
  deployment('one', { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }),
);
making('a percentage that is none', 'deployments', () =>
  deployment('one', { strategy: { rollingUpdate: { maxSurge: 'half' } } }),
);
making('a template that does not restart', 'deployments', () =>
  deployment('one', { template: template({ app: 'web' }, { restartPolicy: 'Never' }) }),
);
making('zero replicas stay zero', 'deployments', () => deployment('one', { replicas: 0, revisionHistoryLimit: 0 }));
making('claims of a stateful set', 'statefulsets', () =>
  statefulSet('one', {
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ],
    podManagementPolicy: 'Parallel',
  }),
);
making('a stateful set with a policy nobody knows', 'statefulsets', () =>
  statefulSet('one', { podManagementPolicy: 'Slow' }),
);
making('a daemon set that waits for deletion', 'daemonsets', () =>
  daemonSet('one', { updateStrategy: { type: 'OnDelete' } }),
);
making('an indexed job', 'jobs', () =>
  job('one', { completionMode: 'Indexed', completions: 3, parallelism: 2, backoffLimitPerIndex: 1 }),
);
making('a job that always restarts', 'jobs', () => job('one', { template: { spec: podSpec() } }));
making('a job with a selector of its own', 'jobs', () => job('one', { selector: { matchLabels: { app: 'web' } } }));
making('a suspended job', 'jobs', () =>
  job('one', { suspend: true, ttlSecondsAfterFinished: 5, backoffLimit: 0, activeDeadlineSeconds: 10 }),
);
making('a schedule that is none', 'cronjobs', () => cronJob('one', { schedule: 'now and then' }));
making('a schedule in a time zone', 'cronjobs', () =>
  cronJob('one', { timeZone: 'Etc/UTC', concurrencyPolicy: 'Forbid', successfulJobsHistoryLimit: 0 }),
);
making('a time zone nobody knows', 'cronjobs', () => cronJob('one', { timeZone: 'Moon/Base' }));
making('a name too long for a cron job', 'cronjobs', () => cronJob('x'.repeat(53)));

// Services and the network.
making('a headless service', 'services', () => service('one', { clusterIP: 'None' }));
making('a service by node port', 'services', () => service('one', { type: 'NodePort' }));
making('a balanced service', 'services', () =>
  service('one', { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }),
);
making('a service by external name', 'services', () => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'one' },
  spec: { type: 'ExternalName', externalName: 'example.com' },
}));
making('a service by external name without one', 'services', () => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'one' },
  spec: { type: 'ExternalName' },
}));
making('a service without ports', 'services', () => service('one', { ports: [] }));
making('a service with two unnamed ports', 'services', () => service('one', { ports: [{ port: 80 }, { port: 81 }] }));
making('a service with one port twice', 'services', () =>
  service('one', {
    ports: [
      { name: 'a', port: 80 },
      { name: 'b', port: 80 },
    ],
  }),
);
making('a service of a type nobody knows', 'services', () => service('one', { type: 'Magic' }));
making('a service with a port out of range', 'services', () => service('one', { ports: [{ port: 0 }] }));
making('a service with an address outside of the range', 'services', () => service('one', { clusterIP: '192.0.2.1' }));
making('a service with an address that is none', 'services', () => service('one', { clusterIP: 'here' }));
making('session affinity and its default', 'services', () => service('one', { sessionAffinity: 'ClientIP' }));
making('an ingress without anything', 'ingresses', () => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'one' },
  spec: {},
}));
making('an ingress path without a type', 'ingresses', () =>
  ingress('one', {
    rules: [{ http: { paths: [{ path: '/', backend: { service: { name: 'w', port: { number: 80 } } } }] } }],
  }),
);
making('an ingress host that is none', 'ingresses', () => ingress('one', { rules: [{ host: 'Not A Host' }] }));

// The rest.
making('a claim without access modes', 'persistentvolumeclaims', () => claim('one', { accessModes: [] }));
making('a claim without a size', 'persistentvolumeclaims', () => claim('one', { resources: {} }));
making('a claim of a class', 'persistentvolumeclaims', () =>
  claim('one', { storageClassName: 'fast', volumeMode: 'Block' }),
);
making('a volume without a source', 'persistentvolumes', (ns) => volume(`${ns}-v`, { hostPath: undefined }));
making('a volume without a capacity', 'persistentvolumes', (ns) => volume(`${ns}-v`, { capacity: {} }));
making('a secret with a certificate', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } }),
);
making('a secret that lacks its certificate', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }),
);
making('a secret for a registry that is not JSON', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': 'eA==' } }),
);
making('a secret for basic authentication without a user', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/basic-auth' }),
);
making('a token secret without its account', 'secrets', () =>
  secret('one', { type: 'kubernetes.io/service-account-token' }),
);
making('a secret above its size', 'secrets', () => secret('one', { stringData: { big: 'x'.repeat(1024 * 1024 + 1) } }));
making('a lease that lasts no time', 'leases', () => lease('one', { leaseDurationSeconds: 0 }));
making('a lease with times', 'leases', () =>
  lease('one', { acquireTime: '2001-01-01T00:00:00.123456Z', renewTime: '2001-01-01T00:00:00Z' }),
);
making('an event of another namespace', 'events', () =>
  event('one', { involvedObject: { kind: 'Pod', name: 'web', namespace: 'elsewhere' } }),
);
making('an event of the newer group', 'events.events.k8s.io', (ns) => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'one' },
  eventTime: '2001-01-01T00:00:00.000000Z',
  reportingController: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Do',
  reason: 'R',
  type: 'Normal',
  regarding: { kind: 'Pod', name: 'web', namespace: ns },
}));
making('an event of the newer group without its time', 'events.events.k8s.io', (ns) => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'one' },
  reason: 'R',
  type: 'Normal',
  regarding: { kind: 'Pod', name: 'web', namespace: ns },
}));
making('a role without verbs', 'roles', () => role('one', [{ apiGroups: [''], resources: ['pods'], verbs: [] }]));
making('a role of paths in a namespace', 'roles', () => role('one', [{ nonResourceURLs: ['/x'], verbs: ['get'] }]));
making('a rule of resources and paths', 'clusterroles', (ns) =>
  clusterRole(`${ns}-r`, [{ apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'], verbs: ['get'] }]),
);
making('a binding to a kind nobody knows', 'rolebindings', () => roleBinding('one', 'r', 'alice', 'Group'));
making('a binding without a role', 'rolebindings', () => ({ ...roleBinding('one', 'r'), roleRef: {} }));
making('a binding of a service account without its namespace', 'rolebindings', () => ({
  ...roleBinding('one', 'r'),
  subjects: [{ kind: 'ServiceAccount', name: 'x' }],
}));
making('an autoscaler of metrics', 'horizontalpodautoscalers', () =>
  autoscaler('one', {
    minReplicas: 2,
    metrics: [
      { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } } },
    ],
  }),
);
making('an autoscaler whose bounds cross', 'horizontalpodautoscalers', () => autoscaler('one', { minReplicas: 5 }));
making('a budget of both kinds', 'poddisruptionbudgets', () => disruptionBudget('one', { maxUnavailable: 1 }));
making('a namespace and its defaults', 'namespaces', (ns) => namespace(`${ns}-b`));
making('a namespace with a finalizer of its own', 'namespaces', (ns) => ({
  ...namespace(`${ns}-b`),
  spec: { finalizers: ['example.com/hold'] },
}));
making('a priority class of the system', 'priorityclasses', (ns) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: `${ns}-p` },
  value: 2_000_000_000,
}));
making('a node with taints and addresses', 'nodes', (ns) =>
  node(`${ns}-n`, {
    spec: { podCIDR: '10.1.0.0/24', taints: [{ key: 'a', effect: 'NoSchedule' }] },
    status: { addresses: [{ type: 'InternalIP', address: '1.2.3.4' }] },
  }),
);
making('a node with a taint nobody knows', 'nodes', (ns) =>
  node(`${ns}-n`, { spec: { taints: [{ key: 'a', effect: 'Never' }] } }),
);
making('a service account that mounts nothing', 'serviceaccounts', () =>
  serviceAccount('one', { automountServiceAccountToken: false }),
);
making('a ConfigMap that cannot change', 'configmaps', () => ({ ...configMap('one'), immutable: true }));
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
area.add('create', 'quantities as numbers in protobuf', (api) =>
  api.create('pods', pod('one', container({ resources: { limits: { cpu: '1500m', memory: '1Gi' } } })), {
    contentType: PROTOBUF,
    accept: PROTOBUF,
  }),
);
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
area.add('update', 'a pod may gain a toleration', async (api) => {
  await api.given('pods', pod('one'));
  await api.patch(
    'json',
    'pods',
    'one',
    [{ op: 'add', path: '/spec/tolerations/-', value: { key: 'a', operator: 'Exists' } }],
    { pick: ({ spec, ...rest }) => (spec as Plain | undefined)?.['tolerations'] ?? rest },
  );
});
area.add('delete', 'a claim keeps its protection', async (api) => {
  await api.given('persistentvolumeclaims', claim('one'));
  await api.delete('persistentvolumeclaims', 'one');
});
