import { inspect } from 'node:util';
import { realClock } from '../base/clock.js';
import type { MetricsProvider } from '../base/metrics.js';
import { KubeInformerError } from '../errors/index.js';
import { resources } from '../generated/index.js';
import type { ResourceTree } from '../generated/index.js';
import { accessorsOf, assertKnownOptions, defineAccessors } from '../meta/index.js';
import type {
  GroupVersionResource,
  KnownOptions,
  KubernetesObject,
  Projection,
  ResourceRef,
  Scope,
} from '../meta/index.js';
import type { ClusterConnection } from './connection.js';
import { DiscoveryClient } from './discovery/index.js';
import type { HttpOptions, HttpRequest, HttpResponse, Transport, TransportStats } from './http/index.js';
import { LazyTransport } from './lazy-transport.js';
import { MeteredTransport } from './request-metrics.js';
import { NamespacedResourceClient, ObjectSource, ResourceClient, RestApi } from './rest/index.js';
import type { DocumentOptions, KnownResource, UnknownFields } from './rest/index.js';
import type { ClientFor, ClientsFor, TypedClients } from './typed-accessors.js';

/** What a client takes. */
export interface ClientOptions extends HttpOptions {
  /**
   * False asks for JSON only: three times the bytes and the work of the server, and no field is ever lost that is newer
   * than this library. Default: true.
   */
  readonly protobuf?: boolean | undefined;
  /** Informers keep metadata.managedFields, a third and more of most objects. Default: false. */
  readonly keepManagedFields?: boolean | undefined;
  /**
   * What sends the requests: one in place of the client's own, or a function that is given the client's own and returns one
   * around it, to trace requests or to add a header. The client closes it when it is closed.
   *
   * @example
   * const traced = (own: Transport): Transport => ({
   *   request: (request) => tracer.span(`${request.method} ${request.path}`, () => own.request(request)),
   *   get stats() { return own.stats; },
   *   close: () => own.close(),
   * });
   */
  readonly transport?: Transport | ((own: Transport) => Transport) | undefined;
  /** Where the number of requests and their time go, under client-go's names. Default: nowhere. */
  readonly metrics?: MetricsProvider | undefined;
}

const CLIENT_OPTIONS: KnownOptions<ClientOptions> = {
  protobuf: true,
  keepManagedFields: true,
  transport: true,
  metrics: true,
  http: true,
  rateLimit: true,
  userAgent: true,
  gzip: true,
  connectTimeoutMs: true,
  headersTimeoutMs: true,
  bodyIdleTimeoutMs: true,
  pingIntervalMs: true,
  pingTimeoutMs: true,
  idleTimeoutMs: true,
  maxRequestConnections: true,
  maxHeaderBytes: true,
  onWarning: true,
  logger: true,
  clock: true,
};

/** An object whose kind is known only when the program runs. */
export type DynamicObject = KubernetesObject & Readonly<Record<string, unknown>>;

type PodMeta = ResourceTree['core']['v1']['pods'] extends ResourceRef<infer P> ? P['metadata'] : never;

/** The metadata of an object, of whatever kind. */
export interface PartialObjectMetadata {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: PodMeta;
}

/** What gives a connection: a `KubeConfig`. */
export interface ConnectionSource {
  connection(): ClusterConnection;
}

/** What `client.resource` is: a function, and the group `resource.k8s.io`. */
export interface ResourceClients extends ClientsFor<ResourceTree['resource']> {
  /**
   * The typed client of a resource by its reference: a custom resource, or one of `resources`.
   *
   * @example
   * const widgets = client.resource(defineResource<Widget>({ … })).namespace('default');
   */
  <T extends KubernetesObject, S extends Scope>(reference: ResourceRef<T, S>): ClientFor<ResourceRef<T, S>>;
}

// A class whose objects have the accessors, as far as types go; `defineAccessors` below makes it true.
const TypedBase = class {} as unknown as new () => Omit<TypedClients, 'discovery' | 'resource'>;

/**
 * All that one API server has to offer, typed: `client.core.v1.pods.namespace('default').get('web-1')`. It shares its
 * few connections among all calls, watches and informers. Close it when done.
 *
 * @example
 * await using client = new Client(await KubeConfig.load());
 * const { items } = await client.apps.v1.deployments.list({ labelSelector: 'app=web' });
 * const factory = new SharedInformerFactory(client);
 */
export class Client extends TypedBase implements AsyncDisposable {
  readonly #api: RestApi;
  readonly #keepManagedFields: boolean;
  readonly #server: string;
  #discovery: (DiscoveryClient & ClientsFor<ResourceTree['discovery']>) | undefined;
  #resource: ResourceClients | undefined;

  /**
   * Opens no connection yet. Throws `ERR_KUBECONFIG` when the configuration cannot be meant, and `ERR_INVALID_ARGUMENT` for
   * what is none.
   */
  constructor(config: ConnectionSource | ClusterConnection, options: ClientOptions = {}) {
    super();
    assertKnownOptions(options, CLIENT_OPTIONS, 'Cannot make a client');
    const { protobuf = true, keepManagedFields = false } = options;
    const connection = connectionOf(config);
    this.#server = connection.server.host;
    this.#api = new RestApi(transportOf(connection, options), { protobuf });
    this.#keepManagedFields = keepManagedFields;
  }

