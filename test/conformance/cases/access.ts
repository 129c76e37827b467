import { Area } from '../case.js';
import { clusterRole, configMap, pod, role, roleBinding, serviceAccount } from '../objects.js';
import type { Plain, Probe } from '../probe.js';

export const area = new Area('access');
const READ_PODS = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] };
const review = (kind: string, spec: Plain): Plain => ({ apiVersion: 'authorization.k8s.io/v1', kind, spec });
const self = (attributes: Plain): Plain => review('SelfSubjectAccessReview', { resourceAttributes: attributes });

async function allow(api: Probe, rules: unknown[], user = 'alice'): Promise<void> {
  await api.given('roles', role('r', rules));
  await api.given('rolebindings', roleBinding('b', 'r', user));
  // The server learns of roles on its own time: the last rule of each is about this one.
  await api.given(
    'roles',
    role('seen', [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['seen'], verbs: ['get'] }]),
  );
  await api.given('rolebindings', roleBinding('seen', 'seen', user));
  await api.allowed(user, { namespace: api.ns, verb: 'get', resource: 'configmaps', name: 'seen' });
}

area.add('access', 'nothing without a role', async (api) => {
  await api.get('pods', 'one', { as: 'alice' });
  await api.list('pods', { as: 'alice' });
  await api.create('pods', pod('one'), { as: 'alice' });
  await api.list('nodes', { as: 'alice' });
  await api.list('deployments', { as: 'alice', namespace: '' });
  await api.get('pods', 'one', { as: 'alice', subresource: 'log' });
});
area.add('access', 'what a role gives', async (api) => {
  await allow(api, [READ_PODS]);
  await api.list('pods', { as: 'alice' });
  await api.create('pods', pod('one'), { as: 'alice' });
  await api.list('pods', { as: 'alice', namespace: 'default' });
});
area.add('access', 'a role for one name', async (api) => {
  await allow(api, [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['mine'], verbs: ['get', 'update'] }]);
  await api.given('configmaps', configMap('mine'));
  await api.get('configmaps', 'mine', { as: 'alice', pick: ({ kind }) => kind });
  await api.get('configmaps', 'yours', { as: 'alice' });
  await api.list('configmaps', { as: 'alice' });
});
area.add('access', 'a role for a subresource', async (api) => {
  await allow(api, [{ apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['get'] }]);
  await api.get('deployments', 'one', { as: 'alice', subresource: 'scale' });
  await api.get('deployments', 'one', { as: 'alice' });
  await api.get('deployments', 'one', { as: 'alice', subresource: 'status' });
});
area.add('access', 'a role by stars', async (api) => {
  await allow(api, [{ apiGroups: ['*'], resources: ['*'], verbs: ['get'] }]);
  await api.get('deployments', 'absent', { as: 'alice' });
  await api.get('deployments', 'absent', { as: 'alice', subresource: 'scale' });
  await api.list('deployments', { as: 'alice' });
});
area.add('access', 'a watch needs its own verb', async (api) => {
  await allow(api, [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }]);
  await (await api.watch('pods', { as: 'alice' })).end();
  await api.list('pods', { as: 'alice', pick: ({ kind }) => kind });
});
area.add('access', 'a role of a group', async (api) => {
  await api.given('roles', role('r', [READ_PODS]));
  await api.given('rolebindings', {
    ...roleBinding('b', 'r'),
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'devs' }],
  });
  await api.allowed('alice', { namespace: api.ns, verb: 'list', resource: 'pods' });
  await api.list('pods', { as: 'alice', pick: ({ kind }) => kind });
  await api.list('pods', { as: 'bob' });
});
area.add('access', 'a cluster role bound in one namespace', async (api) => {
  await api.given('rolebindings', roleBinding('b', 'system:aggregate-to-view', 'alice', 'ClusterRole'));
  await api.allowed('alice', { namespace: api.ns, verb: 'list', resource: 'pods' });
  await api.list('pods', { as: 'alice', pick: ({ kind }) => kind });
  await api.list('secrets', { as: 'alice' });
  await api.create('configmaps', configMap('one'), { as: 'alice' });
});
area.add('access', 'a binding to a role that is not there', async (api) => {
  await api.given('rolebindings', roleBinding('absent', 'absent'));
  await allow(api, [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]);
  await api.list('pods', { as: 'alice' });
});
area.add('access', 'nobody gives what they do not have', async (api) => {
  await allow(api, [
    { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['*'] },
    READ_PODS,
  ]);
  await api.create('roles', role('ok', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]), {
    as: 'alice',
    pick: ({ kind }) => kind,
  });
  await api.create('roles', role('more', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] }]), {
    as: 'alice',
  });
  await api.create('rolebindings', roleBinding('admin', 'cluster-admin', 'alice', 'ClusterRole'), {
    as: 'alice',
    pick: ({ code, reason, message }) => ({ code, reason, message: String(message).split('\n')[0] }),
  });
});
area.add('access', 'escalate allows it', async (api) => {
  await allow(api, [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['*'] }]);
  await api.create('roles', role('more', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]), {
    as: 'alice',
    pick: ({ kind }) => kind,
  });
});
area.add('access', 'bind allows it', async (api) => {
  await allow(api, [
    { apiGroups: ['rbac.authorization.k8s.io'], resources: ['rolebindings'], verbs: ['create'] },
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles'],
      resourceNames: ['system:aggregate-to-view'],
      verbs: ['bind'],
    },
  ]);
  await api.create('rolebindings', roleBinding('v', 'system:aggregate-to-view', 'bob', 'ClusterRole'), {
    as: 'alice',
    pick: ({ kind }) => kind,
  });
  await api.create('rolebindings', roleBinding('e', 'system:aggregate-to-edit', 'bob', 'ClusterRole'), {
    as: 'alice',
    pick: ({ code, reason }) => ({ code, reason }),
  });
});
area.add('access', 'anonymous may see health and version only', async (api) => {
  await api.ask('GET', '/healthz', { as: 'nobody' });
  await api.ask('GET', '/version', { as: 'nobody', pick: ({ major }) => major });
  await api.ask('GET', '/api', { as: 'nobody' });
  await api.list('pods', { as: 'nobody' });
});
area.add('access', 'the known may discover', async (api) => {
  await api.ask('GET', '/api/v1', { as: 'bob', pick: ({ kind }) => kind });
  await api.ask('GET', '/metrics', { as: 'bob' });
});
area.add('access', 'a path nobody may see', (api) => api.ask('GET', '/nonsense', { as: 'bob' }));

