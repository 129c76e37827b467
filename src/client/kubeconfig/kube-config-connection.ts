import { inspect } from 'node:util';
import type { Clock } from '../../base/clock.js';
import type { ClusterConnection, TlsMaterial } from '../connection.js';
import {
  SingleFlight,
  combineCredentials,
  impersonationHeaders,
  redactedHeaders,
  urlForDisplay,
} from '../credentials/index.js';
import type { Credential, ExecClusterInfo, HeaderValues } from '../credentials/index.js';
import { serverOf } from './cluster-server.js';
import { ClusterTls } from './cluster-tls.js';
import type { ClusterEntry, UserEntry } from './entries.js';
import { kubeConfigError } from './kubeconfig-error.js';
import { proxyFromConfig, proxyFromEnvironment } from './proxy.js';
import type { Environment } from './proxy.js';
import { userCredential } from './user-credential.js';

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly env: Environment;
}

/** The connection that a cluster and a user of a kubeconfig describe. Inspecting it shows no secret. */
export class KubeConfigConnection implements ClusterConnection {
  readonly server: URL;
  readonly proxy: URL | undefined;
  readonly disableCompression: boolean;
  readonly #cluster: ClusterEntry;
  readonly #tls: ClusterTls;
  readonly #credential: Credential;
  readonly #impersonation: HeaderValues | undefined;
  readonly #renewal = new SingleFlight<boolean>();

  constructor(cluster: ClusterEntry, user: UserEntry | undefined, options: ConnectionOptions) {
    this.server = serverOf(cluster);
    this.proxy =
      cluster.proxyUrl === undefined
        ? proxyFromEnvironment(this.server, options.env)
        : proxyFromConfig(cluster.proxyUrl, cluster.name);
    this.disableCompression = cluster.disableCompression;
    this.#cluster = cluster;
    // Over plain http everybody on the way could read them; kubectl does not send them either.
    const secure = this.server.protocol === 'https:';
    this.#credential =
      user === undefined || !secure
        ? combineCredentials([])
        : userCredential(user, { ...options, clusterInfo: () => this.#clusterInfo() });
    this.#tls = new ClusterTls(cluster, this.#credential, options.clock);
    this.#impersonation = user && impersonationOf(user);
  }

  tls(): Promise<TlsMaterial & { readonly version: string }> {
    return this.#tls.material();
  }

  async headers(): Promise<HeaderValues> {
    const own = await this.#credential.headers();
    return this.#impersonation === undefined ? own : redactedHeaders({ ...own, ...this.#impersonation });
  }

  unauthorized(): Promise<boolean> {
    return this.#renewal.run(async () => {
      await this.#tls.reread();
      return this.#credential.unauthorized();
    });
  }

  /** What `console.log` shows. */
  [inspect.custom](): unknown {
    return this.toJSON();
  }

  toJSON(): unknown {
    return {
      server: this.server.href,
      credential: this.#credential.description,
      ...(this.proxy === undefined ? {} : { proxy: urlForDisplay(this.proxy) }),
    };
  }

  async #clusterInfo(): Promise<ExecClusterInfo> {
    const { tlsServerName, insecureSkipTlsVerify, proxyUrl, disableCompression, execConfig } = this.#cluster;
    const ca = await this.#tls.ca();
    return {
      server: this.#cluster.server,
      ...(tlsServerName === undefined ? {} : { 'tls-server-name': tlsServerName }),
      ...(insecureSkipTlsVerify ? { 'insecure-skip-tls-verify': true } : {}),
      ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca, 'utf8').toString('base64') }),
      ...(proxyUrl === undefined ? {} : { 'proxy-url': proxyUrl }),
      ...(disableCompression ? { 'disable-compression': true } : {}),
      ...(execConfig === undefined ? {} : { config: execConfig }),
    };
  }
}

function impersonationOf(user: UserEntry): HeaderValues | undefined {
  const { impersonateUser, impersonateUid, impersonateGroups, impersonateExtra } = user;
  if (impersonateUser !== undefined) {
    return impersonationHeaders({
      user: impersonateUser,
      uid: impersonateUid,
      groups: impersonateGroups,
      extra: impersonateExtra,
    });
  }
  if (impersonateUid === undefined && impersonateGroups.length === 0 && impersonateExtra.size === 0) return undefined;
  throw kubeConfigError(
    `User "${user.name}" (kubeconfig ${user.origin}) has as-uid, as-groups or as-user-extra without "as". ` +
      'Name the user to impersonate.',
  );
}
