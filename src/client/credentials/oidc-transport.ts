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

/** The transport over node:https, which is loaded by the first request: few configurations have an OIDC user. */
export function httpsTransport(clock: Clock): OidcTransport {
  return async ({ url, headers, body, ca }) => {
    const { request } = await import('node:https');
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
          },
          agent: false,
          ...(ca === undefined ? {} : { ca }),
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
            timer.cancel();
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
          });
        },
      );
      const timer = clock.setTimeout(() => {
        outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`));
      }, TIMEOUT_MS);
      outgoing.on('error', (error) => {
        timer.cancel();
        reject(error);
      });
      outgoing.end(content);
    });
  };
}
