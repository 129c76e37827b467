import { isAbsolute, resolve, sep } from 'node:path';
import { EXEC_API_VERSIONS, INTERACTIVE_MODES } from '../credentials/index.js';
import type { ExecApiVersion, ExecSpec, InteractiveMode } from '../credentials/index.js';
import type { ClusterEntry, ConfigEntries, ContextEntry, UserEntry } from './entries.js';
import { Fields } from './fields.js';
import { kubeConfigError } from './kubeconfig-error.js';

interface Place {
  /** Which file it is, for messages. */
  readonly source: string;
  /** What relative paths are relative to. */
  readonly baseDir: string;
}

const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';

/** Checks the shape of a parsed kubeconfig and makes its paths absolute. Unknown fields are ignored, as by kubectl. */
export function decodeConfig(value: unknown, place: Place): ConfigEntries {
  const { source } = place;
  const root = new Fields(value ?? {}, '', source);
  const kind = root.text('kind') ?? 'Config';
  const apiVersion = root.text('apiVersion') ?? 'v1';
  if (kind !== 'Config' || apiVersion !== 'v1') {
    throw kubeConfigError(
      `${source} is not a kubeconfig: it says apiVersion "${apiVersion}", kind "${kind}"; a kubeconfig says "v1", "Config".`,
    );
  }
  return {
    sources: [source],
    currentContext: root.text('current-context'),
    clusters: named(root, 'clusters', source, (name, item) => decodeCluster(name, item.object('cluster'), place)),
    users: named(root, 'users', source, (name, item) => decodeUser(name, item.object('user'), place)),
    contexts: named(root, 'contexts', source, (name, item) => decodeContext(name, item.object('context'), source)),
  };
}

function named<T>(
  root: Fields,
  key: string,
  source: string,
  decode: (name: string, item: Fields) => T,
): ReadonlyMap<string, T> {
  const entries = new Map<string, T>();
  for (const item of root.objects(key)) {
    const name = item.requiredText('name');
    if (entries.has(name)) {
      throw kubeConfigError(`The kubeconfig ${source} has two ${key} named "${name}". Remove or rename one.`);
    }
    entries.set(name, decode(name, item));
  }
  return entries;
}

function decodeCluster(name: string, cluster: Fields | undefined, { source, baseDir }: Place): ClusterEntry {
  const extension = cluster?.objects('extensions').find((one) => one.text('name') === EXEC_EXTENSION);
  return {
    name,
    origin: source,
    server: cluster?.text('server') ?? '',
    tlsServerName: cluster?.text('tls-server-name'),
    insecureSkipTlsVerify: cluster?.flag('insecure-skip-tls-verify') ?? false,
    caFile: path(cluster?.text('certificate-authority'), baseDir),
    caPem: cluster?.base64('certificate-authority-data'),
    proxyUrl: cluster?.text('proxy-url'),
    disableCompression: cluster?.flag('disable-compression') ?? false,
    execConfig: extension?.raw('extension'),
  };
}

function decodeUser(name: string, user: Fields | undefined, { source, baseDir }: Place): UserEntry {
  const provider = user?.object('auth-provider');
  const exec = user?.object('exec');
  return {
    name,
    origin: source,
    baseDir,
    certificateFile: path(user?.text('client-certificate'), baseDir),
    certificatePem: user?.base64('client-certificate-data'),
    keyFile: path(user?.text('client-key'), baseDir),
    keyPem: user?.base64('client-key-data'),
    token: user?.text('token'),
    tokenFile: path(user?.text('tokenFile'), baseDir),
    username: user?.text('username'),
    password: user?.text('password'),
    impersonateUser: user?.text('as'),
    impersonateUid: user?.text('as-uid'),
    impersonateGroups: user?.textList('as-groups') ?? [],
    impersonateExtra: user?.object('as-user-extra')?.entries((fields, key) => fields.textList(key)) ?? new Map(),
    authProvider: provider && {
      name: provider.requiredText('name'),
      config: provider.object('config')?.entries((fields, key) => fields.text(key) ?? '') ?? new Map<string, string>(),
    },
    exec: exec && (() => decodeExec(name, exec, { source, baseDir })),
  };
}

function decodeContext(name: string, context: Fields | undefined, source: string): ContextEntry {
  return {
    name,
    origin: source,
    cluster: context?.text('cluster') ?? '',
    user: context?.text('user') ?? '',
    namespace: context?.text('namespace'),
  };
}

function decodeExec(user: string, exec: Fields, { source, baseDir }: Place): ExecSpec {
  const where = `the exec plugin of user "${user}" in the kubeconfig ${source}`;
  const apiVersion = exec.requiredText('apiVersion');
  if (!isOneOf(EXEC_API_VERSIONS, apiVersion)) {
    throw kubeConfigError(
      `Cannot use ${where}: its apiVersion "${apiVersion}" is not supported. ` +
        `Use one of ${EXEC_API_VERSIONS.join(', ')}; a newer release of the plugin writes it.`,
    );
  }
  const env = exec.objects('env').map((one): [string, string] => [one.requiredText('name'), one.text('value') ?? '']);
  const command = exec.requiredText('command');
  return {
    apiVersion,
    // A bare name is looked up in PATH; one with a slash is a file beside the kubeconfig.
    command: command.includes('/') || command.includes(sep) ? (path(command, baseDir) ?? command) : command,
    args: exec.textList('args'),
    env: new Map(env),
    interactiveMode: interactiveMode(exec.text('interactiveMode'), apiVersion, where),
    provideClusterInfo: exec.flag('provideClusterInfo'),
    installHint: exec.text('installHint'),
  };
}

function interactiveMode(mode: string | undefined, apiVersion: ExecApiVersion, where: string): InteractiveMode {
  if (mode === undefined && apiVersion === 'client.authentication.k8s.io/v1beta1') return 'IfAvailable';
  if (mode !== undefined && isOneOf(INTERACTIVE_MODES, mode)) return mode;
  throw kubeConfigError(
    `Cannot use ${where}: its interactiveMode is ${mode === undefined ? 'missing' : `"${mode}"`}. ` +
      `Set it to one of ${INTERACTIVE_MODES.join(', ')}; without a person at the terminal, Never.`,
  );
}

function isOneOf<T extends string>(all: readonly T[], text: string): text is T {
  return (all as readonly string[]).includes(text);
}

function path(relative: string | undefined, baseDir: string): string | undefined {
  if (relative === undefined || isAbsolute(relative)) return relative;
  return resolve(baseDir, relative);
}
