import { spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { chooseServer } from './choose-server.mjs';
import { Cluster } from './cluster.js';
import type { ClusterDescription } from './cluster.js';
import { describeExternal } from './external.js';

/** How to start a server. */
export interface StartOptions {
  /** Authorise by RBAC. Without it, every known user may do everything. */
  readonly rbac?: boolean;
  /** Further flags of kube-apiserver, such as `--watch-cache=false`. */
  readonly extraArgs?: readonly string[];
  /** Kept when the server stops; without it, a temporary one that is not. */
  readonly dataDir?: string;
  /** A free one unless given. */
  readonly port?: number;
}

// A start takes about 4 s on an idle machine with 2 cores; a CI machine may be ten times as busy.
const START_LIMIT_MS = 120_000;

// The server itself gives up a clean stop after 15 s.
const STOP_LIMIT_MS = 20_000;

const LOG_TAIL_LINES = 25;

interface ServerProcess {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
}

/** A server of one's own. Whoever starts it stops it; if the process that did so dies, it stops by itself. */
export class StartedCluster extends Cluster {
  readonly #options: StartOptions & { readonly dataDir: string };
  readonly #temporary: boolean;
  #process: ServerProcess | undefined;

  constructor(
    description: ClusterDescription,
    server: ServerProcess | undefined,
    options: StartOptions & { readonly dataDir: string },
    { temporary }: { temporary: boolean },
  ) {
    super(description);
    this.#options = options;
    this.#temporary = temporary;
    this.#process = server;
  }

  /** Stops the server and removes its data, unless the folder was given. Does nothing the second time. */
  async stop(): Promise<void> {
    await this.#end();
    if (this.#temporary) rmSync(this.#options.dataDir, { recursive: true, force: true });
  }

  /**
   * Stops the server and starts it again on the same port with the same objects and users. Between the two, connections
   * are refused. `SIGKILL` cuts all connections without a word to the clients.
   */
  async restart({ signal = 'SIGTERM' }: { signal?: 'SIGTERM' | 'SIGKILL' } = {}): Promise<void> {
    const port = Number(new URL(this.server).port);
    if (signal === 'SIGKILL') await this.#kill();
    else await this.#end();
    const { server, description } = await launch({ ...this.#options, port });
    this.#process = server;
    this.describe(description);
  }

  /**
   * Makes etcd forget all old revisions, so that continue tokens and exact lists of an older one get 410: within 15 s,
   * since that is how often the server looks whether its own memory of them ends too, and at once if it was started with
   * `--feature-gates=ListFromCacheSnapshot=false`.
   */
  async compact(): Promise<void> {
    const { child, lines } = this.#process ?? missing('compact');
    child.stdin.write('compact\n');
    const { value } = (await lines.next()) as { value: string | undefined };
    if (value?.startsWith('compacted ') !== true) throw new Error(`compact: the server says ${value ?? 'nothing'}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #end(): Promise<void> {
    const child = this.#process?.child;
    this.#process = undefined;
    if (child !== undefined) await end(child);
  }

  /** Of the programs of a folder, only kube-apiserver: what started it then ends the others. */
  async #kill(): Promise<void> {
    const { child } = this.#process ?? missing('restart');
    this.#process = undefined;
    const exited = once(child, 'exit');
    process.kill(this.pid ?? missing('restart'), 'SIGKILL');
    await exited;
  }
}

function missing(verb: string): never {
  throw new Error(`Cannot ${verb}: this server was stopped, or is the one of TEST_KUBECONFIG`);
}

/**
 * Starts an API server on loopback and resolves when it is ready: ours, which must have been built, or the one the
 * environment names (see README.md).
 *
 * @example
 * const cluster = await startCluster({ extraArgs: ['--watch-cache=false'] });
 * try {
 *   …
 * } finally {
 *   await cluster.stop();
 * }
 */
export async function startCluster(options: StartOptions = {}): Promise<StartedCluster> {
  const choice = chooseServer();
  if (choice.kind === 'kubeconfig') {
    const dataDir = mkdtempSync(join(tmpdir(), 'kube-informer-cluster-'));
    const description = describeExternal(choice.kubeconfig, dataDir);
    return new StartedCluster(description, undefined, { ...options, dataDir }, { temporary: true });
  }
  const temporary = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'kube-informer-cluster-'));
  try {
    const { server, description } = await launch({ ...options, dataDir });
    return new StartedCluster(description, server, { ...options, dataDir }, { temporary });
  } catch (error) {
    if (temporary) rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function launch(
  options: StartOptions & { readonly dataDir: string },
): Promise<{ server: ServerProcess; description: ClusterDescription }> {
  const { rbac = false, extraArgs = [], dataDir, port = 0 } = options;
  mkdirSync(dataDir, { recursive: true });
  const args = ['--data-dir', dataDir, '--port', String(port), ...(rbac ? ['--rbac'] : []), '--', ...extraArgs];
  const [program, ...first] = command();
  const logFile = join(dataDir, 'server.log');
  const log = openSync(logFile, 'a');
  const child = spawn(program, [...first, ...args], { stdio: ['pipe', 'pipe', log] }) as ServerProcess['child'];
  closeSync(log);
  // The server may be gone when we write to it or let go of it.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const server = { child, lines };
  const limit = setTimeout(() => child.kill('SIGTERM'), START_LIMIT_MS);
  try {
    await once(child, 'spawn');
    const { value } = (await lines.next()) as { value: string | undefined };
    if (value?.startsWith('ready ') !== true) {
      await end(child);
      throw new Error(`The API server did not start. The end of ${logFile}:\n${tail(logFile)}`);
    }
  } finally {
    clearTimeout(limit);
  }
  const written = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Omit<
    ClusterDescription,
    'managed' | 'rbac'
  >;
  return { server, description: { ...written, managed: true, rbac } };
}

/** The program that serves, with its first arguments. */
function command(): [string, ...string[]] {
  const choice = chooseServer();
  if (choice.kind === 'assets') {
    return [process.execPath, fileURLToPath(new URL('assets-server.mjs', import.meta.url)), choice.folder];
  }
  if (choice.kind === 'kubeconfig') return missing('start another server');
  if (!existsSync(choice.binary)) throw new Error('The API server is not built yet: run node test/cluster/build.mjs');
  return [choice.binary];
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(limit);
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}
