import { LabelSelector } from '../../meta/index.js';
import type { LabelSelectorSpec } from '../../meta/index.js';
import type { ApiObject, User } from '../contract.js';
import type { Storage } from '../storage/contract.js';
import type { Attributes, Authorizer, Decision, PolicyRule } from './authorizer.js';
import { ruleAllows } from './rbac-rules.js';
import { MASTERS } from './users.js';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
export const ROLES = `roles.${RBAC_GROUP}`;
export const CLUSTER_ROLES = `clusterroles.${RBAC_GROUP}`;
const ROLE_BINDINGS = `rolebindings.${RBAC_GROUP}`;
const CLUSTER_ROLE_BINDINGS = `clusterrolebindings.${RBAC_GROUP}`;

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Rules that a user has, with where they are from. */
interface Grant {
  readonly rules: readonly PolicyRule[];
  /** A role that is bound and not there. */
  readonly missing?: RoleRef;
  source(): string;
}

const rulesIn = (role: ApiObject | undefined): readonly PolicyRule[] =>
  (role?.['rules'] as readonly PolicyRule[] | null | undefined) ?? [];

/** Roles and bindings decide, read from the storage as they are at the moment. */
export class RbacAuthorizer implements Authorizer {
  readonly #storage: Pick<Storage, 'get' | 'snapshot'>;

  constructor(storage: Pick<Storage, 'get' | 'snapshot'>) {
    this.#storage = storage;
  }

  authorize(attributes: Attributes): Decision {
    if (attributes.user.groups.includes(MASTERS)) return { allowed: true, reason: '' };
    const problems: string[] = [];
    for (const grant of this.#grantsOf(attributes.user, attributes.namespace)) {
      if (grant.missing !== undefined) problems.push(notThere(grant.missing));
      if (grant.rules.some((rule) => ruleAllows(rule, attributes))) {
        return { allowed: true, reason: `RBAC: allowed by ${grant.source()}` };
      }
    }
    return { allowed: false, reason: problems.length === 0 ? '' : `RBAC: ${joined(problems)}` };
  }

  rulesOf(user: User, namespace: string): readonly PolicyRule[] {
    return [...this.#grantsOf(user, namespace)].flatMap(({ rules }) => rules);
  }

  /** The roles that are bound to a user and not there. */
  missingRolesOf(user: User, namespace: string): readonly RoleRef[] {
    return [...this.#grantsOf(user, namespace)].flatMap(({ missing }) => (missing === undefined ? [] : [missing]));
  }

  /** Why not all rules of a user could be found. */
  problemsOf(user: User, namespace: string): readonly string[] {
    return this.missingRolesOf(user, namespace).map(notThere);
  }

  /** The rules of a role, those that it gathers from others included; undefined when it is not there. */
  rulesOfRole(ref: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    if (ref.kind === 'Role') {
      const role = this.#storage.get(ROLES, `${namespace}/${ref.name}`);
      return role === undefined ? undefined : rulesIn(role.object);
    }
    const role = this.#storage.get(CLUSTER_ROLES, ref.name)?.object;
    return role === undefined ? undefined : [...rulesIn(role), ...this.#aggregated(role, new Set([ref.name]))];
  }

  /**
   * In a cluster a controller copies the rules of the selected roles into this one. Nobody runs it here, so they are
   * looked up instead; the role itself stays as it was written.
   */
  #aggregated(role: ApiObject, seen: Set<string>): PolicyRule[] {
    const rule = role['aggregationRule'] as { clusterRoleSelectors?: readonly LabelSelectorSpec[] } | undefined;
    const selectors = (rule?.clusterRoleSelectors ?? []).map((selector) => LabelSelector.from(selector));
    if (selectors.length === 0) return [];
    const found: PolicyRule[] = [];
    for (const { name, object } of this.#storage.snapshot(CLUSTER_ROLES).entries()) {
      if (seen.has(name) || !selectors.some((selector) => selector.matches((label) => object.metadata.labels?.[label])))
        continue;
      seen.add(name);
      found.push(...rulesIn(object), ...this.#aggregated(object, seen));
    }
    return found;
  }

  *#grantsOf(user: User, namespace: string): Iterable<Grant> {
    for (const { object, name } of this.#storage.snapshot(CLUSTER_ROLE_BINDINGS).entries()) {
      yield* this.#grantOf(user, object, '', `ClusterRoleBinding ${JSON.stringify(name)}`);
    }
    if (namespace === '') return;
    for (const { object, name } of this.#storage.snapshot(ROLE_BINDINGS).entries({ namespace })) {
      yield* this.#grantOf(user, object, namespace, `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`);
    }
  }

  *#grantOf(user: User, binding: ApiObject, namespace: string, source: string): Iterable<Grant> {
    const subjects = (binding['subjects'] as readonly Subject[] | null | undefined) ?? [];
    const subject = subjects.find((candidate) => isSubject(user, candidate, namespace));
    if (subject === undefined) return;
    const ref = binding['roleRef'] as RoleRef;
    const rules = this.rulesOfRole(ref, namespace);
    yield {
      rules: rules ?? [],
      ...(rules === undefined ? { missing: ref } : {}),
      source: () => `${source} of ${ref.kind} ${JSON.stringify(ref.name)} to ${subjectText(subject)}`,
    };
  }
}

const notThere = ({ kind, name }: RoleRef): string =>
  `${kind.toLowerCase()}.${RBAC_GROUP} ${JSON.stringify(name)} not found`;

function isSubject(user: User, subject: Subject, namespace: string): boolean {
  switch (subject.kind) {
    case 'User':
      return subject.name === user.name;
    case 'Group':
      return user.groups.includes(subject.name);
    case 'ServiceAccount':
      return user.name === `system:serviceaccount:${subject.namespace ?? namespace}:${subject.name}`;
    default:
      return false;
  }
}

const subjectText = ({ kind, name, namespace }: Subject): string =>
  `${kind} ${JSON.stringify(kind === 'ServiceAccount' ? `${name}/${namespace ?? ''}` : name)}`;

/** Several problems as Go's aggregate of errors prints them. */
export const joined = (problems: readonly string[]): string => {
  const different = [...new Set(problems)];
  return different.length === 1 ? (different[0] as string) : `[${different.join(', ')}]`;
};
