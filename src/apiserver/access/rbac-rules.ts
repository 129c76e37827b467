import type { Attributes, PolicyRule } from './authorizer.js';

const has = (list: readonly string[] | undefined, value: string): boolean =>
  list !== undefined && (list.includes('*') || list.includes(value));

/** `pods`, `pods/log`, `*` of everything, `*` + `/log` of that subresource of everything. */
function hasResource(list: readonly string[] | undefined, resource: string, subresource: string): boolean {
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  return has(list, full) || (subresource !== '' && list?.includes(`*/${subresource}`) === true);
}

const hasPath = (list: readonly string[] | undefined, path: string): boolean =>
  list?.some((url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1)))) === true;

/** Whether a rule allows what is asked. */
export function ruleAllows(rule: PolicyRule, asked: Attributes): boolean {
  if (!has(rule.verbs, asked.verb)) return false;
  if (!asked.isResource) return hasPath(rule.nonResourceURLs, asked.path);
  const { resourceNames: names = [] } = rule;
  return (
    has(rule.apiGroups, asked.group) &&
    hasResource(rule.resources, asked.resource, asked.subresource) &&
    (names.length === 0 || names.includes(asked.name))
  );
}

/** A rule of exactly one verb on one thing. */
function* atoms(rule: PolicyRule): Iterable<PolicyRule> {
  for (const verb of rule.verbs ?? []) {
    for (const url of rule.nonResourceURLs ?? []) yield { verbs: [verb], nonResourceURLs: [url] };
    for (const group of rule.apiGroups ?? []) {
      for (const resource of rule.resources ?? []) {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] };
        if ((rule.resourceNames ?? []).length === 0) yield one;
        for (const name of rule.resourceNames ?? []) yield { ...one, resourceNames: [name] };
      }
    }
  }
}

const first = (list: readonly string[] | undefined): string => list?.[0] ?? '';

function covers(owner: PolicyRule, atom: PolicyRule): boolean {
  if (!has(owner.verbs, first(atom.verbs))) return false;
  if (atom.nonResourceURLs !== undefined) return hasPath(owner.nonResourceURLs, first(atom.nonResourceURLs));
  const [resource = '', subresource = ''] = first(atom.resources).split('/');
  const { resourceNames: names = [] } = owner;
  return (
    has(owner.apiGroups, first(atom.apiGroups)) &&
    hasResource(owner.resources, resource, subresource) &&
    (names.length === 0 || (atom.resourceNames !== undefined && names.includes(first(atom.resourceNames))))
  );
}

/** What of the wanted rules the owner's do not give, with the verbs of one thing together. */
export function missingRules(owned: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  const missing = new Map<string, { rule: PolicyRule; verbs: Set<string> }>();
  for (const rule of wanted) {
    for (const atom of atoms(rule)) {
      if (owned.some((owner) => covers(owner, atom))) continue;
      const { verbs, ...thing } = atom;
      // Paths are not gathered, resources are.
      const key = JSON.stringify(atom.nonResourceURLs === undefined ? thing : atom);
      const known = missing.get(key) ?? { rule: thing, verbs: new Set() };
      known.verbs.add(first(verbs));
      missing.set(key, known);
    }
  }
  return [...missing.values()].map(({ rule, verbs }) => ({ ...rule, verbs: [...verbs] }));
}

/** A list of texts as Go prints one: `["a" "b"]`. */
export const quotedList = (list: readonly string[]): string =>
  `[${list.map((text) => JSON.stringify(text)).join(' ')}]`;

/** A rule as the real server shows it in messages. */
export function ruleText(rule: PolicyRule): string {
  const parts: [string, readonly string[] | undefined][] = [
    ['APIGroups', rule.apiGroups],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['Resources', rule.resources],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ];
  const shown = parts.flatMap(([name, list]) =>
    list === undefined || list.length === 0 ? [] : [`${name}:${quotedList(list)}`],
  );
  return `{${shown.join(', ')}}`;
}
