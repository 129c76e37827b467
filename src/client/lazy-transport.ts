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
  () => import('node:http2'),
];

const NOTHING_OPEN: TransportStats = { connections: [], waiting: 0, dialing: 0 };

/**
 * The HTTP transport, loaded with the first request: Node's HTTP/2 and TLS take a third of the time and memory that
 * importing the package takes, and many who import it only want a store or a queue.
 */
export class LazyTransport implements Transport {
  readonly #connection: ClusterConnection;
  readonly #options: HttpOptions;
  #loading: Promise<Transport> | undefined;
  #loaded: Transport | undefined;

  /** Throws `ERR_INVALID_ARGUMENT` for options that cannot be meant. */
  constructor(connection: ClusterConnection, options: HttpOptions) {
    httpSettings(options);
    this.#connection = connection;
    this.#options = options;
  }

  get stats(): TransportStats {
    return this.#loaded?.stats ?? NOTHING_OPEN;
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    return (this.#loaded ?? (await this.#load())).request(request);
  }

  async close(): Promise<void> {
    // Loaded for this alone if need be: it is what refuses requests from now on.
    await (await this.#load()).close();
  }

  #load(): Promise<Transport> {
    this.#loading ??= loadFoundations()
      .then(() => import('./http/index.js'))
      .then(({ HttpTransport }) => {
        this.#loaded = new HttpTransport(this.#connection, this.#options);
        return this.#loaded;
      });
    return this.#loading;
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
