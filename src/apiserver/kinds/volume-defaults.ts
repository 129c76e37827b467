import type { Volume, VolumeProjection } from '../../generated/kinds/core-v1.js';
import { pullPolicyOf } from './image.js';
import type { Loose } from './loose.js';
import { fill } from './loose.js';

/** rw-r--r--, for files that hold configuration. */
const FILE_MODE = 0o644;
/** An hour, in seconds: how long a mounted token of a service account lasts. */
const TOKEN_SECONDS = 3600;

function defaultFieldRefs(items: Loose<VolumeProjection>['downwardAPI'] | undefined): void {
  for (const item of items?.items ?? []) {
    if (item.fieldRef !== undefined) fill(item.fieldRef, 'apiVersion', 'v1');
    if (item.resourceFieldRef !== undefined) item.resourceFieldRef.divisor ??= '0';
  }
}

/** The sources that have defaults, and what those are; a volume with no source is an empty directory. */
export function defaultVolume(volume: Loose<Volume>): void {
  if (Object.keys(volume).every((name) => name === 'name')) volume.emptyDir = {};
  if (volume.image !== undefined) fill(volume.image, 'pullPolicy', pullPolicyOf(volume.image.reference ?? ''));
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source !== undefined) source.defaultMode ??= FILE_MODE;
  }
  if (volume.hostPath !== undefined) volume.hostPath.type ??= '';
  if (volume.iscsi !== undefined) fill(volume.iscsi, 'iscsiInterface', 'default');
  if (volume.rbd !== undefined) {
    fill(volume.rbd, 'pool', 'rbd');
    fill(volume.rbd, 'user', 'admin');
    fill(volume.rbd, 'keyring', '/etc/ceph/keyring');
  }
  if (volume.azureDisk !== undefined) {
    volume.azureDisk.cachingMode ??= 'ReadWrite';
    volume.azureDisk.fsType ??= 'ext4';
    volume.azureDisk.readOnly ??= false;
    volume.azureDisk.kind ??= 'Shared';
  }
  if (volume.scaleIO !== undefined) {
    fill(volume.scaleIO, 'storageMode', 'ThinProvisioned');
    fill(volume.scaleIO, 'fsType', 'xfs');
  }
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
  if (claim !== undefined) claim.volumeMode ??= 'Filesystem';
  defaultFieldRefs(volume.downwardAPI);
  for (const source of volume.projected?.sources ?? []) {
    defaultFieldRefs(source.downwardAPI);
    if (source.serviceAccountToken !== undefined) source.serviceAccountToken.expirationSeconds ??= TOKEN_SECONDS;
  }
}
