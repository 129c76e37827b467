import { kubernetesRelease } from '../../generated/index.js';
import { encodeMessage, messageTypeOf, writeUnknown } from '../../wire/codec/index.js';
import type { ResourceCatalogue } from '../contract.js';
import type { DocumentAnswer, RequestHeaders } from '../http/contract.js';
import type { Json } from '../json.js';
import { aggregatedDiscovery } from './aggregated.js';
import { groupsOf } from './groups.js';
import type { ServedGroup } from './groups.js';
import { healthOf } from './health.js';
import {
  documentPath,
  fingerprintOf,
  hashOf,
  openApiV2,
  openApiV3,
  openApiV3Index,
  openApiV3OfVersion,
} from './openapi.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './resource-lists.js';

const AGGREGATED =
  /application\/json\s*;(?=[^,]*\bg=apidiscovery\.k8s\.io)(?=[^,]*\bas=APIGroupDiscoveryList)[^,]*\bv=(v2beta1|v2)\b/;
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/**
 * Answers what a client asks before it asks for an object: groups, resources, OpenAPI documents, the version, health.
 * Undefined for any other path. Documents are made when first asked for and kept until the catalogue changes.
 */
export function discoveryOf(options: {
  readonly catalogue: ResourceCatalogue;
}): (path: string, query: URLSearchParams, headers: RequestHeaders) => DocumentAnswer | undefined {
  const discovery = new Discovery(options.catalogue);
  return (path, query, headers) => discovery.answer(path, query, headers);
}

class Discovery {
  readonly #catalogue: ResourceCatalogue;
  #generation = -1;
  #groups: readonly ServedGroup[] = [];
  readonly #documents = new Map<string, string>();

  constructor(catalogue: ResourceCatalogue) {
    this.#catalogue = catalogue;
  }

  answer(path: string, query: URLSearchParams, headers: RequestHeaders): DocumentAnswer | undefined {
    this.#refresh();
    const accept = textOf(headers['accept']);
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
    if (trimmed === '/api' || trimmed === '/apis') return this.#roots(trimmed, accept, headers);
    if (trimmed.startsWith('/api/') || trimmed.startsWith('/apis/')) return this.#lists(trimmed, accept);
    if (trimmed === '/openapi/v2') return this.#openApiV2(accept, headers);
    if (trimmed === '/openapi/v3' || trimmed.startsWith('/openapi/v3/'))
      return this.#openApiV3(trimmed, query, headers);
    if (trimmed === '/version') return json(serverVersion());
    if (trimmed === '/') return json({ paths: this.#paths() });
    return healthOf(trimmed, query);
  }

  #refresh(): void {
    if (this.#generation === this.#catalogue.generation) return;
    this.#generation = this.#catalogue.generation;
    this.#groups = groupsOf(this.#catalogue);
    this.#documents.clear();
  }

  #roots(path: string, accept: string, headers: RequestHeaders): DocumentAnswer {
    const [core, named] = [
      this.#groups.filter(({ group }) => group === ''),
      this.#groups.filter(({ group }) => group !== ''),
    ];
    const wanted = AGGREGATED.exec(accept)?.[1] as 'v2' | 'v2beta1' | undefined;
    if (wanted !== undefined) {
      const body = this.#document(`${path} ${wanted}`, () =>
        aggregatedDiscovery(path === '/api' ? core : named, wanted),
      );
      const contentType = `application/json;g=apidiscovery.k8s.io;v=${wanted};as=APIGroupDiscoveryList`;
      return cached(body, contentType, headers, { 'cache-control': 'public', vary: 'Accept' });
    }
    if (path === '/apis') return kind(apiGroupList(named), accept);
    return kind(
      apiVersions(core[0] ?? { group: '', versions: [] }, textOf(headers[':authority'] ?? headers['host'])),
      accept,
    );
  }

