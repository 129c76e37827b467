import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { ConfigEntries } from './entries.js';
import { kubeConfigError } from './kubeconfig-error.js';
import type { Environment } from './proxy.js';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const NAME = 'in-cluster';

export interface InClusterPlace {
  readonly env: Environment;
  /** Put before the path of the service account's files. */
  readonly root: string;
}

/** Whether this looks like a pod with a service account. */
export async function isInCluster({ env, root }: InClusterPlace): Promise<boolean> {
  if ((env['KUBERNETES_SERVICE_HOST'] ?? '') === '' || (env['KUBERNETES_SERVICE_PORT'] ?? '') === '') return false;
  return isFile(join(root, SERVICE_ACCOUNT, 'token'));
}

/** The configuration of a pod: the service account's token and CA, and the address in the environment. */
export async function inClusterEntries(place: InClusterPlace): Promise<ConfigEntries> {
  const { env, root } = place;
  const host = env['KUBERNETES_SERVICE_HOST'] ?? '';
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '';
  const [tokenFile, caFile] = [join(root, SERVICE_ACCOUNT, 'token'), join(root, SERVICE_ACCOUNT, 'ca.crt')];
  if (host === '' || port === '') {
    throw kubeConfigError(
      'Cannot use the in-cluster configuration: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, so this ' +
        'is not a pod. Outside a cluster, use a kubeconfig file.',
    );
  }
  if (!(await isFile(tokenFile))) {
    throw kubeConfigError(
      `Cannot use the in-cluster configuration: there is no ${tokenFile}. ` +
        'Check serviceAccountName and automountServiceAccountToken of the pod.',
    );
  }
  const namespace = await namespaceOf(place);
  const hasCa = await isFile(caFile);
  return {
    sources: [NAME],
    currentContext: NAME,
    contexts: new Map([[NAME, { name: NAME, origin: NAME, cluster: NAME, user: NAME, namespace }]]),
    clusters: new Map([
      [
        NAME,
        {
          name: NAME,
          origin: NAME,
          server: `https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
          tlsServerName: undefined,
          insecureSkipTlsVerify: false,
          caFile: hasCa ? caFile : undefined,
          caPem: undefined,
          proxyUrl: undefined,
          disableCompression: false,
          execConfig: undefined,
        },
      ],
    ]),
    users: new Map([[NAME, serviceAccountUser(tokenFile, root)]]),
  };
}

function serviceAccountUser(
  tokenFile: string,
  baseDir: string,
): NonNullable<ReturnType<ConfigEntries['users']['get']>> {
  return {
    name: NAME,
    origin: NAME,
    baseDir,
    tokenFile,
    certificateFile: undefined,
    certificatePem: undefined,
    keyFile: undefined,
    keyPem: undefined,
    token: undefined,
    username: undefined,
    password: undefined,
    impersonateUser: undefined,
    impersonateUid: undefined,
    impersonateGroups: [],
    impersonateExtra: new Map(),
    authProvider: undefined,
    exec: undefined,
  };
}

async function namespaceOf({ env, root }: InClusterPlace): Promise<string | undefined> {
  const named = env['POD_NAMESPACE'] ?? '';
  if (named !== '') return named;
  try {
    const text = (await readFile(join(root, SERVICE_ACCOUNT, 'namespace'), 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
