import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { Clock, Timer } from '../../base/clock.js';
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

const OVER = { done: true, value: undefined } as const;

type Result = IteratorResult<Uint8Array, undefined>;

/**
 * The body of an answer as it arrives, decompressed. Throws, and does not end, unless all of it has come.
 * Leaving the loop early ends the call.
 */
export function readBody(response: WireResponse, options: BodyOptions): AsyncIterableIterator<Uint8Array, undefined> {
  return new Body(response, options);
}

/**
 * Not a generator function: a watch passes here with each event, and `return()` of a generator waits for a `next()` that
 * is pending, which may be for hours.
 */
class Body implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #response: WireResponse;
  readonly #options: BodyOptions;
  /** From the first `next()` on. */
  #chunks: Chunks | undefined;
  #isOver = false;

  constructor(response: WireResponse, options: BodyOptions) {
    this.#response = response;
    this.#options = options;
  }

  next(): Promise<Result> {
    if (this.#isOver) return Promise.resolve(OVER);
    return new Promise((resolve, reject) => {
      const timer = this.#idleTimer();
      this.#begin().read(
        (chunk) => {
          timer?.cancel();
          // What has come may be all there was, or look like it: Node drains an HTTP/1.1 answer that is given up.
          if (chunk !== undefined && !this.#isOver && !this.#options.signal.aborted) {
            resolve({ done: false, value: chunk });
          } else {
            this.#end(chunk === undefined ? this.#response.cutShort() : undefined, resolve, reject);
          }
        },
        (error) => {
          timer?.cancel();
          this.#end(error, resolve, reject);
        },
      );
    });
  }

  /** Ends the call at once; a `next()` that is pending ends, too. */
  return(): Promise<Result> {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#options.abort(new Failure('ERR_HTTP_BODY', 'the reader left'));
      this.#options.ended();
    }
    return Promise.resolve(OVER);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #begin(): Chunks {
    if (this.#chunks === undefined) {
      this.#options.begun();
      this.#chunks = new Chunks(decoded(this.#response));
    }
    return this.#chunks;
  }

  /** Settles the read that meets the end; `error` unless all has come. Reads after it only learn that all is over. */
  #end(error: unknown, resolve: (result: Result) => void, reject: (reason: unknown) => void): void {
    if (this.#isOver) {
      resolve(OVER);
      return;
    }
    this.#isOver = true;
    const { signal, abort, toError, ended } = this.#options;
    if (error === undefined && !signal.aborted) {
      resolve(OVER);
    } else {
      const why: unknown = signal.aborted ? signal.reason : bodyFailure(error, this.#response);
      const reason = why instanceof Failure ? toError(why) : why;
      // Nobody reads the rest.
      abort(reason);
      reject(reason);
    }
    ended();
  }

  #idleTimer(): Timer | undefined {
    const { clock, idleTimeoutMs, abort, toError } = this.#options;
    if (idleTimeoutMs === undefined) return undefined;
    return clock.setTimeout(() => {
      const seconds = idleTimeoutMs / 1000;
      abort(toError(new Failure('ERR_HTTP_TIMEOUT', `the body stopped arriving: nothing came for ${seconds} s`)));
    }, idleTimeoutMs);
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
