import type { Client, Manifest } from 'kube-informer';
import type { Pod } from '../../src/generated/kinds/core-v1.js';

// Above it the server only queues; below it the way there and back is what is waited for.
const AT_ONCE = 64;

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
      const status = {
        phase: 'Running',
        podIP: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        startTime: '2030-01-01T00:00:00Z',
        conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
          type,
          status: 'True',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        })),
      };
      await pods.status.patch(metadata.name, { status }, { fieldManager: 'kubelet' });
      names.push(metadata.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return names;
}
