// The smallest objects of each kind that a server accepts, for the cases to vary.
type Plain = Record<string, unknown>;

export type Manifest = Plain & { apiVersion: string; kind: string; metadata: Plain };

export const manifest = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: Plain = {},
  metadata: Plain = {},
): Manifest => ({
  apiVersion,
  kind,
  metadata: { ...(name === '' ? {} : { name }), ...metadata },
  ...rest,
});

export const configMap = (name: string, data: Plain = { a: '1' }, metadata: Plain = {}): Manifest =>
  manifest('v1', 'ConfigMap', name, { data }, metadata);

export const secret = (name: string, rest: Plain = {}): Manifest => manifest('v1', 'Secret', name, rest);

export const namespace = (name: string, metadata: Plain = {}): Manifest =>
  manifest('v1', 'Namespace', name, {}, metadata);

export const podSpec = (rest: Plain = {}): Plain => ({
  containers: [{ name: 'main', image: 'registry.example/app:1' }],
  ...rest,
});

export const pod = (name: string, spec: Plain = {}, metadata: Plain = {}): Manifest =>
  manifest('v1', 'Pod', name, { spec: podSpec(spec) }, metadata);

export const template = (labels: Plain = { app: 'web' }, spec: Plain = {}): Plain => ({
  metadata: { labels },
  spec: podSpec(spec),
});

const selecting =
  (apiVersion: string, kind: string) =>
  (name: string, spec: Plain = {}, metadata: Plain = {}): Manifest =>
    manifest(
      apiVersion,
      kind,
      name,
      {
        spec: { selector: { matchLabels: { app: 'web' } }, template: template(), ...spec },
      },
      metadata,
    );

export const deployment = selecting('apps/v1', 'Deployment');
export const replicaSet = selecting('apps/v1', 'ReplicaSet');
export const daemonSet = selecting('apps/v1', 'DaemonSet');
export const statefulSet = (name: string, spec: Plain = {}): Manifest =>
  selecting('apps/v1', 'StatefulSet')(name, { serviceName: 'web', ...spec });

export const job = (name: string, spec: Plain = {}): Manifest =>
  manifest('batch/v1', 'Job', name, { spec: { template: { spec: podSpec({ restartPolicy: 'Never' }) }, ...spec } });

export const cronJob = (name: string, spec: Plain = {}): Manifest =>
  manifest('batch/v1', 'CronJob', name, {
    spec: {
      schedule: '*/5 * * * *',
      jobTemplate: { spec: { template: { spec: podSpec({ restartPolicy: 'Never' }) } } },
      ...spec,
    },
  });

export const service = (name: string, spec: Plain = {}): Manifest =>
  manifest('v1', 'Service', name, { spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec } });

export const serviceAccount = (name: string, rest: Plain = {}): Manifest =>
  manifest('v1', 'ServiceAccount', name, rest);

export const node = (name: string, rest: Plain = {}): Manifest => manifest('v1', 'Node', name, rest);

export const lease = (name: string, spec: Plain = {}): Manifest =>
  manifest('coordination.k8s.io/v1', 'Lease', name, {
    spec: { holderIdentity: 'one', leaseDurationSeconds: 15, ...spec },
  });

export const role = (name: string, rules: unknown[]): Manifest =>
  manifest('rbac.authorization.k8s.io/v1', 'Role', name, { rules });

export const clusterRole = (name: string, rules: unknown[]): Manifest =>
  manifest('rbac.authorization.k8s.io/v1', 'ClusterRole', name, { rules });

export const roleBinding = (name: string, roleName: string, user = 'alice', kind = 'Role'): Manifest =>
  manifest('rbac.authorization.k8s.io/v1', 'RoleBinding', name, {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: roleName },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  });

export const ingress = (name: string, spec: Plain = {}): Manifest =>
  manifest('networking.k8s.io/v1', 'Ingress', name, {
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } }, ...spec },
  });

export const claim = (name: string, spec: Plain = {}): Manifest =>
  manifest('v1', 'PersistentVolumeClaim', name, {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });

export const volume = (name: string, spec: Plain = {}): Manifest =>
  manifest('v1', 'PersistentVolume', name, {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' }, ...spec },
  });

export const event = (name: string, rest: Plain = {}): Manifest =>
  manifest('v1', 'Event', name, {
    involvedObject: { kind: 'Pod', name: 'web' },
    reason: 'Made',
    message: 'was made',
    type: 'Normal',
    ...rest,
  });

export const autoscaler = (name: string, spec: Plain = {}): Manifest =>
  manifest('autoscaling/v2', 'HorizontalPodAutoscaler', name, {
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3, ...spec },
  });

export const disruptionBudget = (name: string, spec: Plain = {}): Manifest =>
  manifest('policy/v1', 'PodDisruptionBudget', name, {
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } }, ...spec },
  });

/** A definition with one version `v1` of the kind Widget, in a group of the namespace's own. */
export const definition = (ns: string, spec: Plain = {}, version: Plain = {}): Manifest =>
  manifest('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `widgets.${ns}.example.com`, {
    spec: {
      group: `${ns}.example.com`,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  properties: {
                    size: { type: 'integer' },
                    color: { type: 'string' },
                    tags: { type: 'array', items: { type: 'string' } },
                  },
                },
                status: { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' } } },
              },
            },
          },
          ...version,
        },
      ],
      ...spec,
    },
  });

export const widget = (ns: string, name: string, rest: Plain = { spec: { size: 1 } }): Manifest =>
  manifest(`${ns}.example.com/v1`, 'Widget', name, rest);

export const externalService = (name: string, spec: Plain = { externalName: 'example.com' }): Manifest =>
  manifest('v1', 'Service', name, { spec: { type: 'ExternalName', ...spec } });

export const networkPolicy = (name: string, spec: Plain): Manifest =>
  manifest('networking.k8s.io/v1', 'NetworkPolicy', name, { spec });

export const storageClass = (name: string, metadata: Plain = {}): Manifest =>
  manifest('storage.k8s.io/v1', 'StorageClass', name, { provisioner: 'example.com/disk' }, metadata);

export const priorityClass = (name: string, value = 10): Manifest =>
  manifest('scheduling.k8s.io/v1', 'PriorityClass', name, { value });

export const endpointSlice = (name: string): Manifest =>
  manifest('discovery.k8s.io/v1', 'EndpointSlice', name, {
    addressType: 'IPv4',
    ports: [{ port: 80 }],
    endpoints: [{ addresses: ['1.2.3.4'] }],
  });

export const quota = (name: string): Manifest =>
  manifest('v1', 'ResourceQuota', name, { spec: { hard: { 'count/gadgets.example.com': '10' } } });

export const controllerRevision = (name: string, data: Plain, metadata: Plain = {}): Manifest =>
  manifest('apps/v1', 'ControllerRevision', name, { revision: 1, data }, metadata);
