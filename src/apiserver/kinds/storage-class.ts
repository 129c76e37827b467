import type { StorageClass } from '../../generated/kinds/storage-v1.js';
import type { Strategy } from '../contract.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { qualifiedName } from '../names.js';
import { checked } from './labels.js';
import { as, isEmpty } from './loose.js';
import { immutable } from './workload.js';

/** The rules of storage classes. */
export const storageClassStrategy: Strategy = {
  default(object) {
    const storage = as<StorageClass>(object);
    storage.reclaimPolicy ??= 'Delete';
    storage.volumeBindingMode ??= 'Immediate';
  },
  validate(object) {
    const { provisioner = '', parameters, reclaimPolicy, volumeBindingMode } = as<StorageClass>(object);
    const errors: FieldError[] = [];
    if (provisioner === '') errors.push(required('provisioner'));
    else errors.push(...checked('provisioner', provisioner.toLowerCase(), qualifiedName));
    for (const key of Object.keys(parameters ?? {})) {
      if (key === '') errors.push(invalid('parameters', key, 'field can not be empty.'));
    }
    if (reclaimPolicy !== undefined && reclaimPolicy !== 'Delete' && reclaimPolicy !== 'Retain') {
      errors.push(notSupported('reclaimPolicy', reclaimPolicy, ['Delete', 'Retain']));
    }
    if (isEmpty(volumeBindingMode)) errors.push(required('volumeBindingMode'));
    else if (volumeBindingMode !== 'Immediate' && volumeBindingMode !== 'WaitForFirstConsumer') {
      errors.push(notSupported('volumeBindingMode', volumeBindingMode, ['Immediate', 'WaitForFirstConsumer']));
    }
    return errors;
  },
  validateUpdate: (object, old) =>
    (['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const).flatMap((name) =>
      immutable(object[name], old[name], name),
    ),
};
