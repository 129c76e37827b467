import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, KubeConfig, silentLogger } from 'kube-informer';
import { prepareServer } from '../../../test/cluster/build.mjs';
import { startCluster } from '../../../test/cluster/start-cluster.js';
import { makePods } from '../../lib/pods.js';
import { runCommand } from './run-command.js';

/** A server full of pods, and how to change them. */
export interface Server {
  readonly url: string;
  readonly kubeconfig: string;
  readonly caFile: string;
  readonly token: string;
  readonly objects: number;
  /** Makes so many updates, each of a pod that was not updated before in this call, at so many a second. */
  update(count: number, rate: number): Promise<void>;
  stop(): Promise<void>;
}

/** The load under which targets are measured. */
export const UPDATES_PER_SECOND = 200;

/** Copies of recorded pods are told apart by the last digit. */
const NAMESPACE = 'bench-0';

/** A real API server with pods made through it. */
export async function startReal(objects: number): Promise<Server> {
  const prepared = await prepareServer();
  if (prepared.code !== 0) throw new Error('There is no real API server to measure with; see above.');
  const cluster = await startCluster();
  const { caFile, users } = cluster.description;
  if (caFile === undefined || users === undefined) {
    await cluster.stop();
    throw new Error('A server that is not ours is not filled with pods: unset TEST_KUBECONFIG.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const token = users.admin.token;
  writeFileSync(kubeconfig, kubeconfigFor(cluster.server, readFileSync(caFile, 'utf8'), token));
  const client = new Client(await KubeConfig.load({ path: kubeconfig }), { logger: silentLogger });
  await client.core.v1.namespaces.create({ metadata: { name: NAMESPACE } });
  const names = await makePods(client, NAMESPACE, objects);
  const pods = client.core.v1.pods.namespace(NAMESPACE);
  return {
    url: cluster.server,
    kubeconfig,
    caFile,
    token,
    objects,
    update: (count, rate) =>
      atRate(count, rate, (index) =>
        pods.patch(names[index % names.length] ?? '', { metadata: { annotations: { 'bench/sent': nanoseconds() } } }),
      ),
    async stop() {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
      await cluster.stop();
    },
  };
}

/** A server that sends what was recorded, on a core of its own where there are two. */
export async function startReplay(capture: string, objects: number): Promise<Server> {
  const sources = fileURLToPath(new URL('../../replay', import.meta.url));
  await runCommand(['go', 'build', '-o', 'target/replay', '.'], sources);
  const args = ['target/replay', '--capture', capture, '--objects', String(objects)];
  const [program = '', ...rest] = availableParallelism() > 1 ? ['taskset', '--cpu-list', '1', ...args] : args;
  const child = spawn(program, rest, { cwd: sources, stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (line.done === true) throw new Error('The replay server did not start; see above.');
  const { url, ca } = JSON.parse(line.value) as { url: string; ca: string };
  const folder = mkdtempSync(join(tmpdir(), 'bench-replay-'));
  const [kubeconfig, caFile, token] = [join(folder, 'kubeconfig'), join(folder, 'ca.crt'), 'any'];
  writeFileSync(caFile, ca);
  writeFileSync(kubeconfig, kubeconfigFor(url, ca, token));
  return {
    url,
    kubeconfig,
    caFile,
    token,
    objects,
    update: (count, rate) => post(`${url}/replay/updates?rate=${String(rate)}&count=${String(count)}`, ca),
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function kubeconfigFor(server: string, ca: string, token: string): string {
  // JSON is YAML.
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'bench', cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name: 'bench', user: { token } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
    'current-context': 'bench',
  });
}

// A server that cannot keep up is not helped by more: it would spend itself on what has timed out already.
const MOST_IN_FLIGHT = 32;

/** Starts calls at the rate, as far as the server keeps up, and resolves when all have ended. */
async function atRate(count: number, rate: number, call: (index: number) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const inFlight = new Set<Promise<unknown>>();
  for (let index = 0; index < count; index++) {
    const early = startedAt + (index * 1000) / rate - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    if (inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
    const started: Promise<unknown> = call(index).finally(() => inFlight.delete(started));
    inFlight.add(started);
  }
  await Promise.all(inFlight);
}

/** Since 1970, by the wall clock, which other processes have too. */
export function nanoseconds(): string {
  const microseconds = Math.round((performance.timeOrigin + performance.now()) * 1000);
  return `${String(microseconds)}000`;
}

function post(url: string, ca: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', ca, agent: false }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${String(answer.statusCode)}`));
      });
    });
    call.once('error', reject);
    call.end();
  });
}
