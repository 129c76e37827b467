import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import { isIPv6 } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { KubeInformerError } from '../../errors/index.js';
import { Connection } from './connection.js';
import { Exchange } from './exchange.js';
import type { AnyRequest, AnyResponse } from './exchange.js';
import { Faults } from './faults.js';
import { Handler } from './handler.js';
import type { HandlerParts, PeerIdentity } from './handler.js';

// The number of streams that kube-apiserver allows on a connection.
const MAX_CONCURRENT_STREAMS = 100;

// Go's limit for all headers together: selectors and impersonation make long ones.
const MAX_HEADER_BYTES = 1024 * 1024;

// As kube-apiserver: a client that has not sent its headers by then is not going to.
const HEADERS_TIMEOUT_MS = 32_000;
const HANDSHAKE_TIMEOUT_MS = 10_000;

// As kube-apiserver, so that clients with pools of connections see the same.
const IDLE_TIMEOUT_MS = 90_000;

// Room for a whole request body without waiting for the window.
const WINDOW_BYTES = 4 * 1024 * 1024;

// What is under way at a stop gets this long to end; watches are ended at once.
const GRACE_MS = 2000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Without it the server speaks plain HTTP/1.1. PEM texts. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly clientCa: string };
}

/** A server that takes requests. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** Ends watches, lets other requests finish for a moment, closes every socket. May be called again. */
  stop(): Promise<void>;
}

export async function listen(parts: HandlerParts, options: ListenOptions): Promise<Listener> {
  const running = new RunningServer(parts, options);
  await running.start();
  return running;
}

class RunningServer implements Listener {
  readonly faults: Faults;
  readonly #options: ListenOptions;
  readonly #parts: HandlerParts;
  readonly #handler: Handler;
  readonly #server: Http2SecureServer | Server;
  readonly #connections = new Map<string, Connection<Exchange>>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #running = new Set<Promise<void>>();
  #stopping = false;
  #stopped: Promise<void> | undefined;

  constructor(parts: HandlerParts, options: ListenOptions) {
    this.#parts = parts;
    this.#options = options;
    this.faults = new Faults({ open: () => this.#exchanges(), storage: parts.storage, clock: parts.clock });
    this.#handler = new Handler(parts, this.faults);
    this.#server = this.#create();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    const { host } = this.#options;
    // A server on all addresses is reached by the loopback one.
    const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
    return `${this.#options.tls === undefined ? 'http' : 'https'}://${isIPv6(name) ? `[${name}]` : name}:${String(this.port)}`;
  }

  async start(): Promise<void> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: Error) => {
        reject(
          new KubeInformerError(
            'ERR_INVALID_ARGUMENT',
            `Cannot listen on ${host}:${String(port)}: ${error.message}. Choose another port, or 0 for any free one.`,
            { cause: error },
          ),
        );
      });
      this.#server.listen(port, host, () => {
        this.#server.removeAllListeners('error');
        this.#server.on('error', (error) => {
          this.#parts.logger.error('The API server lost its listening socket.', { error });
        });
        resolve();
      });
    });
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  #create(): Http2SecureServer | Server {
    const { tls } = this.#options;
    const onRequest = (request: AnyRequest, response: AnyResponse): void => {
      this.#onRequest(request, response);
    };
    const shared = {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Headers and body together; bodies have a shorter limit of their own, with an answer.
      requestTimeout: HEADERS_TIMEOUT_MS * 3,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    let server: Http2SecureServer | Server;
    if (tls === undefined) {
      server = createServer({ ...shared, keepAliveTimeout: IDLE_TIMEOUT_MS }, onRequest);
    } else {
      const secure = createSecureServer(
        {
          ...shared,
          allowHTTP1: true,
          key: tls.key,
          cert: tls.cert,
          ca: tls.clientCa,
          requestCert: true,
          // One that we did not sign is no proof, but no reason to hang up either: a token may follow.
          rejectUnauthorized: false,
          handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
          settings: {
            maxConcurrentStreams: MAX_CONCURRENT_STREAMS,
            initialWindowSize: WINDOW_BYTES,
            maxHeaderListSize: MAX_HEADER_BYTES,
          },
        },
        onRequest,
      );
      secure.on('session', (session) => {
        this.#onSession(session);
      });
      secure.on('tlsClientError', (_error: Error, socket: Socket) => {
        socket.destroy();
      });
      server = secure;
    }
    server.on('connection', (socket: Socket) => {
      this.#onConnection(socket);
    });
    server.on('clientError', (_error: Error, socket: Socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
    return server;
  }

  #onConnection(socket: Socket): void {
    const key = keyOf(socket);
    const connection = new Connection<Exchange>(socket);
    this.#connections.set(key, connection);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#connections.get(key) === connection) this.#connections.delete(key);
    });
    if (this.#stopping) socket.destroy();
  }

  #onSession(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.on('close', () => this.#sessions.delete(session));
    session.on('error', () => undefined);
    session.setLocalWindowSize(WINDOW_BYTES);
    session.setTimeout(IDLE_TIMEOUT_MS, () => {
      const connection = this.#connections.get(keyOf(session.socket));
      if (connection === undefined || connection.exchanges.size === 0) session.close();
    });
    if (this.#stopping) session.close();
  }

  #onRequest(request: AnyRequest, response: AnyResponse): void {
    const socket = 'stream' in request ? request.stream.session?.socket : request.socket;
    const connection = socket === undefined ? undefined : this.#connections.get(keyOf(socket));
    if (socket === undefined || connection === undefined) {
      response.destroy();
      return;
    }
    const exchange = new Exchange(request, response, connection);
    const work = this.#handler.handle(exchange, peerOf(request, socket as TLSSocket)).finally(() => {
      this.#running.delete(work);
    });
    this.#running.add(work);
    if (this.#stopping) exchange.abort();
  }

  *#exchanges(): Iterable<Exchange> {
    for (const connection of this.#connections.values()) yield* connection.exchanges;
  }

  async #stop(): Promise<void> {
    this.#stopping = true;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    for (const exchange of [...this.#exchanges()]) exchange.abort();
    // Frozen connections never end by themselves.
    for (const { frozen, socket } of this.#connections.values()) if (frozen) socket.destroy();
    for (const session of this.#sessions) session.close();
    if ('closeIdleConnections' in this.#server) this.#server.closeIdleConnections();
    const grace = this.#parts.clock.setTimeout(() => {
      this.#destroyAll();
    }, GRACE_MS);
    while (this.#running.size > 0) await Promise.race(this.#running);
    await Promise.race([closed, new Promise((resolve) => setImmediate(resolve))]);
    this.#destroyAll();
    await closed;
    grace.cancel();
  }

  #destroyAll(): void {
    for (const session of this.#sessions) session.destroy();
    for (const { socket } of this.#connections.values()) socket.destroy();
  }
}

/** Sockets of one connection, TLS or not, have the same far end. */
const keyOf = (socket: { remoteAddress?: string | undefined; remotePort?: number | undefined }): string =>
  `${socket.remoteAddress ?? ''} ${String(socket.remotePort)}`;

function peerOf(request: AnyRequest, socket: Partial<TLSSocket>): PeerIdentity {
  const { headers } = request;
  if (socket.authorized !== true) return { headers };
  const subject = socket.getPeerCertificate?.().subject as unknown as
    { CN?: string; O?: string[] | string } | undefined;
  if (subject?.CN === undefined) return { headers };
  const organizations = subject.O === undefined ? [] : [subject.O].flat();
  return { headers, certificate: { commonName: subject.CN, organizations } };
}
