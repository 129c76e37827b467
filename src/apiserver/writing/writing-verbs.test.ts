import { beforeEach, describe, expect, it } from 'vitest';
import { TestWriting } from './test-writing.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const map = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
});
const lease = (metadata: object): object => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata,
  spec: {},
});

let server: TestWriting;
beforeEach(() => {
  server = new TestWriting();
});

describe('create', () => {
  it('fills what only the server knows and answers with what is stored', async () => {
    const { code, body } = await server.send('create', MAPS, map('a', { data: { k: 'v' } }));
    expect(code).toBe(201);
    expect(body.metadata).toMatchObject({
      name: 'a',
      namespace: 'default',
      uid: 'uid-1',
      creationTimestamp: '2030-01-01T00:00:00Z',
      resourceVersion: String(server.storage.version),
    });
    expect(server.stored('configmaps', 'default/a')).toEqual(body);
  });

  it('ignores what a client says of uid, times and selfLink', async () => {
    const metadata = {
      name: 'a',
      uid: 'x',
      creationTimestamp: '2020-01-01T00:00:00Z',
      deletionTimestamp: '2020-01-01T00:00:00Z',
      selfLink: 'x',
    };
    const { body } = await server.send('create', MAPS, { ...map('a'), metadata });
    expect(body.metadata.uid).toBe('uid-1');
    expect(body.metadata.deletionTimestamp).toBeUndefined();
    expect(body.metadata.selfLink).toBeUndefined();
  });

  it('refuses a name that is taken, and says when it is on its way out', async () => {
    await server.send('create', MAPS, { ...map('a'), metadata: { name: 'a', finalizers: ['x.y/z'] } });
    const taken = await server.send('create', MAPS, map('a'));
    expect(taken.code).toBe(409);
    expect(taken.body).toMatchObject({ reason: 'AlreadyExists', message: 'configmaps "a" already exists' });
    await server.send('delete', `${MAPS}/a`);
    expect((await server.send('create', MAPS, map('a'))).body.message).toBe(
      'object is being deleted: configmaps "a" already exists',
    );
  });

  it('refuses a missing name with its cause', async () => {
    const { code, body } = await server.send('create', MAPS, { ...map(''), metadata: {} });
    expect(code).toBe(422);
    expect(body.message).toBe(
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    );
    expect(body.details).toEqual({
      kind: 'ConfigMap',
      causes: [
        {
          reason: 'FieldValueRequired',
          message: 'Required value: name or generateName is required',
          field: 'metadata.name',
        },
      ],
    });
  });

  it('refuses another namespace than that of the path', async () => {
    const { code, body } = await server.send('create', MAPS, {
      ...map('a'),
      metadata: { name: 'a', namespace: 'other' },
    });
    expect(code).toBe(400);
    expect(body.message).toBe('the namespace of the provided object does not match the namespace sent on the request');
  });

  it('makes a name of generateName', async () => {
    const { body } = await server.send('create', MAPS, { ...map(''), metadata: { generateName: 'web-' } });
    expect(body.metadata.name).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('refuses a resourceVersion as the storage of the real server does', async () => {
    const object = { ...map('a'), metadata: { name: 'a', resourceVersion: '4' } };
    expect(await server.send('create', MAPS, object)).toMatchObject({
      code: 500,
      body: { message: 'resourceVersion should not be set on objects to be created' },
    });
    expect((await server.send('create', `${MAPS}?dryRun=All`, object)).code).toBe(201);
  });

  it.each(['0', '00', '', 'abc', '-1', '1e3', ' 5'])(
    'takes %j for no resourceVersion, as the real server does',
    async (given) => {
      const { code, body } = await server.send('create', MAPS, {
        ...map('a'),
        metadata: { name: 'a', resourceVersion: given },
      });
      expect([code, body.metadata.resourceVersion === given]).toEqual([201, false]);
    },
  );

  it('needs its namespace, and one that is not terminating', async () => {
    const missing = await server.send('create', '/api/v1/namespaces/nope/configmaps', map('a'));
    expect(missing).toMatchObject({ code: 404, body: { message: 'namespaces "nope" not found' } });
    await server.send('create', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 't' } });
    await server.send('delete', '/api/v1/namespaces/t');
    const refused = await server.send('create', '/api/v1/namespaces/t/configmaps', map('a'));
    expect(refused.code).toBe(403);
    expect(refused.body.message).toBe(
      'configmaps "a" is forbidden: unable to create new content in namespace t because it is being terminated',
    );
    expect(refused.body.details).toMatchObject({
      causes: [
        { reason: 'NamespaceTerminating', message: 'namespace t is being terminated', field: 'metadata.namespace' },
      ],
    });
  });

  it('drops owners that are named twice, and says so', async () => {
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
    const { body, warnings } = await server.send('create', MAPS, {
      ...map('a'),
      metadata: { name: 'a', ownerReferences: [owner, owner] },
    });
    expect(body.metadata.ownerReferences).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/duplicate UID\(s\) observed: u$/)]);
  });

  it('warns of unknown fields, refuses them when asked to be strict, and says nothing when asked to ignore them', async () => {
    const object = map('a', { dat: 1 });
    expect((await server.send('create', `${MAPS}?dryRun=All`, object)).warnings).toEqual(['unknown field "dat"']);
    expect((await server.send('create', `${MAPS}?dryRun=All&fieldValidation=Ignore`, object)).warnings).toEqual([]);
    const strict = await server.send('create', `${MAPS}?fieldValidation=Strict`, object);
    expect(strict.code).toBe(400);
    expect(strict.body.message).toContain('strict decoding error: unknown field "dat"');
  });

  it('checks its options', async () => {
    const refused = async (query: string): Promise<string | undefined> =>
      (await server.send('create', `${MAPS}?${query}`, map('a'))).body.message;
    expect(await refused('dryRun=x')).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["x"]: supported values: "All"',
    );
    expect(await refused('fieldValidation=Foo')).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Foo": supported values: "", "Ignore", "Strict", "Warn"',
    );
    expect(await refused(`fieldManager=${'x'.repeat(129)}`)).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    );
  });
});

