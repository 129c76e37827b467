import type { ServedResource } from '../contract.js';

/** Where etcd has what is not simply under the name of its resource. */
const PREFIXES: Readonly<Record<string, string>> = {
  replicationcontrollers: 'controllers',
  services: 'services/specs',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  'ingresses.networking.k8s.io': 'ingress',
  'events.events.k8s.io': 'events',
  'customresourcedefinitions.apiextensions.k8s.io': 'apiextensions.k8s.io/customresourcedefinitions',
  'apiservices.apiregistration.k8s.io': 'apiregistration.k8s.io/apiservices',
};

/** The key of an object in the etcd of a real server, which some of its messages quote. */
export function registryKey(resource: ServedResource, key: string): string {
  const prefix =
    PREFIXES[resource.groupResource] ??
    (resource.custom ? `${resource.group}/${resource.resource}` : resource.resource);
  return `/registry/${prefix}/${key}`;
}