  #lists(path: string, accept: string): DocumentAnswer | undefined {
    const [, root, ...rest] = path.split('/');
    if (rest.length > 2) return undefined;
    const [group, version] = root === 'api' ? ['', rest[0]] : [rest[0], rest[1]];
    if ((root === 'api') !== (group === '') || (root === 'api' && rest.length > 1)) return undefined;
    const served = this.#groups.find((candidate) => candidate.group === group);
    if (served === undefined) return undefined;
    if (version === undefined) return kind(apiGroup(served), accept);
    const found = served.versions.find((candidate) => candidate.version === version);
    return found === undefined ? undefined : kind(apiResourceList(found), accept);
  }

  #openApiV2(accept: string, headers: RequestHeaders): DocumentAnswer {
    if (accept !== '' && !/application\/json|\*\/\*/.test(accept))
      return { code: 406, contentType: 'text/plain', body: '' };
    return cached(
      this.#document('/openapi/v2', () => openApiV2(this.#groups)),
      'application/json',
      headers,
    );
  }

  #openApiV3(path: string, query: URLSearchParams, headers: RequestHeaders): DocumentAnswer | undefined {
    if (path === '/openapi/v3') {
      return cached(
        this.#document('/openapi/v3', () => openApiV3Index(this.#groups)),
        // Not what it is, but what the real server calls it.
        'text/plain; charset=utf-8',
        headers,
      );
    }
    const wanted = path.slice('/openapi/v3/'.length);
    if (wanted === 'version') {
      return cached(
        this.#document(path, () => openApiV3OfVersion()),
        'application/json',
        headers,
      );
    }
    const version = this.#groups.flatMap(({ versions }) => versions).find((served) => documentPath(served) === wanted);
    if (version === undefined) return { code: 404, contentType: '', body: '' };
    const asked = query.get('hash');
    if (asked !== null && asked !== fingerprintOf(version)) {
      return {
        code: 301,
        contentType: 'text/plain; charset=utf-8',
        body: '',
        headers: { location: `${path}?hash=${fingerprintOf(version)}` },
      };
    }
    // A URL with the hash of its document never changes its content.
    const forever: Record<string, string> = asked === null ? {} : { 'cache-control': 'public, immutable' };
    return cached(
      this.#document(wanted, () => openApiV3(version)),
      'application/json',
      headers,
      forever,
    );
  }

  #document(name: string, make: () => Json): string {
    let text = this.#documents.get(name);
    if (text === undefined) {
      text = JSON.stringify(make());
      this.#documents.set(name, text);
    }
    return text;
  }

  #paths(): string[] {
    const groups = this.#groups.flatMap(({ group, versions }) =>
      group === ''
        ? ['/api', ...versions.map(({ version }) => `/api/${version}`)]
        : [`/apis/${group}`, ...versions.map(({ groupVersion }) => `/apis/${groupVersion}`)],
    );
    return [...groups, '/apis', '/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/readyz', '/version'].sort();
  }
}

const textOf = (header: string | readonly string[] | undefined): string =>
  header === undefined ? '' : typeof header === 'string' ? header : header.join(',');

const json = (object: Json): DocumentAnswer => ({
  code: 200,
  contentType: 'application/json',
  body: JSON.stringify(object, undefined, 2),
});

/** A document of the old discovery, which clients may ask for as protobuf. */
function kind(object: Json, accept: string): DocumentAnswer {
  const type = messageTypeOf('v1', String(object['kind']));
  if (type === undefined || !accept.trimStart().startsWith(PROTOBUF)) return { ...json(object), object };
  const raw = encodeMessage(type, object);
  return { code: 200, contentType: PROTOBUF, body: writeUnknown({ apiVersion: 'v1', kind: type.name, raw }) };
}

function cached(
  body: string,
  contentType: string,
  headers: RequestHeaders,
  extra: Readonly<Record<string, string>> = {},
): DocumentAnswer {
  const etag = `"${hashOf(body)}"`;
  const known = textOf(headers['if-none-match']).split(/\s*,\s*/);
  if (known.includes(etag)) return { code: 304, contentType: '', body: '', headers: { ...extra, etag } };
  return { code: 200, contentType, body, headers: { ...extra, etag } };
}

/** `/version`: the release whose behaviours this server has. */
function serverVersion(): Json {
  const [major = '', minor = ''] = kubernetesRelease.slice(1).split('.');
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion: kubernetesRelease,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: `node ${process.version}`,
    compiler: 'v8',
    platform: `${process.platform}/${process.arch}`,
  };
}
