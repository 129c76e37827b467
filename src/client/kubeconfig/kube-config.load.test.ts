import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rejection, testDirectory } from '../credentials/test-support.js';
import { KubeConfig } from './index.js';

const minimal = (name: string, current = name): string => `
apiVersion: v1
kind: Config
current-context: ${current}
clusters: [{ name: ${name}, cluster: { server: 'https://${name}.example' } }]
users: [{ name: ${name}, user: { token: ${name}-token } }]
contexts: [{ name: ${name}, context: { cluster: ${name}, user: ${name}, namespace: ${name}-ns } }]
`;

const names = (config: KubeConfig): string[] => config.contexts.map(({ name }) => name);

describe('KubeConfig.load', () => {
  it('reads one explicit file, whatever the environment says', async () => {
    await using dir = await testDirectory();
    const path = await dir.write('mine', minimal('mine'));
    const KUBECONFIG = await dir.write('other', minimal('other'));
    expect(names(await KubeConfig.load({ path, env: { KUBECONFIG } }))).toEqual(['mine']);
  });

  it.each(['/somewhere', { file: '/somewhere' }])('refuses %j: it would read another file', async (options) => {
    const error = await rejection(KubeConfig.load(options as object));
    expect(error).toMatchObject({ code: 'ERR_INVALID_ARGUMENT', message: expect.stringContaining('path') as string });
  });

  it('an explicit file that is not there is an error that names it', async () => {
    await using dir = await testDirectory();
    const path = join(dir.path, 'absent');
    const KUBECONFIG = await dir.write('other', minimal('other'));
    const error = await rejection(KubeConfig.load({ path, env: { KUBECONFIG } }));
    expect(error).toMatchObject({ code: 'ERR_KUBECONFIG', message: expect.stringContaining(path) as string });
  });

  it('merges the files of $KUBECONFIG, the first winning, and skips missing ones', async () => {
    await using dir = await testDirectory();
    const first = await dir.write('first', minimal('shared').replace('shared.example', 'first.example'));
    const second = await dir.write(
      'second',
      `${minimal('shared')}- { name: more, context: { cluster: shared } }`.replace(
        /contexts: \[(.*)\]\n/,
        'contexts:\n- $1\n',
      ),
    );
    const KUBECONFIG = ['', join(dir.path, 'absent'), first, second].join(delimiter);
    const config = await KubeConfig.load({ env: { KUBECONFIG } });
    expect([names(config), config.connection().server.host]).toEqual([['shared', 'more'], 'first.example']);
  });

  it('takes the first current-context that is set', async () => {
    await using dir = await testDirectory();
    const files = [
      await dir.write('a', minimal('a', '""')),
      await dir.write('b', minimal('b')),
      await dir.write('c', minimal('c')),
    ];
    const config = await KubeConfig.load({ env: { KUBECONFIG: files.join(delimiter) } });
    expect([config.currentContext, config.namespace]).toEqual(['b', 'b-ns']);
  });

  it('resolves relative paths against the file they are in', async () => {
    await using dir = await testDirectory();
    await mkdir(join(dir.path, 'sub'));
    await dir.write('sub/token', 'from-sub');
    const one = await dir.write('one', minimal('one'));
    const two = await dir.write('sub/two', minimal('two').replace('token: two-token', 'tokenFile: ./token'));
    const config = await KubeConfig.load({ env: { KUBECONFIG: [one, two].join(delimiter) }, context: 'two' });
    expect(await config.connection().headers()).toEqual({ Authorization: 'Bearer from-sub' });
  });

  it('reads ~/.kube/config when $KUBECONFIG is not set', async () => {
    await using dir = await testDirectory();
    await mkdir(join(dir.path, '.kube'));
    await dir.write('.kube/config', minimal('home'));
    expect(names(await KubeConfig.load({ env: { HOME: dir.path } }))).toEqual(['home']);
  });

  it('does not read ~/.kube/config when $KUBECONFIG is set, as kubectl does not', async () => {
    await using dir = await testDirectory();
    await mkdir(join(dir.path, '.kube'));
    await dir.write('.kube/config', minimal('home'));
    const env = { HOME: dir.path, KUBECONFIG: join(dir.path, 'absent') };
    expect(await rejection(KubeConfig.load({ env, root: dir.path }))).toMatchObject({ code: 'ERR_KUBECONFIG' });
  });

  it('with nothing anywhere names the files and what to do', async () => {
    await using dir = await testDirectory();
    const error = await rejection(KubeConfig.load({ env: { HOME: dir.path }, root: dir.path }));
    expect(error.message).toBe(
      `There is no kubeconfig: ${join(dir.path, '.kube', 'config')} does not exist, and this is not a pod with a ` +
        'service account. Set KUBECONFIG, or name a file: load({ path }).',
    );
    const path = join(dir.path, 'absent');
    const named = await rejection(KubeConfig.load({ env: { KUBECONFIG: path }, root: dir.path }));
    expect(named.message).toBe(
      `There is no kubeconfig: ${path} (from KUBECONFIG) does not exist, and this is not a pod with a service account. ` +
        'Mend KUBECONFIG, or name another file: load({ path }).',
    );
  });

  it('a directory in the place of a file is an error that names it', async () => {
    await using dir = await testDirectory();
    expect((await rejection(KubeConfig.load({ env: { KUBECONFIG: dir.path } }))).message).toContain(
      `Cannot read the kubeconfig ${dir.path}`,
    );
  });

  it('an unknown context names the files and the contexts there are', async () => {
    await using dir = await testDirectory();
    const path = await dir.write('config', minimal('prod'));
    const error = await rejection(KubeConfig.load({ path, context: 'staging' }));
    expect(error.message).toBe(`There is no context "staging" in the kubeconfig ${path}. Choose another: "prod".`);
  });
});

