import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Client, KubeConfig } from 'kube-informer';
import { eventually } from 'kube-informer/testing';

const MAIN = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));

/** A command under way: its lines as they come, and how it ended. */
class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  out = '';
  err = '';
  readonly #waiting = new Set<() => void>();

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const flags = ['--import', 'tsx', '-C', 'kube-informer-source', MAIN];
    this.child = spawn(process.execPath, [...flags, ...args], { env: { ...process.env, ...env } });
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.out += chunk.toString();
      for (const look of this.#waiting) look();
    });
    this.child.stderr.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
  }

  /** Resolves with the first match in what it printed; rejects when it ends without one. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(this.out);
        if (match === null) return;
        this.#waiting.delete(look);
        resolve(match);
      };
      this.#waiting.add(look);
      look();
      this.ended.then((code) => {
        reject(new Error(`ended with ${String(code)} before it printed ${String(pattern)}:\n${this.out}${this.err}`));
      }, reject);
    });
  }

  async interrupt(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}

describe('the command line', { timeout: 60_000 }, () => {
  let folder: string;
  let running: Running[];
  const run = (args: readonly string[], env?: Readonly<Record<string, string>>): Running => {
    const command = new Running(args, env);
    running.push(command);
    return command;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kube-informer-cli-'));
    running = [];
  });

  afterEach(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  });

  it('serves plain HTTP to whoever has its kubeconfig', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    const server = run(['serve', '--insecure', '--kubeconfig', kubeconfig]);
    await server.prints(/^ready (http:\/\/127\.0\.0\.1:\d+)$/m);
    await using client = new Client(await KubeConfig.fromFile(kubeconfig));
    expect((await client.core.v1.namespaces.list()).items).not.toEqual([]);
    await client.close();
    expect(await server.interrupt()).toBe(0);
  });

  it('serves, watches what is made there, and both end cleanly on Ctrl-C', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    const server = run(['serve', '--kubeconfig', kubeconfig]);
    await server.prints(/^ready (https:\/\/127\.0\.0\.1:\d+)$/m);
    expect((await stat(kubeconfig)).mode & 0o077).toBe(0);

    await using client = new Client(await KubeConfig.fromFile(kubeconfig));
    const pods = client.core.v1.pods.namespace('default');
    await pods.create({
      metadata: { name: 'web-1', labels: { app: 'web' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    await pods.create({ metadata: { name: 'db-1' }, spec: { containers: [{ name: 'c', image: 'i' }] } });

    const watch = run(['watch', 'po', '-l', 'app=web'], { KUBECONFIG: kubeconfig });
    await watch.prints(/^add a pod: default\/web-1$/m);
    await pods.patch('web-1', { metadata: { annotations: { a: 'b' } } });
    await watch.prints(/^update a pod: default\/web-1 \(metadata\.annotations\)$/m);
    await pods.delete('web-1', { gracePeriodSeconds: 0 });
    await watch.prints(/^delete a pod: default\/web-1$/m);
    expect(watch.out).not.toContain('db-1');
    const empty = run(['watch', 'po', 'cm', '-n', 'kube-system', '-l', 'app=none'], { KUBECONFIG: kubeconfig });
    await eventually(() => {
      expect(empty.err).toMatch(/pods.*: there are none at present\n.*configmaps.*: there are none at present\n/s);
    });
    expect(await empty.interrupt()).toBe(0);

    expect(await watch.interrupt()).toBe(0);
    await client.close();
    expect(await server.interrupt()).toBe(0);
    expect(server.err + watch.err).toBe('');
    expect(server.out).toContain(`export KUBECONFIG='${kubeconfig}'\n`);
    await expect(stat(kubeconfig)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not take the kubeconfig of another server along', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    const first = run(['serve', '--kubeconfig', kubeconfig]);
    await first.prints(/^ready /m);
    const second = run(['serve', '--kubeconfig', kubeconfig]);
    await second.prints(/^ready /m);
    expect(await first.interrupt()).toBe(0);
    await using client = new Client(await KubeConfig.fromFile(kubeconfig));
    expect((await client.core.v1.namespaces.list()).items).not.toEqual([]);
  });

  it('keeps objects in --data across a restart', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    const args = ['serve', '--kubeconfig', kubeconfig, '--data', join(folder, 'data')];
    const first = run(args);
    await first.prints(/^ready /m);
    const client = new Client(await KubeConfig.fromFile(kubeconfig));
    const made = await client.core.v1.configMaps.namespace('default').create({ metadata: { name: 'kept' } });
    await client.close();
    expect(await first.interrupt()).toBe(0);
    expect((await stat(kubeconfig)).isFile()).toBe(true);

    const second = run(args);
    await second.prints(/^ready /m);
    await using again = new Client(await KubeConfig.fromFile(kubeconfig));
    const found = await again.core.v1.configMaps.namespace('default').get('kept');
    expect(found.metadata.uid).toBe(made.metadata.uid);
    expect(found.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
  });

  it('runs the playground without a terminal as plain lines, and leaves nothing behind', async () => {
    const playground = run(['playground', '--pace', '10ms']);
    const [, kubeconfig = ''] = await playground.prints(/--kubeconfig (\S+) get pods -A -w/);
    expect(await readFile(kubeconfig, 'utf8')).toContain('clusters');
    await playground.prints(/update\s+pods\s+playground\/\S+\s+Running/);
    await playground.prints(/delete\s+pods\s+playground\//);
    expect(await playground.interrupt()).toBe(0);
    await expect(stat(kubeconfig)).rejects.toThrow(/ENOENT/);
    expect(playground.err).toBe('');
  });

  it.each([
    ['its terminal is closed', (child: ChildProcessWithoutNullStreams): unknown => child.kill('SIGHUP')],
    ['nobody reads on, as with | head', (child: ChildProcessWithoutNullStreams): unknown => child.stdout.destroy()],
  ])('ends the playground as Ctrl-C does when %s', async (_, end) => {
    const playground = run(['playground', '--pace', '10ms']);
    const [, kubeconfig = ''] = await playground.prints(/--kubeconfig (\S+) get pods -A -w/);
    end(playground.child);
    expect(await playground.ended).toBe(0);
    await expect(stat(kubeconfig)).rejects.toThrow(/ENOENT/);
    expect(playground.err).toBe('');
  });

  it('ends a pod of the playground that somebody deletes, as a kubelet does', async () => {
    const playground = run(['playground', '--pace', '1h']);
    const [, kubeconfig = ''] = await playground.prints(/--kubeconfig (\S+) get pods -A -w/);
    await using client = new Client(await KubeConfig.fromFile(kubeconfig));
    const pods = client.core.v1.pods.namespace('playground');
    const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'web:1' }] };
    await pods.create({ metadata: { name: 'mine' }, spec });
    await playground.prints(/add\s+pods\s+playground\/mine/);
    await pods.delete('mine');
    await playground.prints(/update\s+pods\s+playground\/mine\s+Terminating/);
    await playground.prints(/delete\s+pods\s+playground\/mine/);
    expect(await playground.interrupt()).toBe(0);
    expect(playground.err).toBe('');
  });

  it('says which resources are there when one is not', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    const server = run(['serve', '--kubeconfig', kubeconfig]);
    await server.prints(/^ready /m);
    const watch = run(['watch', 'podz', '--kubeconfig', kubeconfig]);
    expect(await watch.ended).toBe(1);
    expect(watch.err).toMatch(/podz.*pods/s);
  });
});