  /** What the server serves, and which resource a kind belongs to. Also the group `discovery.k8s.io`: `.v1.endpointSlices`. */
  get discovery(): DiscoveryClient & ClientsFor<ResourceTree['discovery']> {
    this.#discovery ??= accessorsOf(
      resources.discovery,
      (reference) => this.#client(reference),
      new DiscoveryClient((path, { accept, signal }) => this.getJson(path, { accept, signal })),
    ) as DiscoveryClient & ClientsFor<ResourceTree['discovery']>;
    return this.#discovery;
  }

  /** The typed client of a resource by its reference. Also the group `resource.k8s.io`: `.v1.resourceClaims`. */
  get resource(): ResourceClients {
    this.#resource ??= accessorsOf(
      resources.resource,
      (reference) => this.#client(reference),
      (reference: KnownResource) => this.#client(reference),
    ) as ResourceClients;
    return this.#resource;
  }

  /**
   * The client of a resource that is known by its path only: group, version and plural name.
   *
   * @example
   * const widgets = client.dynamic({ group: 'example.com', version: 'v1', resource: 'widgets' }).namespace('default');
   * await widgets.create({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'one' }, spec: {} });
   */
  dynamic(resource: GroupVersionResource & Partial<ResourceRef>): NamespacedResourceClient<DynamicObject> {
    return new NamespacedResourceClient<DynamicObject>(this.#api, resource);
  }

  /** The client of the metadata of a resource: what is read are `PartialObjectMetadata`, a small part of the bytes. */
  metadata(resource: GroupVersionResource & Partial<ResourceRef>): NamespacedResourceClient<PartialObjectMetadata> {
    return new NamespacedResourceClient<PartialObjectMetadata>(this.#api, resource, { metadataOnly: true });
  }

  /** Where informers get their objects from. A factory calls it; so may you, for a `Reflector` of your own. */
  listerWatcher<T extends KubernetesObject>(
    resource: GroupVersionResource & Partial<ResourceRef<T>>,
    options: {
      readonly namespace?: string | undefined;
      readonly projection?: Projection | undefined;
      readonly unknownFields?: UnknownFields | undefined;
    } = {},
  ): ObjectSource<T> {
    const { namespace = '', projection = 'full', unknownFields = 'drop' } = options;
    return new ObjectSource<T>(this.#api, resource, {
      namespace,
      projection,
      unknownFields,
      keepManagedFields: this.#keepManagedFields,
    });
  }

  /**
   * One call as it is, with the credentials of the client: for paths that are no resource. An answer of any status is an
   * answer; its body must be read, or cancelled.
   *
   * @example
   * const path = '/api/v1/namespaces/default/services/web:http/proxy/health';
   * const { status, body } = await client.request({ method: 'GET', path });
   */
  request(request: HttpRequest): Promise<HttpResponse> {
    return this.#api.transport.request(request);
  }

  /** A text of the server: `/readyz`, `/metrics`. Rejects with `ApiStatusError` when the server refuses. */
  getText(path: string, options: DocumentOptions = {}): Promise<string> {
    return this.#api.text(path, options);
  }

  /** A document of the server that is no object: `/version`, `/openapi/v3`. */
  getJson(path: string, options: DocumentOptions = {}): Promise<unknown> {
    return this.#api.json(path, options);
  }

  /** What is open now. */
  get stats(): TransportStats {
    return this.#api.transport.stats;
  }

  /** How many fields the server sent so far that are newer than this library, and that protobuf objects lack. */
  get unknownFields(): number {
    return this.#api.incomplete.lostFields;
  }

  /** Ends every call and watch, and closes every connection. */
  close(): Promise<void> {
    return this.#api.transport.close();
  }

  /** The same as `close()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What `console.log` shows. */
  [inspect.custom](): string {
    return `Client { server: ${JSON.stringify(this.#server)} }`;
  }

  /** @internal */
  static clientOf(client: Client, reference: ResourceRef): ResourceClient<KubernetesObject> {
    return client.#client(reference);
  }

  #client(resource: KnownResource): ResourceClient<KubernetesObject> {
    return resource.scope === 'Cluster'
      ? new ResourceClient(this.#api, resource)
      : new NamespacedResourceClient(this.#api, resource);
  }
}

function transportOf(connection: ClusterConnection, options: ClientOptions): Transport {
  const { protobuf: _protobuf, keepManagedFields: _keep, transport, metrics, ...http } = options;
  const isWhole = transport !== undefined && typeof transport !== 'function';
  const own = isWhole ? transport : new LazyTransport(connection, http);
  const sending = typeof transport === 'function' ? transport(own) : own;
  if (metrics === undefined) return sending;
  return new MeteredTransport(sending, metrics, { host: connection.server.host, clock: options.clock ?? realClock });
}

defineAccessors<Client>(Client.prototype, resources, (client, reference) => Client.clientOf(client, reference));

function connectionOf(config: ConnectionSource | ClusterConnection): ClusterConnection {
  // A program without types may have anything in hand.
  const given: unknown = config;
  if (typeof given === 'object' && given !== null) {
    const { connection, server } = config as Partial<ConnectionSource & ClusterConnection>;
    if (typeof connection === 'function') return (config as ConnectionSource).connection();
    if (server instanceof URL) return config as ClusterConnection;
  }
  const isClientNode =
    typeof (given as { getCurrentCluster?: unknown } | null | undefined)?.getCurrentCluster === 'function';
  const advice =
    given instanceof Promise
      ? 'await it first'
      : isClientNode
        ? 'it looks like that of @kubernetes/client-node, which KubeConfig.fromClientNode() takes'
        : 'give it a KubeConfig, such as await KubeConfig.load()';
  throw new KubeInformerError('ERR_INVALID_ARGUMENT', `Cannot make a client of ${nameOf(given)}: ${advice}.`);
}

function nameOf(given: unknown): string {
  if (given instanceof Promise) return 'a promise';
  if (given === undefined || given === null) return String(given);
  return typeof given === 'object' ? 'an object that is no configuration' : `a ${typeof given}`;
}
