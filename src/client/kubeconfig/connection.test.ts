import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ClusterConnection } from '../connection.js';
import { makeCertificate } from '../credentials/test-certificates.js';
import { everythingShown, rejection, testDirectory } from '../credentials/test-support.js';
import { KubeConfig } from './index.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface Options {
  readonly clock?: FakeClock;
  readonly env?: Record<string, string>;
  readonly baseDir?: string;
}

function connect(
  cluster: object,
  user?: object,
  { clock = new FakeClock(), env = {}, baseDir = '/' }: Options = {},
): ClusterConnection {
  return KubeConfig.fromObject(
    {
      'current-context': 'x',
      clusters: [{ name: 'c', cluster: { server: 'https://c.example:6443', ...cluster } }],
      users: user === undefined ? [] : [{ name: 'u', user }],
      contexts: [{ name: 'x', context: { cluster: 'c', ...(user === undefined ? {} : { user: 'u' }) } }],
    },
    { clock, env, baseDir },
  ).connection();
}

const ca = makeCertificate({ name: 'ca' });
const client = makeCertificate({ name: 'client' });

describe('the server of a connection', () => {
  it.each([
    ['https://c.example:6443', 'https://c.example:6443/'],
    ['https://rancher.example/k8s/clusters/c-1?x=y#z', 'https://rancher.example/k8s/clusters/c-1'],
    ['http://127.0.0.1:8001', 'http://127.0.0.1:8001/'],
    ['c.example:6443', 'https://c.example:6443/'],
  ])('%s is %s', (server, href) => {
    expect(connect({ server }).server.href).toBe(href);
  });
});

describe('the TLS material of a connection', () => {
  it('has CA, certificate and key from data, and the server name', async () => {
    const connection = connect(
      { 'certificate-authority-data': base64(ca.cert), 'tls-server-name': 'inner' },
      { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key) },
    );
    expect({ ...(await connection.tls()) }).toEqual({
      ca: ca.cert,
      cert: client.cert,
      key: client.key,
      serverName: 'inner',
      rejectUnauthorized: true,
      version: expect.any(String) as string,
    });
  });

  it('has the CA though the context names no user', async () => {
    expect((await connect({ 'certificate-authority-data': base64(ca.cert) }).tls()).ca).toBe(ca.cert);
  });

  it('skips verification where the user asked for it, and nowhere else', async () => {
    const [skipped, verified] = [await connect({ 'insecure-skip-tls-verify': true }).tls(), await connect({}).tls()];
    expect([skipped.rejectUnauthorized, verified.rejectUnauthorized]).toEqual([false, true]);
  });

  it('follows its files, and its version changes only with them', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    await dir.write('ca.crt', ca.cert);
    await dir.write('tls.crt', client.cert);
    await dir.write('tls.key', client.key);
    const connection = connect(
      { 'certificate-authority': 'ca.crt' },
      { 'client-certificate': 'tls.crt', 'client-key': 'tls.key' },
      { clock, baseDir: dir.path },
    );
    const versions = [(await connection.tls()).version];
    await clock.advance(120_000);
    versions.push((await connection.tls()).version);
    const next = makeCertificate({ name: 'next' });
    await dir.write('tls.crt', next.cert);
    await dir.write('tls.key', next.key);
    await clock.advance(1_000);
    const rotated = await connection.tls();
    await dir.write('ca.crt', ca.cert + next.cert);
    await clock.advance(1_000);
    versions.push(rotated.version, (await connection.tls()).version);
    expect([rotated.cert, versions[0] === versions[1], new Set(versions).size]).toEqual([next.cert, true, 3]);
  });

  it('keeps the last good CA while its file is being written', async () => {
    await using dir = await testDirectory();
    const clock = new FakeClock();
    await dir.write('ca.crt', ca.cert);
    const connection = connect({ 'certificate-authority': 'ca.crt' }, undefined, { clock, baseDir: dir.path });
    await connection.tls();
    await dir.write('ca.crt', ca.cert.slice(0, 40));
    await clock.advance(1_000);
    expect((await connection.tls()).ca).toBe(ca.cert);
  });

  it('equal material has equal versions in two connections', async () => {
    const cluster = { 'certificate-authority-data': base64(ca.cert) };
    expect((await connect(cluster).tls()).version).toBe((await connect(cluster).tls()).version);
  });

  it('data goes before the file', async () => {
    const cluster = { 'certificate-authority': '/absent', 'certificate-authority-data': base64(ca.cert) };
    expect((await connect(cluster).tls()).ca).toBe(ca.cert);
  });

  it('a missing CA file names cluster and file', async () => {
    const error = await rejection(connect({ 'certificate-authority': 'absent.crt' }).tls());
    expect(error).toMatchObject({ code: 'ERR_CREDENTIALS' });
    expect(error.message).toMatch(/certificate authority of cluster "c" .* from \/absent\.crt/);
  });

  it('a CA that is no certificate names the cluster', async () => {
    const error = await rejection(connect({ 'certificate-authority-data': base64('rubbish') }).tls());
    expect(error.message).toMatch(/certificate authority of cluster "c" .* is not a PEM certificate/);
  });

  it('verification skipped beside a CA is a contradiction', () => {
    const cluster = { 'insecure-skip-tls-verify': true, 'certificate-authority': '/ca' };
    expect(() => connect(cluster)).toThrow(/both insecure-skip-tls-verify and a certificate authority/);
  });
});

