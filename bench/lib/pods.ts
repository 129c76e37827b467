import type { Client, Manifest } from 'kube-informer';
import type { Pod } from '../../src/generated/kinds/core-v1.js';

// Above it the server only queues; below it the way there and back is what is waited for.
const AT_ONCE = 64;

const TIME = '2030-01-01T00:00:00Z';

/** A pod as deployments make them, of about the size that pods of clusters have. */
function pod(number: number): Manifest<Pod> {
  const hash = (number * 2_654_435_761).toString(16).padStart(9, '0').slice(-9);
  const app = `service-${number % 200}`;
  const variable = (index: number): { name: string; value: string } => ({
    name: `SETTING_${index}`,
    value: `value-${index}-of-${app}`,
  });
  return {
    metadata: {
      name: `${app}-${hash}-${number}`,
      labels: { app, 'pod-template-hash': hash, 'app.kubernetes.io/part-of': 'shop', tier: 'backend' },
      annotations: { 'prometheus.io/scrape': 'true', 'example.com/config-hash': hash.repeat(4) },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${app}-${hash}`,
          uid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      nodeName: `node-${number % 400}`,
      containers: ['main', 'proxy'].map((name) => ({
        name,
        image: `registry.example.com/${app}/${name}:1.${number % 50}`,
        env: Array.from({ length: 10 }, (_, index) => variable(index)),
        ports: [{ name: 'http', containerPort: 8_080 }],
        resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 8_080 }, periodSeconds: 10 },
        volumeMounts: [{ name: 'config', mountPath: '/etc/config' }],
      })),
      volumes: [{ name: 'config', configMap: { name: app } }],
    },
  };
}

function statusOf(number: number): NonNullable<Manifest<Pod>['status']> {
  return {
    phase: 'Running',
    podIP: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    startTime: TIME,
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
      type,
      status: 'True',
      lastTransitionTime: TIME,
    })),
  };
}

// As many as a cluster of ten thousand pods may have: each holds a hundredth of them.
const NAMESPACES = 100;

/** The same pod as an API server would answer with it, in one of many namespaces, without there being a server. */
export function servedPod(number: number): Pod {
  const { metadata, ...made } = pod(number);
  const spec = withDefaults(made.spec);
  const status = statusOf(number);
  const writer = (manager: string, fields: object): object => ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: TIME,
    fieldsType: 'FieldsV1',
    fieldsV1: ownedFields(fields),
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      namespace: `team-${number % NAMESPACES}`,
      uid: `0f0f0f0f-0000-4000-8000-${String(number).padStart(12, '0')}`,
      resourceVersion: String(1_000_000 + number),
      creationTimestamp: TIME,
      managedFields: [
        writer('kube-controller-manager', { metadata: { labels: metadata.labels }, spec }),
        writer('kubelet', { status }),
      ],
    },
    spec,
    status,
  } as Pod;
}

/** What a server fills in. */
function withDefaults(spec: Manifest<Pod>['spec']): Manifest<Pod>['spec'] {
  return {
    ...spec,
    containers: spec.containers.map((container) => ({
      ...container,
      ports: [{ name: 'http', containerPort: 8_080, protocol: 'TCP' }],
      readinessProbe: {
        httpGet: { path: '/ready', port: 8_080, scheme: 'HTTP' },
        timeoutSeconds: 1,
        periodSeconds: 10,
        successThreshold: 1,
        failureThreshold: 3,
      },
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      imagePullPolicy: 'IfNotPresent',
    })),
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    serviceAccountName: 'default',
    securityContext: {},
    schedulerName: 'default-scheduler',
    tolerations: ['not-ready', 'unreachable'].map((condition) => ({
      key: `node.kubernetes.io/${condition}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    })),
    priority: 0,
    enableServiceLinks: true,
    preemptionPolicy: 'PreemptLowerPriority',
  };
}

/** The set of fields that a server notes for who wrote `value`. */
function ownedFields(value: unknown): object {
  if (typeof value !== 'object' || value === null) return {};
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [`f:${name}`, ownedFields(each)]));
  }
  const entries = value as readonly Readonly<Record<string, unknown>>[];
  return Object.fromEntries(
    entries.map((entry) => {
      const key = ['name', 'type', 'key'].find((name) => name in entry) ?? '';
      return [`k:${JSON.stringify({ [key]: entry[key] })}`, { '.': {}, ...ownedFields(entry) }];
    }),
  );
}

/**
 * Makes pods, each written by two owners: as a controller makes it, and with a status as a kubelet writes it. Resolves to
 * their names.
 */
export async function makePods(client: Client, namespace: string, count: number): Promise<readonly string[]> {
  const pods = client.core.v1.pods.namespace(namespace);
  const names: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const { metadata } = await pods.create(pod(number), { fieldManager: 'kube-controller-manager' });
      await pods.status.patch(metadata.name, { status: statusOf(number) }, { fieldManager: 'kubelet' });
      names.push(metadata.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return names;
}
