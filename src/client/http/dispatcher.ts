import { abortable, childController } from '../../base/abort.js';
import type { ClusterConnection } from '../connection.js';
import { authorityOf, dial } from './dial.js';
import { Failure } from './failure.js';
import { H1Link } from './h1-link.js';
import { H2Link } from './h2-link.js';
import type { Lease, Link, WireRequest, WireResponse } from './link.js';
import type { HttpSettings } from './options.js';
import { Pool } from './pool.js';
import { TlsContexts, proxyAuthorities } from './tls-context.js';
import type { HttpProtocol, Purpose, TransportStats, VersionedTls } from './transport.js';

// Each one after the first needs a connection that was closing as the request left; a server that closes four in a row
// has other troubles.
const MOST_ATTEMPTS = 4;

// Those that may be sent again although the server might have acted on them.
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const MOVED = new Failure('ERR_HTTP_CONNECTION_LOST', 'the TLS material changed', { unprocessed: true });

const PROTOCOLS: Readonly<Record<HttpSettings['http'], readonly HttpProtocol[]>> = {
  auto: ['h2', 'http/1.1'],
  '1.1': ['http/1.1'],
  '2': ['h2'],
};

/** An answer, and what it came over. */
export interface Dispatched {
  readonly protocol: HttpProtocol;
  readonly response: WireResponse;
}

/**
 * Finds a connection for each request, makes one where needed, and sends a request again when it is known that the
 * server did not see it. When the TLS material changes, calls under way stay on their connections and new ones get new.
 */
export class Dispatcher {
  readonly #connection: ClusterConnection;
  readonly #settings: HttpSettings;
  readonly #contexts = new TlsContexts();
  #current: { readonly version: string; readonly pool: Pool } | undefined;
  // Made with older TLS material, and still in use.
  readonly #retired = new Set<Pool>();
  #closedBy: Failure | undefined;

  constructor(connection: ClusterConnection, settings: HttpSettings) {
    this.#connection = connection;
    this.#settings = settings;
  }

  get stats(): TransportStats {
    const all = this.#pools().map((pool) => pool.stats);
    return {
      connections: all.flatMap(({ connections }) => connections),
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      dialing: all.reduce((sum, { dialing }) => sum + dialing, 0),
    };
  }

  /** Rejects with a {@link Failure}, with the signal's reason, or with what the credentials threw. */
  async dispatch(request: WireRequest, purpose: Purpose, signal: AbortSignal): Promise<Dispatched> {
    for (let attempt = 1; ; attempt++) {
      const lease = await this.#acquire(purpose, signal);
      try {
        return { protocol: lease.protocol, response: await lease.send(request, signal) };
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || signal.aborted || !mayRepeat(error, lease, request)) throw error;
      }
    }
  }

  async close(reason: Failure): Promise<void> {
    this.#closedBy = reason;
    await Promise.all(this.#pools().map((pool) => pool.close(reason)));
  }

  #pools(): Pool[] {
    return [...(this.#current === undefined ? [] : [this.#current.pool]), ...this.#retired];
  }

  async #acquire(purpose: Purpose, signal: AbortSignal): Promise<Lease> {
    for (;;) {
      const material = await abortable(this.#connection.tls(), signal);
      if (this.#closedBy !== undefined) throw this.#closedBy;
      try {
        return await this.#pool(material).acquire(purpose, signal);
      } catch (error) {
        // Meanwhile another request came with newer material: go where that one went.
        if (error !== MOVED) throw error;
      }
    }
  }

  #pool(material: VersionedTls): Pool {
    for (const pool of this.#retired) if (pool.empty) this.#retired.delete(pool);
    if (this.#current?.version === material.version) return this.#current.pool;
    if (this.#current !== undefined) {
      this.#retired.add(this.#current.pool);
      this.#current.pool.retire(MOVED);
    }
    const pool = new Pool({
      dial: (signal) => this.#dial(material, signal),
      maxRequestConnections: this.#settings.maxRequestConnections,
    });
    this.#current = { version: material.version, pool };
    return pool;
  }

  async #dial(material: VersionedTls, parent: AbortSignal): Promise<Link> {
    const { server, proxy } = this.#connection;
    const { clock, connectTimeoutMs, http } = this.#settings;
    const host = authorityOf(server);
    const { controller, unlink } = childController(parent);
    // Somebody waits for this connection, so the process stays for it.
    const timer = clock.setTimeout(
      () => {
        const via = proxy === undefined ? '' : ` through the proxy ${proxy.host}`;
        const what = `no connection to ${host}${via} within ${connectTimeoutMs / 1000} s; check the network, VPN or firewall`;
        controller.abort(new Failure('ERR_HTTP_TIMEOUT', what, { unprocessed: true }));
      },
      connectTimeoutMs,
      { keepAlive: true },
    );
    try {
      const tls =
        server.protocol === 'https:'
          ? {
              context: this.#contexts.for(material),
              serverName: material.serverName,
              rejectUnauthorized: material.rejectUnauthorized,
            }
          : undefined;
      const target = { server, proxy, tls, proxyAuthorities: proxyAuthorities(proxy, material.ca) };
      const dialed = await dial({ ...target, protocols: PROTOCOLS[http] }, controller.signal);
      if (dialed.protocol === 'http/1.1') return new H1Link(dialed.socket, host, this.#settings);
      return await H2Link.open(dialed, host, this.#settings, controller.signal);
    } finally {
      timer.cancel();
      unlink();
    }
  }
}

/**
 * Whether a request that failed on the way may be sent again. Either the server said that it did not look at it; or it
 * changes nothing, and the connection was an old one, which servers close when they restart or find it idle.
 */
function mayRepeat(error: unknown, lease: Lease, request: WireRequest): boolean {
  if (!(error instanceof Failure) || error.code !== 'ERR_HTTP_CONNECTION_LOST') return false;
  return error.unprocessed || (lease.reused && SAFE_METHODS.has(request.method));
}
