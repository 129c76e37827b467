import { KubeInformerError } from '../errors/index.js';
import type { KubernetesObject } from './object.js';

/** Whether objects of a resource live in namespaces. */
export type Scope = 'Namespaced' | 'Cluster';

/** A resource by the names the API server uses in its paths. `group` is `''` for the core group. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

declare const objectType: unique symbol;

/** A resource together with its kind, its scope, and the TypeScript type of its objects. */
export interface ResourceRef<
  T extends KubernetesObject = KubernetesObject,
  S extends Scope = Scope,
> extends GroupVersionResource {
  readonly kind: string;
  readonly scope: S;
  /** Only for the type system: carries `T`; there is no such property. */
  readonly [objectType]?: T;
}

/**
 * Describes a resource that has no generated type, a custom resource for one.
 *
 * @example
 * const widgets = defineResource<Widget>({ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', scope: 'Namespaced' });
 * const { lister } = factory.for(widgets);
 */
export function defineResource<T extends KubernetesObject, S extends Scope = 'Namespaced'>(resource: {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly scope: S;
}): ResourceRef<T, S> {
  for (const field of ['version', 'resource', 'kind'] as const) {
    if (resource[field] === '') {
      throw new KubeInformerError('ERR_INVALID_ARGUMENT', `Cannot define a resource: ${field} is empty.`);
    }
  }
  return Object.freeze({ ...resource });
}

/** `v1` or `group/version`. */
export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** `pods`, `deployments.apps`: how kubectl names a resource, and how messages here do. */
export function resourceName(resource: { readonly group: string; readonly resource: string }): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}
