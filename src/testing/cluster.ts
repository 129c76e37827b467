import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiServer, ApiServerOptions } from '../apiserver/index.js';
import type { KubeConfig } from '../client/index.js';

/** As for `startApiServer`. */
export type TestClusterOptions = ApiServerOptions;

/** A Kubernetes API server in this process, with what clients need to reach it. There are no controllers and no nodes. */
export interface TestCluster extends AsyncDisposable {
  readonly url: string;
  /** For `new Client(cluster.config)`: the user `admin`, who may do everything. */
  readonly config: KubeConfig;
  /** The same as text. */
  readonly kubeconfig: string;
  /** The same as a file, for kubectl and other programs. It is removed when the cluster stops. */
  readonly kubeconfigPath: string;
  /** For another user, one of the option `users`. */
  configOf(user: string): KubeConfig;
  /** The server itself: its faults, its storage. */
  readonly server: ApiServer;
  /** Ends watches, closes every connection, removes the kubeconfig. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts a cluster for a test, in a few milliseconds and without anything installed.
 *
 * @example
 * await using cluster = await startTestCluster();
 * await using client = new Client(cluster.config);
 */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  // Loaded here, since most of what this entry point offers needs neither.
  const [{ startApiServer }, { KubeConfig }] = await Promise.all([
    import('../apiserver/index.js'),
    import('../client/index.js'),
  ]);
  const server = await startApiServer(options);
  let folder: string | undefined;
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await server.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const kubeconfig = server.kubeconfig();
    folder = await mkdtemp(join(tmpdir(), 'kube-informer-cluster-'));
    const kubeconfigPath = join(folder, 'kubeconfig');
    await writeFile(kubeconfigPath, kubeconfig, { mode: 0o600 });
    const configs = new Map<string, KubeConfig>();
    for (const name of ['admin', ...(options.users ?? []).map((user) => user.name)]) {
      configs.set(name, await KubeConfig.fromString(server.kubeconfig(name)));
    }
    const configOf = (user: string): KubeConfig => {
      const config = configs.get(user);
      // The server knows nobody else either, and says so.
      if (config === undefined) throw unknownUser(server, user);
      return config;
    };
    const once = (): Promise<void> => (stopped ??= stop());
    return {
      url: server.url,
      config: configOf('admin'),
      kubeconfig,
      kubeconfigPath,
      configOf,
      server,
      stop: once,
      [Symbol.asyncDispose]: once,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The error of the server itself. */
function unknownUser(server: ApiServer, user: string): unknown {
  try {
    server.kubeconfig(user);
  } catch (error) {
    return error;
  }
  return new Error(`no such user: ${user}`);
}
