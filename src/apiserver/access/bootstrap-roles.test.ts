import { describe, expect, it } from 'vitest';
import { bootstrapRoles } from './bootstrap-roles.js';

const GROUP = 'rbac.authorization.k8s.io';
const find = (groupResource: string, name: string): Record<string, unknown> | undefined =>
  bootstrapRoles().find(
    ([resource, object]) => resource === `${groupResource}.${GROUP}` && object.metadata.name === name,
  )?.[1];

describe('bootstrapRoles', () => {
  it('has as many as a kube-apiserver 1.36 makes', () => {
    const counts = new Map<string, number>();
    for (const [resource] of bootstrapRoles()) counts.set(resource, (counts.get(resource) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      [`clusterroles.${GROUP}`]: 69,
      [`clusterrolebindings.${GROUP}`]: 50,
      [`roles.${GROUP}`]: 7,
      [`rolebindings.${GROUP}`]: 7,
    });
  });

  it('reads rules of resources, of paths and of names', () => {
    expect(find('clusterroles', 'cluster-admin')).toMatchObject({
      kind: 'ClusterRole',
      rules: [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ],
    });
    expect(find('roles', 'extension-apiserver-authentication-reader')).toMatchObject({
      metadata: { namespace: 'kube-system' },
      rules: [
        {
          verbs: ['get', 'list', 'watch'],
          apiGroups: [''],
          resources: ['configmaps'],
          resourceNames: ['extension-apiserver-authentication'],
        },
      ],
    });
    expect(find('clusterroles', 'system:certificates.k8s.io:legacy-unknown-approver')).toMatchObject({
      rules: [{ verbs: ['approve'], resourceNames: ['kubernetes.io/legacy-unknown'] }],
    });
  });

  it('reads what a role gathers and what it is gathered by', () => {
    expect(find('clusterroles', 'edit')).toMatchObject({
      metadata: { labels: { [`${GROUP}/aggregate-to-admin`]: 'true' } },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [`${GROUP}/aggregate-to-edit`]: 'true' } }] },
      rules: null,
    });
  });

  it('reads bindings to users, groups and service accounts', () => {
    expect(find('clusterrolebindings', 'system:node')).not.toHaveProperty('subjects');
    expect(find('clusterrolebindings', 'cluster-admin')).toMatchObject({
      subjects: [{ kind: 'Group', apiGroup: GROUP, name: 'system:masters' }],
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'cluster-admin' },
    });
    expect(find('rolebindings', 'system::leader-locking-kube-scheduler')).toMatchObject({
      roleRef: { kind: 'Role', name: 'system::leader-locking-kube-scheduler' },
      subjects: [
        { kind: 'User', name: 'system:kube-scheduler' },
        { kind: 'ServiceAccount', name: 'kube-scheduler', namespace: 'kube-system' },
      ],
    });
  });
});
