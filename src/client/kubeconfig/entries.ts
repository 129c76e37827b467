import type { ExecSpec } from '../credentials/index.js';

/** Where an entry comes from, for messages: a file, or words such as `a string`. */
type Origin = string;

export interface ClusterEntry {
  readonly name: string;
  readonly origin: Origin;
  readonly server: string;
  readonly tlsServerName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly caFile: string | undefined;
  /** PEM, decoded. */
  readonly caPem: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  /** The extension `client.authentication.k8s.io/exec`, handed to exec plugins as it is. */
  readonly execConfig: unknown;
}

/** Secret: instances live in private fields only. Paths are absolute. */
export interface UserEntry {
  readonly name: string;
  readonly origin: Origin;
  readonly certificateFile: string | undefined;
  readonly certificatePem: string | undefined;
  readonly keyFile: string | undefined;
  readonly keyPem: string | undefined;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly impersonateUser: string | undefined;
  readonly impersonateUid: string | undefined;
  readonly impersonateGroups: readonly string[];
  readonly impersonateExtra: ReadonlyMap<string, readonly string[]>;
  readonly authProvider: { readonly name: string; readonly config: ReadonlyMap<string, string> } | undefined;
  /** Checked when it is called: a plugin that only another context uses may be as outdated as it likes. */
  readonly exec: (() => ExecSpec) | undefined;
  /** What relative paths in `authProvider` are relative to. */
  readonly baseDir: string;
}

export interface ContextEntry {
  readonly name: string;
  readonly origin: Origin;
  readonly cluster: string;
  /** Empty: nobody in particular. */
  readonly user: string;
  readonly namespace: string | undefined;
}

/** One kubeconfig file, or several merged. Secret. */
export interface ConfigEntries {
  /** The files it was read from, or one word for what else it was. */
  readonly sources: readonly string[];
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
}

/** Whether there is anything to connect to. A file may exist and be empty. */
export function isEmpty(config: ConfigEntries): boolean {
  return config.clusters.size === 0 && config.contexts.size === 0 && config.users.size === 0;
}

/**
 * Merges as kubectl does: of entries of one name the first wins as a whole, and so does the first current-context that
 * is set.
 */
export function mergeEntries(configs: readonly ConfigEntries[]): ConfigEntries {
  const merge = <T>(pick: (config: ConfigEntries) => ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    const merged = new Map<string, T>();
    for (const [name, entry] of configs.flatMap((config) => [...pick(config)])) {
      if (!merged.has(name)) merged.set(name, entry);
    }
    return merged;
  };
  return {
    sources: configs.flatMap((config) => config.sources),
    currentContext: configs.find((config) => config.currentContext !== undefined)?.currentContext,
    clusters: merge((config) => config.clusters),
    users: merge((config) => config.users),
    contexts: merge((config) => config.contexts),
  };
}
