import type { Readable } from 'node:stream';

// What may wait for the reader before the stream is told to pause: a few chunks, so that pausing and resuming costs
// nothing to a reader that keeps up, and no more, so that a slow one leaves the rest to the window of the connection.
const MOST_WAITING_BYTES = 256 * 2 ** 10;

/**
 * The chunks of a stream, each as it came. (A stream's own iterator joins what has come meanwhile into a new chunk: a copy
 * of every byte of a fast stream, in pieces of megabytes.)
 */
export class Chunks {
  readonly #stream: Readable;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #end: { readonly error: unknown } | 'done' | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
    stream.on('data', (chunk: Uint8Array) => {
      this.#waiting.push(chunk);
      this.#waitingBytes += chunk.length;
      if (this.#waitingBytes > MOST_WAITING_BYTES) stream.pause();
      this.#wake?.();
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

  /** The next one; undefined at the end. Rejects when the stream broke, after what had come before. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#waiting.length === 0) {
      if (this.#end === 'done') return undefined;
      if (this.#end !== undefined) throw this.#end.error;
      if (this.#stream.isPaused()) this.#stream.resume();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    const chunk = this.#waiting.shift() as Uint8Array;
    this.#waitingBytes -= chunk.length;
    return chunk;
  }

  #ended(end: { readonly error: unknown } | 'done'): void {
    this.#end ??= end;
    this.#wake?.();
  }
}
