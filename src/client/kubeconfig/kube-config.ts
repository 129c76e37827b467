import { resolve } from 'node:path';
import { inspect } from 'node:util';
import type { Clock } from '../../base/clock.js';
import { realClock } from '../../base/clock.js';
import { assertKnownOptions } from '../../meta/index.js';
import type { KnownOptions } from '../../meta/index.js';
import type { ClusterConnection } from '../connection.js';
import { ClientNodeConnection } from './client-node.js';
import type { ClientNodeKubeConfig } from './client-node.js';
import { decodeConfig } from './decode.js';
import { isEmpty, mergeEntries } from './entries.js';
import type { ConfigEntries, ContextEntry } from './entries.js';
import { inClusterEntries, isInCluster } from './in-cluster.js';
import { KubeConfigConnection } from './kube-config-connection.js';
import { kubeConfigError } from './kubeconfig-error.js';
import { defaultFiles, isOutOfReach, readConfigFile } from './load-files.js';
import { parseText } from './parse-text.js';
import type { Environment } from './proxy.js';

/** What every way to make a `KubeConfig` takes. */
export interface KubeConfigOptions {
  /** The context to use instead of `current-context`. */
  readonly context?: string | undefined;
  /** Environment variables. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Where expiry and re-reading get their time from. Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** What `KubeConfig.load` takes. */
export interface LoadOptions extends KubeConfigOptions {
  /** One file that must exist, and alone is read: what kubectl calls `--kubeconfig`. */
  readonly path?: string | undefined;
  /** Put before the path of a pod's service account files, for tests. Default: none. */
  readonly root?: string | undefined;
}

const LOAD_OPTIONS: KnownOptions<LoadOptions> = { context: true, env: true, clock: true, path: true, root: true };

/** One context of a kubeconfig. */
export interface KubeContext {
  readonly name: string;
  readonly cluster: string;
  /** Empty when the context names no user. */
  readonly user: string;
  readonly namespace: string | undefined;
}

interface Settings {
  readonly env: Environment;
  readonly clock: Clock;
  /** Where there is no kubeconfig text behind it. */
  readonly clientNode?: ClientNodeKubeConfig;
}

/**
 * Which cluster to talk to, and as whom. It is read-only, and shows no secret when it is logged.
 *
 * No file is ever written: an OIDC token that was refreshed stays in memory.
 *
 * @example
 * const config = await KubeConfig.load(); // $KUBECONFIG, ~/.kube/config, or the pod this runs in
 * const staging = config.withContext('staging');
 */
export class KubeConfig {
  readonly #entries: ConfigEntries;
  readonly #settings: Settings;
  readonly #chosen: string | undefined;
  #connection: ClusterConnection | undefined;

  private constructor(entries: ConfigEntries, settings: Settings, chosen: string | undefined) {
    this.#entries = entries;
    this.#settings = settings;
    this.#chosen = chosen;
    if (chosen !== undefined) this.#context(chosen);
  }

  /**
   * Finds the configuration as kubectl does: `path` if given; else the files of `$KUBECONFIG`, merged, the first one
   * winning and missing ones skipped; else `~/.kube/config`; else, if those say nothing, that of the pod this runs in.
   */
  static async load(options: LoadOptions = {}): Promise<KubeConfig> {
    assertKnownOptions(options, LOAD_OPTIONS, 'Cannot load a kubeconfig', {
      file: 'Give { path }, or use fromFile().',
    });
    if (options.path !== undefined && options.path !== '') return KubeConfig.fromFile(options.path, options);
    const { env } = settingsOf(options);
    const files = defaultFiles(env);
    const isNamed = (env['KUBECONFIG'] ?? '') !== '';
    const place = { env, root: options.root ?? '/' };
    const inPod = await isInCluster(place);
    const read = async (file: string): Promise<ConfigEntries | undefined> => {
      try {
        return await readConfigFile(file);
      } catch (error) {
        // Nobody asked for that file: a pod has no home, or that of the user its image was made for.
        if (inPod && !isNamed && isOutOfReach(error)) return undefined;
        throw error;
      }
    };
    const found = (await Promise.all(files.map(read))).filter((config) => config !== undefined);
    const merged = mergeEntries(found);
    if (!isEmpty(merged)) return new KubeConfig(merged, settingsOf(options), options.context);
    if (inPod) return new KubeConfig(await inClusterEntries(place), settingsOf(options), options.context);
    throw kubeConfigError(
      `There is no kubeconfig: ${files.map((file) => resolve(file)).join(', ')}${isNamed ? ' (from KUBECONFIG)' : ''} ` +
        `${found.length > 0 ? 'has no cluster' : 'does not exist'}, and this is not a pod with a service account. ` +
        (isNamed
          ? 'Mend KUBECONFIG, or name another file: load({ path }).'
          : 'Set KUBECONFIG, or name a file: load({ path }).'),
    );
  }

  /** Reads one file, which must exist. Relative paths in it are relative to its directory. */
  static async fromFile(path: string, options: KubeConfigOptions = {}): Promise<KubeConfig> {
    const entries = await readConfigFile(path);
    if (entries === undefined) {
      throw kubeConfigError(`There is no kubeconfig ${resolve(path)}. Check the path.`);
    }
    return new KubeConfig(entries, settingsOf(options), options.context);
  }

