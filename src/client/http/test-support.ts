import * as http from 'node:http';
import * as http2 from 'node:http2';
import * as https from 'node:https';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import type { ClusterConnection } from '../connection.js';
import { SERVER_CERT, SERVER_KEY, TEST_CA } from './test-certs.js';
import type { HttpResponse } from './transport.js';

type Handler = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void;

/** A server on loopback, with what it saw. */
export interface TestServer {
  readonly url: URL;
  readonly port: number;
  readonly server: net.Server;
  /** HTTP/2 sessions that are open. */
  readonly sessions: Set<http2.ServerHttp2Session>;
  /** TCP connections that are open. */
  readonly sockets: Set<net.Socket>;
  /** How many TCP connections there were. */
  readonly accepted: () => number;
  close(): Promise<void>;
}

const closers: (() => Promise<void>)[] = [];

/** Closes every server that was started. For `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** Has `close` called by {@link closeServers}, before that of servers started earlier. */
export function closeLater(close: () => Promise<void>): void {
  closers.unshift(close);
}

/** Speaks HTTP/2, and HTTP/1.1 to those who cannot. */
export async function startServer(handler: Handler, options: http2.SecureServerOptions = {}): Promise<TestServer> {
  const server = http2.createSecureServer(
    { key: SERVER_KEY, cert: SERVER_CERT, allowHTTP1: true, settings: { maxConcurrentStreams: 100 }, ...options },
    handler,
  );
  return listening(server, 'https');
}

/** Speaks HTTP/1.1 over TLS only. */
export async function startHttpsServer(
  handler: http.RequestListener,
  options: https.ServerOptions = {},
): Promise<TestServer> {
  return listening(https.createServer({ key: SERVER_KEY, cert: SERVER_CERT, ...options }, handler), 'https');
}

/** Speaks HTTP/1.1 without TLS. */
export async function startHttpServer(handler: http.RequestListener): Promise<TestServer> {
  return listening(http.createServer(handler), 'http');
}

/** A proxy that remembers what it was asked for. */
export interface TestProxy extends TestServer {
  readonly asked: { target: string | undefined; authorization: string | undefined }[];
}

/** An http proxy, or an https one. `upstream`: where tunnels lead instead of where they were asked to. */
export async function startProxy(secure = false, status = 200, upstream?: URL): Promise<TestProxy> {
  const asked: TestProxy['asked'] = [];
  const server = secure ? await startHttpsServer(() => undefined) : await startHttpServer(() => undefined);
  server.server.on('connect', (request: http.IncomingMessage, socket: Duplex) => {
    asked.push({ target: request.url, authorization: request.headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const [host, port] = (upstream?.host ?? request.url ?? '').split(':');
    const tunnel = net.connect(Number(port), host).on('error', () => undefined);
    tunnel.on('connect', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    socket.on('close', () => tunnel.destroy());
  });
  return { ...server, asked };
}

/** Speaks HTTP/2 without TLS. */
export async function startH2cServer(handler: Handler): Promise<TestServer> {
  return listening(http2.createServer(handler), 'http');
}

/** Agrees on HTTP/2 in the handshake and leaves the rest to `onSocket`. */
export async function startSilentH2Server(onSocket: (socket: tls.TLSSocket) => void): Promise<TestServer> {
  return listening(tls.createServer({ key: SERVER_KEY, cert: SERVER_CERT, ALPNProtocols: ['h2'] }, onSocket), 'https');
}

/** Accepts connections and leaves them to `onSocket`. */
export async function startTcpServer(onSocket: (socket: net.Socket) => void): Promise<TestServer> {
  return listening(net.createServer(onSocket), 'http');
}

async function listening(server: net.Server, scheme: 'http' | 'https'): Promise<TestServer> {
  const sockets = new Set<net.Socket>();
  const sessions = new Set<http2.ServerHttp2Session>();
  let accepted = 0;
  server.on('connection', (socket: net.Socket) => {
    accepted++;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  server.on('session', (session: http2.ServerHttp2Session) => {
    sessions.add(session.on('error', () => undefined).on('close', () => sessions.delete(session)));
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const session of sessions) session.destroy();
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  closeLater(close);
  return {
    url: new URL(`${scheme}://127.0.0.1:${port}`),
    port,
    server,
    sessions,
    sockets,
    accepted: () => accepted,
    close,
  };
}

/** A line to `port` that can be made to swallow everything while it stays open. */
export async function startStallingLine(port: number): Promise<TestServer & { stall(): void }> {
  const pipes: net.Socket[] = [];
  const server = await startTcpServer((socket) => {
    const upstream = net.connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pipe(upstream);
    upstream.pipe(socket);
    socket.on('close', () => upstream.destroy());
    pipes.push(socket, upstream);
  });
  closeLater(async () => {
    for (const pipe of pipes) pipe.destroy();
  });
  return {
    ...server,
    url: new URL(`https://127.0.0.1:${server.port}`),
    stall: () => {
      for (const pipe of pipes) pipe.unpipe().pause();
    },
  };
}

/** How to reach a test server; anything may be replaced. */
export function testConnection(url: URL, overrides: Partial<ClusterConnection> = {}): ClusterConnection {
  return {
    server: url,
    tls: async () => ({ ca: TEST_CA, rejectUnauthorized: true, version: '1' }),
    headers: async () => ({}),
    unauthorized: async () => false,
    proxy: undefined,
    disableCompression: false,
    ...overrides,
  };
}

/** The whole body as text. */
export async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Waits for real input and output, turn by turn, until `condition` holds. The test's own time limit is the only one. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it resolved');
}
