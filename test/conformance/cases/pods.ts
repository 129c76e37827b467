import { Area } from '../case.js';
import { manifest, pod, podSpec } from '../objects.js';
import type { Plain } from '../probe.js';
import { PROTOBUF } from '../representation.js';

export const area = new Area('pods');

const container = (rest: Plain): Plain => ({
  containers: [{ name: 'main', image: 'registry.example/app:1', ...rest }],
});

area.creates('quantities in their canonical form', 'pods', () =>
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
area.creates('a pod guaranteed by its limits', 'pods', () =>
  pod('one', container({ resources: { limits: { cpu: '1', memory: '1Gi' } } })),
);
area.creates('an image without a tag is always pulled', 'pods', () =>
  pod('one', {
    containers: [
      { name: 'a', image: 'app' },
      { name: 'b', image: 'app:latest' },
      { name: 'c', image: 'app:1' },
      { name: 'd', image: 'app@sha256:' + 'a'.repeat(64) },
    ],
  }),
);
area.creates('probes and their defaults', 'pods', () =>
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
area.creates('volumes and their defaults', 'pods', () =>
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
area.creates('environment from fields', 'pods', () =>
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
area.creates('tolerations are kept beside the default ones', 'pods', () =>
  pod('one', {
    tolerations: [
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
    ],
  }),
);
area.creates('a host network sets host ports', 'pods', () =>
  pod('one', { hostNetwork: true, ...container({ ports: [{ containerPort: 8080 }] }) }),
);
area.creates('a service account by its old name', 'pods', () => pod('one', { serviceAccount: 'robot' }));
area.creates('a priority class that is there', 'pods', () => pod('one', { priorityClassName: 'system-node-critical' }));
area.creates('a priority class that is not there', 'pods', () => pod('one', { priorityClassName: 'absent' }));
area.creates('a security context', 'pods', () =>
  pod('one', {
    securityContext: { runAsUser: 1000, fsGroup: 2000 },
    ...container({ securityContext: { privileged: true, capabilities: { add: ['NET_ADMIN'] } } }),
  }),
);
area.creates('init containers, one of which stays', 'pods', () =>
  pod('one', {
    initContainers: [
      { name: 'first', image: 'x' },
      { name: 'side', image: 'y', restartPolicy: 'Always' },
    ],
  }),
);
area.creates('a pod without containers', 'pods', () => ({ ...pod('one'), spec: {} }));
area.creates('a pod without a spec', 'pods', () => manifest('v1', 'Pod', 'one'));
area.creates('two containers of one name', 'pods', () =>
  pod('one', {
    containers: [
      { name: 'a', image: 'x' },
      { name: 'a', image: 'y' },
    ],
  }),
);
area.creates('a container without an image', 'pods', () => pod('one', { containers: [{ name: 'a' }] }));
area.creates('a container with an invalid name', 'pods', () =>
  pod('one', { containers: [{ name: 'A_b', image: 'x' }] }),
);
area.creates('a restart policy nobody knows', 'pods', () => pod('one', { restartPolicy: 'Sometimes' }));
area.creates('a port out of range', 'pods', () => pod('one', container({ ports: [{ containerPort: 70000 }] })));
area.creates('ports of one name', 'pods', () =>
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
area.creates('a port name that is too long', 'pods', () =>
  pod('one', container({ ports: [{ name: 'a'.repeat(16), containerPort: 1 }] })),
);
area.creates('a protocol nobody knows', 'pods', () =>
  pod('one', container({ ports: [{ containerPort: 1, protocol: 'HTTP' }] })),
);
area.creates('a mount of a volume that is not there', 'pods', () =>
  pod('one', container({ volumeMounts: [{ name: 'absent', mountPath: '/x' }] })),
);
area.creates('two mounts of one path', 'pods', () =>
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
area.creates('a volume of two kinds', 'pods', () =>
  pod('one', { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] }),
);
area.creates('a volume of no kind is an empty folder', 'pods', () => pod('one', { volumes: [{ name: 'v' }] }));
area.creates('a request above its limit', 'pods', () =>
  pod('one', container({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } })),
);
area.creates('a quantity that is none', 'pods', () =>
  pod('one', container({ resources: { requests: { cpu: 'much' } } })),
);
area.creates('a negative quantity', 'pods', () => pod('one', container({ resources: { requests: { cpu: '-1' } } })));
area.creates('a resource nobody knows', 'pods', () =>
  pod('one', container({ resources: { requests: { gold: '1' } } })),
);
area.creates('a probe of no kind', 'pods', () => pod('one', container({ livenessProbe: { periodSeconds: 5 } })));
area.creates('an environment variable without a name', 'pods', () => pod('one', container({ env: [{ value: 'x' }] })));
area.creates('a toleration that contradicts itself', 'pods', () =>
  pod('one', { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] }),
);
area.creates('an affinity that is malformed', 'pods', () =>
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
area.creates('a DNS policy without servers', 'pods', () => pod('one', { dnsPolicy: 'None' }));
area.creates('a negative grace', 'pods', () => pod('one', { terminationGracePeriodSeconds: -1 }));
area.creates('a deadline of zero', 'pods', () => pod('one', { activeDeadlineSeconds: 0 }));
area.creates('an annotation of the old seccomp', 'pods', () => ({
  ...pod('one'),
  metadata: { name: 'one', annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' } },
}));
area.creates('several errors at once', 'pods', () =>
  pod('one', { restartPolicy: 'x', dnsPolicy: 'y', containers: [{ name: '', image: '', imagePullPolicy: 'z' }] }),
);

area.add('create', 'quantities as numbers in protobuf', (api) =>
  api.create('pods', pod('one', container({ resources: { limits: { cpu: '1500m', memory: '1Gi' } } })), {
    contentType: PROTOBUF,
    accept: PROTOBUF,
  }),
);
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
area.creates('annotations that do nothing any more', 'pods', () =>
  pod('one', podSpec({ initContainers: [{ name: 'first', image: 'x' }] }), {
    annotations: {
      'container.seccomp.security.alpha.kubernetes.io/main': 'runtime/default',
      'container.seccomp.security.alpha.kubernetes.io/first': 'runtime/default',
      'security.alpha.kubernetes.io/unsafe-sysctls': 'a=b',
      'security.alpha.kubernetes.io/sysctls': 'a=b',
      'scheduler.alpha.kubernetes.io/critical-pod': '',
    },
  }),
);
area.creates('the annotation of the old seccomp beside its field', 'pods', () =>
  pod(
    'one',
    { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } },
    { annotations: { 'seccomp.security.alpha.kubernetes.io/pod': 'runtime/default' } },
  ),
);
