import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HttpError, HttpTransport } from '../../src/client/http/index.js';
import type { HttpRequest } from '../../src/client/http/index.js';
import { KubeConfig } from '../../src/client/kubeconfig/index.js';
import { sharedCluster } from './harness.js';
import type { UserName } from './harness.js';
import { rawRequest } from './raw-request.js';
import { makeCertificate } from './x509.mjs';

interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const cluster = sharedCluster();
const closers: (() => Promise<void>)[] = [];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kube-informer-auth-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A transport that is closed when the test ends. */
function transportOf(config: KubeConfig, http: '1.1' | '2' = '2'): HttpTransport {
  const transport = new HttpTransport(config.connection(), { http });
  closers.push(() => transport.close());
  return transport;
}

/** A kubeconfig of the test server with a user, and a cluster entry with other fields. */
function configOf(user: object, clusterFields: object = {}): KubeConfig {
  return KubeConfig.fromObject({
    'current-context': 'it',
    clusters: [
      { name: 'it', cluster: { server: cluster.server, 'certificate-authority': cluster.caFile, ...clusterFields } },
    ],
    users: [{ name: 'it', user }],
    contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
  });
}

async function ask<T>(transport: HttpTransport, request: HttpRequest): Promise<{ status: number; body: T }> {
  const { status, body } = await transport.request(request);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { status, body: JSON.parse(Buffer.concat(chunks).toString()) as T };
}

/** Who the server takes us for. */
async function whoAmI(transport: HttpTransport): Promise<UserInfo> {
  const { status, body } = await ask<{ status: { userInfo: UserInfo } }>(transport, {
    method: 'POST',
    path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
  });
  expect(status).toBe(201);
  return body.status.userInfo;
}

const alice = { username: 'alice', groups: ['devs', 'system:authenticated'] };

describe.skipIf(!cluster.managed).each(['2', '1.1'] as const)('over HTTP/%s, the server knows', (http) => {
  it.each(['alice', 'alice-cert', 'bob', 'bob-cert'])('the user of context %s of its kubeconfig', async (context) => {
    const config = await KubeConfig.fromFile(cluster.kubeconfig, { context });
    const name = context.split('-', 1)[0] as UserName;
    const { groups } = cluster.users[name];
    expect(await whoAmI(transportOf(config, http))).toMatchObject({
      username: name,
      groups: [...groups, 'system:authenticated'],
    });
  });

  it('a token in a file, and the one that takes its place', async () => {
    const tokenFile = join(folder, `token-${http}`);
    writeFileSync(tokenFile, `${cluster.users.alice.token}\n`);
    const transport = transportOf(configOf({ tokenFile }), http);
    expect(await whoAmI(transport)).toMatchObject(alice);
    writeFileSync(tokenFile, 'of-nobody');
    const refused = transportOf(configOf({ tokenFile }), http);
    expect((await ask(refused, { method: 'GET', path: '/api' })).status).toBe(401);
    writeFileSync(tokenFile, cluster.users.bob.token);
    // The 401 that the server answers to the old one makes it read the file again.
    expect((await whoAmI(refused)).username).toBe('bob');
  });

  it('a client certificate given as data', async () => {
    const { clientCertFile, clientKeyFile } = cluster.users.alice;
    const data = (file: string): string => readFileSync(file).toString('base64');
    const user = { 'client-certificate-data': data(clientCertFile), 'client-key-data': data(clientKeyFile) };
    expect(await whoAmI(transportOf(configOf(user), http))).toMatchObject(alice);
  });
});

