import type { Socket } from 'node:net';
import { onAbort } from '../../base/abort.js';
import type { Clock } from '../../base/clock.js';

/** One request to an identity provider. `body` is a form; without it the request is a GET. */
export interface OidcRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
  /** PEM of the authorities to trust instead of those of Node.js. */
  readonly ca?: string | undefined;
}

/** Sends a request over https and resolves to what came back, whatever its status. */
export type OidcTransport = (request: OidcRequest) => Promise<{ readonly status: number; readonly text: string }>;

// An identity provider answers within a second; half a minute is a broken network.
const TIMEOUT_MS = 30_000;
// Discovery documents and token responses are a few kilobytes.
const MAX_BODY_BYTES = 1024 * 1024;

/** The proxy for a URL, if one is to be used. */
export type ProxyFor = (url: URL) => URL | undefined;

/** The transport over node:https, which is loaded by the first request: few configurations have an OIDC user. */
export function httpsTransport(clock: Clock, proxyFor: ProxyFor = () => undefined): OidcTransport {
  return async (request) => {
    const giveUp = new AbortController();
    const timer = clock.setTimeout(() => {
      giveUp.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} s`));
    }, TIMEOUT_MS);
    try {
      const proxy = proxyFor(request.url);
      const tunnel = proxy === undefined ? undefined : await throughProxy(proxy, request, giveUp.signal);
      return await send(request, tunnel, giveUp.signal);
    } finally {
      timer.cancel();
    }
  };
}

/** A connection that is ready for the request. */
async function throughProxy(proxy: URL, { url, ca }: OidcRequest, signal: AbortSignal): Promise<Socket> {
  const { createSecureContext } = await import('node:tls');
  const { dial } = await import('../http/dial.js');
  const { trustOf } = await import('../http/tls-context.js');
  const context = createSecureContext(trustOf(ca));
  const { socket } = await dial(
    {
      server: url,
      proxy,
      tls: { context, serverName: undefined, rejectUnauthorized: true },
      proxyAuthorities: undefined,
      protocols: ['http/1.1'],
    },
    signal,
  );
  return socket;
}

async function send(
  { url, headers, body, ca }: OidcRequest,
  tunnel: Socket | undefined,
  signal: AbortSignal,
): ReturnType<OidcTransport> {
  const { request } = await import('node:https');
  const { trustOf } = await import('../http/tls-context.js');
  return new Promise((resolve, reject) => {
    const content = body?.toString();
    const outgoing = request(
      url,
      {
        method: content === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          ...headers,
          ...(content === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(tunnel === undefined ? {} : { connection: 'close' }),
        },
        ...(tunnel === undefined ? { agent: false } : { createConnection: () => tunnel }),
        ...trustOf(ca),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_BODY_BYTES) outgoing.destroy(new Error(`the answer has more than ${MAX_BODY_BYTES} bytes`));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          unlink();
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    const unlink = onAbort(signal, () => {
      outgoing.destroy(signal.reason as Error);
    });
    outgoing.on('error', (error) => {
      unlink();
      reject(error);
    });
    outgoing.end(content);
  });
}
