import type { ClusterRole, PolicyRule, RoleBinding, Subject } from '../../generated/kinds/rbac-v1.js';
import type { Strategy } from '../contract.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsSubdomain, pathSegment } from '../names.js';
import { checked, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';

const GROUP = 'rbac.authorization.k8s.io';

function validateRule(rule: Loose<PolicyRule>, field: string, namespaced: boolean): FieldError[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const errors: FieldError[] = [];
  // Missing verbs are null, for Go shows an empty list that is required so.
  if ((rule.verbs ?? []).length === 0) errors.push(required(`${field}.verbs`, 'verbs must contain at least one value'));
  if (nonResourceURLs.length > 0) {
    const path = `${field}.nonResourceURLs`;
    if (namespaced) {
      errors.push(invalid(path, nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs'));
    }
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      const detail = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalid(path, nonResourceURLs, detail));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(`${field}.apiGroups`, 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(`${field}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

/** The rules of Roles and ClusterRoles. */
export const roleStrategy = (namespaced: boolean): Strategy => ({
  createOnUpdate: true,
  validateName: pathSegment,
  validate(object) {
    const { rules, aggregationRule } = as<ClusterRole>(object);
    const errors = (rules ?? []).flatMap((rule, index) => validateRule(rule, `rules[${String(index)}]`, namespaced));
    if (aggregationRule === undefined) return errors;
    const field = 'aggregationRule.clusterRoleSelectors';
    const selectors = aggregationRule.clusterRoleSelectors ?? [];
    if (selectors.length === 0) {
      errors.push(required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil'));
    }
    return [
      ...errors,
      ...selectors.flatMap((selector, index) => validateLabelSelector(selector, `${field}[${String(index)}]`)),
    ];
  },
});

function validateSubject(subject: Loose<Subject>, field: string, namespaced: boolean): FieldError[] {
  const { kind = '', name, namespace, apiGroup = '' } = subject;
  const errors = isEmpty(name) ? [required(`${field}.name`)] : [];
  if (kind === 'ServiceAccount') {
    if (!isEmpty(name)) errors.push(...checked(`${field}.name`, name, dnsSubdomain));
    if (apiGroup !== '') errors.push(notSupported(`${field}.apiGroup`, apiGroup, ['']));
    if (!namespaced && isEmpty(namespace)) errors.push(required(`${field}.namespace`));
  } else if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== GROUP) errors.push(notSupported(`${field}.apiGroup`, apiGroup, [GROUP]));
  } else errors.push(notSupported(`${field}.kind`, kind, ['ServiceAccount', 'User', 'Group']));
  return errors;
}

/** The rules of RoleBindings and ClusterRoleBindings. */
export const roleBindingStrategy = (namespaced: boolean): Strategy => ({
  createOnUpdate: true,
  validateName: pathSegment,
  default(object) {
    const binding = as<RoleBinding>(object);
    const ref = (binding.roleRef ??= {});
    if (isEmpty(ref.apiGroup)) ref.apiGroup = GROUP;
    for (const subject of binding.subjects ?? []) {
      if (isEmpty(subject.apiGroup) && (subject.kind === 'User' || subject.kind === 'Group')) subject.apiGroup = GROUP;
    }
  },
  validate(object) {
    const { roleRef = {}, subjects } = as<RoleBinding>(object);
    const { apiGroup = '', kind = '', name } = roleRef;
    const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
    const errors: FieldError[] = [];
    if (apiGroup !== GROUP) errors.push(notSupported('roleRef.apiGroup', apiGroup, [GROUP]));
    if (!kinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, kinds));
    errors.push(...(isEmpty(name) ? [required('roleRef.name')] : checked('roleRef.name', name, pathSegment)));
    return [
      ...errors,
      ...(subjects ?? []).flatMap((subject, index) =>
        validateSubject(subject, `subjects[${String(index)}]`, namespaced),
      ),
    ];
  },
  validateUpdate(object, old) {
    if (sameInGo(object.roleRef, old.roleRef)) return [];
    const { apiGroup, kind, name } = as<RoleBinding>(object).roleRef ?? {};
    return [invalid('roleRef', { APIGroup: apiGroup, Kind: kind, Name: name }, 'cannot change roleRef')];
  },
});
