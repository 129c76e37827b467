import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { chooseServer } from './choose-server.mjs';
import { sharedCluster, startCluster } from './harness.js';
import { rawRequest } from './raw-request.js';

const { managed } = sharedCluster();
const choice = chooseServer();

interface ConfigMapList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

// A clean stop takes a second or two, and is cut short after 15.
const PATIENT = { timeout: 20_000 };

const configMap = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(!managed)('a server of one’s own', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'has the same objects, users and port after a restart by %s',
    async (signal) => {
      const cluster = await startCluster();
      try {
        await rawRequest(cluster, CONFIG_MAPS, { method: 'POST', body: configMap('kept') });
        const { server, pid, users } = cluster;
        await cluster.restart({ signal });
        expect(cluster.server).toBe(server);
        expect(cluster.pid).not.toBe(pid);
        expect(cluster.users).toEqual(users);
        expect((await rawRequest(cluster, `${CONFIG_MAPS}/kept`)).status).toBe(200);
      } finally {
        await cluster.stop();
      }
    },
  );

  it('answers 410 to a continue token from before a compaction', async () => {
    const cluster = await startCluster({ extraArgs: ['--feature-gates=ListFromCacheSnapshot=false'] });
    try {
      for (const name of ['a', 'b', 'c']) {
        await rawRequest(cluster, CONFIG_MAPS, { method: 'POST', body: configMap(name) });
      }
      const page = (await rawRequest<ConfigMapList>(cluster, `${CONFIG_MAPS}?limit=1`)).body;
      await rawRequest(cluster, CONFIG_MAPS, { method: 'POST', body: configMap('d') });
      await cluster.compact();
      const next = `${CONFIG_MAPS}?limit=1&continue=${encodeURIComponent(page.metadata.continue ?? '')}`;
      expect((await rawRequest(cluster, next)).status).toBe(410);
    } finally {
      await cluster.stop();
    }
  });

  it('takes flags of kube-apiserver', async () => {
    const cluster = await startCluster({ extraArgs: ['--runtime-config=apps/v1=false'] });
    try {
      expect((await rawRequest(cluster, '/apis/apps/v1')).status).toBe(404);
    } finally {
      await cluster.stop();
    }
  });

  it('that cannot start says why', async () => {
    await expect(startCluster({ extraArgs: ['--no-such-flag'] })).rejects.toThrow(/unknown flag: --no-such-flag/);
  });

  it('leaves neither a process nor a folder behind when stopped', async () => {
    const cluster = await startCluster();
    const { pid, kubeconfig } = cluster;
    await cluster.stop();
    await expect.poll(() => isRunning(pid!), PATIENT).toBe(false);
    expect(existsSync(kubeconfig)).toBe(false);
  });
});

describe.skipIf(choice.kind !== 'built')('the server program', () => {
  const binary = choice.kind === 'built' ? choice.binary : '';

  it.each([
    ['SIGTERM', (child: ReturnType<typeof spawn>) => child.kill('SIGTERM')],
    ['the end of its standard input', (child: ReturnType<typeof spawn>) => child.stdin?.end()],
  ])('ends with code 0 on %s', async (_how, ask) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kube-informer-cluster-'));
    const child = spawn(binary, ['--data-dir', dataDir], { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      expect(line).toMatch(/^ready https:\/\/127\.0\.0\.1:\d+$/);
      const exited = once(child, 'exit');
      ask(child);
      expect(await exited).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  // The shell dies first; the server's input stays open through us, so only its parent tells.
  it('ends when its parent is killed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kube-informer-cluster-'));
    const script = '"$0" --data-dir "$1" 2>/dev/null & echo "pid $!"; wait';
    const shell = spawn('/bin/sh', ['-c', script, binary, dataDir], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
    try {
      const { value } = (await lines.next()) as { value: string };
      expect((await lines.next()).value).toMatch(/^ready /);
      shell.kill('SIGKILL');
      const pid = Number(value.split(' ')[1]);
      await expect.poll(() => isRunning(pid), PATIENT).toBe(false);
    } finally {
      shell.stdin.end();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('is also kubectl', async () => {
    const child = spawn(binary, ['kubectl', 'version', '--client', '-o', 'json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await once(child, 'close');
    expect(JSON.parse(text)).toMatchObject({ clientVersion: { major: '1', minor: '36' } });
  });
});