  /** Parses YAML or JSON. Relative paths in it are relative to `baseDir`, by default the working directory. */
  static async fromString(
    text: string,
    options: KubeConfigOptions & { baseDir?: string | undefined } = {},
  ): Promise<KubeConfig> {
    const place = { source: 'given as text', baseDir: resolve(options.baseDir ?? '.') };
    const entries = decodeConfig(await parseText(text, place.source), place);
    return new KubeConfig(entries, settingsOf(options), options.context);
  }

  /** Takes what a kubeconfig file says as an object, with the field names of the file. */
  static fromObject(config: object, options: KubeConfigOptions & { baseDir?: string | undefined } = {}): KubeConfig {
    const place = { source: 'given as an object', baseDir: resolve(options.baseDir ?? '.') };
    return new KubeConfig(decodeConfig(config, place), settingsOf(options), options.context);
  }

  /** The configuration of the pod this runs in: its service account, and the API server's address in the environment. */
  static async inCluster(options: Omit<LoadOptions, 'path' | 'context'> = {}): Promise<KubeConfig> {
    const settings = settingsOf(options);
    const entries = await inClusterEntries({ env: settings.env, root: options.root ?? '/' });
    return new KubeConfig(entries, settings, undefined);
  }

  /**
   * Takes a `KubeConfig` of `@kubernetes/client-node`, which must be loaded. Its current context is used, and its own
   * ways to get credentials, with what they lack: exec plugins, for one, are not told of the cluster.
   */
  static fromClientNode(
    kubeConfig: ClientNodeKubeConfig,
    options: Omit<KubeConfigOptions, 'context'> = {},
  ): KubeConfig {
    const settings = { ...settingsOf(options), clientNode: kubeConfig };
    const cluster = kubeConfig.getCurrentCluster();
    const name = kubeConfig.getCurrentContext?.() ?? '';
    const context: ContextEntry = {
      name,
      origin: 'of @kubernetes/client-node',
      cluster: cluster?.name ?? '',
      user: '',
      namespace: kubeConfig.getContextObject?.(name)?.namespace,
    };
    const entries: ConfigEntries = {
      sources: ['of @kubernetes/client-node'],
      currentContext: name,
      clusters: new Map(),
      users: new Map(),
      contexts: new Map([[name, context]]),
    };
    return new KubeConfig(entries, settings, undefined);
  }

  /** The name of the context in use; undefined when the configuration does not say which. */
  get currentContext(): string | undefined {
    return this.#chosen ?? this.#entries.currentContext;
  }

  /** All contexts there are, in the order of the files. */
  get contexts(): readonly KubeContext[] {
    return [...this.#entries.contexts.values()].map(({ name, cluster, user, namespace }) => {
      return { name, cluster, user, namespace };
    });
  }

  /** The namespace of the context in use; `default` when it names none. */
  get namespace(): string {
    const name = this.currentContext;
    return (name === undefined ? undefined : this.#entries.contexts.get(name)?.namespace) ?? 'default';
  }

  /** The same configuration with another context in use. */
  withContext(name: string): KubeConfig {
    return new KubeConfig(this.#entries, this.#settings, name);
  }

  /**
   * How to reach the cluster of the context in use. Throws ERR_KUBECONFIG when the configuration cannot be meant; reads
   * no file and runs no plugin yet. Each call returns the same connection, so that clients share credentials.
   */
  connection(): ClusterConnection {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** What `console.log` shows. */
  [inspect.custom](): string {
    return `KubeConfig ${inspect(this.toJSON())}`;
  }

  toJSON(): unknown {
    return {
      sources: this.#entries.sources,
      currentContext: this.currentContext,
      contexts: this.contexts.map(({ name }) => name),
    };
  }

  #connect(): ClusterConnection {
    if (this.#settings.clientNode !== undefined) {
      return new ClientNodeConnection(this.#settings.clientNode, this.#settings);
    }
    const name = this.currentContext;
    if (name === undefined) {
      throw kubeConfigError(
        `The kubeconfig ${this.#sources()} has no current-context. Pass { context }: ${this.#contextNames()}.`,
      );
    }
    const context = this.#context(name);
    const where = `Context "${name}" (kubeconfig ${context.origin})`;
    const cluster = this.#entries.clusters.get(context.cluster);
    if (cluster === undefined) {
      throw kubeConfigError(`${where} names ${missing('cluster', context.cluster, this.#entries.clusters)}`);
    }
    const user = context.user === '' ? undefined : this.#entries.users.get(context.user);
    if (user === undefined && context.user !== '') {
      throw kubeConfigError(`${where} names ${missing('user', context.user, this.#entries.users)}`);
    }
    return new KubeConfigConnection(cluster, user, this.#settings);
  }

  #context(name: string): ContextEntry {
    const context = this.#entries.contexts.get(name);
    if (context !== undefined) return context;
    throw kubeConfigError(
      `There is no context "${name}" in the kubeconfig ${this.#sources()}. Choose another: ${this.#contextNames()}.`,
    );
  }

  #sources(): string {
    return this.#entries.sources.join(', ');
  }

  #contextNames(): string {
    const names = [...this.#entries.contexts.keys()];
    return names.length === 0 ? 'it has none' : names.map((name) => `"${name}"`).join(', ');
  }
}

function missing(what: string, name: string, there: ReadonlyMap<string, unknown>): string {
  const names = [...there.keys()].map((one) => `"${one}"`).join(', ');
  const which = name === '' ? `no ${what}` : `the ${what} "${name}", which is not there`;
  return `${which}. Correct the context; there ${names === '' ? `is no ${what}` : `are ${names}`}.`;
}

function settingsOf(options: KubeConfigOptions): Settings {
  return { env: options.env ?? process.env, clock: options.clock ?? realClock };
}
