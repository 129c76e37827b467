import { Client, KubeConfig, defineResource, resources, silentLogger } from 'kube-informer';
import type { KubernetesObject, Manifest, ResourceRef, SharedInformerFactoryOptions } from 'kube-informer';
import type { CustomResourceDefinition } from '../../src/generated/kinds/apiextensions-v1.js';
import type { Deployment } from '../../src/generated/kinds/apps-v1.js';
import type { Pod } from '../../src/generated/kinds/core-v1.js';
import { afterAll, beforeAll, vi } from 'vitest';
import { sharedCluster } from './harness.js';
import { rawRequest } from './raw-request.js';

export interface Widget extends KubernetesObject {
  readonly spec: { readonly size: number; readonly note?: string };
  readonly status?: { readonly phase?: string };
}

export const GROUP = `widgets-${process.pid}.example.com`;
export const widgets = defineResource<Widget>({
  group: GROUP,
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  scope: 'Namespaced',
});

const definition: Manifest<CustomResourceDefinition> = {
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
        },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

export const cluster = sharedCluster();
const config = await KubeConfig.load({ path: cluster.kubeconfig });
const clients: Client[] = [];

export function connect(options: ConstructorParameters<typeof Client>[1] = {}): Client {
  const client = new Client(config, { logger: silentLogger, ...options });
  clients.push(client);
  return client;
}

/** As `connect`, and how many pages after the first were asked for. */
export function connectCounting(options: ConstructorParameters<typeof Client>[1] = {}) {
  let laterPages = 0;
  const counted = connect({
    ...options,
    transport: (own) => ({
      request: (request) => {
        if (request.query?.['continue'] !== undefined) laterPages++;
        return own.request(request);
      },
      get stats() {
        return own.stats;
      },
      close: () => own.close(),
    }),
  });
  return { client: counted, laterPages: () => laterPages };
}

export const client = connect();
export const namespace = `client-${process.pid}`;

export const pod = (name: string): Manifest<Pod> => ({
  metadata: { name, labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
});

export const deployment = (name: string): Manifest<Deployment> => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'example.com/web:1' }] },
    },
  },
});

/** One writable manifest of each kind that the matrix runs over, and a change of it. */
export interface Subject {
  readonly name: string;
  readonly reference: ResourceRef<KubernetesObject, 'Namespaced'>;
  readonly manifest: (name: string) => object;
}

export const subjects: readonly Subject[] = [
  { name: 'pods', reference: resources.core.v1.pods, manifest: pod },
  {
    name: 'config maps',
    reference: resources.core.v1.configMaps,
    manifest: (name) => ({ metadata: { name }, data: { colour: 'green', empty: '', umlaut: 'grün' } }),
  },
  {
    name: 'secrets',
    reference: resources.core.v1.secrets,
    manifest: (name) => ({ metadata: { name }, stringData: { password: 'a' }, type: 'Opaque' }),
  },
  { name: 'deployments', reference: resources.apps.v1.deployments, manifest: deployment },
  {
    name: 'leases',
    reference: resources.coordination.v1.leases,
    manifest: (name) => ({
      metadata: { name },
      spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-02T03:04:05.000006Z' },
    }),
  },
  {
    name: 'events',
    reference: resources.core.v1.events,
    manifest: (name) => ({
      metadata: { name },
      involvedObject: { kind: 'Pod', name: 'web', namespace },
      reason: 'Tested',
      message: 'a message',
      type: 'Normal',
      firstTimestamp: '2026-01-02T03:04:05Z',
    }),
  },
  {
    name: 'custom resources',
    reference: widgets,
    manifest: (name) => ({ metadata: { name }, spec: { size: 1, note: 'a "note"' } }),
  },
];

/** What the server says, asked without the client under test. */
export async function onServer(reference: ResourceRef, name: string): Promise<unknown> {
  const base = reference.group === '' ? '/api/v1' : `/apis/${reference.group}/${reference.version}`;
  const path = `${base}/namespaces/${namespace}/${reference.resource}/${name}`;
  return (await rawRequest(cluster, path)).body;
}

/** Closes every client that was made here. */
export async function closeClients(): Promise<void> {
  await Promise.all(clients.map((one) => one.close()));
}

/** Makes the namespace and the custom resource of a test file, and takes them away after it. Call it once in each. */
export function useNamespace(): void {
  beforeAll(async () => {
    await client.core.v1.namespaces.create({ metadata: { name: namespace } });
    await client.apiextensions.v1.customResourceDefinitions.create(definition);
    // The resource is served a moment after its definition was accepted.
    await vi.waitFor(() => client.resource(widgets).namespace(namespace).list(), { timeout: 20_000, interval: 100 });
  });

  afterAll(async () => {
    await client.apiextensions.v1.customResourceDefinitions.delete(`widgets.${GROUP}`);
    await closeClients();
  });
}

/** How an informer reads what there is. */
export const ways: readonly { way: string; isPaged: boolean; tuning: SharedInformerFactoryOptions }[] = [
  { way: 'WatchList', isPaged: false, tuning: {} },
  { way: 'a plain list', isPaged: false, tuning: { watchList: false } },
  {
    way: 'pages',
    isPaged: true,
    tuning: {
      watchList: false,
      pageSize: 1,
      // The server sends what it has at hand ("0") in one piece, whatever size of a page is asked for.
      tweakListOptions: (asked) => (asked.resourceVersion === '0' ? { ...asked, resourceVersion: '' } : asked),
    },
  },
];

export const wires = [
  { wire: 'protobuf over HTTP/2', options: {} },
  { wire: 'JSON over HTTP/2', options: { protobuf: false } },
  { wire: 'protobuf over HTTP/1.1', options: { http: '1.1' } },
  { wire: 'JSON over HTTP/1.1', options: { http: '1.1', protobuf: false } },
] as const;

export function withoutManagedFields(object: KubernetesObject): KubernetesObject {
  const { managedFields: _dropped, ...metadata } = object.metadata as KubernetesObject['metadata'] & {
    managedFields?: unknown;
  };
  return { ...object, metadata };
}
