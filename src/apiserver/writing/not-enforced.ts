import type { ApiObject } from '../contract.js';
import type { Write } from './write.js';

type Operation = 'CREATE' | 'DELETE' | 'UPDATE';

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly operations?: readonly string[];
}

/** What admission could be asked to do by objects, none of which this server does. */
const ADMISSION: Readonly<Record<string, (object: ApiObject) => readonly Rule[]>> = {
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookRules,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookRules,
  'mutatingadmissionpolicies.admissionregistration.k8s.io': policyRules,
  'validatingadmissionpolicies.admissionregistration.k8s.io': policyRules,
};

function webhookRules(object: ApiObject): readonly Rule[] {
  const { webhooks = [] } = object as { webhooks?: readonly { rules?: readonly Rule[] }[] };
  return webhooks.flatMap(({ rules = [] }) => rules);
}

function policyRules(object: ApiObject): readonly Rule[] {
  const { matchConstraints } = (object.spec ?? {}) as { matchConstraints?: { resourceRules?: readonly Rule[] } };
  return matchConstraints?.resourceRules ?? [];
}

/** Says of an object that asks for admission, or that admission would look at, that this server does not ask anybody. */
export function warnOfUnenforced(write: Write, operation: Operation, object: ApiObject | undefined): void {
  const { resource, context, tools } = write;
  if (ADMISSION[resource.groupResource] !== undefined && object !== undefined) {
    context.warn(`${resource.kind} ${JSON.stringify(nameOf(object))} is stored, but this server does not enforce it`);
  }
  for (const [groupResource, rulesOf] of Object.entries(ADMISSION)) {
    if (tools.storage.count(groupResource) === 0) continue;
    for (const configuration of context.lookupAll(groupResource, '')) {
      if (!rulesOf(configuration).some((rule) => concerns(rule, write, operation))) continue;
      context.warn(
        `${configuration.kind} ${JSON.stringify(nameOf(configuration))} was not applied: this server does not enforce it`,
      );
    }
  }
}

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? metadata.generateName ?? '';

function concerns(rule: Rule, write: Write, operation: Operation): boolean {
  const { group, resource } = write.resource;
  const { subresource } = write.request;
  const has = (list: readonly string[] | undefined, value: string): boolean =>
    list?.some((item) => item === '*' || item === value) === true;
  if (!has(rule.operations, operation) || !has(rule.apiGroups, group)) return false;
  return rule.resources?.some((pattern) => covers(pattern, resource, subresource)) === true;
}

/** `pods`, `pods/status`, `pods/*`, `*` and `*` + `/*`: a resource without a slash is never a subresource. */
function covers(pattern: string, resource: string, subresource: string): boolean {
  const [first, second = ''] = pattern.split('/');
  if (first !== '*' && first !== resource) return false;
  return second === '*' || second === subresource;
}
