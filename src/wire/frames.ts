import { ChunkBuffer } from './chunk-buffer.js';
import { MAX_OBJECT_BYTES } from './limits.js';
import { tooLarge, truncated } from './wire-errors.js';

const LENGTH_BYTES = 4;

/**
 * Takes length-prefixed frames (four bytes, the highest first) out of chunks of any size.
 *
 * @example
 * splitter.push(chunk);
 * while (splitter.next()) use(splitter.bytes, splitter.from, splitter.to);
 */
export class FrameSplitter {
  /** Where in `bytes` the last frame is, after its length. */
  from = 0;
  to = 0;
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
   * Finds the next frame; false when more bytes are needed, and then no chunk is used any more. It is good until the next
   * call. Throws `ERR_WIRE_TOO_LARGE` before the frame is there.
   */
  next(): boolean {
    const found = this.#find();
    if (!found) this.#buffer.keep();
    return found;
  }

  #find(): boolean {
    const buffer = this.#buffer;
    if (buffer.available < LENGTH_BYTES) return false;
    const { bytes, start } = buffer;
    // By hand: what Node's reader checks takes longer. Without the sign.
    const high = ((bytes[start] as number) << 24) | ((bytes[start + 1] as number) << 16);
    const length = (high | ((bytes[start + 2] as number) << 8) | (bytes[start + 3] as number)) >>> 0;
    if (length > this.#maxFrameBytes) {
      throw tooLarge(this.#what, buffer.offsetOf(buffer.start), this.#maxFrameBytes);
    }
    if (buffer.available < LENGTH_BYTES + length) return false;
    this.from = buffer.start + LENGTH_BYTES;
    this.to = buffer.start = this.from + length;
    return true;
  }

  /** What the frame is in: the chunk itself when all of the frame came in one. */
  get bytes(): Buffer {
    return this.#buffer.bytes;
  }

  /** Throws `ERR_WIRE_TRUNCATED` when the bytes ended inside a frame. */
  end(): void {
    const { available, end } = this.#buffer;
    if (available > 0) throw truncated(this.#what, this.#buffer.offsetOf(end));
  }
}
