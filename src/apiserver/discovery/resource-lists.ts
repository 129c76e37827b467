import { createHash } from 'node:crypto';
import { groupVersionOf } from '../api-version.js';
import type { ServedResource, ServedSubresource } from '../contract.js';
import type { Json } from '../json.js';
import type { ServedGroup, ServedVersion } from './groups.js';

const groupVersions = ({ versions }: ServedGroup): Json[] =>
  versions.map(({ groupVersion, version }) => ({ groupVersion, version }));

const groupFields = (group: ServedGroup): Json => {
  const versions = groupVersions(group);
  return { name: group.group, versions, preferredVersion: versions[0] };
};

/** `/api`. `address` is what the client reached us by. */
export function apiVersions(core: ServedGroup, address: string): Json {
  return {
    kind: 'APIVersions',
    versions: core.versions.map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  };
}

/** `/apis`. */
export function apiGroupList(groups: readonly ServedGroup[]): Json {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupFields) };
}

/** `/apis/<group>`. */
export function apiGroup(group: ServedGroup): Json {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupFields(group) };
}

/** `/api/v1`, `/apis/<group>/<version>`. */
export function apiResourceList(version: ServedVersion): Json {
  return {
    kind: 'APIResourceList',
    ...(version.groupVersion === 'v1' ? {} : { apiVersion: 'v1' }),
    groupVersion: version.groupVersion,
    resources: version.resources.flatMap((resource) => [
      apiResource(resource),
      ...resource.subresources.map((subresource) => apiSubresource(resource, subresource)),
    ]),
  };
}

function apiResource(resource: ServedResource): Json {
  return {
    name: resource.resource,
    singularName: resource.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: resource.verbs,
    ...(resource.shortNames.length === 0 ? {} : { shortNames: resource.shortNames }),
    ...(resource.categories.length === 0 ? {} : { categories: resource.categories }),
    ...(resource.verbs.includes('get') ? { storageVersionHash: storageVersionHash(resource) } : {}),
  };
}

function apiSubresource(resource: ServedResource, subresource: ServedSubresource): Json {
  const foreign = subresource.apiVersion !== resource.apiVersion;
  return {
    name: `${resource.resource}/${subresource.name}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...(foreign ? groupVersionOf(subresource.apiVersion) : {}),
    kind: subresource.kind,
    verbs: subresource.verbs,
  };
}

/** Clients compare it to learn that objects are stored in another version; eight bytes of a digest, as in Kubernetes. */
function storageVersionHash({ group, storageVersion, kind }: ServedResource): string {
  const digest = createHash('sha256').update(`${group}/${storageVersion}/${kind}`).digest();
  return digest.subarray(0, 8).toString('base64');
}