describe('KubeConfig in a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443', HOME: '/nowhere' };
  const account = async (dir: { path: string; write(name: string, text: string): Promise<string> }): Promise<void> => {
    const folder = 'var/run/secrets/kubernetes.io/serviceaccount';
    await mkdir(join(dir.path, folder), { recursive: true });
    await dir.write(`${folder}/token`, 'pod-token\n');
    await dir.write(`${folder}/namespace`, 'team-a\n');
  };

  it('is used when there is no file', async () => {
    await using dir = await testDirectory();
    await account(dir);
    const config = await KubeConfig.load({ env, root: dir.path });
    const connection = config.connection();
    expect([connection.server.href, await connection.headers(), config.namespace]).toEqual([
      'https://10.0.0.1/',
      { Authorization: 'Bearer pod-token' },
      'team-a',
    ]);
  });

  it('is used when the file in the home directory is out of reach, as with the image of another user', async () => {
    await using dir = await testDirectory();
    await account(dir);
    const HOME = await dir.write('no-directory', '');
    expect((await KubeConfig.load({ env: { ...env, HOME }, root: dir.path })).currentContext).toBe('in-cluster');
    await expect(KubeConfig.load({ env: { HOME }, root: dir.path })).rejects.toMatchObject({ code: 'ERR_KUBECONFIG' });
    const KUBECONFIG = join(HOME, 'config');
    await expect(KubeConfig.load({ env: { ...env, KUBECONFIG }, root: dir.path })).rejects.toThrow(KUBECONFIG);
  });

  it('is used when the file is empty', async () => {
    await using dir = await testDirectory();
    await account(dir);
    const KUBECONFIG = await dir.write('empty', '# nothing here\n');
    expect((await KubeConfig.load({ env: { ...env, KUBECONFIG }, root: dir.path })).currentContext).toBe('in-cluster');
  });

  it('a file that says something goes first', async () => {
    await using dir = await testDirectory();
    await account(dir);
    const KUBECONFIG = await dir.write('config', minimal('file'));
    expect((await KubeConfig.load({ env: { ...env, KUBECONFIG }, root: dir.path })).currentContext).toBe('file');
  });

  it('puts an IPv6 address in brackets', async () => {
    await using dir = await testDirectory();
    await account(dir);
    const config = await KubeConfig.inCluster({ env: { ...env, KUBERNETES_SERVICE_HOST: 'fd00::1' }, root: dir.path });
    expect(config.connection().server.href).toBe('https://[fd00::1]/');
  });

  it('POD_NAMESPACE goes before the file', async () => {
    await using dir = await testDirectory();
    await account(dir);
    expect((await KubeConfig.inCluster({ env: { ...env, POD_NAMESPACE: 'mine' }, root: dir.path })).namespace).toBe(
      'mine',
    );
  });

  it('says that this is not a pod', async () => {
    expect((await rejection(KubeConfig.inCluster({ env: {} }))).message).toContain('KUBERNETES_SERVICE_HOST');
  });

  it('says that the service account is not mounted', async () => {
    await using dir = await testDirectory();
    expect((await rejection(KubeConfig.inCluster({ env, root: dir.path }))).message).toMatch(
      /serviceaccount\/token\. Check serviceAccountName and automountServiceAccountToken/,
    );
  });
});
