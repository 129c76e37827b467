import type { Verb } from '../contract.js';

/** What a path and a method ask for, before anybody looks whether it exists. This is what authorization is asked about. */
export type Route = PathRoute | ResourceRoute;

/** A path that is no resource: `/version`, `/apis/apps/v1`. */
export interface PathRoute {
  readonly type: 'path';
  /** Decoded. */
  readonly path: string;
  /** The method in lower case. */
  readonly verb: string;
}

/** A path with a resource in it. */
export interface ResourceRoute {
  readonly type: 'resource';
  readonly path: string;
  readonly group: string;
  readonly version: string;
  /** Empty for a method that is no verb. */
  readonly verb: Verb | '';
  readonly namespace: string;
  readonly resource: string;
  readonly name: string;
  readonly subresource: string;
  /** What follows the subresource: nobody serves such paths. */
  readonly rest: readonly string[];
  /** `/watch/` stood before the resource. */
  readonly legacyWatch: boolean;
  /** Of a list or watch of a collection, as it was asked for; else empty. */
  readonly fieldSelector: string;
}

/** The path has no meaning at all: `/api/v1/watch`. The message is the real server's. */
export class UnroutablePath extends Error {}

const NAMESPACE_SUBRESOURCES = new Set(['finalize', 'status']);

const VERBS: Readonly<Record<string, Verb>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Splits a decoded path. Throws UnroutablePath. */
export function parseRoute(method: string, path: string, query: URLSearchParams): Route {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/');
  const nonResource: PathRoute = { type: 'path', path, verb: method.toLowerCase() };
  const prefix = parts.shift();
  let group = '';
  if (prefix === 'api') {
    if (parts.length < 2) return nonResource;
  } else if (prefix === 'apis') {
    if (parts.length < 3) return nonResource;
    group = parts.shift() as string;
  } else return nonResource;
  const version = parts.shift() as string;

  const legacyWatch = parts[0] === 'watch';
  if (legacyWatch) {
    parts.shift();
    if (parts.length === 0) {
      throw new UnroutablePath(`unable to determine kind and namespace from url, ${path}`);
    }
  }
  let namespace = '';
  if (parts[0] === 'namespaces' && parts.length > 1) {
    namespace = parts[1] as string;
    if (parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2] as string)) parts.splice(0, 2);
  }
  const [resource = '', name = '', subresource = '', ...rest] = parts;
  const verb = legacyWatch ? 'watch' : verbOf(method, name, query);
  const selects = name === '' && (verb === 'list' || verb === 'watch');
  return {
    type: 'resource',
    path,
    group,
    version,
    verb,
    namespace,
    resource,
    name,
    subresource,
    rest,
    legacyWatch,
    fieldSelector: selects ? (query.get('fieldSelector') ?? '') : '',
  };
}

function verbOf(method: string, name: string, query: URLSearchParams): Verb | '' {
  const verb = VERBS[method];
  if (verb === undefined) return '';
  if (name !== '') return verb;
  if (verb === 'get') return isWatch(query) ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

/** A flag of the query is on unless it says otherwise: `?watch`, `?watch=x`. */
export function isWatch(query: URLSearchParams): boolean {
  const value = query.get('watch');
  return value !== null && !['false', '0'].includes(value.toLowerCase());
}
