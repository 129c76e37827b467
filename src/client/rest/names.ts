import { KubeInformerError } from '../../errors/index.js';
import { keyOf, resourceName } from '../../meta/index.js';
import type { GroupVersionResource, Scope } from '../../meta/index.js';

/** A resource as far as it is known: kind and scope are not for a custom resource that is named by its path alone. */
export interface KnownResource extends GroupVersionResource {
  readonly kind?: string;
  readonly scope?: Scope;
}

/** What a request is about. */
export interface Target {
  readonly resource: KnownResource;
  readonly namespace: string;
  /** Absent: the collection. */
  readonly name?: string;
  readonly subresource?: string;
}

/** `/apis/apps/v1/namespaces/default/deployments/web/scale`; every part is checked and encoded. */
export function pathOf({ resource, namespace, name, subresource }: Target): string {
  const { group, version } = resource;
  const parts = group === '' ? ['api', version] : ['apis', group, version];
  if (namespace !== '') parts.push('namespaces', namespace);
  parts.push(resource.resource);
  if (name !== undefined) parts.push(name);
  if (subresource !== undefined) parts.push(subresource);
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** `Cannot get pods/log "default/web"`, `Cannot list deployments.apps in namespace "default"`: the head of every error. */
export function attempt(verb: string, { resource, namespace, name, subresource }: Target): string {
  const what = resourceName(resource) + (subresource === undefined ? '' : `/${subresource}`);
  if (name !== undefined) return `Cannot ${verb} ${what} ${JSON.stringify(keyOf(namespace, name))}`;
  if (namespace !== '') return `Cannot ${verb} ${what} in namespace ${JSON.stringify(namespace)}`;
  return `Cannot ${verb} ${what}`;
}

/** An `ERR_INVALID_ARGUMENT`: nothing was sent. */
export function refused(attempted: string, why: string): KubeInformerError {
  return new KubeInformerError('ERR_INVALID_ARGUMENT', `${attempted}: ${why}`);
}

// A label of DNS, as the server demands of namespaces.
const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Throws `ERR_INVALID_ARGUMENT` for what the server would refuse, or take for another path. */
export function assertNamespace(namespace: unknown, attempted: string): asserts namespace is string {
  if (typeof namespace === 'string' && NAMESPACE.test(namespace)) return;
  throw refused(
    attempted,
    `${JSON.stringify(namespace)} is no name of a namespace: at most 63 of a-z, 0-9 and "-", not at the ends.`,
  );
}

/** The rule of the server for a part of a path; each kind may have a stricter one, which the server tells. */
export function assertPathName(name: unknown, what: string, attempted: string): asserts name is string {
  const problem =
    typeof name !== 'string' || name === ''
      ? 'is missing'
      : name === '.' || name === '..'
        ? `cannot be ${JSON.stringify(name)}`
        : /[/%]/.test(name)
          ? `${JSON.stringify(name)} has a slash or a percent sign`
          : undefined;
  if (problem !== undefined) throw refused(attempted, `${what} ${problem}.`);
}
