import { inspect } from 'node:util';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../../base/clock.js';
import { KubeInformerError, messageOf } from '../../errors/index.js';
import type { ClusterConnection, TlsMaterial } from '../connection.js';
import { SingleFlight, redactText, redactedHeaders, urlForDisplay } from '../credentials/index.js';
import type { HeaderValues } from '../credentials/index.js';
import { redactedTls } from './cluster-tls.js';
import { serverOf } from './cluster-server.js';
import { kubeConfigError } from './kubeconfig-error.js';
import { proxyFromConfig, proxyFromEnvironment } from './proxy.js';
import type { Environment } from './proxy.js';

/** A cluster as `@kubernetes/client-node` describes it, as far as we need it. */
export interface ClientNodeCluster {
  readonly name: string;
  readonly server: string;
  readonly caData?: string | undefined;
  readonly caFile?: string | undefined;
  readonly skipTLSVerify?: boolean;
  readonly tlsServerName?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

/** What we need of a `KubeConfig` of `@kubernetes/client-node`; every release since 0.20 has it. */
export interface ClientNodeKubeConfig {
  getCurrentCluster(): ClientNodeCluster | null | undefined;
  applyToHTTPSOptions(options: object): Promise<void> | void;
  getCurrentContext?(): string;
  getContextObject?(name: string): { readonly namespace?: string | undefined } | null | undefined;
}

// client-node makes an HTTPS agent and reads its files at each call, so it is not called for every request. What it
// gives is used this long; a token that expires meanwhile is refused once and fetched again.
const KEEP_MS = 10_000;

interface Applied {
  readonly headers: HeaderValues;
  readonly tls: TlsMaterial & { readonly version: string };
  readonly atMs: number;
}

/** A connection with the credentials of another client's configuration. */
export class ClientNodeConnection implements ClusterConnection {
  readonly server: URL;
  readonly proxy: URL | undefined;
  readonly disableCompression = false;
  readonly #kubeConfig: ClientNodeKubeConfig;
  readonly #cluster: ClientNodeCluster;
  readonly #clock: Clock;
  readonly #flight = new SingleFlight<Applied>();
  #applied: Applied | undefined;

  constructor(kubeConfig: ClientNodeKubeConfig, options: { clock: Clock; env: Environment }) {
    const cluster = kubeConfig.getCurrentCluster();
    if (cluster === null || cluster === undefined) {
      throw kubeConfigError(
        'The KubeConfig of @kubernetes/client-node has no current cluster. Load it, and set its current context, first.',
      );
    }
    this.#kubeConfig = kubeConfig;
    this.#cluster = cluster;
    this.#clock = options.clock;
    this.server = serverOf({ name: cluster.name, origin: 'of @kubernetes/client-node', server: cluster.server });
    const { proxyUrl } = cluster;
    this.proxy =
      proxyUrl === undefined || proxyUrl === ''
        ? proxyFromEnvironment(this.server, options.env)
        : proxyFromConfig(proxyUrl, cluster.name);
  }

  async tls(): Promise<TlsMaterial & { readonly version: string }> {
    return (await this.#current()).tls;
  }

  async headers(): Promise<HeaderValues> {
    return (await this.#current()).headers;
  }

  async unauthorized(): Promise<boolean> {
    const before = this.#applied;
    const after = await this.#flight.run(() => this.#apply());
    if (before === undefined) return true;
    return before.tls.version !== after.tls.version || !sameHeaders(before.headers, after.headers);
  }

  /** What `console.log` shows. */
  [inspect.custom](): unknown {
    return this.toJSON();
  }

  toJSON(): unknown {
    return {
      server: this.server.href,
      credential: 'that of @kubernetes/client-node',
      ...(this.proxy === undefined ? {} : { proxy: urlForDisplay(this.proxy) }),
    };
  }

  #current(): Promise<Applied> {
    const applied = this.#applied;
    if (applied !== undefined && this.#clock.now() - applied.atMs < KEEP_MS) return Promise.resolve(applied);
    return this.#flight.run(() => this.#apply());
  }

  async #apply(): Promise<Applied> {
    const options: Record<string, unknown> = { headers: {} };
    try {
      // It refuses plain http unless TLS is not to be verified; there is none, and no credential is sent over it either.
      if (this.server.protocol === 'https:') await this.#kubeConfig.applyToHTTPSOptions(options);
    } catch (error) {
      throw new KubeInformerError(
        'ERR_CREDENTIALS',
        `@kubernetes/client-node cannot give credentials for ${this.server.origin}: ${redactText(messageOf(error))}. ` +
          'If its configuration works with kubectl, use KubeConfig.load() of this package.',
        { retryable: true },
      );
    }
    this.#applied = {
      headers: headersOf(options),
      tls: redactedTls(await this.#tlsOf(options)),
      atMs: this.#clock.now(),
    };
    return this.#applied;
  }

  async #tlsOf(options: Readonly<Record<string, unknown>>): Promise<TlsMaterial> {
    // For a context without a user client-node leaves CA and verification out, so they are taken from the cluster.
    const { caData, caFile, skipTLSVerify, tlsServerName } = this.#cluster;
    let ca = bytes(options['ca']);
    if (ca === undefined && caData !== undefined && caData !== '') ca = Buffer.from(caData, 'base64');
    else if (ca === undefined && caFile !== undefined && caFile !== '') ca = await readFile(caFile);
    const [cert, key] = [bytes(options['cert']), bytes(options['key'])];
    const name = typeof options['servername'] === 'string' ? options['servername'] : tlsServerName;
    return {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(name === undefined || name === '' ? {} : { serverName: name }),
      rejectUnauthorized: options['rejectUnauthorized'] !== false && skipTLSVerify !== true,
    };
  }
}

function headersOf(options: Readonly<Record<string, unknown>>): HeaderValues {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries((options['headers'] ?? {}) as Readonly<Record<string, unknown>>)) {
    if (typeof value === 'string') headers[name] = value;
    else if (Array.isArray(value)) headers[name] = value.map(String);
  }
  const auth = options['auth'];
  if (typeof auth === 'string' && !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
    headers['Authorization'] = `Basic ${Buffer.from(auth, 'utf8').toString('base64')}`;
  }
  return redactedHeaders(headers);
}

function sameHeaders(a: HeaderValues, b: HeaderValues): boolean {
  return String(Object.entries(a)) === String(Object.entries(b));
}

function bytes(value: unknown): string | Buffer | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return Buffer.isBuffer(value) ? value : undefined;
}
