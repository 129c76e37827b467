import type { Clock } from '../base/clock.js';
import { keyOf } from '../meta/index.js';
import { bootstrapRoles } from './access/index.js';
import type { ApiObject, ResourceCatalogue, ResourceRequest, User } from './contract.js';
import { apiServiceObjects } from './crd/index.js';
import type { Verbs } from './http/index.js';
import type { Storage } from './storage/index.js';
import { timestamp } from './timestamp.js';

/** Who the server is to itself. */
const SELF: User = { name: 'system:apiserver', groups: ['system:masters'], extra: {} };
const NAME = 'kube-apiserver';

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

const priorityClass = (name: string, value: number, description: string): ApiObject => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  description,
});

/** What a kube-apiserver without controllers creates at its start, by what each is called in the storage. */
function initialObjects(options: { port: number; clientCa: string | undefined }): [string, ApiObject][] {
  return [
    ...NAMESPACES.map((name): [string, ApiObject] => [
      'namespaces',
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    ]),
    [
      'priorityclasses.scheduling.k8s.io',
      priorityClass(
        'system-node-critical',
        2_000_001_000,
        'Used for system critical pods that must not be moved from their current node.',
      ),
    ],
    [
      'priorityclasses.scheduling.k8s.io',
      priorityClass(
        'system-cluster-critical',
        2_000_000_000,
        'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
      ),
    ],
    [
      'servicecidrs.networking.k8s.io',
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'ServiceCIDR',
        metadata: { name: 'kubernetes' },
        spec: { cidrs: ['10.0.0.0/16'] },
      },
    ],
    [
      'services',
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {
          name: 'kubernetes',
          namespace: 'default',
          labels: { component: 'apiserver', provider: 'kubernetes' },
        },
        spec: {
          clusterIP: '10.0.0.1',
          ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: options.port }],
          sessionAffinity: 'None',
          type: 'ClusterIP',
        },
      },
    ],
    ...(options.clientCa === undefined
      ? []
      : [
          [
            'configmaps',
            {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              metadata: { name: 'extension-apiserver-authentication', namespace: 'kube-system' },
              data: { 'client-ca-file': options.clientCa },
            },
          ] satisfies [string, ApiObject],
        ]),
  ];
}

/** Creates what is missing of the objects that every cluster has. What is there from an earlier start is left as it is. */
export async function bootstrap(options: {
  storage: Storage;
  catalogue: ResourceCatalogue;
  writing: Verbs;
  clock: Clock;
  port: number;
  rbac: boolean;
  clientCa: string | undefined;
}): Promise<void> {
  const { storage, catalogue, clock, rbac } = options;
  const now = timestamp(clock.now());
  for (const object of apiServiceObjects(now)) {
    const name = object.metadata.name as string;
    const groupResource = 'apiservices.apiregistration.k8s.io';
    if (storage.get(groupResource, name) === undefined) storage.put(groupResource, name, object);
  }
  for (const [groupResource, object] of initialObjects(options)) {
    const { name = '', namespace } = object.metadata;
    if (storage.get(groupResource, keyOf(namespace, name)) !== undefined) continue;
    await create(catalogue, options.writing, groupResource, object);
  }
  if (rbac) {
    // Straight into the storage: they are what writing would make of them, and there are many.
    for (const [groupResource, object] of bootstrapRoles()) {
      const { name = '', namespace } = object.metadata;
      const key = keyOf(namespace, name);
      if (storage.get(groupResource, key) !== undefined) continue;
      object.metadata = { ...object.metadata, uid: crypto.randomUUID(), creationTimestamp: now };
      storage.put(groupResource, key, object);
    }
  }
  await storage.durable(storage.version);
}

async function create(
  catalogue: ResourceCatalogue,
  writing: Verbs,
  groupResource: string,
  object: ApiObject,
): Promise<void> {
  const resource = catalogue.stored(groupResource);
  if (resource === undefined) return;
  const request: ResourceRequest = {
    verb: 'create',
    resource,
    namespace: object.metadata.namespace ?? '',
    name: '',
    subresource: '',
    query: new URLSearchParams(),
    user: SELF,
    agent: NAME,
    path: '',
    warn: () => undefined,
    signal: new AbortController().signal,
  };
  await writing.handle(request, { mediaType: 'application/json', bytes: Buffer.from(JSON.stringify(object)) });
}
