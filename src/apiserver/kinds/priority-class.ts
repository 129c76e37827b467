import type { PriorityClass } from '../../generated/kinds/scheduling-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { forbiddenError } from '../status-error.js';
import { as } from './loose.js';
import { immutable } from './workload.js';

/** A thousand million: what is above is the system's. */
const HIGHEST = 1_000_000_000;
const SYSTEM: Readonly<Record<string, number>> = {
  'system-node-critical': 2 * HIGHEST + 1000,
  'system-cluster-critical': 2 * HIGHEST,
};

function systemProblem(name: string, value: number, isDefault: boolean): string | undefined {
  const known = SYSTEM[name];
  if (known === undefined) return `${name} is not a known system priority class`;
  if (known !== value) return `value of ${name} PriorityClass must be ${String(known)}`;
  return isDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** The rules of priority classes. Their generation never counts up. */
export const priorityClassStrategy: Strategy = {
  default(object) {
    as<PriorityClass>(object).preemptionPolicy ??= 'PreemptLowerPriority';
  },
  admit(object, old, context) {
    const { name = '' } = object.metadata;
    if (object.globalDefault !== true || context.subresource !== '') return;
    for (const other of context.lookupAll('priorityclasses.scheduling.k8s.io', '')) {
      if (other.globalDefault !== true || (old !== undefined && other.metadata.name === name)) continue;
      const why = `PriorityClass ${other.metadata.name ?? ''} is already marked as default. Only one default can exist`;
      throw forbiddenError(context.resource, name, why);
    }
  },
  prepareForCreate(object) {
    object.metadata.generation = 1;
  },
  validate(object) {
    const { value = 0, globalDefault, preemptionPolicy } = as<PriorityClass>(object);
    const { name = '' } = object.metadata;
    const errors: FieldError[] = [];
    if (name.startsWith('system-')) {
      const problem = systemProblem(name, value, globalDefault === true);
      if (problem !== undefined) {
        const why = "priority class names with 'system-' prefix are reserved for system use only. error: ";
        errors.push(forbidden('metadata.name', `${why}${problem}`));
      }
    } else if (value > HIGHEST) {
      errors.push(forbidden('value', `maximum allowed value of a user defined priority is ${String(HIGHEST)}`));
    }
    const policies = ['PreemptLowerPriority', 'Never'];
    if (preemptionPolicy === '') errors.push(required('preemptionPolicy'));
    else if (preemptionPolicy !== undefined && !policies.includes(preemptionPolicy)) {
      errors.push(notSupported('preemptionPolicy', preemptionPolicy, policies));
    }
    return errors;
  },
  validateUpdate: (object, old) => [
    ...(object.value === old.value ? [] : [forbidden('value', 'may not be changed in an update.')]),
    ...immutable(object.preemptionPolicy, old.preemptionPolicy, 'preemptionPolicy'),
  ],
};