area.add('access', 'may I: yes and no', async (api) => {
  await allow(api, [READ_PODS]);
  await api.create('selfsubjectaccessreviews', self({ namespace: api.ns, verb: 'list', resource: 'pods' }), {
    as: 'alice',
  });
  await api.create('selfsubjectaccessreviews', self({ namespace: api.ns, verb: 'delete', resource: 'pods' }), {
    as: 'alice',
  });
});
area.add('access', 'may I, as admin', (api) =>
  api.create('selfsubjectaccessreviews', self({ verb: '*', resource: '*', group: '*' })),
);
area.add('access', 'may I reach a path', async (api) => {
  await api.create(
    'selfsubjectaccessreviews',
    review('SelfSubjectAccessReview', { nonResourceAttributes: { path: '/healthz', verb: 'get' } }),
    { as: 'bob', pick: ({ status }) => (status as Plain)['allowed'] },
  );
  await api.create(
    'selfsubjectaccessreviews',
    review('SelfSubjectAccessReview', { nonResourceAttributes: { path: '/metrics', verb: 'get' } }),
    { as: 'bob' },
  );
});
area.add('access', 'may I, without a question', (api) =>
  api.create('selfsubjectaccessreviews', review('SelfSubjectAccessReview', {})),
);
area.add('access', 'may I, with both questions', (api) =>
  api.create(
    'selfsubjectaccessreviews',
    review('SelfSubjectAccessReview', {
      resourceAttributes: { verb: 'get', resource: 'pods' },
      nonResourceAttributes: { path: '/', verb: 'get' },
    }),
  ),
);
area.add('access', 'may another', async (api) => {
  await allow(api, [READ_PODS]);
  await api.create(
    'subjectaccessreviews',
    review('SubjectAccessReview', {
      user: 'alice',
      resourceAttributes: { namespace: api.ns, verb: 'list', resource: 'pods' },
    }),
  );
  await api.create(
    'subjectaccessreviews',
    review('SubjectAccessReview', {
      user: 'bob',
      groups: ['system:masters'],
      resourceAttributes: { verb: 'list', resource: 'pods' },
    }),
  );
});
area.add('access', 'may another, without a name', (api) =>
  api.create(
    'subjectaccessreviews',
    review('SubjectAccessReview', { resourceAttributes: { verb: 'get', resource: 'pods' } }),
  ),
);
area.add('access', 'may another in this namespace', (api) =>
  api.create('localsubjectaccessreviews', {
    ...review('LocalSubjectAccessReview', {
      user: 'bob',
      resourceAttributes: { namespace: api.ns, verb: 'get', resource: 'pods' },
    }),
    metadata: { namespace: api.ns },
  }),
);
area.add('access', 'a question about another namespace', (api) =>
  api.create('localsubjectaccessreviews', {
    ...review('LocalSubjectAccessReview', {
      user: 'bob',
      resourceAttributes: { namespace: 'other', verb: 'get', resource: 'pods' },
    }),
    metadata: { namespace: api.ns },
  }),
);
area.add('access', 'what may I', async (api) => {
  await allow(api, [READ_PODS]);
  await api.create('selfsubjectrulesreviews', review('SelfSubjectRulesReview', { namespace: api.ns }), {
    as: 'alice',
    pick: ({ status }) => ({
      resourceRules: ((status as Plain)['resourceRules'] as Plain[])
        .map((rule) => JSON.stringify(rule))
        .filter((rule) => rule.includes('pods')),
      incomplete: (status as Plain)['incomplete'],
    }),
  });
});
area.add('access', 'what may I, without a namespace', (api) =>
  api.create('selfsubjectrulesreviews', review('SelfSubjectRulesReview', {})),
);
area.add('access', 'who am I', async (api) => {
  await api.create(
    'selfsubjectreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    {
      as: 'alice',
      pick: ({ status }) => ({
        username: ((status as Plain)['userInfo'] as Plain)['username'],
        groups: ((status as Plain)['userInfo'] as Plain)['groups'],
      }),
    },
  );
});
area.add('access', 'a client certificate is somebody', async (api) => {
  const who = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const pick = ({ status }: Plain): unknown => {
    const { username, groups } = (status as { userInfo: Plain }).userInfo;
    return { username, groups };
  };
  await api.create('selfsubjectreviews', who, { as: 'nobody', certificate: true, pick });
  await api.list('pods', { as: 'nobody', certificate: true });
});
area.add('access', 'a token is looked at after a certificate', async (api) => {
  const who = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const pick = ({ status }: Plain): unknown => (status as { userInfo: Plain }).userInfo['username'];
  await api.create('selfsubjectreviews', who, { as: 'bob', certificate: true, pick });
});
area.add('access', 'a token of a service account is somebody', async (api) => {
  await api.given('serviceaccounts', serviceAccount('robot'));
  const made = await api.ask('POST', api.path('serviceaccounts', 'robot', { subresource: 'token' }), {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
    brief: true,
  });
  const headers = { authorization: `Bearer ${made.text('status.token')}` };
  await api.create(
    'selfsubjectreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    {
      headers,
      pick: ({ status }) => ({
        username: ((status as Plain)['userInfo'] as Plain)['username'],
        groups: ((status as Plain)['userInfo'] as Plain)['groups'],
      }),
    },
  );
  await api.list('pods', { headers });
});
area.add('access', 'a token is reviewed', async (api) => {
  await api.given('serviceaccounts', serviceAccount('robot'));
  const made = await api.ask('POST', api.path('serviceaccounts', 'robot', { subresource: 'token' }), {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
    brief: true,
  });
  const tokenReview = (token: string): Plain => ({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token },
  });
  const pick = ({ status }: Plain): unknown => {
    const { authenticated, user, audiences } = status as { authenticated?: boolean; user: Plain; audiences?: string[] };
    return { authenticated, username: user['username'], groups: user['groups'], audiences };
  };
  await api.create('tokenreviews', tokenReview(made.text('status.token')), { pick });
  await api.create('tokenreviews', tokenReview('nonsense'), { pick });
});
area.add('access', 'a token review without a token', (api) =>
  api.create('tokenreviews', { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: {} }),
);
area.add('access', 'the token of a deleted account is nobody', async (api) => {
  await api.given('serviceaccounts', serviceAccount('robot'));
  const made = await api.ask('POST', api.path('serviceaccounts', 'robot', { subresource: 'token' }), {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
    brief: true,
  });
  await api.delete('serviceaccounts', 'robot', { brief: true });
  const headers = { authorization: `Bearer ${made.text('status.token')}` };
  await api.until(api.path('pods'), ({ status }) => status === 401, { headers });
  await api.list('pods', { headers });
});
area.add('access', 'acting as another', async (api) => {
  const who = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const pick = ({ status, ...rest }: Plain): unknown =>
    status === undefined || typeof status === 'string' ? { status, ...rest } : (status as Plain)['userInfo'];
  await api.create('selfsubjectreviews', who, {
    headers: { 'impersonate-user': 'carol', 'impersonate-group': 'ops' },
    pick,
  });
  await api.list('pods', { headers: { 'impersonate-user': 'carol' } });
  await api.create('selfsubjectreviews', who, { as: 'alice', headers: { 'impersonate-user': 'carol' }, pick });
});
area.add('access', 'the roles of the system are there', async (api) => {
  for (const name of [
    'cluster-admin',
    'admin',
    'edit',
    'view',
    'system:discovery',
    'system:public-info-viewer',
    'system:basic-user',
  ]) {
    await api.get('clusterroles', name, {
      pick: ({ metadata, aggregationRule }) => ({
        labels: (metadata as Plain)['labels'],
        annotations: (metadata as Plain)['annotations'],
        aggregationRule,
      }),
    });
  }
  await api.get('clusterrolebindings', 'cluster-admin', { pick: ({ roleRef, subjects }) => ({ roleRef, subjects }) });
});
area.add('access', 'a review is not stored', (api) =>
  api.ask('GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'),
);
area.add('access', 'a dry run of a review', (api) =>
  api.create('selfsubjectaccessreviews', self({ verb: 'get', resource: 'pods' }), { query: { dryRun: 'All' } }),
);
area.add('access', 'a cluster role aggregates others', async (api) => {
  const name = `${api.ns}-sum`;
  await api.given('clusterroles', {
    ...clusterRole(`${api.ns}-part`, [READ_PODS]),
    metadata: { name: `${api.ns}-part`, labels: { case: api.ns } },
  });
  await api.given('clusterroles', {
    ...clusterRole(name, []),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { case: api.ns } }] },
  });
  await api.get('clusterroles', name, { pick: ({ rules }) => rules ?? 'none without the controller' });
});
