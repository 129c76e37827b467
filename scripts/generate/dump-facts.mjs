// Writes facts.json, what only a server knows about the built-in kinds: its resources, from aggregated discovery, and
// from /openapi/v3 what is required, which values and defaults a field has, and how lists merge.
//
//   node dump-facts.mjs --server https://127.0.0.1:6443 --token TOKEN
//
// Start the server of test/cluster with `-- --runtime-config=api/all=true --feature-gates=AllAlpha=true,AllBeta=true`, so
// that alpha and beta kinds are there too, and with no custom resources. Its certificate is not checked: it is on loopback.
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { parseArgs } from 'node:util';

/**
 * @typedef {{ group: string, version: string, kind: string }} Kind
 * @typedef {{ subresource: string, responseKind: Kind, verbs: string[] }} Subresource
 * @typedef {{ resource: string, singularResource: string, responseKind: Kind, scope: string, verbs: string[],
 *   shortNames?: string[], categories?: string[], subresources?: Subresource[] }} Resource
 * @typedef {{ items: { metadata?: { name?: string }, versions: { version: string, resources?: Resource[] }[] }[] }} Discovery
 * @typedef {Record<string, unknown> & { enum?: unknown, items?: { enum?: unknown }, default?: unknown }} Property
 * @typedef {Record<string, unknown> & { required?: string[], properties?: Record<string, Property> }} Schema
 * @typedef {{ components?: { schemas?: Record<string, Schema> } }} OpenApi
 */

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const { values: args } = parseArgs({
  options: {
    server: { type: 'string' },
    token: { type: 'string', default: '' },
    out: { type: 'string', default: new URL('facts.json', import.meta.url).pathname },
  },
});
if (args.server === undefined) throw new Error('Name the server: --server https://127.0.0.1:6443 --token TOKEN');

/** @param {string} path @param {string} accept @returns {Promise<unknown>} */
function get(path, accept = 'application/json') {
  const url = new URL(path, args.server);
  const headers = { accept, ...(args.token === '' ? {} : { authorization: `Bearer ${args.token}` }) };
  const { get: request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    request(url, { headers, rejectUnauthorized: false }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`GET ${url.pathname} answered ${String(response.statusCode)}: ${text.slice(0, 200)}`));
      });
    }).on('error', reject);
  });
}

/** @param {Kind} kind @param {string} group @param {string} version */
function kindOf(kind, group, version) {
  const own = (kind.group === '' && kind.version === '') || (kind.group === group && kind.version === version);
  return own ? kind.kind : `${kind.group === '' ? '' : `${kind.group}/`}${kind.version}/${kind.kind}`;
}

/** @param {Discovery} list */
function resourcesOf(list) {
  const resources = [];
  for (const item of list.items) {
    const group = item.metadata?.name ?? '';
    for (const version of item.versions) {
      for (const resource of version.resources ?? []) {
        resources.push({
          group,
          version: version.version,
          resource: resource.resource,
          singular: resource.singularResource,
          kind: kindOf(resource.responseKind, group, version.version),
          scope: resource.scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
          verbs: [...resource.verbs].sort(),
          shortNames: resource.shortNames ?? [],
          categories: resource.categories ?? [],
          subresources: (resource.subresources ?? []).map((sub) => ({
            name: sub.subresource,
            kind: kindOf(sub.responseKind, group, version.version),
            verbs: [...sub.verbs].sort(),
          })),
        });
      }
    }
  }
  return resources;
}

/** The defaults that a Go type has anyway are no news. @param {unknown} value */
const isZero = (value) =>
  value === undefined || value === '' || value === 0 || value === false || JSON.stringify(value) === '{}';

/** @param {Schema} schema */
function rulesOf(schema) {
  /** @type {Record<string, object>} */
  const fields = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const rule = {
      listType: property['x-kubernetes-list-type'],
      listKeys: property['x-kubernetes-list-map-keys'],
      mapType: property['x-kubernetes-map-type'],
      enum: property.enum ?? property.items?.enum,
      default: isZero(property.default) ? undefined : property.default,
    };
    if (Object.values(rule).some((value) => value !== undefined)) fields[name] = rule;
  }
  const rules = { required: schema.required, mapType: schema['x-kubernetes-map-type'], fields };
  return rules.required === undefined && rules.mapType === undefined && Object.keys(fields).length === 0
    ? undefined
    : rules;
}

const { gitVersion: release } = /** @type {{ gitVersion: string }} */ (await get('/version'));
const core = /** @type {Discovery} */ (await get('/api', AGGREGATED));
const named = /** @type {Discovery} */ (await get('/apis', AGGREGATED));
const resources = [...resourcesOf(core), ...resourcesOf(named)];
/** @param {{ group: string, version: string, resource: string }} one */
const pathOf = ({ group, version, resource }) => `${group}/${version}/${resource}`;
resources.sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));

/** @type {Record<string, object>} */
const schemas = {};
const index = /** @type {{ paths: Record<string, unknown> }} */ (await get('/openapi/v3'));
for (const path of Object.keys(index.paths).filter((path) => /^apis?\//.test(path))) {
  const document = /** @type {OpenApi} */ (await get(`/openapi/v3/${path}`));
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const rules = rulesOf(schema);
    if (rules !== undefined) schemas[name] = rules;
  }
}
const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
const lines = [
  '{',
  `"release": ${JSON.stringify(release)},`,
  `"resources": [\n${resources.map((resource) => JSON.stringify(resource)).join(',\n')}\n],`,
  `"schemas": {\n${Object.entries(sorted)
    .map(([name, rules]) => `${JSON.stringify(name)}: ${JSON.stringify(rules)}`)
    .join(',\n')}\n}`,
  '}',
];
await writeFile(args.out, `${lines.join('\n')}\n`);
