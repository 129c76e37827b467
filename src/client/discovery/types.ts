import type { GroupVersionResource, Scope } from '../../meta/index.js';

/** A kind by the names that objects carry: `apps/v1`, `Deployment`. */
export interface ApiVersionKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What hangs below a resource: `status`, `scale`, `log`. */
export interface ApiSubresource {
  readonly name: string;
  /** What it answers, which may be of another group: `scale` is of `autoscaling/v1`. */
  readonly responseKind: ApiVersionKind;
  readonly verbs: readonly string[];
}

/**
 * A resource in one of its versions, as the server describes it. It is a `ResourceRef`, so that it can be given to a
 * dynamic client or a factory as it is.
 */
export interface ApiResource extends GroupVersionResource {
  readonly kind: string;
  readonly scope: Scope;
  /** `deployment`; some aggregated servers leave it out, then it is the kind in lower case. */
  readonly singular: string;
  readonly shortNames: readonly string[];
  /** `all` makes `kubectl get all` show it. */
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly ApiSubresource[];
}

/** One version of a group. */
export interface ApiGroupVersion {
  /** `v1`. */
  readonly version: string;
  /** `apps/v1`, or `v1` in the core group. */
  readonly apiVersion: string;
  /**
   * The server behind this version did not answer: what it serves is not known now, or known from earlier only.
   * Everything else can be relied on.
   */
  readonly stale: boolean;
  /** Why it is stale, where that is known. The aggregated form does not say. */
  readonly error?: unknown;
}

/** A group with its versions, the preferred one first. */
export interface ApiGroup {
  /** `''` for the core group. */
  readonly name: string;
  readonly versions: readonly ApiGroupVersion[];
  readonly preferredVersion: string;
}

/** All that a server serves, at one moment. Groups and resources are in the server's order, the core group first. */
export interface ApiSurface {
  readonly groups: readonly ApiGroup[];
  readonly resources: readonly ApiResource[];
}

/** What a discovery request is sent with. */
export interface GetJsonOptions {
  readonly accept: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the server for a path and resolves to the parsed body. Whatever the server refuses is thrown as
 * `ApiStatusError`.
 */
export type GetJson = (path: string, options: GetJsonOptions) => Promise<unknown>;
