export { Client } from './client.js';
export type {
  ClientOptions,
  ConnectionSource,
  DynamicObject,
  PartialObjectMetadata,
  ResourceClients,
} from './client.js';
export type { ClusterConnection, TlsMaterial } from './connection.js';
export { DiscoveryClient } from './discovery/index.js';
export type {
  ApiGroup,
  ApiGroupVersion,
  ApiResource,
  ApiSubresource,
  ApiVersionKind,
  DiscoveryRequestOptions,
  GetJson,
  GetJsonOptions,
} from './discovery/index.js';
// Not by the index of the folder, which would load Node's HTTP/2 before anybody needs it.
export { HttpError } from './http/failure.js';
export type {
  ConnectionStats,
  HttpErrorCode,
  HttpHeaders,
  HttpOptions,
  HttpProtocol,
  HttpRequest,
  HttpResponse,
  Purpose,
  RateLimit,
  RequestName,
  Transport,
  TransportStats,
  Warning,
} from './http/index.js';
export { KubeConfig } from './kubeconfig/index.js';
export type {
  ClientNodeCluster,
  ClientNodeKubeConfig,
  KubeConfigOptions,
  KubeContext,
  LoadOptions,
} from './kubeconfig/index.js';
export { NamespacedResourceClient, PodLog, ResourceClient, SubresourceClient } from './rest/index.js';
export type {
  ApplyOptions,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  DocumentOptions,
  GetOptions,
  JsonPatchOperation,
  KnownResource,
  ListQuery,
  LogOptions,
  LooseManifest,
  Manifest,
  ManifestMeta,
  ManifestPart,
  ObjectChange,
  ObjectEvent,
  ObjectSource,
  Patch,
  PatchOptions,
  ResourceList,
  Scale,
  SelectOptions,
  SourceEvents,
  SourcePage,
  SourceRequest,
  UnknownFields,
  WatchQuery,
  WithoutBookmarks,
  WriteOptions,
} from './rest/index.js';
export { retryOnConflict } from './retry-on-conflict.js';
export { retryWhenBusy } from './retry-when-busy.js';
export type { RetryOnConflictOptions } from './retry-on-conflict.js';
export type { RetryWhenBusyOptions } from './retry-when-busy.js';
export type { ClientFor, ClientsFor, TypedClients } from './typed-accessors.js';
