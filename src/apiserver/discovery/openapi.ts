import { createHash } from 'node:crypto';
import { kubernetesRelease } from '../../generated/index.js';
import type { Json } from '../json.js';
import type { ServedGroup, ServedVersion } from './groups.js';
import { pathsOf } from './openapi-paths.js';
import type { PathDialect } from './openapi-paths.js';
import { SchemaSet } from './openapi-schemas.js';

const INFO = { title: 'Kubernetes', version: '1.36' };

const byMediaType = (schema: Json, mediaTypes: readonly string[]): Json =>
  Object.fromEntries([...mediaTypes].sort().map((type) => [type, { schema }]));

const VERSION_3: PathDialect = {
  parameter: (name, type) => ({ name, in: 'query', schema: { type, uniqueItems: true } }),
  pathParameter: (name) => ({ name, in: 'path', required: true, schema: { type: 'string', uniqueItems: true } }),
  body: (schema, mediaTypes) => ({ requestBody: { content: byMediaType(schema, mediaTypes), required: true } }),
  response: (schema, mediaTypes) => ({ description: 'OK', content: byMediaType(schema, mediaTypes) }),
};

const VERSION_2: PathDialect = {
  parameter: (name, type) => ({ name, in: 'query', type, uniqueItems: true }),
  pathParameter: (name) => ({ name, in: 'path', required: true, type: 'string', uniqueItems: true }),
  body: (schema, mediaTypes) => ({
    consumes: mediaTypes,
    parameters: [{ name: 'body', in: 'body', required: true, schema }],
  }),
  response: (schema) => ({ description: 'OK', schema }),
};

/** Where the OpenAPI 3 document of a group version is, below `/openapi/v3/`. */
export const documentPath = ({ groupVersion }: ServedVersion): string =>
  groupVersion.includes('/') ? `apis/${groupVersion}` : `api/${groupVersion}`;

/** The OpenAPI 3 document of one group version. */
export function openApiV3(version: ServedVersion): Json {
  const schemas = new SchemaSet('#/components/schemas/');
  const paths = pathsOf(version, schemas, VERSION_3);
  return { openapi: '3.0.0', info: INFO, paths, components: { schemas: schemas.toJson() } };
}

/** One OpenAPI 2 document for everything. */
export function openApiV2(groups: readonly ServedGroup[]): Json {
  const schemas = new SchemaSet('#/definitions/');
  const paths: Json = {};
  for (const { versions } of groups) {
    for (const version of versions) Object.assign(paths, pathsOf(version, schemas, VERSION_2));
  }
  return { swagger: '2.0', info: INFO, paths, definitions: schemas.toJson() };
}

/** The document of `/version`, the one path that belongs to no group. */
export function openApiV3OfVersion(): Json {
  const response = { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } };
  return { openapi: '3.0.0', info: INFO, paths: { '/version/': { get: { responses: { 200: response } } } } };
}

/** The list of OpenAPI 3 documents. A client keeps a document by the hash in its URL: a changed CRD gives another URL. */
export function openApiV3Index(groups: readonly ServedGroup[]): Json {
  const paths: Json = {};
  for (const { versions } of groups) {
    for (const version of versions) {
      const path = documentPath(version);
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${fingerprintOf(version)}` };
    }
  }
  paths['version'] = { serverRelativeURL: `/openapi/v3/version?hash=${hashOf(INFO.version)}` };
  return { paths };
}

/**
 * Stands for the document of a version without making it: all documents take a second to make, and a client that asks
 * for the list wants one of them. Built-in kinds change with the release alone.
 */
export function fingerprintOf({ groupVersion, resources }: ServedVersion): string {
  const made = resources.map(({ custom, resource, kind, verbs, subresources, openApiSchema }) =>
    custom ? { resource, kind, verbs, subresources, openApiSchema } : resource,
  );
  return hashOf(JSON.stringify([kubernetesRelease, groupVersion, made]));
}

/** A digest in the capital letters that etags of the server have. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}
