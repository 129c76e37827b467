import type { Lease } from '../../generated/kinds/coordination-v1.js';
import type { ApiObject, Strategy } from '../contract.js';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { NOT_NEGATIVE } from '../names.js';
import { as } from './loose.js';

/** Coordinated election is off by default, and its fields are dropped without a word. */
function dropCoordination(object: ApiObject): void {
  const { spec } = as<Lease>(object);
  delete spec?.strategy;
  delete spec?.preferredHolder;
}

/** The rules of leases. */
export const leaseStrategy: Strategy = {
  createOnUpdate: true,
  unconditionalUpdate: false,
  default(object) {
    object.spec ??= {};
  },
  prepareForCreate: dropCoordination,
  prepareForUpdate: dropCoordination,
  validate(object) {
    const { leaseDurationSeconds, leaseTransitions } = as<Lease>(object).spec ?? {};
    const errors: FieldError[] = [];
    if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
      errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
    }
    if (leaseTransitions !== undefined && leaseTransitions < 0) {
      errors.push(invalid('spec.leaseTransitions', leaseTransitions, NOT_NEGATIVE));
    }
    return errors;
  },
};
