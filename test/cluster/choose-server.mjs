// Which API server the tests use, and where ours is cached. Node built-ins only.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the Go module. */
export const SOURCES = fileURLToPath(new URL('apiserver', import.meta.url));

/**
 * - `kubeconfig`: a cluster that someone else runs (`$TEST_KUBECONFIG`)
 * - `assets`: a folder with the programs kube-apiserver and etcd (`$KUBEBUILDER_ASSETS`, as envtest has it)
 * - `built`: our own program, which may have to be built first
 *
 * @typedef {{ kind: 'kubeconfig', kubeconfig: string } | { kind: 'assets', folder: string }
 *   | { kind: 'built', binary: string }} ServerChoice
 */

/**
 * The environment decides. An address that leads nowhere is an error, so that a typing mistake is not a run against
 * another server.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {ServerChoice}
 */
export function chooseServer(env = process.env) {
  const kubeconfig = env['TEST_KUBECONFIG'];
  if (kubeconfig !== undefined && kubeconfig !== '') {
    if (!existsSync(kubeconfig)) throw new Error(`TEST_KUBECONFIG names ${kubeconfig}, which does not exist`);
    return { kind: 'kubeconfig', kubeconfig: resolve(kubeconfig) };
  }
  const assets = env['KUBEBUILDER_ASSETS'];
  if (assets !== undefined && assets !== '') {
    const missing = ['kube-apiserver', 'etcd'].filter((name) => !existsSync(join(assets, name)));
    if (missing.length > 0)
      throw new Error(`KUBEBUILDER_ASSETS names ${assets}, which has no ${missing.join(', no ')}`);
    return { kind: 'assets', folder: resolve(assets) };
  }
  return { kind: 'built', binary: cachedBinary(env) };
}

/**
 * The version of a module in go.mod, where the version of the server is decided.
 *
 * @param {string} path
 */
export function moduleVersion(path) {
  const goMod = readFileSync(join(SOURCES, 'go.mod'), 'utf8');
  const version = new RegExp(`^\\s*${path.replaceAll('.', '\\.')} (v\\S+)`, 'm').exec(goMod)?.[1];
  if (version === undefined) throw new Error(`test/cluster/apiserver/go.mod does not name a version of ${path}`);
  return version;
}

/** What the server is built with; `-s -w` leaves out the tables of a debugger. */
export function buildArguments() {
  const version = moduleVersion('k8s.io/kubernetes');
  const [major = '', minor = ''] = version.slice(1).split('.');
  // Without these /version says v0.0.0.
  const stamps = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const linker = Object.entries(stamps).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
  return ['build', '-trimpath', '-ldflags', ['-s', '-w', ...linker].join(' ')];
}

/** @param {NodeJS.ProcessEnv} env */
function cachedBinary(env) {
  const named = env['XDG_CACHE_HOME'];
  return join(
    named === undefined || named === '' ? join(homedir(), '.cache') : named,
    'kube-informer',
    `apiserver-${sourceHash()}`,
  );
}

/** Changes when anything does that the program is made from, except the version of Go. */
function sourceHash() {
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, buildArguments()]));
  for (const name of readdirSync(SOURCES).sort()) {
    if (!/\.go$|^go\.(mod|sum)$/.test(name)) continue;
    hash.update(`\0${name}\0`).update(readFileSync(join(SOURCES, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
