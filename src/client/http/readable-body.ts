import type { Readable } from 'node:stream';
import { Chunks } from './chunks.js';
import type { Failure } from './failure.js';
import type { WireBody } from './link.js';

/** A body that Node reads. Node may end it as if all were well when it is not: `cutShort` says so, and why. */
export class ReadableBody implements WireBody {
  readonly isBorrowed = false;
  readonly #stream: Readable;
  readonly #cutShort: () => Failure | undefined;
  /** From the first `read` on: until then nothing flows. */
  #chunks: Chunks | undefined;

  constructor(stream: Readable, cutShort: () => Failure | undefined) {
    this.#stream = stream;
    this.#cutShort = cutShort;
  }

  read(done: (chunk: Uint8Array | undefined) => void, failed: (error: unknown) => void): void {
    this.#chunks ??= new Chunks(this.#stream);
    this.#chunks.read(
      (chunk) => {
        const cut = chunk === undefined ? this.#cutShort() : undefined;
        if (cut === undefined) done(chunk);
        else failed(cut);
      },
      (error) => {
        failed(this.#cutShort() ?? error);
      },
    );
  }

  skip(): void {
    this.#stream.resume();
  }

  destroy(): void {
    this.#stream.destroy();
  }

  onClose(listener: () => void): void {
    if (this.#stream.closed) listener();
    else this.#stream.once('close', listener);
  }
}