describe('update', () => {
  it('takes an empty list for none in the storage, so that sending it again changes nothing', async () => {
    const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles';
    const role = { metadata: { name: 'a' }, rules: [] };
    const made = await server.send('create', roles, role);
    expect(made.body).toMatchObject({ rules: null });
    const again = await server.send('update', `${roles}/a`, role);
    expect(again.body).toEqual(made.body);
    const dry = await server.send('create', `${roles}?dryRun=All`, { ...role, metadata: { name: 'b' } });
    expect(dry.body).toMatchObject({ rules: null });
  });

  it('needs the name of the path', async () => {
    await server.send('create', MAPS, map('a'));
    expect((await server.send('update', `${MAPS}/a`, map('b'))).body.message).toBe(
      'the name of the object (b) does not match the name on the URL (a)',
    );
    expect((await server.send('update', `${MAPS}/a`, { ...map('a'), metadata: {} })).body.message).toBe(
      'the name of the object (a based on URL) was undeterminable: name must be provided',
    );
    expect(await server.send('update', `${MAPS}/nope`, map('nope'))).toMatchObject({
      code: 404,
      body: { message: 'configmaps "nope" not found' },
    });
  });

  it('refuses a state that is not the newest, and a resourceVersion that is none', async () => {
    await server.send('create', MAPS, map('a'));
    const at = (resourceVersion: string): object => ({ ...map('a'), metadata: { name: 'a', resourceVersion } });
    expect(await server.send('update', `${MAPS}/a`, at('1'))).toMatchObject({
      code: 409,
      body: {
        reason: 'Conflict',
        message:
          'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
      },
    });
    expect(await server.send('update', `${MAPS}/a`, at('abc'))).toMatchObject({
      code: 500,
      body: { message: 'strconv.ParseUint: parsing "abc": invalid syntax' },
    });
  });

  it('refuses another uid, quoting the key of the storage', async () => {
    await server.send('create', MAPS, map('a'));
    expect(await server.send('update', `${MAPS}/a`, { ...map('a'), metadata: { name: 'a', uid: 'x' } })).toMatchObject({
      code: 409,
      body: {
        message:
          'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: uid-1',
      },
    });
  });

  it('without a resourceVersion overwrites, where the kind allows', async () => {
    await server.send('create', MAPS, map('a'));
    expect((await server.send('update', `${MAPS}/a`, map('a', { data: { k: 'v' } }))).code).toBe(200);
    await server.send('create', LEASES, lease({ name: 'l' }));
    expect(await server.send('update', `${LEASES}/l`, lease({ name: 'l' }))).toMatchObject({
      code: 422,
      body: {
        message:
          'leases.coordination.k8s.io "l" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      },
    });
  });

  it('creates what is not there, for the kinds that do so, whatever its resourceVersion', async () => {
    expect((await server.send('update', `${LEASES}/l`, lease({ name: 'l', resourceVersion: '1' }))).code).toBe(201);
    const other = await server.send('update', `${LEASES}/m`, lease({ name: 'm', uid: 'x' }));
    expect(other.body.message).toMatch(/UID in precondition: x, UID in object meta: $/);
  });

  it('that changes nothing keeps the version and reaches no watch', async () => {
    const { body } = await server.send('create', MAPS, map('a', { data: { k: 'v' } }));
    await server.clock.advance(60_000);
    const again = await server.send('update', `${MAPS}/a`, body);
    expect(again.body).toEqual(body);
    expect(server.changes('configmaps')).toEqual(['ADDED a']);
  });

  it('keeps what the server owns', async () => {
    const created = await server.send('create', MAPS, map('a'));
    const { body } = await server.send('update', `${MAPS}/a`, {
      ...map('a', { data: { k: 'v' } }),
      metadata: { name: 'a', creationTimestamp: '2020-01-01T00:00:00Z', generation: 9, selfLink: 'x' },
    });
    expect(body.metadata.creationTimestamp).toBe(created.body.metadata.creationTimestamp);
    expect(body.metadata.uid).toBe(created.body.metadata.uid);
    expect(body.metadata.generation).toBeUndefined();
    expect(body.metadata.selfLink).toBeUndefined();
  });

  it('cannot begin a deletion', async () => {
    await server.send('create', MAPS, map('a'));
    const { code, body } = await server.send('update', `${MAPS}/a`, {
      ...map('a'),
      metadata: { name: 'a', deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 5 },
    });
    expect(code).toBe(422);
    expect(body.message).toBe(
      'ConfigMap "a" is invalid: [metadata.deletionTimestamp: Invalid value: "2020-01-01T00:00:00Z": field is immutable, metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable]',
    );
    expect((body.details as { causes: unknown[] }).causes).toHaveLength(4);
  });

  it('names each broken rule as often as the real server finds it', async () => {
    await server.send('create', MAPS, map('a'));
    const { body } = await server.send('update', `${MAPS}/a`, {
      ...map('a'),
      metadata: { name: 'a', labels: { '-x': 'y' } },
    });
    expect((body.details as { causes: unknown[] }).causes).toHaveLength(4);
  });
});

describe('generation', () => {
  const deployment = (replicas: number): object => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: {
      replicas,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  });
  const PATH = '/apis/apps/v1/namespaces/default/deployments';

  it('counts changes of spec, neither labels nor status, and the beginning of a deletion', async () => {
    expect((await server.send('create', PATH, deployment(1))).body.metadata.generation).toBe(1);
    expect((await server.merge(`${PATH}/d`, { metadata: { labels: { x: 'y' } } })).body.metadata.generation).toBe(1);
    expect((await server.merge(`${PATH}/d`, { spec: { replicas: 2 } })).body.metadata.generation).toBe(2);
    expect((await server.merge(`${PATH}/d/status`, { status: { replicas: 2 } })).body.metadata.generation).toBe(2);
    const deleted = await server.send('delete', `${PATH}/d?propagationPolicy=Foreground`);
    expect(deleted.body.metadata.generation).toBe(3);
  });

  it('counts a new annotation of a deployment', async () => {
    await server.send('create', PATH, deployment(1));
    expect((await server.merge(`${PATH}/d`, { metadata: { annotations: { x: 'y' } } })).body.metadata.generation).toBe(
      2,
    );
  });

  it('status and spec are each changed through their own path only', async () => {
    await server.send('create', PATH, { ...deployment(1), status: { replicas: 9 } });
    const main = await server.merge(`${PATH}/d`, { spec: { replicas: 3 }, status: { replicas: 7 } });
    expect((main.body.status as { replicas?: number }).replicas).toBeUndefined();
    const part = await server.merge(`${PATH}/d/status`, { spec: { replicas: 5 }, status: { replicas: 7 } });
    expect(part.body.spec).toMatchObject({ replicas: 3 });
    expect(part.body.status).toMatchObject({ replicas: 7 });
  });
});
