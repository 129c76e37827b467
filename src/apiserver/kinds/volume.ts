import type { PersistentVolume, PersistentVolumeSpec } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsSubdomain } from '../names.js';
import { validateAccessModes, VOLUME_MODES } from './claim-spec.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { noBacksteps } from './paths.js';
import { validateNodeSelector } from './pod-scheduling.js';
import { quantityOf, showQuantity } from './quantity.js';
import { protect } from './volume-claim.js';
import { immutable, keepStatus } from './workload.js';

type Spec = Loose<PersistentVolumeSpec>;

const PROTECTION = 'kubernetes.io/pv-protection';
const RECLAIM = ['Delete', 'Recycle', 'Retain'];
/** What a volume has beside the one field that says what it is. */
const NOT_SOURCES = new Set([
  'capacity',
  'accessModes',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'mountOptions',
  'volumeMode',
  'nodeAffinity',
  'volumeAttributesClassName',
]);

const sourcesOf = (spec: Spec): string[] => Object.keys(spec).filter((name) => !NOT_SOURCES.has(name));

function validateSource(spec: Spec): FieldError[] {
  const [first, ...others] = sourcesOf(spec);
  if (first === undefined) return [required('spec', 'must specify a volume type')];
  const errors: FieldError[] = [];
  const { hostPath, nfs, local, csi } = spec;
  if (hostPath !== undefined) {
    if (isEmpty(hostPath.path)) errors.push(required('spec.hostPath.path'));
    else errors.push(...noBacksteps('spec.hostPath.path', hostPath.path));
  }
  if (nfs !== undefined) {
    if (isEmpty(nfs.server)) errors.push(required('spec.nfs.server'));
    if (isEmpty(nfs.path)) errors.push(required('spec.nfs.path'));
    if (!(nfs.path ?? '').startsWith('/'))
      errors.push(invalid('spec.nfs.path', nfs.path ?? '', 'must be an absolute path'));
  }
  if (local !== undefined) {
    if (isEmpty(local.path)) errors.push(required('spec.local.path'));
    else errors.push(...noBacksteps('spec.local.path', local.path));
    if (spec.nodeAffinity === undefined) {
      errors.push(required('spec.nodeAffinity', 'Local volume requires node affinity'));
    }
  }
  if (csi !== undefined) {
    if (isEmpty(csi.driver)) errors.push(required('spec.csi.driver'));
    if (isEmpty(csi.volumeHandle)) errors.push(required('spec.csi.volumeHandle'));
  }
  return [...errors, ...others.map((name) => forbidden(`spec.${name}`, 'may not specify more than 1 volume type'))];
}

function validateCapacity(given: Readonly<Record<string, string>> | undefined): FieldError[] {
  const capacity = given ?? {};
  const errors: FieldError[] = [];
  const names = Object.keys(capacity);
  if (names.length === 0) errors.push(required('spec.capacity'));
  if (capacity.storage === undefined || names.length > 1) {
    errors.push(notSupported('spec.capacity', given ?? null, ['storage']));
  }
  for (const [name, amount] of Object.entries(capacity)) {
    const quantity = quantityOf(amount);
    const path = `spec.capacity[${name}]`;
    if (quantity.value < 0n) {
      errors.push(invalid(path, Number(showQuantity(quantity)), 'must be a valid resource quantity'));
    }
    if (quantity.value <= 0n) errors.push(invalid(path, showQuantity(quantity), 'must be greater than zero'));
  }
  return errors;
}

function validateSpec(spec: Spec): FieldError[] {
  const errors: FieldError[] = [];
  const modes = spec.accessModes ?? [];
  if (modes.length === 0) errors.push(required('spec.accessModes'));
  errors.push(...validateAccessModes(modes, 'spec.accessModes'));
  errors.push(...validateCapacity(spec.capacity as Record<string, string> | undefined));
  const reclaim = spec.persistentVolumeReclaimPolicy;
  if (!isEmpty(reclaim) && !RECLAIM.includes(reclaim)) {
    errors.push(notSupported('spec.persistentVolumeReclaimPolicy', reclaim, RECLAIM));
  }
  if (spec.nodeAffinity !== undefined) {
    const wanted = spec.nodeAffinity.required;
    if (wanted === undefined)
      errors.push(required('spec.nodeAffinity.required', 'must specify required node constraints'));
    else errors.push(...validateNodeSelector(wanted, 'spec.nodeAffinity.required'));
  }
  errors.push(...validateSource(spec));
  if (!isEmpty(spec.storageClassName)) {
    errors.push(...checked('spec.storageClassName', spec.storageClassName, dnsSubdomain));
  }
  if (spec.volumeMode !== undefined && !VOLUME_MODES.includes(spec.volumeMode)) {
    errors.push(notSupported('spec.volumeMode', spec.volumeMode, VOLUME_MODES));
  }
  return errors;
}

/** The rules of volumes. */
export const volumeStrategy: Strategy = {
  default(object) {
    const volume = as<PersistentVolume>(object);
    const spec = (volume.spec ??= {});
    if (isEmpty(spec.persistentVolumeReclaimPolicy)) spec.persistentVolumeReclaimPolicy = 'Retain';
    spec.volumeMode ??= 'Filesystem';
    if (spec.hostPath !== undefined) spec.hostPath.type ??= '';
    const status = (volume.status ??= {});
    if (isEmpty(status.phase)) status.phase = 'Pending';
  },
  admit(object, old, context) {
    if (old === undefined && context.subresource === '') protect(object.metadata, PROTECTION);
  },
  prepareForCreate(object, { now }) {
    object.status = { phase: 'Pending', lastPhaseTransitionTime: now };
  },
  prepareForUpdate: keepStatus,
  prepareForStatusUpdate(object, old, { now }) {
    const status = (as<PersistentVolume>(object).status ??= {});
    if (status.phase !== as<PersistentVolume>(old).status?.phase) status.lastPhaseTransitionTime = now;
  },
  validate: (object) => validateSpec(as<PersistentVolume>(object).spec ?? {}),
  validateUpdate(object, before) {
    const spec = as<PersistentVolume>(object).spec ?? {};
    const old = as<PersistentVolume>(before).spec ?? {};
    const names = new Set([...sourcesOf(spec), ...sourcesOf(old)]) as Set<keyof Spec>;
    const errors: FieldError[] = [];
    if ([...names].some((name) => !sameInGo(spec[name], old[name]))) {
      errors.push(
        forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation\n'),
      );
    }
    return [...errors, ...immutable(spec.volumeMode, old.volumeMode, 'volumeMode')];
  },
};
