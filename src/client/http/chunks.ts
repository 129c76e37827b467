import type { Readable } from 'node:stream';

// What may wait for the reader before the stream is told to pause: a few chunks, so that pausing and resuming costs
// nothing to a reader that keeps up, and no more, so that a slow one leaves the rest to the window of the connection.
const MOST_WAITING_BYTES = 256 * 2 ** 10;

/** Who waits for a chunk: exactly one of the two is called. */
interface Reader {
  readonly done: (chunk: Uint8Array | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The chunks of a stream, each as it came. (A stream's own iterator joins what has come meanwhile into a new chunk: a copy
 * of every byte of a fast stream, in pieces of megabytes.)
 */
export class Chunks {
  readonly #stream: Readable;
  readonly #waiting: Uint8Array[] = [];
  #reader: Reader | undefined;
  #waitingBytes = 0;
  #end: { readonly error: unknown } | 'done' | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on('data', (chunk: Uint8Array) => {
      this.#waiting.push(chunk);
      this.#waitingBytes += chunk.length;
      if (this.#waitingBytes > MOST_WAITING_BYTES) stream.pause();
      this.#serve();
    });
    stream.on('end', () => {
      this.#ended('done');
    });
    stream.on('error', (error) => {
      this.#ended({ error });
    });
    const closed = (): void => {
      this.#ended({ error: stream.errored ?? new Error('the stream was closed before its end') });
    };
    // A stream that is destroyed without an error says nothing else, and one that was says nothing any more.
    stream.on('close', closed);
    if (stream.readableEnded) this.#ended('done');
    else if (stream.destroyed) closed();
  }

  /**
   * Hands over the next one, within this call if it is here already; undefined at the end. `failed` learns what broke
   * the stream, after what had come before. One call at a time.
   */
  read(done: Reader['done'], failed: Reader['failed']): void {
    this.#reader = { done, failed };
    this.#serve();
  }

  #serve(): void {
    if (this.#reader === undefined) return;
    const chunk = this.#waiting.shift();
    if (chunk === undefined && this.#end === undefined) {
      if (this.#stream.isPaused()) this.#stream.resume();
      return;
    }
    this.#waitingBytes -= chunk?.length ?? 0;
    const { done, failed } = this.#reader;
    this.#reader = undefined;
    if (chunk !== undefined || typeof this.#end !== 'object') done(chunk);
    else failed(this.#end.error);
  }

  /** Why a stream ended, its reset or its session's end, may be told in the same turn, but after its end. */
  #ended(end: { readonly error: unknown } | 'done'): void {
    queueMicrotask(() => {
      this.#end ??= end;
      this.#serve();
    });
  }
}
