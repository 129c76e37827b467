export type { LooseManifest, Manifest, ManifestMeta, ManifestPart } from './manifest.js';
export type { KnownResource } from './names.js';
export { ObjectSource } from './object-source.js';
export type { SourceEvents, SourcePage, SourceRequest, UnknownFields } from './object-source.js';
export type {
  ApplyOptions,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  DocumentOptions,
  GetOptions,
  ListQuery,
  PatchOptions,
  SelectOptions,
  WatchQuery,
  WithoutBookmarks,
  WriteOptions,
} from './options.js';
export type { JsonPatchOperation, Patch } from './patch.js';
export { PodLog } from './pod-log.js';
export type { LogOptions } from './pod-log.js';
export { NamespacedResourceClient, ResourceClient } from './resource-client.js';
export type { ResourceList } from './resource-list.js';
export type { ObjectChange, ObjectEvent } from './resource-watch.js';
export { RestApi } from './rest-api.js';
export type { Scale } from './scale.js';
export { SubresourceClient } from './subresource-client.js';
