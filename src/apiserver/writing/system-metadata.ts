import type { ApiObject, Metadata, OwnerReference } from '../contract.js';
import { sameJson } from '../json.js';
import { badRequest } from '../status-error.js';

/** Drops what only the server says about an object that is to be made. */
export function wipeSystemFields(metadata: Metadata): void {
  delete metadata.creationTimestamp;
  delete metadata.uid;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** The namespace of the path holds. One in the object may be absent, or the same, or (cluster-scoped) is dropped. */
export function settleNamespace(metadata: Metadata, namespace: string): void {
  const given = metadata.namespace ?? '';
  if (given === namespace) return;
  if (given !== '' && namespace !== '') {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (namespace === '') delete metadata.namespace;
  else metadata.namespace = namespace;
}

/** The name in the object is the one in the path. */
export function checkName(object: ApiObject, name: string): void {
  const given = object.metadata.name ?? '';
  if (given === '') {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (given !== name) {
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  }
}

/** Drops owners that are named twice, and says so. */
export function dropDuplicateOwners(
  metadata: Metadata,
  warn: (message: string) => void,
  options: { readonly afterAdmission: boolean },
): void {
  const kept: OwnerReference[] = [];
  const dropped: string[] = [];
  for (const owner of metadata.ownerReferences ?? []) {
    if (kept.some((other) => sameJson(other, owner))) dropped.push(owner.uid);
    else kept.push(owner);
  }
  if (dropped.length === 0) return;
  metadata.ownerReferences = kept;
  const when = options.afterAdmission ? ' after mutating admission happens' : '';
  warn(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${dropped.join(', ')}`,
  );
}

/** The order in which Go writes the fields of metadata. */
const ORDER = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const satisfies readonly (keyof Metadata)[];
const ALPHABETICAL = [...ORDER].sort();

/** Puts the fields of metadata into the order in which a real server shows them: custom objects are sorted by name. */
export function orderMetadata(object: ApiObject, custom: boolean): void {
  const { metadata } = object;
  const ordered: Record<string, unknown> = {};
  for (const name of custom ? ALPHABETICAL : ORDER) if (metadata[name] !== undefined) ordered[name] = metadata[name];
  object.metadata = ordered;
}
