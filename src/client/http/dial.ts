import * as net from 'node:net';
import * as tls from 'node:tls';
import { onAbort } from '../../base/abort.js';
import type { Unlink } from '../../base/abort.js';
import { Failure, connectFailure } from './failure.js';
import { proxyLogin } from './proxy-login.js';
import { openTunnel } from './proxy-tunnel.js';
import { SocketInput } from './socket-input.js';
import { openSocksTunnel } from './socks-tunnel.js';
import { trustOf } from './tls-context.js';
import type { HttpProtocol } from './transport.js';

/** Where to connect to, and how. */
export interface DialTarget {
  readonly server: URL;
  readonly proxy: URL | undefined;
  /** Undefined for plain http. */
  readonly tls: DialTls | undefined;
  /** Whom to trust as an https proxy; undefined: what the machine trusts. */
  readonly proxyAuthorities: (string | Buffer)[] | undefined;
  /** What to offer, best first. */
  readonly protocols: readonly HttpProtocol[];
}

interface DialTls {
  readonly context: tls.SecureContext;
  readonly serverName: string | undefined;
  readonly rejectUnauthorized: boolean;
}

/** A connection that is ready to carry requests. */
export interface Dialed {
  readonly socket: net.Socket;
  /** Where its bytes are, unless it is an ordinary stream: with HTTP/1.1 it is. */
  readonly input: SocketInput;
  readonly protocol: HttpProtocol;
}

// When a connection falls silent, the kernel starts asking after this long. It is all that HTTP/1.1 has to find a dead
// peer; HTTP/2 has its pings. Node sets only this delay: how often, and how many times, is the machine's setting.
const TCP_KEEP_ALIVE_MS = 15_000;

// To us they are the same: the proxy looks names up, as with Go and kubectl.
const SOCKS = new Set(['socks5:', 'socks5h:']);

/** The host of a URL as the socket wants it: an IPv6 address has no brackets there. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/** The port of a URL, with the scheme's default in. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  if (SOCKS.has(url.protocol)) return 1080;
  return url.protocol === 'https:' ? 443 : 80;
}

/** `host:port`, for messages and `CONNECT`; never the user and password a URL may hold. */
export function authorityOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

/**
 * Connects to the server, through the proxy if there is one. Rejects with a {@link Failure}, or with the signal's
 * reason; no socket is left behind then.
 */
export async function dial(target: DialTarget, signal: AbortSignal): Promise<Dialed> {
  const { server, proxy, protocols } = target;
  const input = new SocketInput();
  const tunnel = proxy === undefined ? undefined : await dialProxy(proxy, target, signal);
  if (target.tls === undefined) {
    const socket =
      tunnel ??
      (await connected(net.connect({ host: hostOf(server), port: portOf(server) }), 'connect', server, signal));
    // Without TLS there is nobody to agree with: HTTP/2 is spoken only when nothing else was asked for.
    return { socket: tuned(socket), input, protocol: protocols.includes('http/1.1') ? 'http/1.1' : 'h2' };
  }
  const { context, serverName, rejectUnauthorized } = target.tls;
  const host = hostOf(server);
  const options: tls.ConnectionOptions & Pick<SocketInput, 'onread'> = {
    ...(tunnel === undefined ? { port: portOf(server) } : { socket: tunnel }),
    host,
    // A name is sent for a name only; with an IP address, `host` is what the certificate has to be for.
    servername: serverName ?? (net.isIP(host) === 0 ? host : ''),
    secureContext: context,
    rejectUnauthorized,
    ALPNProtocols: [...protocols],
    // Heeded as by `net.connect`, which documents it.
    onread: input.onread,
  };
  const socket = tls.connect(options);
  await connected(socket, 'secureConnect', server, signal, tunnel);
  if (tunnel instanceof tls.TLSSocket) sharedHold(socket, tunnel);
  const chosen: HttpProtocol = socket.alpnProtocol === 'h2' ? 'h2' : 'http/1.1';
  if (!protocols.includes(chosen)) {
    socket.destroy();
    throw new Failure(
      'ERR_HTTP_PROTOCOL',
      `${authorityOf(server)} does not speak HTTP/2; leave the option http at 'auto', or set it to '1.1'`,
      { retryable: false, unprocessed: true },
    );
  }
  if (chosen === 'http/1.1') input.intoSocket(socket);
  return { socket: tuned(socket), input, protocol: chosen };
}

async function dialProxy(proxy: URL, target: DialTarget, signal: AbortSignal): Promise<net.Socket> {
  const host = hostOf(proxy);
  const port = portOf(proxy);
  const isSocks = SOCKS.has(proxy.protocol);
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:' && !isSocks) {
    throw new Failure(
      'ERR_HTTP_PROXY',
      `the proxy ${authorityOf(proxy)} is of kind ${proxy.protocol.slice(0, -1)}; http, https and socks5 are supported`,
      { retryable: false, unprocessed: true },
    );
  }
  proxyLogin(proxy);
  const secure = proxy.protocol === 'https:';
  const socket = secure
    ? tls.connect({
        host,
        port,
        servername: net.isIP(host) === 0 ? host : '',
        ...trustOf(target.proxyAuthorities),
        ALPNProtocols: ['http/1.1'],
      })
    : net.connect({ host, port });
  await connected(socket, secure ? 'secureConnect' : 'connect', proxy, signal);
  const { server } = target;
  if (isSocks) return openSocksTunnel(tuned(socket), proxy, { host: hostOf(server), port: portOf(server) }, signal);
  return openTunnel(tuned(socket), proxy, authorityOf(server), signal);
}

// TLS within TLS: Node does not pass on to the outer connection whether the process is to stay for the inner one.
function sharedHold(inner: net.Socket, outer: net.Socket): void {
  inner.ref = () => {
    outer.ref();
    return inner;
  };
  inner.unref = () => {
    outer.unref();
    return inner;
  };
  inner.once('close', () => outer.destroy());
}

function tuned<S extends net.Socket>(socket: S): S {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
  return socket;
}

function connected<S extends net.Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  url: URL,
  signal: AbortSignal,
  under?: net.Socket,
): Promise<S> {
  return new Promise((resolve, reject) => {
    let unlink: Unlink = () => undefined;
    const settle = (): void => {
      unlink();
      socket.off(event, onReady).off('error', onError).off('close', onClose);
    };
    const fail = (reason: Error): void => {
      settle();
      // Errors may follow the first one, and nobody else listens.
      socket.on('error', () => undefined).destroy();
      under?.on('error', () => undefined).destroy();
      reject(reason);
    };
    const onReady = (): void => {
      settle();
      resolve(socket);
    };
    const onError = (error: Error): void => {
      fail(connectFailure(error, authorityOf(url)));
    };
    const onClose = (): void => {
      fail(connectFailure(new Error('closed by the other side'), authorityOf(url)));
    };
    socket.on(event, onReady).on('error', onError).on('close', onClose);
    unlink = onAbort(signal, () => {
      fail(signal.reason as Error);
    });
  });
}
