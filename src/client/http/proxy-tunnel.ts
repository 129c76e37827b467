import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { onAbort } from '../../base/abort.js';
import type { Unlink } from '../../base/abort.js';
import { Failure, codeOf } from './failure.js';
import { proxyLogin } from './proxy-login.js';

/**
 * Asks an HTTP proxy for a tunnel to `authority` over `socket`, and returns the socket once it is one.
 * User and password come from the proxy's URL; messages name only its host.
 */
export function openTunnel(socket: Socket, proxy: URL, authority: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const call = request({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      createConnection: () => socket,
      setHost: false,
    });
    let unlink: Unlink = () => undefined;
    const fail = (reason: Error): void => {
      unlink();
      call.on('error', () => undefined).destroy();
      socket.on('error', () => undefined).destroy();
      reject(reason);
    };
    const refused = (answer: IncomingMessage): void => {
      fail(proxyFailure(proxy, authority, answer.statusCode ?? 0));
    };
    call.once('connect', (answer, tunnel: Socket, head) => {
      if (answer.statusCode === undefined || answer.statusCode < 200 || answer.statusCode > 299) {
        refused(answer);
        return;
      }
      unlink();
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel);
    });
    call.once('response', refused);
    call.once('error', (error) => {
      fail(
        new Failure(
          'ERR_HTTP_PROXY',
          `the proxy ${proxy.host} broke off (${codeOf(error) || error.message}) when asked to connect to ${authority}`,
          { cause: error, unprocessed: true },
        ),
      );
    });
    unlink = onAbort(signal, () => {
      fail(signal.reason as Error);
    });
    if (!call.destroyed) call.end();
  });
}

function proxyAuthorization(proxy: URL): { 'proxy-authorization'?: string } {
  const login = proxyLogin(proxy);
  if (login === undefined) return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` };
}

function proxyFailure(proxy: URL, authority: string, status: number): Failure {
  const advice =
    status === 407
      ? '; put a valid user and password into the proxy URL'
      : status === 403 || status === 405
        ? '; it does not allow that connection'
        : '';
  return new Failure(
    'ERR_HTTP_PROXY',
    `the proxy ${proxy.host} answered ${status} when asked to connect to ${authority}${advice}`,
    { retryable: status === 429 || status >= 500, unprocessed: true },
  );
}
