import type { ResourceCatalogue, ServedResource, ServedSubresource, Verb } from '../contract.js';
import { badRequest, methodNotAllowed } from '../status-error.js';
import { noSuchMethod, noSuchRoute } from './failures.js';
import type { ResourceRoute } from './route.js';
import { pathSegmentProblems } from './route.js';

/** A route that leads somewhere. */
export interface Resolved {
  readonly resource: ServedResource;
  readonly subresource: ServedSubresource | undefined;
  readonly verb: Verb;
}

/** The group is not served at all, which the real server answers in plain text. */
export class NoSuchGroup extends Error {}

/** Finds what a route names. Throws 404, 405, 400, or NoSuchGroup. */
export function resolveRoute(catalogue: ResourceCatalogue, method: string, route: ResourceRoute): Resolved {
  const resource = catalogue.find(route.group, route.version, route.resource);
  if (resource === undefined) {
    if (route.group !== '' && !hasBuiltInGroup(catalogue, route.group)) throw new NoSuchGroup();
    throw noSuchRoute();
  }
  const inNamespace = route.namespace !== '' && !isNamespaceItself(route);
  if (route.rest.length > 0 || (inNamespace && !resource.namespaced)) throw refusal(resource);
  if (resource.namespaced && !inNamespace && route.name !== '') throw refusal(resource);

  const subresource = resource.subresources.find(({ name }) => name === route.subresource);
  if (route.subresource !== '' && (subresource === undefined || route.name === '')) throw refusal(resource);
  const { verb } = route;
  const everywhere = resource.namespaced && !inNamespace;
  // HEAD is a "get" to authorization only: no route of a resource has it.
  if (verb === '' || method === 'HEAD' || (everywhere && verb !== 'list' && verb !== 'watch')) throw noSuchMethod();
  const verbs = subresource?.verbs ?? resource.verbs;
  if (!verbs.includes(verb) || !fitsName(verb, route)) {
    throw resource.custom ? methodNotAllowed(resource, verb) : noSuchMethod();
  }
  const problems = route.name === '' ? [] : pathSegmentProblems(route.name);
  if (problems.length > 0) {
    throw badRequest(`Name parameter invalid: ${JSON.stringify(route.name)}: ${problems.join(';')}`);
  }
  return { resource, subresource, verb };
}

/** `/api/v1/namespaces/x`: the namespace is the object. */
const isNamespaceItself = (route: ResourceRoute): boolean =>
  route.group === '' && route.resource === 'namespaces' && route.name === route.namespace;

function fitsName(verb: Verb, { name, subresource, legacyWatch }: ResourceRoute): boolean {
  switch (verb) {
    case 'create':
      return (name === '') === (subresource === '');
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      return name !== '';
    case 'watch':
      return name === '' || legacyWatch;
    default:
      return name === '';
  }
}

const refusal = (resource: ServedResource): Error => (resource.custom ? new NoSuchGroup() : noSuchRoute());

/** Whether a group is one of the server's own: its unknown paths are answered by a Status. */
export function hasBuiltInGroup(catalogue: ResourceCatalogue, group: string): boolean {
  for (const resource of catalogue.all()) if (!resource.custom && resource.group === group) return true;
  return false;
}
