import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../../generated/kinds/core-v1.js';
import type { Strategy, WriteContext } from '../contract.js';
import { forbidden } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { validateClaimSpec } from './claim-spec.js';
import { unifiedDiff } from './line-diff.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { internalStruct } from './pod-internal.js';
import { fractionWarnings } from './pod-warnings.js';
import { compareQuantities, quantityOf } from './quantity.js';
import { immutable, keepStatus } from './workload.js';

type Spec = Loose<PersistentVolumeClaimSpec>;

const PROTECTION = 'kubernetes.io/pvc-protection';
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/** Nothing is deleted while a pod uses it: whoever watches that takes the finalizer away. */
export function protect(metadata: { finalizers?: string[] }, finalizer: string): void {
  const finalizers = (metadata.finalizers ??= []);
  if (!finalizers.includes(finalizer)) finalizers.push(finalizer);
}

/** A claim that names no class gets the default one; of several, the newest. */
function admitClass(spec: Spec, context: WriteContext): void {
  if (spec.storageClassName !== undefined) return;
  const classes = [...context.lookupAll('storageclasses.storage.k8s.io', '')].filter(
    ({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true',
  );
  classes.sort((a, b) => {
    const [left, right] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
    if (left !== right) return left < right ? 1 : -1;
    return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
  });
  const name = classes[0]?.metadata.name;
  if (name !== undefined) spec.storageClassName = name;
}

function isOldSource({ kind, apiGroup }: NonNullable<Spec['dataSource']>): boolean {
  if (kind === 'PersistentVolumeClaim') return isEmpty(apiGroup);
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
}

const internalLines = (spec: Spec): string[] =>
  JSON.stringify(internalStruct(spec, 'PersistentVolumeClaimSpec'), null, 1).split('\n');

function validateClaimUpdate(object: Loose<PersistentVolumeClaim>, before: Loose<PersistentVolumeClaim>): FieldError[] {
  const spec = structuredClone(object.spec ?? {});
  const old = structuredClone(before.spec ?? {});
  const errors: FieldError[] = [];
  // The binder may fill in what is empty, once.
  if (isEmpty(old.volumeName) && spec.volumeName !== undefined) old.volumeName = spec.volumeName;
  if (old.storageClassName === undefined && spec.storageClassName !== undefined) delete spec.storageClassName;
  if (before.status?.phase === 'Bound') {
    const storage = old.resources?.requests?.storage;
    if (spec.resources?.requests !== undefined && storage !== undefined) spec.resources.requests.storage = storage;
    if (old.volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
    else spec.volumeAttributesClassName = old.volumeAttributesClassName;
  }
  if (!sameInGo(spec, old)) {
    const why =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbidden('spec', `${why}\n${unifiedDiff(internalLines(old), internalLines(spec))}`));
  }
  const size = quantityOf(object.spec?.resources?.requests?.storage ?? '0');
  const held = quantityOf(before.status?.capacity?.storage ?? '0');
  if (compareQuantities(size, quantityOf(before.spec?.resources?.requests?.storage ?? '0')) < 0) {
    if (compareQuantities(size, held) <= 0) {
      errors.push(forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity'));
    }
  }
  return [...errors, ...immutable(object.spec?.volumeMode, before.spec?.volumeMode, 'volumeMode')];
}

/** The rules of claims for storage. */
export const volumeClaimStrategy: Strategy = {
  default(object) {
    const claim = as<PersistentVolumeClaim>(object);
    (claim.spec ??= {}).volumeMode ??= 'Filesystem';
    const status = (claim.status ??= {});
    if (isEmpty(status.phase)) status.phase = 'Pending';
  },
  admit(object, old, context) {
    if (old !== undefined || context.subresource !== '') return;
    admitClass((object.spec ??= {}), context);
    protect(object.metadata, PROTECTION);
  },
  prepareForCreate(object) {
    object.status = { phase: 'Pending' };
    const spec = (as<PersistentVolumeClaim>(object).spec ??= {});
    // The older field takes claims and snapshots only; anything else in it is dropped without a word.
    if (spec.dataSource !== undefined && !isOldSource(spec.dataSource)) delete spec.dataSource;
    // Two fields name the source; each follows the other.
    if (spec.dataSource !== undefined && spec.dataSourceRef === undefined) spec.dataSourceRef = { ...spec.dataSource };
    else if (
      spec.dataSource === undefined &&
      spec.dataSourceRef !== undefined &&
      isEmpty(spec.dataSourceRef.namespace)
    ) {
      spec.dataSource = { ...spec.dataSourceRef };
    }
  },
  prepareForUpdate: keepStatus,
  validate: (object) => validateClaimSpec(as<PersistentVolumeClaim>(object).spec ?? {}, 'spec'),
  validateUpdate: (object, old) =>
    validateClaimUpdate(as<PersistentVolumeClaim>(object), as<PersistentVolumeClaim>(old)),
  warnings(object) {
    const { resources } = as<PersistentVolumeClaim>(object).spec ?? {};
    return fractionWarnings({ storage: resources?.requests?.storage }, 'spec.resources.requests');
  },
};
