import type { ResourceCatalogue, ServedResource, ServedSubresource, Verb } from '../contract.js';
import { pathSegment } from '../names.js';
import { badRequest, methodNotAllowed, notFoundError } from '../status-error.js';
import { noSuchMethod, noSuchRoute } from './failures.js';
import type { ResourceRoute } from './route.js';

/** A route that leads somewhere. */
export interface Resolved {
  readonly resource: ServedResource;
  readonly subresource: ServedSubresource | undefined;
  readonly verb: Verb;
  /** Empty for collections. */
  readonly name: string;
}

/** Nobody serves the path at all, which the real server answers in plain text. */
export class NoSuchPath extends Error {}

/** Finds what a route names. Throws 404, 405, 400, or NoSuchPath. */
export function resolveRoute(catalogue: ResourceCatalogue, method: string, route: ResourceRoute): Resolved {
  const resource = catalogue.find(route.group, route.version, route.resource);
  if (resource === undefined) {
    if (route.group !== '' && !hasBuiltInGroup(catalogue, route.group)) throw new NoSuchPath();
    throw noSuchRoute();
  }
  // The namespace of `/api/v1/namespaces/x` is the object itself.
  const inNamespace = route.namespace !== '' && resource.groupResource !== 'namespaces';
  const resolved = resource.custom
    ? resolveCustom(resource, route, inNamespace)
    : resolveBuiltIn(resource, method, route, inNamespace);
  const problems = resolved.name === '' ? [] : pathSegment(resolved.name);
  if (problems.length > 0) {
    throw badRequest(`Name parameter invalid: ${JSON.stringify(resolved.name)}: ${problems.join(';')}`);
  }
  return resolved;
}

/** The real server has a table of routes for these: what is not in it is 404, a method that is not is 405. */
function resolveBuiltIn(
  resource: ServedResource,
  method: string,
  route: ResourceRoute,
  inNamespace: boolean,
): Resolved {
  const { name, verb, subresource: part } = route;
  const subresource = resource.subresources.find((candidate) => candidate.name === part);
  const everywhere = resource.namespaced && !inNamespace;
  if (inNamespace && !resource.namespaced) throw noSuchRoute();
  if (everywhere && (name !== '' || !resource.verbs.includes('list'))) throw noSuchRoute();
  if (part !== '' && (subresource === undefined || name === '')) throw noSuchRoute();
  // A proxy is asked for paths of what stands behind it.
  if (route.rest.length > 0 && part !== 'proxy') throw noSuchRoute();
  // HEAD is a "get" to authorization only: no route of a resource has it.
  if (verb === '' || method === 'HEAD' || (everywhere && verb !== 'list' && verb !== 'watch')) throw noSuchMethod();
  if (!(subresource ?? resource).verbs.includes(verb) || !fitsName(verb, route)) throw noSuchMethod();
  return { resource, subresource, verb, name };
}

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

/** One handler has all of these, so it finds its own words, and overlooks what it does not need. */
function resolveCustom(resource: ServedResource, route: ResourceRoute, inNamespace: boolean): Resolved {
  const { name, verb, subresource: part } = route;
  const collection = verb === 'list' || verb === 'watch';
  if (inNamespace && !resource.namespaced) throw new NoSuchPath();
  if (resource.namespaced && !inNamespace && !collection) throw new NoSuchPath();
  const subresource = resource.subresources.find((candidate) => candidate.name === part);
  if (part !== '' && subresource === undefined) throw notFoundError(resource, name);
  if (verb === '' || !(subresource ?? resource).verbs.includes(verb)) throw methodNotAllowed(resource, verb);
  if (name === '' && (verb === 'update' || verb === 'patch' || verb === 'get' || verb === 'delete')) {
    throw badRequest('name must be provided');
  }
  return { resource, subresource, verb, name: verb === 'create' && part === '' ? '' : name };
}

/** Whether a group is one of the server's own: its unknown paths are answered by a Status. */
export function hasBuiltInGroup(catalogue: ResourceCatalogue, group: string): boolean {
  for (const resource of catalogue.all()) if (!resource.custom && resource.group === group) return true;
  return false;
}
