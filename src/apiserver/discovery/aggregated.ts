import { groupVersionOf } from '../api-version.js';
import type { ServedResource, ServedSubresource } from '../contract.js';
import type { Json } from '../json.js';
import type { ServedGroup } from './groups.js';

/** All groups in one document: what a client asks `/api` and `/apis` for since Kubernetes 1.26. */
export function aggregatedDiscovery(groups: readonly ServedGroup[], version: 'v2' | 'v2beta1'): Json {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((served) => ({
        version: served.version,
        resources: served.resources.map(resourceOf),
        freshness: 'Current',
      })),
    })),
  };
}

function resourceOf(resource: ServedResource): Json {
  return {
    resource: resource.resource,
    // A built-in kind is of the version it stands in, which empty texts say.
    responseKind: resource.custom
      ? { group: resource.group, version: resource.version, kind: resource.kind }
      : { group: '', version: '', kind: resource.kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(resource.shortNames.length === 0 ? {} : { shortNames: resource.shortNames }),
    ...(resource.categories.length === 0 ? {} : { categories: resource.categories }),
    ...(resource.subresources.length === 0
      ? {}
      : {
          subresources: resource.subresources.map((subresource) => subresourceOf(resource, subresource)),
        }),
  };
}

function subresourceOf(resource: ServedResource, { name, apiVersion, kind, verbs }: ServedSubresource): Json {
  const foreign = resource.custom || apiVersion !== resource.apiVersion;
  return {
    subresource: name,
    responseKind: { ...(foreign ? groupVersionOf(apiVersion) : { group: '', version: '' }), kind },
    verbs,
  };
}
