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

interface ResourceNames extends GroupVersionResource {
  readonly kind: string;
}

/**
 * Describes a resource that has no generated type, a custom resource for one. Throws `ERR_INVALID_ARGUMENT` for names
 * that no path of the API has.
 *
 * @example
 * const widgets = defineResource<Widget>({ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', scope: 'Namespaced' });
 * const { lister } = factory.for(widgets);
 */
export function defineResource<T extends KubernetesObject>(
  resource: ResourceNames & { readonly scope: 'Namespaced' },
): ResourceRef<T, 'Namespaced'>;
/** The same for a resource whose objects belong to no namespace. */
export function defineResource<T extends KubernetesObject>(
  resource: ResourceNames & { readonly scope: 'Cluster' },
): ResourceRef<T, 'Cluster'>;
/** The same for a resource whose scope is known only when the program runs. */
export function defineResource<T extends KubernetesObject>(
  resource: ResourceNames & { readonly scope: Scope },
): ResourceRef<T>;
export function defineResource<T extends KubernetesObject>(
  resource: ResourceNames & { readonly scope: Scope },
): ResourceRef<T> {
  const attempted = 'Cannot define a resource';
  assertResource(resource, attempted);
  const { kind, scope } = resource as { readonly kind: unknown; readonly scope: unknown };
  if (typeof kind !== 'string' || kind === '') throw invalid(attempted, 'kind', kind, `name it as objects do: 'Pod'`);
  if (scope !== 'Namespaced' && scope !== 'Cluster') {
    throw invalid(attempted, 'scope', scope, `it is 'Namespaced' or 'Cluster'`);
  }
  return Object.freeze({ ...resource });
}

// What can stand in a path of the API, and be neither taken for more than one part of it nor for a kind.
const PATH_PART = /^[a-z0-9](?:[-.a-z0-9]*[a-z0-9])?$/;

/** Throws `ERR_INVALID_ARGUMENT` for a resource that cannot stand in a path. */
export function assertResource(resource: GroupVersionResource, attempted: string): void {
  if (typeof (resource as unknown) !== 'object' || (resource as unknown) === null) {
    throw invalid(
      attempted,
      'the resource',
      resource,
      `it has group, version, resource, kind and scope, as each of \`resources\` has`,
    );
  }
  for (const part of ['group', 'version', 'resource'] as const) {
    const value: unknown = resource[part];
    if (part === 'group' && value === '') continue;
    if (typeof value === 'string' && PATH_PART.test(value)) continue;
    const advice = part === 'group' ? `'' for the core group, or 'apps'` : `'pods', not 'Pod' or 'pods/status'`;
    throw invalid(attempted, part, value, `it must be as it is in the path of the API: ${advice}`);
  }
}

function invalid(attempted: string, what: string, value: unknown, advice: string): KubeInformerError {
  const given = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new KubeInformerError('ERR_INVALID_ARGUMENT', `${attempted}: ${what} is ${given}; ${advice}.`);
}

/** `v1` or `group/version`. */
export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** `pods`, `deployments.apps`: how kubectl names a resource, and how messages here do. */
export function resourceName(resource: { readonly group: string; readonly resource: string }): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
}
