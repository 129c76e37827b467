import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSession } from '../http/test-requests.js';
import type { TestAnswer, TestRequest } from '../http/test-requests.js';
import { startApiServer } from '../start.js';
import type { ApiServer } from '../start.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const AUTHENTICATION = '/apis/authentication.k8s.io/v1';
const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const GROUP = 'rbac.authorization.k8s.io';

describe('access with RBAC', () => {
  let server: ApiServer;
  let session: TestSession;
  const tokens = { alice: 'alice-token', bob: 'bob-token' };

  beforeAll(async () => {
    server = await startApiServer({
      authorization: 'rbac',
      users: [
        { name: 'alice', groups: ['devs'], uid: 'uid-alice', token: tokens.alice },
        { name: 'bob', token: tokens.bob },
      ],
    });
    session = new TestSession(server);
    await grant('rolemaker', 'User', 'alice', [
      { verbs: ['create', 'update', 'patch', 'get'], apiGroups: [GROUP], resources: ['roles', 'rolebindings'] },
      { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
    ]);
  });

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
    await server.stop();
  });

  const post = (path: string, body: unknown, more: TestRequest = {}): Promise<TestAnswer> =>
    session.ask(path, { body: JSON.stringify(body), ...more });
  const bind = (role: string, kind: string, who: string, roleKind = 'Role'): Record<string, unknown> => ({
    metadata: { name: `${role}-${who}`.replaceAll(':', '-') },
    roleRef: { apiGroup: GROUP, kind: roleKind, name: role },
    subjects: [
      kind === 'ServiceAccount' ? { kind, name: who, namespace: 'default' } : { apiGroup: GROUP, kind, name: who },
    ],
  });

  async function grant(name: string, kind: string, who: string, rules: unknown[]): Promise<void> {
    expect((await post(`${RBAC}/namespaces/default/roles`, { metadata: { name }, rules })).code).toBe(201);
    expect((await post(`${RBAC}/namespaces/default/rolebindings`, bind(name, kind, who))).code).toBe(201);
  }

  const mayI = async (token: string, spec: unknown): Promise<unknown> =>
    (await post(`${AUTHORIZATION}/selfsubjectaccessreviews`, { spec }, { token })).json()['status'];

  it('refuses what no role allows, in the words of the real server', async () => {
    const answer = await session.ask(MAPS, { token: tokens.bob });
    expect(answer.json()).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'configmaps is forbidden: User "bob" cannot list resource "configmaps" in API group "" in the namespace "default"',
      details: { kind: 'configmaps' },
    });
    expect((await session.ask('/foo', { token: tokens.bob })).json()['message']).toBe(
      'forbidden: User "bob" cannot get path "/foo"',
    );
    expect((await session.ask('/api/v1/nodes', { token: tokens.bob })).json()['message']).toBe(
      'nodes is forbidden: User "bob" cannot list resource "nodes" in API group "" at the cluster scope',
    );
  });

  it('lets those without credentials see the version and nothing else', async () => {
    expect((await session.ask('/version', { token: null })).code).toBe(200);
    expect((await session.ask(MAPS, { token: null })).json()['message']).toContain(
      'User "system:anonymous" cannot list',
    );
    expect((await session.ask('/version', { token: 'wrong' })).code).toBe(401);
  });

  it('lets every known user see what is served', async () => {
    expect((await session.ask('/apis', { token: tokens.bob })).code).toBe(200);
  });

  describe('to one object by its name', () => {
    beforeAll(() =>
      grant('one', 'User', 'bob', [
        {
          verbs: ['get', 'list', 'watch', 'deletecollection'],
          apiGroups: [''],
          resources: ['configmaps'],
          resourceNames: ['x'],
        },
      ]),
    );

    it.each([
      ['metadata.name=x', 200],
      ['metadata.name==x', 200],
      ['metadata.name=x,metadata.namespace=default', 200],
      ['metadata.name!=x', 403],
      ['metadata.name=..', 403],
      ['metadata.name=a/b', 403],
      ['===', 403],
      ['', 403],
    ])('lets it be listed and watched by the field selector "%s": %i', async (selector, code) => {
      const query = `fieldSelector=${encodeURIComponent(selector)}`;
      expect((await session.ask(`${MAPS}?${query}`, { token: tokens.bob })).code).toBe(code);
      const watch = session.stream(`${MAPS}?watch=1&${query}`, { token: tokens.bob });
      const [headers] = (await once(watch, 'response')) as [IncomingHttpHeaders & IncomingHttpStatusHeader];
      watch.on('error', () => undefined).destroy();
      expect(headers[':status']).toBe(code);
    });

    it('names another one that is asked for in the refusal', async () => {
      const { message } = (await session.ask(`${MAPS}?fieldSelector=metadata.name%3Dy`, { token: tokens.bob })).json();
      expect(message).toMatch(/^configmaps "y" is forbidden: /);
    });

    it('does not let it be deleted as a collection', async () => {
      const answer = await session.ask(`${MAPS}?fieldSelector=metadata.name%3Dx`, {
        method: 'DELETE',
        token: tokens.bob,
      });
      expect(answer.code).toBe(403);
    });
  });

  it('follows roles and bindings from the write that made them', async () => {
    expect((await session.ask(MAPS, { token: tokens.bob })).code).toBe(403);
    await grant('reader', 'User', 'bob', [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }]);
    expect((await session.ask(MAPS, { token: tokens.bob })).code).toBe(200);
    expect((await session.ask('/api/v1/namespaces/other/configmaps', { token: tokens.bob })).code).toBe(403);
    await session.ask(`${RBAC}/namespaces/default/rolebindings/reader-bob`, { method: 'DELETE' });
    expect((await session.ask(MAPS, { token: tokens.bob })).code).toBe(403);
  });

  it('gives the rules that a role gathers from others by their labels', async () => {
    const body = bind('view', 'Group', 'devs', 'ClusterRole');
    expect((await post(`${RBAC}/namespaces/default/rolebindings`, body)).code).toBe(201);
    expect((await session.ask(MAPS, { token: tokens.alice })).code).toBe(200);
    expect((await session.ask('/api/v1/namespaces/default/secrets', { token: tokens.alice })).code).toBe(403);
    await session.ask(`${RBAC}/namespaces/default/rolebindings/view-devs`, { method: 'DELETE' });
  });

  it('names a role that is bound and not there', async () => {
    await post(`${RBAC}/namespaces/default/rolebindings`, bind('nope', 'User', 'bob', 'ClusterRole'));
    expect((await session.ask(MAPS, { token: tokens.bob })).json()['message']).toMatch(
      /in the namespace "default": RBAC: clusterrole\.rbac\.authorization\.k8s\.io "nope" not found$/,
    );
    await session.ask(`${RBAC}/namespaces/default/rolebindings/nope-bob`, { method: 'DELETE' });
  });

  it('says why something is allowed', async () => {
    const spec = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } };
    expect(await mayI(tokens.alice, spec)).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "rolemaker-alice/default" of Role "rolemaker" to User "alice"',
    });
    expect(await mayI(tokens.bob, spec)).toEqual({ allowed: false });
    expect(await mayI(server.token, spec)).toEqual({ allowed: true });
  });

  describe('escalation', () => {
    const roles = `${RBAC}/namespaces/default/roles`;
    const rule = (...verbs: string[]): unknown => ({ verbs, apiGroups: [''], resources: ['pods'] });

    it('lets one give what one has', async () => {
      const body = { metadata: { name: 'mine' }, rules: [rule('get')] };
      expect((await post(roles, body, { token: tokens.alice })).code).toBe(201);
      const bound = bind('mine', 'User', 'bob');
      expect((await post(`${RBAC}/namespaces/default/rolebindings`, bound, { token: tokens.alice })).code).toBe(201);
    });

    it.each([
      ['POST', roles],
      ['PUT', `${roles}/mine`],
      ['PATCH', `${roles}/mine`],
    ])('lets nobody give more by %s', async (method, path) => {
      const body = { metadata: { name: method === 'POST' ? 'more' : 'mine' }, rules: [rule('get', 'list')] };
      const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
      const answer = await post(path, body, { method, token: tokens.alice, headers });
      expect(answer.json()).toMatchObject({
        code: 403,
        message: `roles.rbac.authorization.k8s.io "${body.metadata.name}" is forbidden: user "alice" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["list"]}`,
      });
    });

    it('lets nobody bind a role that gives more', async () => {
      const body = bind('cluster-admin', 'User', 'alice', 'ClusterRole');
      const answer = await post(`${RBAC}/namespaces/default/rolebindings`, body, { token: tokens.alice });
      expect(answer.json()['message']).toMatch(
        /not currently held:\n\{APIGroups:\["\*"\], Resources:\["\*"\], Verbs:\["\*"\]\}\n\{NonResourceURLs:\["\*"\], Verbs:\["\*"\]\}$/,
      );
    });

    it('lets those who may escalate or bind', async () => {
      await grant('escalator', 'User', 'alice', [
        { verbs: ['escalate', 'bind'], apiGroups: [GROUP], resources: ['roles', 'clusterroles'] },
      ]);
      const body = { metadata: { name: 'more' }, rules: [rule('get', 'list')] };
      expect((await post(roles, body, { token: tokens.alice })).code).toBe(201);
      const bound = bind('cluster-admin', 'User', 'carol', 'ClusterRole');
      expect((await post(`${RBAC}/namespaces/default/rolebindings`, bound, { token: tokens.alice })).code).toBe(201);
    });
  });

  describe('impersonation', () => {
    const who = async (headers: Record<string, string | string[]>, token = server.token): Promise<unknown> =>
      (await post(`${AUTHENTICATION}/selfsubjectreviews`, {}, { headers, token })).json();

    it('is acting as another', async () => {
      expect(
        await who({ 'impersonate-user': 'joe', 'impersonate-group': ['a', 'b'], 'impersonate-extra-foo%2fbar': 'x' }),
      ).toMatchObject({
        status: {
          userInfo: { username: 'joe', groups: ['a', 'b', 'system:authenticated'], extra: { 'foo/bar': ['x'] } },
        },
      });
      expect(await who({ 'impersonate-user': 'system:serviceaccount:a:b' })).toMatchObject({
        status: {
          userInfo: { groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'] },
        },
      });
    });

    it('needs the right to', async () => {
      expect(await who({ 'impersonate-user': 'alice' }, tokens.bob)).toMatchObject({ code: 403 });
    });

    it('needs a user', async () => {
      expect(await who({ 'impersonate-group': 'a' })).toMatchObject({ code: 400 });
    });
  });

  it('makes tokens for service accounts, which are users', async () => {
    await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    const made = await post('/api/v1/namespaces/default/serviceaccounts/robot/token', {
      spec: { expirationSeconds: 700 },
    });
    expect(made.code).toBe(201);
    const { token } = made.json()['status'] as { token: string };
    expect((await session.ask(MAPS, { token })).json()['message']).toContain(
      'User "system:serviceaccount:default:robot" cannot list',
    );
    await grant('robots', 'ServiceAccount', 'robot', [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }]);
    expect((await session.ask(MAPS, { token })).code).toBe(200);

    const review = await post(`${AUTHENTICATION}/tokenreviews`, { spec: { token } });
    expect(review.json()['status']).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:robot' },
      audiences: ['https://kubernetes.default.svc'],
    });
    const other = await post(`${AUTHENTICATION}/tokenreviews`, { spec: { token, audiences: ['elsewhere'] } });
    expect(other.json()['status']).toMatchObject({ user: {}, error: expect.any(String) as unknown });
    await session.ask('/api/v1/namespaces/default/serviceaccounts/robot', { method: 'DELETE' });
    expect((await session.ask(MAPS, { token })).code).toBe(401);
  });

  it.each([
    [{ spec: {} }, 'exactly one of nonResourceAttributes or resourceAttributes must be specified'],
    [
      { spec: { resourceAttributes: {}, nonResourceAttributes: {} } },
      'cannot be specified in combination with resourceAttributes',
    ],
    [{ metadata: { name: 'x' }, spec: { resourceAttributes: {} } }, 'must be empty'],
  ])('refuses the review %j', async (body, message) => {
    const answer = (await post(`${AUTHORIZATION}/selfsubjectaccessreviews`, body)).json();
    expect(answer).toMatchObject({ code: 422, message: expect.stringContaining(message) as unknown });
  });

  it('tells all rules of a user', async () => {
    const review = await post(
      `${AUTHORIZATION}/selfsubjectrulesreviews`,
      { spec: { namespace: 'default' } },
      { token: tokens.bob },
    );
    expect(review.json()['status']).toMatchObject({
      incomplete: false,
      resourceRules: expect.arrayContaining([
        { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
      ]) as unknown,
      nonResourceRules: expect.arrayContaining([expect.objectContaining({ verbs: ['get'] })]) as unknown,
    });
  });

  it('asks for others what it was asked', async () => {
    const spec = { user: 'alice', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } };
    expect((await post(`${AUTHORIZATION}/subjectaccessreviews`, { spec })).json()['status']).toMatchObject({
      allowed: true,
    });
    const local = `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`;
    expect((await post(local, { spec })).json()['status']).toMatchObject({ allowed: true });
    const elsewhere = { ...spec, resourceAttributes: { ...spec.resourceAttributes, namespace: 'x' } };
    expect((await post(local, { spec: elsewhere })).code).toBe(422);
  });

  it('stores no review', async () => {
    expect((await session.ask(`${AUTHORIZATION}/selfsubjectaccessreviews`)).code).toBe(405);
    expect([...server.storage.groupResources()].filter((name) => name.includes('review'))).toEqual([]);
  });
});

describe('access without RBAC', () => {
  it('lets every known user do everything, and nobody else anything', async () => {
    await using server = await startApiServer({ users: [{ name: 'bob', token: 'bob-token' }] });
    await using session = new TestSession(server);
    expect((await session.ask(MAPS, { token: 'bob-token' })).code).toBe(200);
    expect((await session.ask(MAPS, { token: null })).code).toBe(401);
  });

  it('takes requests without credentials when asked to', async () => {
    await using server = await startApiServer({ anonymous: true });
    await using session = new TestSession(server);
    expect((await session.ask(MAPS, { token: null })).code).toBe(200);
  });
});
