import { apiVersionOf } from '../../meta/index.js';
import { listOf, membersOf, textOf, textsOf } from './fields.js';
import type { ApiGroup, ApiResource, ApiSubresource } from './types.js';

/** The groups that an unaggregated answer to `/api` (`APIVersions`) or `/apis` (`APIGroupList`) names; undefined if it is neither. */
export function decodeGroups(body: unknown): ApiGroup[] | undefined {
  const { kind, versions, groups } = membersOf(body);
  if (kind === 'APIVersions') {
    const core = groupOf('', textsOf(versions), '');
    return core === undefined ? [] : [core];
  }
  if (kind !== 'APIGroupList') return undefined;
  return listOf(groups).flatMap((item) => {
    const { name, versions: all, preferredVersion } = membersOf(item);
    const names = listOf(all)
      .map((version) => textOf(membersOf(version)['version']))
      .filter((version) => version !== '');
    return groupOf(textOf(name), names, textOf(membersOf(preferredVersion)['version'])) ?? [];
  });
}

function groupOf(name: string, versions: readonly string[], preferred: string): ApiGroup | undefined {
  const [first] = versions;
  if (first === undefined) return undefined;
  const preferredVersion = versions.includes(preferred) ? preferred : first;
  const ordered = [preferredVersion, ...versions.filter((version) => version !== preferredVersion)];
  return {
    name,
    preferredVersion,
    versions: ordered.map((version) => {
      return { version, apiVersion: apiVersionOf({ group: name, version }), stale: false };
    }),
  };
}

/** Where the resources of one version of a group are listed. */
export function resourcesPath({ group, version }: { group: string; version: string }): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** The resources of one group version, from an `APIResourceList`; undefined if it is something else. */
export function decodeResourceList(
  body: unknown,
  groupVersion: { group: string; version: string },
): ApiResource[] | undefined {
  const { kind, resources } = membersOf(body);
  if (kind !== 'APIResourceList') return undefined;
  const { group, version } = groupVersion;
  const all = listOf(resources).map((item) => membersOf(item));
  const subresources = new Map<string, ApiSubresource[]>();
  for (const fields of all) {
    const [parent = '', ...rest] = textOf(fields['name']).split('/');
    if (rest.length === 0) continue;
    const list = subresources.get(parent) ?? [];
    if (list.length === 0) subresources.set(parent, list);
    // Group and version are there only where they are not those of the list.
    const responder =
      textOf(fields['version']) === ''
        ? groupVersion
        : { group: textOf(fields['group']), version: textOf(fields['version']) };
    list.push({
      name: rest.join('/'),
      responseKind: { apiVersion: apiVersionOf(responder), kind: textOf(fields['kind']) },
      verbs: textsOf(fields['verbs']),
    });
  }
  return all.flatMap((fields) => {
    const resource = textOf(fields['name']);
    const ofKind = textOf(fields['kind']);
    if (resource === '' || ofKind === '' || resource.includes('/')) return [];
    const singular = textOf(fields['singularName']);
    return {
      group,
      version,
      resource,
      kind: ofKind,
      scope: fields['namespaced'] === true ? ('Namespaced' as const) : ('Cluster' as const),
      singular: singular === '' ? ofKind.toLowerCase() : singular,
      shortNames: textsOf(fields['shortNames']),
      categories: textsOf(fields['categories']),
      verbs: textsOf(fields['verbs']),
      subresources: subresources.get(resource) ?? [],
    };
  });
}
