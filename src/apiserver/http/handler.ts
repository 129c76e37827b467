import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { ApiObject, ResourceCatalogue, ResourceRequest, User } from '../contract.js';
import { StatusError } from '../status-error.js';
import type { Storage } from '../storage/contract.js';
import { isPretty, negotiate, negotiateStatus } from './accept.js';
import { bodyOf } from './body.js';
import type { DocumentAnswer, RequestHeaders, Verbs } from './contract.js';
import { EncodingCache } from './encoding-cache.js';
import type { Exchange, ExchangeInfo } from './exchange.js';
import { internalError, noSuchMethod, noSuchRoute } from './failures.js';
import type { Faults } from './faults.js';
import { isAllowedHost } from './host.js';
import { queryOf } from './query.js';
import type { EncodingContext } from './representation.js';
import { NoSuchPath, hasBuiltInGroup, resolveRoute } from './resolve.js';
import { commonHeaders, includeObjectOf, respond, sendStatus, sendWhole } from './respond.js';
import type { PathRoute, ResourceRoute, Route } from './route.js';
import { UnroutablePath, parseRoute } from './route.js';
import { yamlOf } from './yaml.js';

/** A client's proof of who it is, as far as HTTP and TLS have it. */
export interface PeerIdentity {
  readonly headers: RequestHeaders;
  /** Of a client certificate that our authority signed. */
  readonly certificate?: { readonly commonName: string; readonly organizations: readonly string[] };
}

/** Who may what. The part behind it is `access`. */
export interface Gatekeeper {
  /** Throws StatusError 401. */
  authenticate(peer: PeerIdentity): User;
  /** The user that a request acts as, and whether that one may. Throws StatusError 403. */
  authorize(user: User, route: Route, peer: PeerIdentity): User;
}

/** What a request is answered by. */
export interface HandlerParts {
  readonly catalogue: ResourceCatalogue;
  readonly storage: Storage;
  readonly verbs: Verbs;
  readonly gatekeeper: Gatekeeper;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Requests that come before wait for it: a server shows itself with what every cluster has. */
  readonly ready: Promise<void>;
  /** Host names that are taken beside localhost and addresses. */
  readonly allowedHosts: readonly string[];
  discovery(path: string, query: URLSearchParams, headers: RequestHeaders): DocumentAnswer | undefined;
  convert(object: ApiObject, apiVersion: string): ApiObject;
}

/** Answers one request after the other; never throws and never rejects. */
export class Handler {
  readonly #parts: HandlerParts;
  readonly #faults: Faults;
  readonly #cache = new EncodingCache();

  constructor(parts: HandlerParts, faults: Faults) {
    this.#parts = parts;
    this.#faults = faults;
  }

