import type { ApiObject } from '../contract.js';
import type { PolicyRule } from './authorizer.js';
import { clusterRoleBindingLines, clusterRoleLines, roleBindingLines, roleLines } from './bootstrap-tables.js';
import { RBAC_GROUP } from './rbac.js';

const API_VERSION = `${RBAC_GROUP}/v1`;
const AGGREGATE_TO = `${RBAC_GROUP}/aggregate-to-`;

const VERBS: Readonly<Record<string, string>> = {
  c: 'create',
  d: 'delete',
  D: 'deletecollection',
  g: 'get',
  l: 'list',
  p: 'patch',
  u: 'update',
  w: 'watch',
  '*': '*',
};

const verbsOf = (text: string): string[] =>
  text.endsWith('!') ? text.slice(0, -1).split(',') : Array.from(text, (letter) => VERBS[letter] ?? letter);

const ruleOf = (text: string): PolicyRule => {
  const [verbs = '', second = '', resources, names] = text.split('|');
  if (resources === undefined) return { verbs: verbsOf(verbs), nonResourceURLs: second.split(',') };
  return {
    verbs: verbsOf(verbs),
    apiGroups: second.split(',').map((group) => (group === '-' ? '' : group)),
    resources: resources.split(','),
    ...(names === undefined ? {} : { resourceNames: names.split(',') }),
  };
};

function metadataOf(path: string, labels: Readonly<Record<string, string>> = {}): ApiObject['metadata'] {
  const at = path.indexOf('/');
  return {
    name: path.slice(at + 1),
    ...(at === -1 ? {} : { namespace: path.slice(0, at) }),
    labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  };
}

function roleOf(kind: string, line: string): ApiObject {
  const [path = '', ...words] = line.split(' ');
  const to = words.filter((word) => word.startsWith('+')).flatMap((word) => word.slice(1).split(','));
  const gathers = words.find((word) => word.startsWith('@'))?.slice(1);
  const rules = words.filter((word) => !/^[+@]/.test(word)).map(ruleOf);
  return {
    apiVersion: API_VERSION,
    kind,
    metadata: metadataOf(path, Object.fromEntries(to.map((name) => [`${AGGREGATE_TO}${name}`, 'true']))),
    rules: gathers === undefined ? rules : null,
    ...(gathers === undefined
      ? {}
      : { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`${AGGREGATE_TO}${gathers}`]: 'true' } }] } }),
  };
}

const KINDS: Readonly<Record<string, string>> = { U: 'User', G: 'Group' };

function bindingOf(kind: string, line: string): ApiObject {
  const [path = '', role = '', ...words] = line.split(' ');
  const metadata = metadataOf(path);
  const name = role === '=' ? (metadata.name as string) : role.replace(/^~/, '');
  const subjects = words
    .filter((word) => word !== '')
    .map((word) => {
      const [letter = '', first, second] = word.split('|');
      if (letter === 'S') return { kind: 'ServiceAccount', name: second, namespace: first };
      return { kind: KINDS[letter], apiGroup: RBAC_GROUP, name: first };
    });
  return {
    apiVersion: API_VERSION,
    kind,
    metadata,
    ...(subjects.length === 0 ? {} : { subjects }),
    roleRef: { apiGroup: RBAC_GROUP, kind: role.startsWith('~') ? 'Role' : 'ClusterRole', name },
  };
}

const linesOf = (text: string): string[] => text.trim().split('\n');

/** The roles and bindings that a kube-apiserver creates at its start when RBAC decides, by what they are called in the storage. */
export function bootstrapRoles(): readonly (readonly [groupResource: string, object: ApiObject])[] {
  return [
    ...linesOf(clusterRoleLines).map((line) => [`clusterroles.${RBAC_GROUP}`, roleOf('ClusterRole', line)] as const),
    ...linesOf(clusterRoleBindingLines).map(
      (line) => [`clusterrolebindings.${RBAC_GROUP}`, bindingOf('ClusterRoleBinding', line)] as const,
    ),
    ...linesOf(roleLines).map((line) => [`roles.${RBAC_GROUP}`, roleOf('Role', line)] as const),
    ...linesOf(roleBindingLines).map((line) => [`rolebindings.${RBAC_GROUP}`, bindingOf('RoleBinding', line)] as const),
  ];
}
