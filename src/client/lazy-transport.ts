import type { ClusterConnection } from './connection.js';
import type { HttpOptions, HttpRequest, HttpResponse, Transport, TransportStats } from './http/index.js';
// The file alone: the rest of the folder is what is not to be loaded yet.
import { httpSettings } from './http/options.js';

// What the transport is built on, as Node has it: more than 20 ms of loading, which must not be one turn of the event loop.
const FOUNDATIONS = [
  () => import('node:net'),
  () => import('node:tls'),
  () => import('node:http'),
  () => import('node:zlib'),
];

const NOTHING_OPEN: TransportStats = { connections: [], waiting: 0, dialing: 0 };

/**
 * The HTTP transport, loaded when somebody makes a client, and not with the package: Node's HTTP/2 and TLS take a third of
 * the time and memory that importing it takes, and many who import it only want a store or a queue. Not with the first
 * request either: who makes a client will use it, and mostly has other things to wait for before.
 */
export class LazyTransport implements Transport {
  readonly #connection: ClusterConnection;
  readonly #options: HttpOptions;
  readonly #loading: Promise<Transport>;
  #loaded: Transport | undefined;

  /** Throws `ERR_INVALID_ARGUMENT` for options that cannot be meant. */
  constructor(connection: ClusterConnection, options: HttpOptions) {
    httpSettings(options);
    this.#connection = connection;
    this.#options = options;
    this.#loading = this.#load();
    // Who sends a request is told.
    this.#loading.catch(() => undefined);
  }

  get stats(): TransportStats {
    return this.#loaded?.stats ?? NOTHING_OPEN;
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    return (this.#loaded ?? (await this.#loading)).request(request);
  }

  async close(): Promise<void> {
    // It is what refuses requests from now on.
    await (await this.#loading).close();
  }

  async #load(): Promise<Transport> {
    await loadFoundations();
    const { HttpTransport } = await import('./http/index.js');
    this.#loaded = new HttpTransport(this.#connection, this.#options);
    return this.#loaded;
  }
}

async function loadFoundations(): Promise<void> {
  for (const load of FOUNDATIONS) {
    await load();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
