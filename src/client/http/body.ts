import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Clock } from '../../base/clock.js';
import { messageOf } from '../../errors/index.js';
import { Chunks } from './chunks.js';
import { Failure } from './failure.js';
import type { WireResponse } from './link.js';

/** What reading a body needs to know. */
export interface BodyOptions {
  readonly clock: Clock;
  /** Undefined: the server may pause as long as it likes. */
  readonly idleTimeoutMs: number | undefined;
  /** Aborts when the call is over for a reason that is not the connection's. */
  readonly signal: AbortSignal;
  /** Ends the call. */
  readonly abort: (reason: unknown) => void;
  /** The error to throw for a failure. */
  readonly toError: (failure: Failure) => Error;
  /** Reading has begun. The stream may be over long before the reader has everything. */
  readonly begun: () => void;
  /** The reader has everything, or will get no more. */
  readonly ended: () => void;
}

/**
 * The body of an answer as it arrives, decompressed. Throws, and does not end, unless all of it has come.
 * Leaving the loop early ends the call.
 */
export async function* readBody(response: WireResponse, options: BodyOptions): AsyncGenerator<Uint8Array, void> {
  const { clock, idleTimeoutMs, signal, abort, toError } = options;
  let ended = false;
  options.begun();
  try {
    const chunks = new Chunks(decoded(response));
    for (;;) {
      const timer =
        idleTimeoutMs === undefined
          ? undefined
          : clock.setTimeout(() => {
              const seconds = idleTimeoutMs / 1000;
              abort(
                toError(new Failure('ERR_HTTP_TIMEOUT', `the body stopped arriving: nothing came for ${seconds} s`)),
              );
            }, idleTimeoutMs);
      let chunk: Uint8Array | undefined;
      try {
        chunk = await chunks.next();
      } finally {
        timer?.cancel();
      }
      // What has come may be all there was, or look like it: Node drains an HTTP/1.1 answer that is given up.
      if (signal.aborted) throw signal.reason;
      if (chunk === undefined) break;
      yield chunk;
    }
    const failure = response.cutShort();
    if (failure !== undefined) throw failure;
    ended = true;
  } catch (error) {
    ended = true;
    const why: unknown = signal.aborted ? signal.reason : bodyFailure(error, response);
    const reason = why instanceof Failure ? toError(why) : why;
    // Nobody reads the rest.
    abort(reason);
    throw reason;
  } finally {
    if (!ended) abort(new Failure('ERR_HTTP_BODY', 'the reader left'));
    options.ended();
  }
}

function bodyFailure(error: unknown, response: WireResponse): Failure {
  const code = (error as { code?: string } | null)?.code ?? '';
  const corrupt = code.startsWith('Z_') && code !== 'Z_BUF_ERROR';
  const cut = corrupt ? undefined : response.cutShort();
  if (cut !== undefined) {
    if (cut.code !== 'ERR_HTTP_CONNECTION_LOST') return cut;
    return new Failure(cut.code, `the body was cut short: ${cut.message}`, { cause: cut.cause });
  }
  if (error instanceof Failure) return error;
  return new Failure('ERR_HTTP_BODY', `the body cannot be decompressed (${messageOf(error)})`, { cause: error });
}

function decoded(response: WireResponse): Readable {
  if (!isGzip(response)) return response.body;
  // A member may end with each event of a watch: whatever is known so far has to come out at once.
  const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_FINISH });
  // Errors reach the reader through `gunzip`.
  return pipeline(response.body, gunzip, () => undefined);
}

function isGzip({ status, headers }: WireResponse): boolean {
  const encoding = headers['content-encoding'];
  // A server may name the encoding of a body that is not there.
  if (status === 204 || status === 304 || headers['content-length'] === '0') return false;
  return typeof encoding === 'string' && /^(x-)?gzip$/i.test(encoding.trim());
}
