import { constants } from 'node:http2';
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { onAbort } from '../../base/abort.js';
import { Failure, lostFailure, protocolFailure } from './failure.js';
import type { WireRequest, WireResponse } from './link.js';
import type { HttpHeaders } from './transport.js';

const { NGHTTP2_CANCEL, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR, NGHTTP2_PROTOCOL_ERROR, NGHTTP2_REFUSED_STREAM } =
  constants;

/** What a stream asks of, and tells, the link it is on. */
export interface StreamHost {
  readonly maxHeaderBytes: number;
  /** Told of each chunk of the answer; see `StreamWindow.meter`. */
  readonly meter: (length: number, isBehind: boolean) => void;
  /** Why the whole session ended, if it did. */
  lost(): Failure | undefined;
  /** The stream is over. */
  closed(): void;
  /** The session takes no more streams. */
  unusable(): void;
}

/** Sends one request on a session, and resolves with the headers of the answer. See `Lease.send`. */
export function sendOnStream(
  session: ClientHttp2Session,
  request: WireRequest,
  signal: AbortSignal,
  host: StreamHost,
): Promise<WireResponse> {
  if (signal.aborted) {
    host.closed();
    return Promise.reject(signal.reason as Error);
  }
  let stream: ClientHttp2Stream;
  try {
    stream = session.request(toHeaders(request), { endStream: request.body === undefined });
  } catch (error) {
    host.closed();
    return Promise.reject(notSent(error, host));
  }
  return new Promise((resolve, reject) => {
    let failed: unknown;
    let answered = false;
    const complete = followData(stream, host.meter);
    const cutShort = (): Failure | undefined =>
      complete() ? undefined : (host.lost() ?? streamFailure(stream.rstCode, failed));
    const unlink = onAbort(signal, () => {
      stream.close(NGHTTP2_CANCEL);
      stream.destroy(signal.reason as Error);
    });
    stream.on('error', (error) => {
      failed = error;
    });
    stream.once('response', (headers) => {
      answered = true;
      // Node tells the server the limit and takes more all the same, up to 128 headers of 64 KiB.
      if (sizeOf(headers) > host.maxHeaderBytes) {
        reject(protocolFailure(undefined, `the headers of the answer exceed ${host.maxHeaderBytes} bytes`));
        stream.close(NGHTTP2_CANCEL);
        stream.destroy();
        return;
      }
      resolve({ status: headers[':status'] ?? 0, headers: plainHeaders(headers), body: stream, cutShort });
    });
    stream.once('close', () => {
      unlink();
      host.closed();
      if (answered) return;
      const nothing = 'the server closed the stream without an answer';
      reject(signal.aborted ? (signal.reason as Error) : (cutShort() ?? lostFailure(undefined, nothing)));
    });
    if (request.body !== undefined) stream.end(request.body);
  });
}

/**
 * Tells the meter of what comes, and whether the server has ended the stream. Node ends it as a `Readable` in every case: by the server's word, by a reset
 * and when the session goes. Only at that moment can they be told apart, by the stream being closed already or not.
 */
function followData(stream: ClientHttp2Stream, meter: StreamHost['meter']): () => boolean {
  let complete = false;
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk !== null) meter((chunk as Buffer).length, stream.readableLength > 0);
    else if (!stream.closed && !stream.destroyed) complete = true;
    return push(chunk, encoding);
  };
  return () => complete;
}

function notSent(error: unknown, host: StreamHost): Failure {
  const code = (error as { code?: string }).code ?? '';
  if (/^ERR_HTTP2_(INVALID_SESSION|GOAWAY_SESSION|OUT_OF_STREAMS)$/.test(code)) {
    host.unusable();
    return new Failure('ERR_HTTP_CONNECTION_LOST', 'the connection was closing', { cause: error, unprocessed: true });
  }
  return new Failure(
    'ERR_HTTP_PROTOCOL',
    'the request cannot be sent over HTTP/2; check its method, path and headers',
    {
      cause: error,
      retryable: false,
      unprocessed: true,
    },
  );
}

function streamFailure(code: number | undefined, error: unknown): Failure {
  switch (code) {
    case NGHTTP2_REFUSED_STREAM:
      return new Failure('ERR_HTTP_CONNECTION_LOST', 'the server refused the stream before it looked at the request', {
        cause: error,
        unprocessed: true,
      });
    case NGHTTP2_PROTOCOL_ERROR:
      return new Failure('ERR_HTTP_PROTOCOL', 'the answer breaks the rules of HTTP/2 (PROTOCOL_ERROR)', {
        cause: error,
      });
    case NGHTTP2_ENHANCE_YOUR_CALM:
      return protocolFailure(
        error,
        'the stream was ended with ENHANCE_YOUR_CALM: the headers of the answer are too large, or the server wants fewer requests',
      );
    case NGHTTP2_NO_ERROR:
    case undefined:
      return lostFailure(error, 'the connection closed');
    default:
      return lostFailure(error, `the server reset the stream (HTTP/2 error ${code})`);
  }
}

// HTTP/2 has no place for what describes an HTTP/1.1 connection; Node throws at the sight of it.
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

function toHeaders({ method, path, authority, headers, body }: WireRequest): OutgoingHttpHeaders {
  const result: OutgoingHttpHeaders = { ':method': method, ':path': path, ':authority': authority };
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue;
    result[name] = typeof value === 'string' ? value : [...value];
  }
  if (body !== undefined) result['content-length'] = String(body.byteLength);
  return result;
}

function plainHeaders(headers: IncomingHttpHeaders): HttpHeaders {
  const result: Record<string, string | readonly string[] | undefined> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) if (!name.startsWith(':')) result[name] = value;
  return result;
}

// As HTTP/2 counts them, 32 bytes for each header besides its own.
function sizeOf(headers: IncomingHttpHeaders): number {
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    const lengths = Array.isArray(value) ? value.reduce((sum, each) => sum + each.length, 0) : String(value).length;
    size += name.length + lengths + 32;
  }
  return size;
}
