import { ApiStatusError, KubeInformerError, isForbidden, isNotFound } from '../../errors/index.js';
import { decodeAggregated, isAggregated } from './aggregated.js';
import { membersOf } from './fields.js';
import type { ApiGroup, ApiResource, ApiSurface, GetJson } from './types.js';
import { decodeGroups, decodeResourceList, resourcesPath } from './unaggregated.js';

const JSON_ONLY = 'application/json';

// v2 since 1.30, v2beta1 since 1.26; a server that knows neither takes the last.
const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat(JSON_ONLY)
  .join(',');

const EMPTY: ApiSurface = { groups: [], resources: [] };

/**
 * Asks the server what it serves: two requests where it knows the aggregated form, else one more for each version of
 * each group. A group version that does not answer is stale in the result and no failure; neither is one of the two
 * roots that is not there or forbidden, as behind some proxies, unless both are.
 */
export async function readSurface(getJson: GetJson, signal: AbortSignal): Promise<ApiSurface> {
  const roots = await Promise.all(
    ['/api', '/apis'].map(async (path) => {
      try {
        return { surface: await readRoot(path, getJson, signal) };
      } catch (error) {
        if (!signal.aborted && (isNotFound(error) || isForbidden(error))) return { surface: EMPTY, error };
        throw error;
      }
    }),
  );
  const refusals = roots.flatMap(({ error }) => error ?? []);
  if (refusals.length === roots.length && refusals[0] !== undefined) throw refusals[0];
  return {
    groups: roots.flatMap(({ surface }) => surface.groups),
    resources: roots.flatMap(({ surface }) => surface.resources),
  };
}

async function readRoot(path: string, getJson: GetJson, signal: AbortSignal): Promise<ApiSurface> {
  const body = await getRoot(path, getJson, signal);
  if (isAggregated(body)) return decodeAggregated(body);
  const groups = decodeGroups(body);
  if (groups === undefined) throw unexpected(path, body);
  const read = await Promise.all(groups.map((group) => readGroup(group, getJson, signal)));
  return {
    groups: read.map(({ group }) => group),
    resources: read.flatMap(({ resources }) => resources),
  };
}

async function getRoot(path: string, getJson: GetJson, signal: AbortSignal): Promise<unknown> {
  try {
    return await getJson(path, { accept: AGGREGATED, signal });
  } catch (error) {
    // Some proxies refuse a list of media types they do not know instead of taking the last.
    if (!(error instanceof ApiStatusError) || error.statusCode !== 406) throw error;
    return getJson(path, { accept: JSON_ONLY, signal });
  }
}

async function readGroup(
  group: ApiGroup,
  getJson: GetJson,
  signal: AbortSignal,
): Promise<{ group: ApiGroup; resources: ApiResource[] }> {
  const versions = await Promise.all(
    group.versions.map(async (known) => {
      const place = { group: group.name, version: known.version };
      const path = resourcesPath(place);
      try {
        const body = await getJson(path, { accept: JSON_ONLY, signal });
        const resources = decodeResourceList(body, place);
        if (resources === undefined) throw unexpected(path, body);
        return { known, resources };
      } catch (error) {
        if (signal.aborted) throw error;
        return { known: { ...known, stale: true, error }, resources: [] };
      }
    }),
  );
  return {
    group: { ...group, versions: versions.map(({ known }) => known) },
    resources: versions.flatMap(({ resources }) => resources),
  };
}

function unexpected(path: string, body: unknown): KubeInformerError {
  const { kind } = membersOf(body);
  const what = typeof kind === 'string' ? `an object of kind ${JSON.stringify(kind)}` : 'no Kubernetes object';
  return new KubeInformerError(
    'ERR_WIRE_UNEXPECTED_CONTENT',
    `Cannot tell what the API server serves: GET ${path} answered ${what} where a discovery document belongs. ` +
      'Check that the address is that of a Kubernetes API server.',
  );
}
