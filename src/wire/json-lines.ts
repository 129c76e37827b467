import { ChunkBuffer } from './chunk-buffer.js';
import { MAX_OBJECT_BYTES } from './limits.js';
import { tooLarge } from './wire-errors.js';

const LINE_FEED = 0x0a;

/**
 * Takes lines out of chunks of any size. A line ends with a line feed; a carriage return before it stays,
 * being white space to JSON. Each byte is looked at once.
 */
export class LineSplitter {
  /** Where in the body the last line began. */
  offset = 0;
  readonly #buffer = new ChunkBuffer();
  readonly #maxLineBytes: number;
  readonly #what: string;
  /** How many bytes after `start` are known to have no line feed. */
  #searched = 0;

  constructor(options: { readonly maxObjectBytes?: number; readonly what?: string } = {}) {
    this.#maxLineBytes = options.maxObjectBytes ?? MAX_OBJECT_BYTES;
    this.#what = options.what ?? 'the watch';
  }

  push(chunk: Uint8Array): void {
    this.#buffer.append(chunk);
  }

  /**
   * The next line without its line feed; undefined when more bytes are needed, and then no chunk is used any more. It is a
   * view, good until the next call. Throws `ERR_WIRE_TOO_LARGE` as soon as a line is too long, before it has ended.
   */
  next(): Buffer | undefined {
    const buffer = this.#buffer;
    const { bytes, start, end } = buffer;
    const from = start + this.#searched;
    // Buffer.indexOf would search on behind `end`, in bytes that were used long ago.
    const found = from < end ? bytes.subarray(from, end).indexOf(LINE_FEED) : -1;
    const lineEnd = found < 0 ? end : from + found;
    if (lineEnd - start > this.#maxLineBytes) throw tooLarge(this.#what, buffer.offsetOf(start), this.#maxLineBytes);
    if (found < 0) {
      this.#searched = end - start;
      buffer.keep();
      return undefined;
    }
    this.#searched = 0;
    this.offset = buffer.offsetOf(start);
    buffer.start = lineEnd + 1;
    return bytes.subarray(start, lineEnd);
  }

  /** What is left after the last line feed, when no more bytes will come; undefined when nothing is. */
  rest(): Buffer | undefined {
    const { bytes, start, end } = this.#buffer;
    if (start === end) return undefined;
    this.offset = this.#buffer.offsetOf(start);
    this.#buffer.start = end;
    return bytes.subarray(start, end);
  }
}
