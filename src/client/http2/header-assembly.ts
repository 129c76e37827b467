import { ERROR, FLAG } from './frame.js';
import { Http2Error, violation } from './http2-error.js';

// A block of headers in its packed form: more than what unpacks to what we take, and a bound for a server that never ends one.
const LARGEST_BLOCK = 256 * 2 ** 10;

// An empty part has no size, and still takes memory.
const MOST_PARTS = 256;

// The number and weight of another stream, which nobody heeds any more.
const PRIORITY_BYTES = 5;

/** Puts blocks of headers together, which may come in many frames with none of anything else between them. */
export class HeaderAssembly {
  /** Of the block that has begun last. */
  stream = 0;
  endStream = false;
  isOpen = false;
  #parts: Buffer[] = [];
  #size = 0;

  /** A frame of HEADERS; the block, if that was all of it. */
  begin(flags: number, stream: number, payload: Buffer): Buffer | undefined {
    let part = unpadded(flags, payload);
    if ((flags & FLAG.PRIORITY) !== 0) {
      if (part.length < PRIORITY_BYTES) throw new Http2Error(ERROR.FRAME_SIZE_ERROR, 'a frame is too short');
      part = part.subarray(PRIORITY_BYTES);
    }
    this.stream = stream;
    this.endStream = (flags & FLAG.END_STREAM) !== 0;
    this.isOpen = true;
    this.#parts = [];
    this.#size = 0;
    return this.#extend(flags, part);
  }

  /** A frame of CONTINUATION; the block, if it is whole. */
  extend(flags: number, payload: Buffer): Buffer | undefined {
    if (!this.isOpen) throw violation('the rest of a block of headers that has not begun');
    return this.#extend(flags, payload);
  }

  #extend(flags: number, part: Buffer): Buffer | undefined {
    this.#size += part.length;
    if (this.#size > LARGEST_BLOCK || this.#parts.length >= MOST_PARTS) {
      throw new Http2Error(ERROR.ENHANCE_YOUR_CALM, 'the server sent a block of headers without end');
    }
    if ((flags & FLAG.END_HEADERS) === 0) {
      // What waits for the rest must not be in memory that is used again.
      this.#parts.push(Buffer.from(part));
      return undefined;
    }
    this.isOpen = false;
    if (this.#parts.length === 0) return part;
    this.#parts.push(part);
    return Buffer.concat(this.#parts.splice(0));
  }
}

function unpadded(flags: number, payload: Buffer): Buffer {
  if ((flags & FLAG.PADDED) === 0) return payload;
  const padding = payload[0] ?? 0;
  if (padding >= payload.length) throw violation('a frame that is shorter than its padding');
  return payload.subarray(1, payload.length - padding);
}

export function interrupted(): Http2Error {
  return violation('another frame between those of a block of headers');
}
