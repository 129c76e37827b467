import type {
  Affinity,
  NodeSelector,
  NodeSelectorTerm,
  PodAffinityTerm,
  Toleration,
  TopologySpreadConstraint,
} from '../../generated/kinds/core-v1.js';
import { duplicate, forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, dnsSubdomain, labelValue, qualifiedName } from '../names.js';
import { checked, operatorErrors, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';

export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const WEIGHT = 'must be in the range 1-100';

function validateNodeSelectorTerm(term: Loose<NodeSelectorTerm>, field: string, checkValues: boolean): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { key = '', operator = '', values = [] }] of (term.matchExpressions ?? []).entries()) {
    const path = `${field}.matchExpressions[${String(index)}]`;
    if (operator !== 'Gt' && operator !== 'Lt') errors.push(...operatorErrors(operator, values, path));
    else if (values.length !== 1) {
      errors.push(required(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
    }
    errors.push(...checked(`${path}.key`, key, qualifiedName));
    if (!checkValues) continue;
    for (const [at, value] of values.entries()) {
      errors.push(...checked(`${path}.values[${String(at)}]`, value, labelValue));
    }
  }
  for (const [index, { key = '', operator = '', values = [] }] of (term.matchFields ?? []).entries()) {
    const path = `${field}.matchFields[${String(index)}]`;
    if (operator !== 'In' && operator !== 'NotIn') {
      errors.push(invalid(`${path}.operator`, operator, 'not a valid selector operator'));
    } else if (values.length !== 1) {
      const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
      errors.push(required(`${path}.values`, detail));
    }
    if (key !== 'metadata.name') errors.push(invalid(`${path}.key`, key, 'not a valid field selector key'));
    else {
      for (const [at, value] of values.entries()) {
        errors.push(...checked(`${path}.values[${String(at)}]`, value, dnsSubdomain));
      }
    }
  }
  return errors;
}

/** Which nodes will do. */
export function validateNodeSelector(selector: Loose<NodeSelector>, field: string): FieldError[] {
  const terms = selector.nodeSelectorTerms ?? [];
  const path = `${field}.nodeSelectorTerms`;
  if (terms.length === 0) return [required(path, 'must have at least one node selector term')];
  return terms.flatMap((term, index) => validateNodeSelectorTerm(term, `${path}[${String(index)}]`, true));
}

function validateLabelKeys(
  keys: readonly string[] | undefined,
  selector: Loose<PodAffinityTerm>['labelSelector'],
  field: string,
): FieldError[] {
  if (keys === undefined || keys.length === 0) return [];
  if (selector === undefined) return [forbidden(field, 'must not be specified when labelSelector is not set')];
  return keys.flatMap((key, index) => checked(`${field}[${String(index)}]`, key, qualifiedName));
}

function validatePodAffinityTerm(term: Loose<PodAffinityTerm>, field: string): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces, matchLabelKeys, mismatchLabelKeys, topologyKey = '' } = term;
  const errors = [
    ...validateLabelSelector(labelSelector, `${field}.labelSelector`),
    ...validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`),
    ...(namespaces ?? []).flatMap((name) => checked(`${field}.namespace`, name, dnsLabel)),
    ...validateLabelKeys(matchLabelKeys, labelSelector, `${field}.matchLabelKeys`),
    ...validateLabelKeys(mismatchLabelKeys, labelSelector, `${field}.mismatchLabelKeys`),
  ];
  for (const [index, key] of (matchLabelKeys ?? []).entries()) {
    if (!(mismatchLabelKeys ?? []).includes(key)) continue;
    const detail = 'exists in both matchLabelKeys and mismatchLabelKeys';
    errors.push(invalid(`${field}.matchLabelKeys[${String(index)}]`, key, detail));
  }
  if (topologyKey === '') errors.push(required(`${field}.topologyKey`, 'can not be empty'));
  return [...errors, ...checked(`${field}.topologyKey`, topologyKey, qualifiedName)];
}

const isWeight = (weight: number | undefined): boolean => weight !== undefined && weight > 0 && weight <= 100;

/** Where a pod wants to be, and beside what. */
export function validateAffinity(affinity: Loose<Affinity> | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const node = affinity?.nodeAffinity;
  const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
  const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
  if (node?.[REQUIRED] !== undefined) {
    errors.push(...validateNodeSelector(node[REQUIRED], `${field}.nodeAffinity.${REQUIRED}`));
  }
  for (const [index, { weight, preference }] of (node?.[PREFERRED] ?? []).entries()) {
    const path = `${field}.nodeAffinity.${PREFERRED}[${String(index)}]`;
    if (!isWeight(weight)) errors.push(invalid(`${path}.weight`, weight ?? 0, WEIGHT));
    errors.push(...validateNodeSelectorTerm(preference ?? {}, `${path}.preference`, false));
  }
  for (const name of ['podAffinity', 'podAntiAffinity'] as const) {
    const pods = affinity?.[name];
    for (const [index, term] of (pods?.[REQUIRED] ?? []).entries()) {
      errors.push(...validatePodAffinityTerm(term, `${field}.${name}.${REQUIRED}[${String(index)}]`));
    }
    for (const [index, { weight, podAffinityTerm }] of (pods?.[PREFERRED] ?? []).entries()) {
      const path = `${field}.${name}.${PREFERRED}[${String(index)}]`;
      if (!isWeight(weight)) errors.push(invalid(`${path}.weight`, weight ?? 0, WEIGHT));
      errors.push(...validatePodAffinityTerm(podAffinityTerm ?? {}, `${path}.podAffinityTerm`));
    }
  }
  return errors;
}

/** The taints a pod puts up with. */
export function validateTolerations(tolerations: readonly Loose<Toleration>[], field: string): FieldError[] {
  return tolerations.flatMap(({ key, operator, value = '', effect, tolerationSeconds }, index) => {
    const path = `${field}[${String(index)}]`;
    const errors = isEmpty(key) ? [] : checked(`${path}.key`, key, qualifiedName);
    if (isEmpty(key) && operator !== 'Exists') {
      const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(invalid(`${path}.operator`, operator ?? '', detail));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      errors.push(
        invalid(`${path}.effect`, effect ?? '', "effect must be 'NoExecute' when `tolerationSeconds` is set"),
      );
    }
    if (isEmpty(operator) || operator === 'Equal') {
      const wrong = labelValue(value);
      if (wrong.length > 0) errors.push(invalid(`${path}.operator`, value, wrong.join(';')));
    } else if (operator === 'Exists') {
      if (value !== '') {
        errors.push(invalid(`${path}.operator`, value, "value must be empty when `operator` is 'Exists'"));
      }
    } else if (operator === 'Lt' || operator === 'Gt') {
      errors.push(notSupported(`${path}.operator`, operator, ['Equal', 'Exists', 'Lt', 'Gt']));
    } else errors.push(notSupported(`${path}.operator`, operator, ['Equal', 'Exists']));
    if (!isEmpty(effect) && !TAINT_EFFECTS.includes(effect)) {
      errors.push(notSupported(`${path}.effect`, effect, TAINT_EFFECTS));
    }
    return errors;
  });
}

/** How evenly pods are spread. */
export function validateTopologySpread(
  constraints: readonly Loose<TopologySpreadConstraint>[],
  field: string,
): FieldError[] {
  return constraints.flatMap((constraint, index) => {
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', minDomains, labelSelector } = constraint;
    const path = `${field}[${String(index)}]`;
    const errors: FieldError[] = [];
    if (maxSkew <= 0) errors.push(invalid(`${path}.maxSkew`, maxSkew, 'must be greater than zero'));
    if (topologyKey === '') errors.push(required(`${path}.topologyKey`, 'can not be empty'));
    if (whenUnsatisfiable !== 'DoNotSchedule' && whenUnsatisfiable !== 'ScheduleAnyway') {
      const allowed = ['DoNotSchedule', 'ScheduleAnyway'];
      errors.push(notSupported(`${path}.whenUnsatisfiable`, whenUnsatisfiable, allowed));
    }
    const repeated = constraints
      .slice(index + 1)
      .some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable);
    if (repeated) {
      errors.push(duplicate(`${path}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${whenUnsatisfiable}}`));
    }
    if (minDomains !== undefined) {
      if (minDomains <= 0) errors.push(invalid(`${path}.minDomains`, minDomains, 'must be greater than zero'));
      if (whenUnsatisfiable !== 'DoNotSchedule') {
        const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
        errors.push(invalid(`${path}.minDomains`, minDomains, detail));
      }
    }
    for (const policy of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
      const value = constraint[policy];
      if (value !== undefined && value !== 'Honor' && value !== 'Ignore') {
        errors.push(notSupported(`${path}.${policy}`, value, ['Honor', 'Ignore']));
      }
    }
    return [
      ...errors,
      ...validateLabelKeys(constraint.matchLabelKeys, labelSelector, `${path}.matchLabelKeys`),
      ...validateLabelSelector(labelSelector, `${path}.labelSelector`),
    ];
  });
}
