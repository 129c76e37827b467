// `node test/cluster/build.mjs`: makes sure that there is an API server for the tests, and says which. Ours is built once
// and cached outside the repository, so that clones and branches with the same sources share it. Node built-ins only.
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../../scripts/lib/program.mjs';
import { SOURCES, buildArguments, chooseServer, moduleVersion } from './choose-server.mjs';

// Whoever builds touches the lock this often; one left by a killed build counts as gone after the other time. A process id
// in the lock would not do: a cache may be shared by containers, each with its own numbers.
const HEARTBEAT_MS = 2_000;
const STALE_LOCK_MS = 15_000;

// A log that CI watches for signs of life gets one this often.
const PROGRESS_MS = 30_000;

// Each program is 100 MB; one that no test run used for this long belongs to sources nobody has any more.
const UNUSED_MS = 30 * 24 * 3_600_000;

const NO_SERVER =
  'test:cluster: no API server: install Go 1.26 or later to build one, or set KUBEBUILDER_ASSETS (a folder with ' +
  'kube-apiserver and etcd) or TEST_KUBECONFIG (a cluster for tests)';

/**
 * Builds the server if that is needed. Says what it does and how long it took.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Pick<import('../../scripts/lib/program.mjs').Ended, 'code' | 'signal' | 'killed'>>} code 0 when there is
 *   a server
 */
export async function prepareServer(env = process.env) {
  const ready = { code: 0, signal: undefined, killed: false };
  try {
    const choice = chooseServer(env);
    if (choice.kind === 'kubeconfig') {
      console.log(`test:cluster: using the cluster of TEST_KUBECONFIG, ${choice.kubeconfig}`);
      return ready;
    }
    if (choice.kind === 'assets') {
      console.log(`test:cluster: using the programs of KUBEBUILDER_ASSETS, ${choice.folder}`);
      return ready;
    }
    const ended = existsSync(choice.binary) ? ready : await build(choice.binary, env);
    if (ended.code === 0) tidy(choice.binary);
    return ended;
  } catch (error) {
    console.error(`test:cluster: ${error instanceof Error ? error.message : String(error)}`);
    return { ...ready, code: 1 };
  }
}

/**
 * @param {string} binary
 * @param {NodeJS.ProcessEnv} env
 */
async function build(binary, env) {
  const go = await runProgram('go', ['version'], { capture: true, env });
  if (go.code !== 0) {
    console.error(NO_SERVER);
    return { ...go, code: 1 };
  }
  mkdirSync(dirname(binary), { recursive: true });
  const unlock = await lock(`${binary}.lock`, () => existsSync(binary));
  if (unlock === undefined) return { code: 0, signal: undefined, killed: false };
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  const what = `kube-apiserver ${moduleVersion('k8s.io/kubernetes')} with etcd ${moduleVersion('go.etcd.io/etcd/server/v3')}`;
  console.log(`test:cluster: building ${what}, once: about 6 minutes on 2 cores`);
  const progress = setInterval(() => console.log(`test:cluster: still building, ${seconds()} s`), PROGRESS_MS);
  const unfinished = `${binary}.${process.pid}`;
  try {
    // No C compiler and no workspace of the user's may change what comes out.
    const goEnv = { ...env, CGO_ENABLED: '0', GOWORK: 'off' };
    const ended = await runProgram('go', [...buildArguments(), '-o', unfinished, '.'], { cwd: SOURCES, env: goEnv });
    if (ended.code === 0 && ended.signal === undefined) {
      renameSync(unfinished, binary);
      const size = Math.round(statSync(binary).size / 1e6);
      console.log(`test:cluster: built ${binary} (${size} MB) in ${seconds()} s`);
      return ended;
    }
    console.error(`test:cluster: go build did not finish (${ended.signal ?? `exit code ${ended.code}`})`);
    return { ...ended, code: ended.code || 1 };
  } finally {
    clearInterval(progress);
    rmSync(unfinished, { force: true });
    unlock();
  }
}

/**
 * Takes the lock, or waits for its holder and gives up once that has made the lock pointless. Two that find the same stale
 * lock may both take it: that costs a second build, and its result replaces the first one whole.
 *
 * @param {string} file
 * @param {() => boolean} pointless
 * @returns {Promise<(() => void) | undefined>} releases the lock; undefined if it was not taken
 */
async function lock(file, pointless) {
  for (let waited = false; ; waited = true) {
    if (pointless()) return undefined;
    try {
      closeSync(openSync(file, 'wx'));
      // Somebody may have found it stale, after this machine slept.
      const heartbeat = setInterval(() => existsSync(file) && utimesSync(file, new Date(), new Date()), HEARTBEAT_MS);
      return () => {
        clearInterval(heartbeat);
        rmSync(file, { force: true });
      };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (!waited) console.log('test:cluster: another process is building the server; waiting for it');
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) rmSync(file, { force: true });
    else await sleep(HEARTBEAT_MS / 4);
  }
}

/**
 * Marks the program as used, and removes its siblings that were not for long.
 *
 * @param {string} binary
 */
function tidy(binary) {
  utimesSync(binary, new Date(), new Date());
  for (const name of readdirSync(dirname(binary))) {
    const file = join(dirname(binary), name);
    if (!name.startsWith('apiserver-') || name === basename(binary)) continue;
    if (Date.now() - statSync(file).mtimeMs > UNUSED_MS) rmSync(file, { force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { code } = await prepareServer();
  const choice = code === 0 ? chooseServer() : undefined;
  if (choice?.kind === 'built') console.log(choice.binary);
  process.exitCode = code;
}
