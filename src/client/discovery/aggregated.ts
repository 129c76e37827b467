import { apiVersionOf } from '../../meta/index.js';
import { listOf, membersOf, textOf, textsOf } from './fields.js';
import type { ApiGroup, ApiResource, ApiSubresource, ApiSurface, ApiVersionKind } from './types.js';

/** Whether an answer to `/api` or `/apis` is in the aggregated form: every group with its resources in one document. */
export function isAggregated(body: unknown): boolean {
  return membersOf(body)['kind'] === 'APIGroupDiscoveryList';
}

/** Reads the aggregated form. v2 and v2beta1 have the same shape. */
export function decodeAggregated(body: unknown): ApiSurface {
  const groups: ApiGroup[] = [];
  const resources: ApiResource[] = [];
  for (const item of listOf(membersOf(body)['items'])) {
    const { metadata, versions } = membersOf(item);
    const group = textOf(membersOf(metadata)['name']);
    const read = listOf(versions)
      .map((version) => membersOf(version))
      .filter((version) => textOf(version['version']) !== '');
    const [first] = read;
    if (first === undefined) continue;
    groups.push({
      name: group,
      // The list is in the order of preference.
      preferredVersion: textOf(first['version']),
      versions: read.map((one) => {
        const version = textOf(one['version']);
        return { version, apiVersion: apiVersionOf({ group, version }), stale: one['freshness'] === 'Stale' };
      }),
    });
    for (const one of read) resources.push(...decodeResources(one['resources'], group, textOf(one['version'])));
  }
  return { groups, resources };
}

function decodeResources(list: unknown, group: string, version: string): ApiResource[] {
  return listOf(list).flatMap((item) => {
    const fields = membersOf(item);
    const resource = textOf(fields['resource']);
    const kind = textOf(membersOf(fields['responseKind'])['kind']);
    // A resource that only hangs its subresources up has no kind of its own, and takes no verb.
    if (resource === '' || kind === '') return [];
    const singular = textOf(fields['singularResource']);
    return {
      group,
      version,
      resource,
      kind,
      scope: fields['scope'] === 'Namespaced' ? ('Namespaced' as const) : ('Cluster' as const),
      singular: singular === '' ? kind.toLowerCase() : singular,
      shortNames: textsOf(fields['shortNames']),
      categories: textsOf(fields['categories']),
      verbs: textsOf(fields['verbs']),
      subresources: listOf(fields['subresources']).map((one) => decodeSubresource(one, { group, version })),
    };
  });
}

function decodeSubresource(item: unknown, parent: { group: string; version: string }): ApiSubresource {
  const { subresource, responseKind, verbs } = membersOf(item);
  return { name: textOf(subresource), responseKind: kindOf(responseKind, parent), verbs: textsOf(verbs) };
}

/** An empty group and version stand for those of the resource itself. */
function kindOf(responseKind: unknown, parent: { group: string; version: string }): ApiVersionKind {
  const { group, version, kind } = membersOf(responseKind);
  const own = textOf(group) === '' && textOf(version) === '';
  return {
    apiVersion: apiVersionOf(own ? parent : { group: textOf(group), version: textOf(version) }),
    kind: textOf(kind),
  };
}
