import type { ApiObject } from './api-object.js';
import type { FieldError } from './field-error.js';
import type { ObjectSchema } from './schema/contract.js';
import type { JsonSchema } from './schema/json-schema.js';

export type { ApiObject, ManagedFieldsEntry, Metadata, OwnerReference } from './api-object.js';

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
  /** Of a custom kind: the CRD that this was made of, as it was then. */
  readonly definition?: ApiObject;
  /**
   * Of a custom kind: an object of the storage, whichever version it was stored in, as this version shows it; the very
   * same when nothing changes. `servedEntry` of served-entry.ts remembers it.
   */
  fromStorage?(object: ApiObject): ApiObject;
  /** Sent as a `Warning` with every answer of a version that is to go. */
  readonly deprecationWarning?: string;
  /** Of a custom kind, its schema as the CRD has it, for the OpenAPI documents. */
  readonly openApiSchema?: JsonSchema;
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

/** What the rules of a kind may look at and do while an object is written. */
export interface WriteContext {
  readonly resource: ServedResource;
  readonly request: ResourceRequest;
  readonly user: User;
  readonly namespace: string;
  readonly subresource: string;
  readonly dryRun: boolean;
  /** The time of this write, in RFC 3339 with seconds. */
  readonly now: string;
  /** A stored object, by what its resource is called in the storage (`priorityclasses.scheduling.k8s.io`). */
  lookup(groupResource: string, namespace: string, name: string): ApiObject | undefined;
  /** All stored objects of a resource, in a namespace or (`''`) in all. */
  lookupAll(groupResource: string, namespace: string): Iterable<ApiObject>;
  /** Adds a `Warning` header to the answer. */
  warn(message: string): void;
}

/** How long a deletion waits for whoever runs the object. */
export interface Grace {
  /** 0 deletes at once. */
  readonly seconds: number;
}

/**
 * The rules of a kind, in the order the server uses them for a write:
 * `default` (as part of decoding) → `admit` → `prepareForCreate`/`prepareForUpdate` → `validate`/`validateUpdate`
 * → `canonicalise`. Every member may be absent. They change the object they are given, which is theirs.
 */
export interface Strategy {
  /** Sets what nobody set, as the scheme's defaulting does: restartPolicy, protocol, strategy. Idempotent. */
  default?(object: ApiObject): void;
  /** What default admission adds, or refuses by throwing StatusError: tolerations, priority, service account, quotas of nobody. */
  admit?(object: ApiObject, old: ApiObject | undefined, context: WriteContext): void;
  /** Resets what a creator has no say in (status, most of all) and sets what the server decides (clusterIP). */
  prepareForCreate?(object: ApiObject, context: WriteContext): void;
  /** The same for a PUT or PATCH of the object itself: status goes back to the old one. */
  prepareForUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void;
  /** For the status subresource: everything but status goes back to the old one. The generic part does spec and metadata. */
  prepareForStatusUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): void;
  validate?(object: ApiObject, context: WriteContext): FieldError[];
  /** Also called for an update, after `validate`: immutable fields and transitions. */
  validateUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): FieldError[];
  validateStatusUpdate?(object: ApiObject, old: ApiObject, context: WriteContext): FieldError[];
  /** `metadata.name` beyond the default rule (a DNS subdomain). Gives the detail of each failure. */
  validateName?(name: string): string[];
  /** Puts equal things into one form (quantities), after validation. */
  canonicalise?(object: ApiObject): void;
  /** Warnings to send along: deprecated fields. */
  warnings?(object: ApiObject, old: ApiObject | undefined): string[];

  /** `validateUpdate` looks at everything itself: `validate` is for creations only. */
  readonly updateValidatesAll?: boolean;
  /** Whether `metadata.generation` counts changes of everything outside metadata and status. */
  readonly generation?: boolean;
  /** Whether a PUT of a name that is not there creates it. */
  readonly createOnUpdate?: boolean;
  /** Whether a PUT without a resourceVersion is taken; default true. */
  readonly unconditionalUpdate?: boolean;
  /** Whether deletion is graceful, and how long for this object. `asked` is gracePeriodSeconds of the request. */
  grace?(object: ApiObject, asked: number | undefined): Grace | undefined;
  /**
   * For kinds that hold others and go in two steps (CRDs; namespaces are writing's own): marks an object that now has its
   * deletionTimestamp. It stays, and a later deletion, or the last finalizer, ends it.
   */
  readonly markForDeletion?: (object: ApiObject, context: WriteContext) => void;
  /** Called before a deletion is begun: may add finalizers, change status (namespaces: phase Terminating). */
  prepareForDelete?(object: ApiObject, context: WriteContext): void;
}
