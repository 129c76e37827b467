import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestSession, ask } from './http/test-requests.js';
import { startApiServer } from './start.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Record<string, string> }[];
  readonly users: readonly { readonly name: string; readonly user: Record<string, string> }[];
}

describe('startApiServer', () => {
  it.each<[object, string]>([
    [{ authorization: 'RBAC' }, `authorization is "RBAC"; it is 'alwaysAllow' or 'rbac'.`],
    [{ users: ['bob'] }, `"bob" is no user. Give each as an object with a name: { name: 'bob' }.`],
    [{ datadir: '/tmp' }, 'there is no option "datadir". Did you mean "dataDir"?'],
  ])('refuses %j', async (options, why) => {
    await expect(startApiServer(options)).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENT',
      message: `Cannot start an API server: ${why}`,
    });
  });

  it('has what every cluster has', async () => {
    await using server = await startApiServer();
    const names = async (path: string): Promise<unknown[]> => {
      const { items } = (await ask(server, path)).json() as { items: { metadata: { name: string } }[] };
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await names('/api/v1/namespaces')).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    expect(await names('/api/v1/services')).toEqual(['kubernetes']);
    expect(await names('/apis/scheduling.k8s.io/v1/priorityclasses')).toEqual([
      'system-cluster-critical',
      'system-node-critical',
    ]);
    expect(await names('/apis/apiregistration.k8s.io/v1/apiservices')).toContain('v1.apps');
    expect(await names('/apis/rbac.authorization.k8s.io/v1/clusterroles')).toEqual([]);
  });

  it('has the roles of the real server with RBAC', async () => {
    await using server = await startApiServer({ authorization: 'rbac' });
    expect(server.storage.count('clusterroles.rbac.authorization.k8s.io')).toBe(69);
  });

  it('takes little to start', async () => {
    // The first one of a process also compiles what it runs.
    await using _first = await startApiServer();
    const before = process.cpuUsage();
    await using _second = await startApiServer();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(100);
  });

  it('gives a kubeconfig for each user, by token or certificate', async () => {
    await using server = await startApiServer({ users: [{ name: 'bob: "x"', groups: ['devs'] }] });
    const config = load(server.kubeconfig()) as Kubeconfig;
    expect(config).toMatchObject({ kind: 'Config', 'current-context': 'admin' });
    expect(config.clusters[0]?.cluster['server']).toBe(server.url);
    expect(config.users[0]?.user['token']).toBe(server.token);
    expect((load(server.kubeconfig('bob: "x"')) as Kubeconfig).users[0]?.name).toBe('bob: "x"');
    const certified = load(server.kubeconfig('admin', { certificate: true })) as Kubeconfig;
    const data = (name: string): string => Buffer.from(certified.users[0]?.user[name] as string, 'base64').toString();
    await using session = new TestSession(server, {
      cert: data('client-certificate-data'),
      key: data('client-key-data'),
    });
    const review = await session.ask('/apis/authentication.k8s.io/v1/selfsubjectreviews', { body: '{}', token: null });
    expect(review.json()['status']).toEqual({
      userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
    });
  });

  it('gives no kubeconfig for those it does not know, and no certificate without TLS', async () => {
    await using server = await startApiServer({ tls: false });
    expect(() => server.kubeconfig('eve')).toThrow('Cannot make a kubeconfig for "eve"');
    expect(() => server.kubeconfig('admin', { certificate: true })).toThrow('plain HTTP');
  });

  it('says which file of its data it could not read', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kube-informer-keys-'));
    await mkdir(join(dataDir, 'server-keys.json'));
    const unreadable = {
      code: 'ERR_STORAGE_UNREADABLE',
      message: expect.stringContaining('server-keys.json: EISDIR') as string,
    };
    await expect(startApiServer({ dataDir })).rejects.toMatchObject(unreadable);
    await rm(dataDir, { recursive: true });
  });

  it('says which port it could not have', async () => {
    await using server = await startApiServer();
    const port = Number(new URL(server.url).port);
    await expect(startApiServer({ port })).rejects.toThrow(`Cannot listen on 127.0.0.1:${String(port)}`);
  });
});

describe('a server with a data directory', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'apiserver-'));
  });

  afterEach(async () => {
    await rm(dataDir, { recursive: true });
  });

  it('is the same to its clients after a restart', async () => {
    const users = [{ name: 'bob' }];
    const first = await startApiServer({ dataDir, users, authorization: 'rbac' });
    await ask(first, MAPS, { body: '{"metadata":{"name":"kept"}}' });
    await ask(first, '/api/v1/namespaces/default/serviceaccounts', { body: '{"metadata":{"name":"robot"}}' });
    const made = await ask(first, '/api/v1/namespaces/default/serviceaccounts/robot/token', { body: '{}' });
    const { token } = made.json()['status'] as { token: string };
    const [admin, bob, ca] = [first.token, first.kubeconfig('bob'), first.ca];
    const { version } = first.storage;
    await first.stop();

    const port = Number(new URL(first.url).port);
    await using second = await startApiServer({ dataDir, users, authorization: 'rbac', port });
    expect([second.token, second.kubeconfig('bob'), second.ca]).toEqual([admin, bob, ca]);
    expect((await ask(second, `${MAPS}/kept`)).code).toBe(200);
    expect((await ask(second, MAPS, { token })).code).toBe(403);
    expect(second.storage.version).toBe(version);
  });

  it('keeps its keys for its owner alone', async () => {
    await using _server = await startApiServer({ dataDir });
    const path = join(dataDir, 'server-keys.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain('PRIVATE KEY');
  });

  it('says what to do about keys that cannot be read', async () => {
    await writeFile(join(dataDir, 'server-keys.json'), '{');
    await expect(startApiServer({ dataDir })).rejects.toThrow('Remove the file');
  });
});
