import type { Metadata, ServedResource } from '../contract.js';
import type { DeleteOptions } from './options.js';

/** Kinds whose deletion answers with the object that is gone instead of a Status. */
const ANSWER_WITH_OBJECT = new Set([
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'podtemplates',
  'resourcequotas',
  'serviceaccounts',
  'services',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'storageclasses.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
  'deviceclasses.resource.k8s.io',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'resourceslices.resource.k8s.io',
]);

export const answersWithObject = (resource: ServedResource): boolean => ANSWER_WITH_OBJECT.has(resource.groupResource);

/** Kinds that are older than garbage collection leave their dependents behind unless told otherwise. */
const ORPHAN_BY_DEFAULT = new Set(['jobs.batch', 'replicationcontrollers']);
const NEVER_COLLECTED = new Set(['events', 'events.events.k8s.io']);

export const JOB_WARNING =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

function propagation(
  resource: ServedResource,
  metadata: Metadata,
  options: DeleteOptions,
): '' | 'Foreground' | 'Orphan' {
  if (NEVER_COLLECTED.has(resource.groupResource)) return '';
  if (options.orphanDependents !== undefined) return options.orphanDependents ? 'Orphan' : '';
  if (options.propagationPolicy !== undefined) {
    return options.propagationPolicy === 'Background' ? '' : (options.propagationPolicy as 'Foreground' | 'Orphan');
  }
  const asked = metadata.finalizers?.find((name) => name === ORPHAN || name === FOREGROUND);
  if (asked !== undefined) return asked === ORPHAN ? 'Orphan' : 'Foreground';
  return ORPHAN_BY_DEFAULT.has(resource.groupResource) ? 'Orphan' : '';
}

/**
 * The finalizers an object has to have while it is deleted: its own, and the one that tells the garbage collector what to
 * do with the dependents. Undefined when it has exactly those.
 */
export function deletionFinalizers(
  resource: ServedResource,
  metadata: Metadata,
  options: DeleteOptions,
): string[] | undefined {
  const old = metadata.finalizers ?? [];
  const wanted = propagation(resource, metadata, options);
  const finalizers = old.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  if (wanted === 'Orphan') finalizers.push(ORPHAN);
  if (wanted === 'Foreground') finalizers.push(FOREGROUND);
  const same =
    new Set([...old, ...finalizers]).size === new Set(old).size && new Set(finalizers).size === new Set(old).size;
  return same ? undefined : finalizers;
}
