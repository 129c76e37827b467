import { ChunkBuffer } from './chunk-buffer.js';
import { MAX_OBJECT_BYTES } from './limits.js';
import { tooLarge, truncated } from './wire-errors.js';

const LENGTH_BYTES = 4;

/**
 * Takes length-prefixed frames (four bytes, the highest first) out of chunks of any size.
 *
 * @example
 * splitter.push(chunk);
 * for (let frame = splitter.next(); frame !== undefined; frame = splitter.next()) use(frame);
 */
export class FrameSplitter {
  /** Where in the body the last frame began, after its length. */
  offset = 0;
  readonly #buffer = new ChunkBuffer();
  readonly #maxFrameBytes: number;
  readonly #what: string;

  constructor(options: { readonly maxObjectBytes?: number; readonly what?: string } = {}) {
    this.#maxFrameBytes = options.maxObjectBytes ?? MAX_OBJECT_BYTES;
    this.#what = options.what ?? 'the watch';
  }

  push(chunk: Uint8Array): void {
    this.#buffer.append(chunk);
  }

  /**
   * The next frame; undefined when more bytes are needed. It is a view, without a copy when the frame came
   * in one chunk, and good until the next `push`. Throws `ERR_WIRE_TOO_LARGE` before the frame is read.
   */
  next(): Buffer | undefined {
    const buffer = this.#buffer;
    if (buffer.available < LENGTH_BYTES) return undefined;
    const length = buffer.bytes.readUInt32BE(buffer.start);
    if (length > this.#maxFrameBytes) {
      throw tooLarge(this.#what, buffer.offsetOf(buffer.start), this.#maxFrameBytes);
    }
    if (buffer.available < LENGTH_BYTES + length) return undefined;
    const start = buffer.start + LENGTH_BYTES;
    buffer.start = start + length;
    this.offset = buffer.offsetOf(start);
    return buffer.bytes.subarray(start, start + length);
  }

  /** Throws `ERR_WIRE_TRUNCATED` when the bytes ended inside a frame. */
  end(): void {
    const { available, end } = this.#buffer;
    if (available > 0) throw truncated(this.#what, this.#buffer.offsetOf(end));
  }
}
