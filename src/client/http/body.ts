import { constants, createGunzip } from 'node:zlib';
import { onAbort } from '../../base/abort.js';
import type { Clock, Timer } from '../../base/clock.js';
import { deferred } from '../../base/deferred.js';
import { messageOf } from '../../errors/index.js';
import { Chunks } from './chunks.js';
import { Failure } from './failure.js';
import { IN_PLACE } from './in-place.js';
import type { WireBody, WireResponse } from './link.js';

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

/** Where chunks come from; see {@link WireBody}. */
type Bytes = Pick<WireBody, 'read'>;

type Result = IteratorResult<Uint8Array, undefined>;

/** How a `next()` ends. */
interface Settle {
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

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
  #bytes: Bytes | undefined;
  #isOver = false;
  #isInPlace = false;
  /** The `next()` that is pending, and those that were called meanwhile. */
  #reading: Settle | undefined;
  readonly #later: Settle[] = [];
  #idle: Timer | undefined;
  // Made once: a watch comes here with each event.
  readonly #onChunk = (chunk: Uint8Array | undefined): void => {
    const reading = this.#settled();
    if (reading === undefined) return;
    // What has come may be all there was, or look like it: Node drains an HTTP/1.1 answer that is given up.
    if (chunk !== undefined && !this.#isOver && !this.#options.signal.aborted) {
      reading.resolve({ done: false, value: this.#kept(chunk) });
    } else this.#end(undefined, reading);
    this.#readLater();
  };
  readonly #onFailure = (error: unknown): void => {
    const reading = this.#settled();
    if (reading === undefined) return;
    this.#end(error, reading);
    this.#readLater();
  };

  constructor(response: WireResponse, options: BodyOptions) {
    this.#response = response;
    this.#options = options;
  }

  next(): Promise<Result> {
    if (this.#isOver) return Promise.resolve(OVER);
    return new Promise((resolve, reject) => {
      if (this.#reading === undefined) this.#read({ resolve, reject });
      else this.#later.push({ resolve, reject });
    });
  }

  #read(reading: Settle): void {
    this.#reading = reading;
    this.#idle = this.#idleTimer();
    this.#begin().read(this.#onChunk, this.#onFailure);
  }

  /** Takes the `next()` that is pending, to settle it. */
  #settled(): Settle | undefined {
    const reading = this.#reading;
    this.#idle?.cancel();
    this.#reading = undefined;
    return reading;
  }

  #readLater(): void {
    const reading = this.#later.shift();
    if (reading !== undefined) this.#read(reading);
  }

  /** The chunk for a reader who may keep it, unless it has said that it will not. */
  #kept(chunk: Uint8Array): Uint8Array {
    const { body } = this.#response;
    return this.#isInPlace || !body.isBorrowed || this.#bytes !== body ? chunk : Buffer.from(chunk);
  }

  [IN_PLACE](): void {
    this.#isInPlace = true;
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

  #begin(): Bytes {
    if (this.#bytes === undefined) {
      this.#options.begun();
      this.#bytes = isGzip(this.#response) ? unzipped(this.#response.body, this.#options.signal) : this.#response.body;
    }
    return this.#bytes;
  }

  /** Settles the read that meets the end; `error` unless all has come. Reads after it only learn that all is over. */
  #end(error: unknown, { resolve, reject }: Settle): void {
    if (this.#isOver) {
      resolve(OVER);
      return;
    }
    this.#isOver = true;
    const { signal, abort, toError, ended } = this.#options;
    if (error === undefined && !signal.aborted) {
      resolve(OVER);
    } else {
      const why: unknown = signal.aborted ? signal.reason : bodyFailure(error);
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

function bodyFailure(error: unknown): Failure {
  if (!(error instanceof Failure)) {
    return new Failure('ERR_HTTP_BODY', `the body cannot be decompressed (${messageOf(error)})`, { cause: error });
  }
  if (error.code !== 'ERR_HTTP_CONNECTION_LOST') return error;
  return new Failure(error.code, `the body was cut short: ${error.message}`, { cause: error.cause });
}

function unzipped(body: WireBody, signal: AbortSignal): Bytes {
  // A member may end with each event of a watch: whatever is known so far has to come out at once.
  const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_FINISH });
  // It may wait for its reader, and not for the body.
  onAbort(signal, () => gunzip.destroy());
  // What comes out may end before what goes in: zeros behind the last member are passed over.
  const ended = deferred<{ readonly error?: unknown }>();
  const pump = (): void => {
    body.read(
      (chunk) => {
        if (chunk === undefined) {
          ended.resolve({});
          gunzip.end();
        } else if (gunzip.readableEnded) pump();
        // Called back when it needs the chunk no more.
        else if (!gunzip.destroyed) gunzip.write(chunk, pump);
      },
      (error) => {
        ended.resolve({ error });
        gunzip.destroy(error as Error);
      },
    );
  };
  pump();
  const chunks = new Chunks(gunzip);
  const finish = async (done: () => void, failed: (error: unknown) => void): Promise<void> => {
    const { error } = await ended.promise;
    if (error === undefined) done();
    else failed(error);
  };
  return {
    read: (done, failed) => {
      chunks.read((chunk) => {
        if (chunk !== undefined) done(chunk);
        else
          finish(() => {
            done(undefined);
          }, failed).catch(failed);
      }, failed);
    },
  };
}

function isGzip({ status, headers }: WireResponse): boolean {
  const encoding = headers['content-encoding'];
  // A server may name the encoding of a body that is not there.
  if (status === 204 || status === 304 || headers['content-length'] === '0') return false;
  return typeof encoding === 'string' && /^(x-)?gzip$/i.test(encoding.trim());
}
