import { request as httpRequest } from 'node:http';
import { connect } from 'node:http2';
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import type { ApiServer } from '../start.js';

export interface TestAnswer {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  json(): Record<string, unknown>;
}

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, readonly string[] | string>>;
  readonly body?: Buffer | string;
  /** Without one the request is anonymous. `admin`'s unless given. */
  readonly token?: string | null;
}

const answerOf = (code: number, headers: IncomingHttpHeaders, chunks: readonly Buffer[]): TestAnswer => {
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  return { code, headers, bytes, text, json: () => JSON.parse(text) as Record<string, unknown> };
};

const headersOf = (
  server: ApiServer,
  { headers, token = server.token, body }: TestRequest,
): Record<string, string | string[]> => ({
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(headers as Record<string, string | string[]> | undefined),
});

/** One request over HTTP/1.1, on a connection of its own. */
export function ask(server: ApiServer, path: string, options: TestRequest = {}): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const send = server.url.startsWith('https') ? httpsRequest : httpRequest;
    const { port } = new URL(server.url);
    const request = send(
      {
        host: '127.0.0.1',
        port,
        // Not by a URL: that would tidy the path.
        path,
        method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
        headers: headersOf(server, options),
        agent: false,
        // Else the Host header would be what the certificate is checked for.
        servername: 'localhost',
        ...(server.ca === undefined ? {} : { ca: server.ca }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve(answerOf(response.statusCode ?? 0, response.headers, chunks));
        });
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}

/** A connection over HTTP/2. */
export class TestSession implements AsyncDisposable {
  readonly session: ClientHttp2Session;
  readonly #server: ApiServer;

  constructor(server: ApiServer, credentials: { readonly cert?: string; readonly key?: string } = {}) {
    this.#server = server;
    this.session = connect(server.url, { ...(server.ca === undefined ? {} : { ca: server.ca }), ...credentials });
    this.session.on('error', () => undefined);
  }

  stream(path: string, options: TestRequest = {}): ClientHttp2Stream {
    const stream = this.session.request({
      ':path': path,
      ':method': options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      ...headersOf(this.#server, options),
    });
    stream.end(options.body);
    return stream;
  }

  ask(path: string, options: TestRequest = {}): Promise<TestAnswer> {
    return new Promise((resolve, reject) => {
      const stream = this.stream(path, options);
      let headers: IncomingHttpHeaders = {};
      const chunks: Buffer[] = [];
      stream.on('response', (received) => {
        headers = received;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('aborted', () => {
        reject(new Error('the stream was cut'));
      });
      stream.on('end', () => {
        resolve(answerOf(Number(headers[':status']), headers, chunks));
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.session.destroyed) return;
    const closed = new Promise((resolve) => this.session.once('close', resolve));
    this.session.destroy();
    await closed;
  }
}

/** A watch under way, with its lines as they come. */
export class TestWatch {
  readonly stream: ClientHttp2Stream;
  readonly #lines: string[] = [];
  readonly #waiting: (() => void)[] = [];
  #text = '';
  #end: string | undefined;

  constructor(stream: ClientHttp2Stream) {
    this.stream = stream;
    stream.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
      const parts = this.#text.split('\n');
      this.#text = parts.pop() as string;
      this.#lines.push(...parts);
      this.#wake();
    });
    stream.on('end', () => {
      this.#finish('end');
    });
    stream.on('error', (error: Error) => {
      this.#finish(error.message);
    });
    stream.on('close', () => {
      this.#finish('close');
    });
  }

  /** What is left of a line that was cut. */
  get rest(): string {
    return this.#text;
  }

  /** The next event; rejects when the watch is over. */
  async next(): Promise<{ type: string; object: Record<string, unknown> & { metadata: Record<string, unknown> } }> {
    while (this.#lines.length === 0) {
      if (this.#end !== undefined) throw new Error(`the watch is over: ${this.#end}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return JSON.parse(this.#lines.shift() as string) as never;
  }

  /** How it ended. */
  async ended(): Promise<string> {
    while (this.#end === undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#end;
  }

  #finish(how: string): void {
    this.#end ??= how;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
