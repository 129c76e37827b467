import type { ServedResource } from './contract.js';

/** What the objects of a resource are called in the storage. */
export const storedName = (resource: ServedResource): string =>
  resource.storedAs?.groupResource ?? resource.groupResource;

/** The apiVersion of the objects of a resource in the storage. */
export function storedApiVersion(resource: ServedResource): string {
  if (resource.storedAs !== undefined) return resource.storedAs.apiVersion;
  return resource.group === '' ? resource.storageVersion : `${resource.group}/${resource.storageVersion}`;
}