describe('the credentials of a connection', () => {
  it.each<[string, object, object]>([
    ['a token', { token: 't' }, { Authorization: 'Bearer t' }],
    ['a user name', { username: 'me', password: 'p' }, { Authorization: `Basic ${base64('me:p')}` }],
    ['nothing', {}, {}],
    [
      'impersonation',
      { token: 't', as: 'jane', 'as-uid': '1', 'as-groups': ['a', 'b'], 'as-user-extra': { 'x/y': ['1', '2'] } },
      {
        Authorization: 'Bearer t',
        'Impersonate-User': 'jane',
        'Impersonate-Uid': '1',
        'Impersonate-Group': ['a', 'b'],
        'Impersonate-Extra-x%2Fy': ['1', '2'],
      },
    ],
    [
      'a token beside a plugin, which is not run',
      { token: 't', exec: { command: 'absent' } },
      { Authorization: 'Bearer t' },
    ],
    [
      'a token beside a file that is not there yet',
      { token: 't', tokenFile: '/absent' },
      { Authorization: 'Bearer t' },
    ],
  ])('%s', async (_what, user, headers) => {
    expect(await connect({}, user).headers()).toEqual(headers);
  });

  it('are not sent over plain http, as kubectl does not', async () => {
    const connection = connect({ server: 'http://c.example' }, { token: 't', as: 'jane' });
    expect(await connection.headers()).toEqual({ 'Impersonate-User': 'jane' });
  });

  it('a plugin is told of the cluster', async () => {
    await using dir = await testDirectory();
    await dir.program(
      'plugin.cjs',
      `require('node:fs').writeFileSync(__dirname + '/info', process.env.KUBERNETES_EXEC_INFO);
       console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1beta1', status: { token: 't' } }));`,
    );
    await writeFile(join(dir.path, 'ca.crt'), ca.cert);
    const connection = connect(
      {
        'certificate-authority': 'ca.crt',
        'tls-server-name': 'inner',
        'proxy-url': 'http://proxy:1',
        extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x' } }],
      },
      {
        exec: {
          apiVersion: 'client.authentication.k8s.io/v1beta1',
          command: './plugin.cjs',
          provideClusterInfo: true,
          interactiveMode: 'Never',
        },
      },
      { baseDir: dir.path, env: { PATH: process.env['PATH'] ?? '' } },
    );
    expect(await connection.headers()).toEqual({ Authorization: 'Bearer t' });
    const { readFile } = await import('node:fs/promises');
    expect(JSON.parse(await readFile(join(dir.path, 'info'), 'utf8'))).toEqual({
      kind: 'ExecCredential',
      apiVersion: 'client.authentication.k8s.io/v1beta1',
      spec: {
        cluster: {
          server: 'https://c.example:6443',
          'certificate-authority-data': base64(ca.cert),
          'tls-server-name': 'inner',
          'proxy-url': 'http://proxy:1',
          config: { audience: 'x' },
        },
        interactive: false,
      },
    });
  }, 60_000);

  it.each<[string, object, RegExp]>([
    [
      'the gcp provider',
      { 'auth-provider': { name: 'gcp' } },
      /"gcp", which Kubernetes has removed.*gke-gcloud-auth-plugin/,
    ],
    ['the azure provider', { 'auth-provider': { name: 'azure' } }, /"azure".*kubelogin/],
    ['an unknown provider', { 'auth-provider': { name: 'magic' } }, /"magic".*exec plugin/],
    [
      'a plugin and a provider',
      { exec: {}, 'auth-provider': { name: 'oidc' } },
      /both an exec plugin and an auth-provider/,
    ],
    ['a token and a password', { token: 't', username: 'me' }, /both a token and a user name/],
    ['a certificate without a key', { 'client-certificate': '/c' }, /client certificate without a key/],
    ['groups without a user', { 'as-groups': ['g'] }, /without "as"/],
    ['a plugin without a version', { exec: { command: 'x' } }, /users\[0\]\.user\.exec\.apiVersion/],
    [
      'a plugin of an old version',
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1alpha1' } },
      /v1alpha1" is not supported/,
    ],
    ['a plugin without a command', { exec: { apiVersion: 'client.authentication.k8s.io/v1' } }, /exec\.command/],
    [
      'a v1 plugin without interactiveMode',
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1' } },
      /interactiveMode is missing/,
    ],
    [
      'a plugin with an unknown interactiveMode',
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Maybe' } },
      /interactiveMode is "Maybe"/,
    ],
  ])('%s is an error that names the user', (_what, user, words) => {
    let error: unknown;
    try {
      connect({}, user);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: 'ERR_KUBECONFIG', message: expect.stringMatching(words) as string });
  });

  it('a plugin that only another user has may be outdated', () => {
    const config = KubeConfig.fromObject({
      'current-context': 'x',
      clusters: [{ name: 'c', cluster: { server: 'https://c' } }],
      users: [{ name: 'old', user: { exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' } } }],
      contexts: [{ name: 'x', context: { cluster: 'c' } }],
    });
    expect(config.connection().server.host).toBe('c');
  });
});

describe('the proxy of a connection', () => {
  it('is that of the cluster, whatever NO_PROXY says', () => {
    const env = { HTTPS_PROXY: 'http://other', NO_PROXY: '*' };
    expect(connect({ 'proxy-url': 'http://proxy:3128' }, undefined, { env }).proxy?.host).toBe('proxy:3128');
  });

  it('is that of the environment where the cluster has none', () => {
    expect(connect({}, undefined, { env: { HTTPS_PROXY: 'http://proxy' } }).proxy?.host).toBe('proxy');
  });
});

describe('what a connection shows', () => {
  it('is no secret', async () => {
    const connection = connect(
      { 'proxy-url': 'http://me:proxy-password@proxy' },
      {
        token: 'hunter2hunter2',
        'client-certificate-data': base64(client.cert),
        'client-key-data': base64(client.key),
        as: 'jane',
      },
    );
    const shown = [connection, await connection.headers(), await connection.tls()].map(everythingShown).join('\n');
    const keyLine = client.key.split('\n')[1]!;
    expect(['hunter2', 'proxy-password', 'PRIVATE', keyLine].filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it('is its server and the kind of its credential', () => {
    expect(JSON.parse(JSON.stringify(connect({}, { tokenFile: '/t' })))).toEqual({
      server: 'https://c.example:6443/',
      credential: 'the token in /t',
    });
  });
});
