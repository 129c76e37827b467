import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A server to ask: where it is, and how each user of the suite proves who they are. */
export interface Target {
  readonly url: string;
  /** PEM; undefined for plain HTTP. */
  readonly ca: string | undefined;
  /** Bearer tokens of `admin` (system:masters), `alice` (devs) and `bob` (ops). */
  readonly tokens: Readonly<Record<'admin' | 'alice' | 'bob', string>>;
  /** alice's client certificate, PEM. */
  readonly certificate: { readonly cert: string; readonly key: string };
  /**
   * Makes the server forget every version but the last; absent where nobody can. With `watches`, also what it remembers
   * for watches beside its storage: that may cut connections.
   */
  forget?(options: { readonly watches: boolean }): Promise<void>;
}

export interface RawRequest {
  readonly method: string;
  /** Sent as it is: neither normalised nor escaped. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

// Enough for the cases that run side by side, few enough that handshakes do not dominate.
const MAX_SOCKETS = 24;

/** Requests by Node's own HTTP modules alone, so that the client under test has no part in what the suite sees. */
export class Transport {
  readonly target: Target;
  readonly #agent: HttpAgent;
  readonly #secure: boolean;

  constructor(target: Target) {
    this.target = target;
    this.#secure = target.url.startsWith('https:');
    this.#agent = this.#secure
      ? new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS, ca: target.ca })
      : new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  }

  /** Resolves with the head of the answer; the body is for the caller to read or destroy. */
  open(asked: RawRequest, { ownSocket = false, certificate = false } = {}): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.target.url);
    const send = this.#secure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(
        {
          hostname,
          port,
          method: asked.method,
          path: asked.path,
          agent: ownSocket || certificate ? false : this.#agent,
          headers: { ...asked.headers, ...(asked.body === undefined ? {} : { 'content-length': asked.body.length }) },
          ...(this.#secure ? { ca: this.target.ca } : {}),
          ...(certificate ? this.target.certificate : {}),
        },
        resolve,
      );
      request.on('error', reject);
      request.end(asked.body);
    });
  }

  async send(asked: RawRequest, options: { readonly certificate?: boolean } = {}): Promise<RawAnswer> {
    const answer = await this.open(asked, options);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
  }

  /** The same over HTTP/2, on a connection of its own. */
  async sendOverHttp2(asked: RawRequest): Promise<RawAnswer> {
    const session = connect(this.target.url, { ca: this.target.ca });
    try {
      const stream = session.request({ ':method': asked.method, ':path': asked.path, ...asked.headers });
      const head = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status'?: number }]>;
      stream.end(asked.body);
      const [headers] = await head;
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return { status: headers[':status'] ?? 0, headers, body: Buffer.concat(chunks) };
    } finally {
      session.close();
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
