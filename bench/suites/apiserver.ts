import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chooseServer } from '../../test/cluster/choose-server.mjs';
import { startCluster } from '../../test/cluster/start-cluster.js';
import { runCase } from '../lib/child.js';
import { printTable } from '../lib/table.js';
import { verdict } from './options.js';
import type { BenchOptions } from './options.js';

/** A server under load, and how much memory it takes. */
interface Subject {
  readonly url: string;
  readonly token: string;
  readonly ca: string;
  /** Bytes of resident memory, after a garbage collection where one can be asked for. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

interface Load {
  readonly creates: number;
  readonly listBytes: number;
  readonly listSeconds: number;
  readonly patches: number;
  readonly events: number;
  /** How often the server ended a watch that had not seen everything. */
  readonly resumed: number;
}

interface Measured extends Load {
  readonly idle: number;
  readonly loaded: number;
}

// What a part of this size is asked to show.
const OBJECTS = 50_000;
const WATCHERS = 100;
const CHANGES = 2_000;

/** The embedded API server beside a real one, each in a process of its own, under the same load from a third. */
export async function benchApiServer({ objects }: BenchOptions): Promise<boolean> {
  const pods = Math.min(objects, OBJECTS);
  console.log(`\nAPI server: ${String(pods)} pods, ${String(WATCHERS)} watches, ${String(CHANGES)} changes\n`);
  const ours = await measure(startEmbedded(), pods);
  const choice = chooseServer();
  const real = choice.kind === 'built' && !existsSync(choice.binary) ? undefined : await measure(startReal(), pods);
  const row = (name: string, measured: Measured): string[] => [
    name,
    measured.creates.toFixed(0),
    (measured.listBytes / measured.listSeconds / 1e6).toFixed(0),
    measured.events.toFixed(0),
    String(measured.resumed),
    `${((measured.loaded - measured.idle) / pods / 1024).toFixed(1)} KiB`,
    `${(measured.idle / 2 ** 20).toFixed(0)} MiB`,
  ];
  printTable(
    ['', 'creates/s', 'list MB/s', 'events/s', 'watches cut off', 'memory per object', 'memory idle'],
    [row('embedded', ours), ...(real === undefined ? [] : [row('kube-apiserver', real)])],
  );
  console.log(`\n  The list is ${(ours.listBytes / 1e6).toFixed(0)} MB of JSON; events are summed over all watches.\n`);
  if (real === undefined) console.log('  No real API server is built; `npm run test:cluster` builds one.\n');
  return [
    verdict(ours.creates >= 1_000, 'at least 1,000 creates a second'),
    verdict(ours.resumed === 0, 'no watch was cut off'),
    verdict(real === undefined || ours.idle < real.idle, 'an idle server takes less memory than the real one'),
  ].every(Boolean);
}

async function measure(starting: Promise<Subject>, pods: number): Promise<Measured> {
  const subject = await starting;
  const folder = mkdtempSync(join(tmpdir(), 'bench-apiserver-'));
  try {
    const ca = join(folder, 'ca.crt');
    writeFileSync(ca, subject.ca);
    const idle = await subject.memory();
    const args = [subject.url, subject.token, ca, String(pods), String(WATCHERS), String(CHANGES)];
    const { code, result, stderr } = await runCase('apiserver-load', args);
    if (code !== 0) throw new Error(`The load ended with ${String(code)}:\n${stderr}`);
    return { ...(result as Load), idle, loaded: await subject.memory() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await subject.stop();
  }
}

async function startEmbedded(): Promise<Subject> {
  const file = fileURLToPath(new URL('../cases/apiserver-embedded.ts', import.meta.url));
  const flags = ['--expose-gc', '--import', 'tsx', '-C', 'kube-informer-source'];
  const child = spawn(process.execPath, [...flags, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('The embedded API server ended.');
    return JSON.parse(line.value);
  };
  const { url, token, ca } = (await next()) as { url: string; token: string; ca: string };
  return {
    url,
    token,
    ca,
    memory: async () => {
      child.stdin.write('memory\n');
      return ((await next()) as { rss: number }).rss;
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdin.end();
      await ended;
    },
  };
}

async function startReal(): Promise<Subject> {
  const cluster = await startCluster();
  const { pid, caFile, users } = cluster.description;
  if (pid === undefined || caFile === undefined || users === undefined) {
    await cluster.stop();
    throw new Error('The memory of a server that is not ours cannot be measured: unset TEST_KUBECONFIG.');
  }
  return {
    url: cluster.server,
    token: users.admin.token,
    ca: readFileSync(caFile, 'utf8'),
    memory: () => Promise.resolve(residentBytes(pid)),
    stop: () => cluster.stop(),
  };
}

/** From the system's table of processes, which counts in KiB. */
function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s+([0-9]+) kB$/m.exec(status)?.[1] ?? NaN) * 1024;
}