  async handle(exchange: Exchange, peer: PeerIdentity): Promise<void> {
    const auditId = exchange.header('audit-id') || randomUUID();
    const { url = '/', method = 'GET' } = exchange.request;
    try {
      await this.#parts.ready;
      if (!isAllowedHost(hostOf(exchange), this.#parts.allowedHosts)) {
        throw new StatusError(
          403,
          'Forbidden',
          'the Host header names another host than this server: add it to allowedHosts, or use localhost or an address',
        );
      }
      const at = url.indexOf('?');
      const query = queryOf(url);
      const path = decodePath(at === -1 ? url : url.slice(0, at));
      if (path === undefined) {
        await this.#text(exchange, 400, '400 Bad Request', auditId);
        return;
      }
      await this.#route(exchange, peer, method, path, query, auditId);
    } catch (error) {
      await this.#fail(exchange, error, auditId);
    }
  }

  async #route(
    exchange: Exchange,
    peer: PeerIdentity,
    method: string,
    path: string,
    query: URLSearchParams,
    auditId: string,
  ): Promise<void> {
    let route: Route;
    try {
      route = parseRoute(method, path, query);
    } catch (error) {
      if (!(error instanceof UnroutablePath)) throw error;
      const message = `Internal Server Error: ${JSON.stringify(path)}: failed to create RequestInfo: ${error.message}\n`;
      await this.#text(exchange, 500, message, auditId);
      return;
    }
    const authenticated = this.#parts.gatekeeper.authenticate(peer);
    exchange.info = infoOf(method, route, authenticated);
    if (!(await this.#faults.apply(exchange, exchange.info))) return;
    const user = this.#parts.gatekeeper.authorize(authenticated, route, peer);
    if (route.type === 'path') await this.#document(exchange, route, query, auditId);
    else await this.#resource(exchange, route, query, user, method, auditId);
  }

  async #document(exchange: Exchange, route: PathRoute, query: URLSearchParams, auditId: string): Promise<void> {
    const document = this.#parts.discovery(route.path, query, exchange.request.headers);
    if (document === undefined) {
      const [, prefix, group = ''] = route.path.split('/');
      if (prefix === 'api' || (prefix === 'apis' && hasBuiltInGroup(this.#parts.catalogue, group))) throw noSuchRoute();
      await this.#text(exchange, 404, '404 page not found\n', auditId);
      return;
    }
    const isHealth = /^\/(healthz|livez|readyz)(\/|$)/.test(route.path);
    if (!isHealth && route.verb !== 'get' && route.verb !== 'head') throw noSuchMethod();
    const asYaml = document.object !== undefined && /^application\/yaml\b/.test(exchange.header('accept').trim());
    const bytes = Buffer.from(asYaml ? await yamlOf(document.object) : (document.body as string));
    const headers = { ...commonHeaders(exchange, auditId), ...document.headers };
    await sendWhole(exchange, document.code, bytes, asYaml ? 'application/yaml' : document.contentType, headers);
  }

  async #resource(
    exchange: Exchange,
    route: ResourceRoute,
    query: URLSearchParams,
    user: User,
    method: string,
    auditId: string,
  ): Promise<void> {
    const { catalogue, clock, storage, verbs } = this.#parts;
    let resolved;
    try {
      resolved = resolveRoute(catalogue, method, route);
    } catch (error) {
      if (!(error instanceof NoSuchPath)) throw error;
      await this.#text(exchange, 404, '404 page not found\n', auditId);
      return;
    }
    const { resource, verb, name } = resolved;
    if (resource.deprecationWarning !== undefined) exchange.warnings.add(resource.deprecationWarning);
    const agent = exchange.header('user-agent');
    const representation = negotiate(exchange.header('accept'), isPretty(query, agent), {
      custom: resource.custom,
      collection: name === '' && (verb === 'list' || verb === 'watch'),
      watch: verb === 'watch',
    });
    const context: EncodingContext = {
      resource,
      representation,
      includeObject: representation.as?.kind === 'Table' ? includeObjectOf(query) : 'Metadata',
      now: new Date(clock.now()),
      cache: this.#cache,
      convert: (object, apiVersion) => this.#parts.convert(object, apiVersion),
    };
    const body = await bodyOf(exchange, verb, resource.custom, clock);
    const oneByName = route.legacyWatch && name !== '';
    if (route.legacyWatch) query.set('watch', 'true');
    if (oneByName) query.set('fieldSelector', `metadata.name=${name}`);
    const request: ResourceRequest = {
      verb,
      resource,
      namespace: resource.namespaced ? route.namespace : '',
      name: oneByName ? '' : name,
      subresource: route.subresource,
      query,
      user,
      agent: agent.split('/')[0] as string,
      path: route.path,
      warn: (message) => {
        exchange.warnings.add(message);
      },
      signal: exchange.signal,
    };
    const answer = await verbs.handle(request, body);
    await respond(exchange, answer, context, { auditId, storage });
  }

  #text(exchange: Exchange, code: number, text: string, auditId: string): Promise<void> {
    const headers = { ...commonHeaders(exchange, auditId), 'X-Content-Type-Options': 'nosniff' };
    return sendWhole(exchange, code, Buffer.from(text), 'text/plain; charset=utf-8', headers);
  }

  async #fail(exchange: Exchange, error: unknown, auditId: string): Promise<void> {
    if (exchange.signal.aborted && !(error instanceof StatusError)) return;
    if (!(error instanceof StatusError)) {
      const { method, url } = exchange.request;
      this.#parts.logger.error('The API server failed on a request; the answer was 500.', { method, url, error });
    }
    if (exchange.headersSent) {
      exchange.cut();
      return;
    }
    const failure =
      error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : String(error));
    for (const warning of failure.warnings) exchange.warnings.add(warning);
    const query = queryOf(exchange.request.url ?? '');
    const representation = negotiateStatus(exchange.header('accept'), isPretty(query, exchange.header('user-agent')));
    const headers = { ...commonHeaders(exchange, auditId), ...failure.headers };
    try {
      const { status } = failure;
      await sendStatus(exchange, status.code, { ...status }, representation, headers);
    } catch (second) {
      this.#parts.logger.error('The API server could not send an error.', { error: second });
      exchange.cut();
    }
  }
}

const hostOf = (exchange: Exchange): string | undefined =>
  (exchange.request.headers[':authority'] as string | undefined) ?? exchange.request.headers.host;

/** Percent-encoding taken off; undefined when it is broken. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function infoOf(method: string, route: Route, user: User): ExchangeInfo {
  const nothing = { group: '', resource: '', subresource: '', namespace: '', name: '' };
  return { method, user: user.name, ...nothing, ...route };
}
