import { ERROR, Http2Error } from '../http2/index.js';
import type { ClientStream, Header } from '../http2/index.js';
import { Failure, lostFailure, protocolFailure } from './failure.js';
import type { WireBody, WireRequest } from './link.js';

/** The body of an answer on a stream. */
export class H2Body implements WireBody {
  readonly isBorrowed = true;
  readonly #stream: ClientStream;

  constructor(stream: ClientStream) {
    this.#stream = stream;
  }

  read(done: (chunk: Uint8Array | undefined) => void, failed: (error: unknown) => void): void {
    this.#stream.read(done, (error) => {
      failed(error instanceof Http2Error ? streamFailure(error) : error);
    });
  }

  // The connection goes on without the stream.
  skip(): void {
    this.destroy();
  }

  destroy(): void {
    this.#stream.cancel(new Failure('ERR_HTTP_BODY', 'the body was given up'));
  }

  onClose(listener: () => void): void {
    this.#stream.onClose(listener);
  }
}

/** What the end of a stream means to who made the call. */
export function streamFailure(error: Error): Failure {
  if (!(error instanceof Http2Error)) return lostFailure(error);
  const { code, message, unprocessed } = error;
  if (unprocessed) return new Failure('ERR_HTTP_CONNECTION_LOST', message, { cause: error, unprocessed });
  switch (code) {
    case ERROR.PROTOCOL_ERROR:
      return new Failure('ERR_HTTP_PROTOCOL', `the answer breaks the rules of HTTP/2: ${message}`, { cause: error });
    case ERROR.ENHANCE_YOUR_CALM:
      return protocolFailure(error, message);
    default:
      return lostFailure(undefined, message);
  }
}

// HTTP/2 has no place for what describes an HTTP/1.1 connection; servers refuse requests that have it.
const CONNECTION_HEADERS = new Set([
  'connection',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a request, the protocol's own first. */
export function requestHeaders({ method, path, authority, headers, body }: WireRequest, scheme: string): Header[] {
  const result: Header[] = [
    [':method', method],
    [':scheme', scheme],
    [':path', path],
    [':authority', authority],
  ];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue;
    if (typeof value === 'string') result.push([name, value]);
    else for (const each of value) result.push([name, each]);
  }
  if (body !== undefined) result.push(['content-length', String(body.byteLength)]);
  return result;
}
