import type { ObjectSchema } from './schema/contract.js';
import type { Strategy } from './writing/strategy.js';

/** `metadata` as it is in JSON. Server-owned fields are absent in what a client sends. */
export interface Metadata {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string | null;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** One owner of fields: who, how and when, and the set of fields in the `FieldsV1` form. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: 'Apply' | 'Update';
  apiVersion?: string;
  time?: string;
  fieldsType?: 'FieldsV1';
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/**
 * An object in its JSON form. Whoever makes one may change it until it is stored; a stored one is
 * deep-frozen and shared by every reader, so take `structuredClone` before a change.
 */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
  [field: string]: unknown;
}

/** A path below an object: `status`, `scale`, `eviction`. */
export interface ServedSubresource {
  readonly name: string;
  /** What is sent and returned, which may be of another group: `autoscaling/v1 Scale`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** A column of a `Table`. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** How a resource is shown by `kubectl get`. */
export interface TableLayout {
  readonly columns: readonly TableColumn[];
  /** A cell for each column. `now` is what ages are counted from. */
  cells(object: ApiObject, now: Date): readonly unknown[];
  /** The conditions of the row: a pod that ended is `Completed`. */
  conditions?(object: ApiObject): readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** One resource in one version that the server serves. Immutable; a changed CRD makes new ones. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** The plural in the path: `deployments`. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  /** `pods`, `deployments.apps`: what all versions of the resource share in the storage, and in messages. */
  readonly groupResource: string;
  /** Objects are stored in this version of the group; the other versions are converted on the way in and out. */
  readonly storageVersion: string;
  /**
   * Where the objects are another group's in the storage: `events.k8s.io` shares those of the core group. Read it with
   * `storedName` and `storedApiVersion` of stored-as.ts.
   */
  readonly storedAs?: { readonly groupResource: string; readonly apiVersion: string };
  readonly custom: boolean;
  /** Of a custom kind, its schema as the CRD has it, for the OpenAPI documents. */
  readonly openApiSchema?: Readonly<Record<string, unknown>>;
  readonly schema: ObjectSchema;
  readonly strategy: Strategy;
  readonly table: TableLayout;
  /** Beyond metadata.name and metadata.namespace: the field selectors this resource has, and how each is read. */
  readonly selectableFields: ReadonlyMap<string, (object: ApiObject) => string>;
}

/** Every resource the server serves now. It changes when a CRD does. */
export interface ResourceCatalogue {
  find(group: string, version: string, resource: string): ServedResource | undefined;
  /** The resource in any of its versions that is stored as `groupResource`; the storage version. */
  stored(groupResource: string): ServedResource | undefined;
  all(): Iterable<ServedResource>;
  /** Goes up with every change: discovery and OpenAPI documents are kept by it. */
  readonly generation: number;
}

/** Who asks, as authentication found. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** What the path, method and query of a request mean. */
export interface ResourceRequest {
  readonly verb: Verb;
  readonly resource: ServedResource;
  /** Empty for a cluster-scoped resource, and for all namespaces in list and watch. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  readonly subresource: string;
  readonly query: URLSearchParams;
  readonly user: User;
  /** From the User-Agent, up to the first slash: the field manager of those who name none. */
  readonly agent: string;
  /** The path as it was asked, for messages. */
  readonly path: string;
  /** Adds a `Warning` header to the answer. */
  warn(message: string): void;
  /** Aborted when the client goes away or the server stops. */
  readonly signal: AbortSignal;
}