describe.skipIf(!cluster.managed)('an exec plugin', () => {
  /** A user whose plugin is a program for node, that prints a status and counts its runs. */
  function execUser(name: string, program: string): { user: object; runs: () => number } {
    const [script, log] = [join(folder, `${name}.mjs`), join(folder, `${name}.log`)];
    writeFileSync(log, '');
    writeFileSync(
      script,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(log)}, 'x');
       const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
       const answer = (status) => console.log(JSON.stringify({ apiVersion: info.apiVersion, kind: 'ExecCredential', status }));
       ${program}`,
    );
    chmodSync(script, 0o700);
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: [script],
      interactiveMode: 'Never',
      provideClusterInfo: true,
    };
    return { user: { exec }, runs: () => readFileSync(log).length };
  }

  it('that gives a token authenticates, and runs once for many requests', async () => {
    const { user, runs } = execUser('token', `answer({ token: ${JSON.stringify(cluster.users.alice.token)} });`);
    const transport = transportOf(configOf(user));
    const everyone = await Promise.all(Array.from({ length: 20 }, () => whoAmI(transport)));
    expect(everyone.every(({ username }) => username === 'alice')).toBe(true);
    expect(runs()).toBe(1);
  });

  it('that gives a client certificate authenticates', async () => {
    const { clientCertFile, clientKeyFile } = cluster.users.alice;
    const { user } = execUser(
      'certificate',
      `import { readFileSync } from 'node:fs';
       answer({
         clientCertificateData: readFileSync(${JSON.stringify(clientCertFile)}, 'utf8'),
         clientKeyData: readFileSync(${JSON.stringify(clientKeyFile)}, 'utf8'),
       });`,
    );
    expect(await whoAmI(transportOf(configOf(user)))).toMatchObject(alice);
  });

  it('is told of the cluster', async () => {
    const { user } = execUser(
      'cluster-info',
      `if (info.spec.cluster.server !== ${JSON.stringify(cluster.server)}) throw new Error('wrong server');
       answer({ token: ${JSON.stringify(cluster.users.alice.token)} });`,
    );
    expect(await whoAmI(transportOf(configOf(user)))).toMatchObject(alice);
  });

  it('runs again when the server refuses what it gave', async () => {
    const { user, runs } = execUser(
      'renewed',
      `import { readFileSync } from 'node:fs';
       const first = readFileSync(${JSON.stringify(join(folder, 'renewed.log'))}).length === 1;
       answer({ token: first ? 'withdrawn' : ${JSON.stringify(cluster.users.alice.token)} });`,
    );
    expect(await whoAmI(transportOf(configOf(user)))).toMatchObject(alice);
    expect(runs()).toBe(2);
  });

  it('that fails is a typed error', async () => {
    const { user } = execUser('failing', `console.error('no session'); process.exit(3);`);
    await expect(transportOf(configOf(user)).request({ method: 'GET', path: '/api' })).rejects.toMatchObject({
      code: 'ERR_EXEC_PLUGIN',
      message: expect.stringContaining('no session') as string,
    });
  });
});

describe.skipIf(!cluster.managed)('the files of a pod', () => {
  const account = 'auth-test';

  beforeAll(async () => {
    const metadata = { name: account, namespace: 'default' };
    await rawRequest(cluster, '/api/v1/namespaces/default/serviceaccounts', {
      method: 'POST',
      body: { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    });
  });

  afterAll(async () => {
    await rawRequest(cluster, `/api/v1/namespaces/default/serviceaccounts/${account}`, { method: 'DELETE' });
  });

  it('authenticate as its service account', async () => {
    const { body } = await rawRequest<{ status: { token: string } }>(
      cluster,
      `/api/v1/namespaces/default/serviceaccounts/${account}/token`,
      { method: 'POST', body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} } },
    );
    const root = join(folder, 'pod');
    const secrets = join(root, 'var/run/secrets/kubernetes.io/serviceaccount');
    mkdirSync(secrets, { recursive: true });
    writeFileSync(join(secrets, 'token'), body.status.token);
    writeFileSync(join(secrets, 'ca.crt'), readFileSync(cluster.caFile ?? ''));
    writeFileSync(join(secrets, 'namespace'), 'default');
    const { hostname, port } = new URL(cluster.server);
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, HOME: join(folder, 'nobody') };
    const config = await KubeConfig.load({ root, env });
    expect(config.namespace).toBe('default');
    const user = await whoAmI(transportOf(config));
    expect(user.username).toBe(`system:serviceaccount:default:${account}`);
    expect(user.groups).toContain('system:serviceaccounts');
  });
});

describe.skipIf(!cluster.managed)('impersonation', () => {
  it('makes admin act as another user, with groups, a uid and extra', async () => {
    const user = {
      token: cluster.users.admin.token,
      as: 'alice',
      'as-uid': 'uid-of-alice',
      'as-groups': ['devs', 'on-call'],
      'as-user-extra': { 'example.com/Scopes': ['read', 'write 50%'], reason: ['audit'] },
    };
    const info = await whoAmI(transportOf(configOf(user)));
    expect({ ...info, groups: [...info.groups].sort() }).toMatchObject({
      username: 'alice',
      uid: 'uid-of-alice',
      groups: ['devs', 'on-call', 'system:authenticated'],
      // The server takes names in lower case only.
      extra: { 'example.com/scopes': ['read', 'write 50%'], reason: ['audit'] },
    });
  });

  it('works with a client certificate, over HTTP/1.1 too', async () => {
    const { clientCertFile, clientKeyFile } = cluster.users.admin;
    const user = {
      'client-certificate': clientCertFile,
      'client-key': clientKeyFile,
      as: 'bob',
      'as-groups': ['a', 'b'],
    };
    const info = await whoAmI(transportOf(configOf(user), '1.1'));
    expect(info.username).toBe('bob');
    expect(info.groups).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('is refused by RBAC for who may not', async () => {
    const rbac = sharedCluster({ rbac: true });
    const config = KubeConfig.fromObject({
      'current-context': 'it',
      clusters: [{ name: 'it', cluster: { server: rbac.server, 'certificate-authority': rbac.caFile } }],
      users: [{ name: 'it', user: { token: rbac.users.alice.token, as: 'admin' } }],
      contexts: [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
    });
    const { status, body } = await ask<{ message: string }>(transportOf(config), {
      method: 'GET',
      path: '/api/v1/pods',
    });
    expect(status).toBe(403);
    expect(body.message).toMatch(/User "alice" cannot impersonate/);
  });
});

describe.skipIf(!cluster.managed)('what does not authenticate', () => {
  const get = { method: 'GET', path: '/api/v1/pods' } as const;

  it('by user name and password, which this server does not know, is a 401', async () => {
    const user = { username: 'alice', password: cluster.users.alice.token };
    expect((await ask(transportOf(configOf(user)), get)).status).toBe(401);
  });

  it('by a token of nobody is a 401', async () => {
    expect((await ask(transportOf(configOf({ token: 'nobody' })), get)).status).toBe(401);
  });

  it('since the CA is another one is ERR_HTTP_TLS, which says so', async () => {
    const other = join(folder, 'other-ca.pem');
    writeFileSync(other, makeCertificate({ commonName: 'another CA', use: 'ca' }).cert);
    const config = configOf({ token: cluster.users.alice.token }, { 'certificate-authority': other });
    const failure = await transportOf(config)
      .request(get)
      .then(String, (error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({
      code: 'ERR_HTTP_TLS',
      retryable: false,
      message: expect.stringContaining('certificate-authority') as string,
    });
  });

  it('since the name is not in the server’s certificate is ERR_HTTP_TLS, which names the setting', async () => {
    const config = configOf({ token: cluster.users.alice.token }, { 'tls-server-name': 'elsewhere.example.com' });
    await expect(transportOf(config).request(get)).rejects.toMatchObject({
      code: 'ERR_HTTP_TLS',
      message: expect.stringContaining('tls-server-name') as string,
    });
  });

  it('since the client certificate has expired is a typed error, which names the user', async () => {
    const issuer = makeCertificate({ commonName: 'ours', use: 'ca' });
    const { cert, key } = makeCertificate({
      commonName: 'alice',
      organizations: ['devs'],
      use: 'client',
      issuer,
      notBefore: new Date('2020-01-01'),
      notAfter: new Date('2021-01-01'),
    });
    const encode = (pem: string): string => Buffer.from(pem).toString('base64');
    const config = configOf({ 'client-certificate-data': encode(cert), 'client-key-data': encode(key) });
    await expect(transportOf(config).request(get)).rejects.toMatchObject({
      code: 'ERR_CREDENTIALS',
      message: expect.stringMatching(/user "it".*expired/s) as string,
    });
  });

  it('since a stranger signed the client certificate is a refusal, not a hang', async () => {
    const issuer = makeCertificate({ commonName: 'a stranger', use: 'ca' });
    const { cert, key } = makeCertificate({ commonName: 'alice', organizations: ['devs'], use: 'client', issuer });
    const encode = (pem: string): string => Buffer.from(pem).toString('base64');
    const config = configOf({ 'client-certificate-data': encode(cert), 'client-key-data': encode(key) });
    // The server asks for a certificate and does not insist on a good one: what remains is nobody.
    expect((await ask(transportOf(config), get)).status).toBe(401);
  });

  it('does not show the token in its error', async () => {
    const token = 'a-very-secret-token';
    const config = configOf({ token }, { server: 'https://127.0.0.1:1' });
    const failure = await transportOf(config)
      .request(get)
      .then(String, (error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ERR_HTTP_CONNECT' });
    expect(JSON.stringify(failure) + String(failure) + String((failure as Error).stack)).not.toContain(token);
  });
});

describe.skipIf(!cluster.managed)('150 watches of one transport', () => {
  const WATCHES = 150;
  const namespace = 'default';
  const path = `/api/v1/namespaces/${namespace}/configmaps`;

  it('all receive, on at most 3 connections, and a get answers while they are open', async () => {
    const transport = transportOf(configOf({ token: cluster.users.admin.token }));
    const name = 'watched-by-150';
    const names = Array.from({ length: WATCHES }, async () => {
      const query = { watch: true, fieldSelector: `metadata.name=${name}`, timeoutSeconds: 50 };
      const response = await transport.request({ method: 'GET', path, query, purpose: 'watch' });
      return { response, first: firstLine(response.body) };
    });
    const watches = await Promise.all(names);
    expect(watches.map(({ response }) => response.status)).toEqual(Array.from({ length: WATCHES }, () => 200));
    const { connections } = transport.stats;
    expect(connections.reduce((sum, { watches: open }) => sum + open, 0)).toBe(WATCHES);
    expect(connections.length).toBeLessThanOrEqual(3);

    expect((await ask(transport, { method: 'GET', path: '/version' })).status).toBe(200);
    expect(transport.stats.connections.length).toBeLessThanOrEqual(3);

    const created = await ask(transport, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }),
    });
    expect(created.status).toBe(201);
    const events = await Promise.all(watches.map(({ first }) => first));
    await ask(transport, { method: 'DELETE', path: `${path}/${name}` });
    expect(new Set(events.map(({ type, object }) => `${type} ${object.metadata.name}`))).toEqual(
      new Set([`ADDED ${name}`]),
    );
    expect(events).toHaveLength(WATCHES);
  });
});

async function firstLine(
  body: AsyncIterable<Uint8Array>,
): Promise<{ type: string; object: { metadata: { name: string } } }> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString();
    const end = text.indexOf('\n');
    if (end >= 0) return JSON.parse(text.slice(0, end)) as never;
  }
  throw new Error('The watch ended without an event');
}
