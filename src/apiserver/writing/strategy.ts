import type { ApiObject, ResourceRequest, ServedResource, User } from '../contract.js';
import type { FieldError } from '../field-error.js';

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
