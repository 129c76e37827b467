import type { PodDisruptionBudget } from '../../generated/kinds/policy-v1.js';
import type { Strategy } from '../contract.js';
import { invalid, notSupported } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { validateLabelSelector } from './labels.js';
import { as } from './loose.js';
import { keepStatus, notAbove100Percent, validateCounts, validateIntOrPercent } from './workload.js';

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

/** The rules of disruption budgets. */
export const disruptionBudgetStrategy: Strategy = {
  generation: true,
  unconditionalUpdate: false,
  default(object) {
    as<PodDisruptionBudget>(object).spec ??= {};
  },
  prepareForCreate(object) {
    object.status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
  },
  prepareForUpdate: keepStatus,
  validate(object) {
    const spec = as<PodDisruptionBudget>(object).spec ?? {};
    const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy: policy } = spec;
    const errors: FieldError[] = [];
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      const shown = {
        MinAvailable: minAvailable,
        Selector: selector ?? null,
        MaxUnavailable: maxUnavailable,
        UnhealthyPodEvictionPolicy: policy ?? null,
      };
      errors.push(invalid('spec', shown, 'minAvailable and maxUnavailable cannot be both set'));
    }
    for (const [name, value] of Object.entries({ minAvailable, maxUnavailable })) {
      if (value === undefined) continue;
      errors.push(...validateIntOrPercent(value, `spec.${name}`), ...notAbove100Percent(value, `spec.${name}`));
    }
    errors.push(...validateLabelSelector(selector, 'spec.selector'));
    if (policy !== undefined && !POLICIES.includes(policy)) {
      errors.push(notSupported('spec.unhealthyPodEvictionPolicy', policy, POLICIES));
    }
    return errors;
  },
  validateStatusUpdate: (object) =>
    validateCounts(
      (object.status ?? {}) as Record<string, unknown>,
      ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'],
      [],
    ),
};
