import { copyBytes } from '../../base/copy-bytes.js';
import { DEFAULT_FRAME_BYTES, ERROR, FLAG, FRAME, HEADER_BYTES } from './frame.js';
import { Http2Error } from './http2-error.js';

/** Who is told of frames. Bytes are good for the time of the call only. */
export interface FrameListener {
  /** A frame of data begins. `length`: of all of it, its padding included, which is what windows count. */
  dataBegins(stream: number, length: number): void;
  /** The next bytes of it, without the padding. None of no length. */
  data(stream: number, bytes: Uint8Array, start: number, end: number): void;
  dataEnds(stream: number, endStream: boolean): void;
  /** Any other frame, whole. */
  frame(type: number, flags: number, stream: number, payload: Buffer): void;
}

/**
 * Takes frames out of the bytes of a connection, whatever pieces they come in. Data is handed on as it comes; other frames
 * are held until they are whole, which no frame is that is longer than what we let the server send.
 */
export class FrameReader {
  readonly #listener: FrameListener;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #type = 0;
  #flags = 0;
  #stream = 0;
  /** Of the frame that has begun, how much is to come, padding included; -1 between two frames. */
  #left = -1;
  /** Of data, how much of what is to come is padding; -1 while its length is to come. */
  #padding = 0;
  /** What has come of a frame that is not whole. */
  #held: Buffer | undefined;
  #heldBytes = 0;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** Throws an `Http2Error` for what ends the connection. Call it no more after that. */
  push(bytes: Uint8Array, length: number): void {
    let at = 0;
    while (at < length) {
      if (this.#left < 0) {
        at = this.#readHeader(bytes, at, length);
        if (this.#left !== 0) continue;
      }
      at = this.#type === FRAME.DATA ? this.#readData(bytes, at, length) : this.#readPayload(bytes, at, length);
    }
  }

  #readHeader(bytes: Uint8Array, start: number, length: number): number {
    const header = this.#header;
    let at = start;
    while (this.#headerBytes < HEADER_BYTES) {
      if (at === length) return at;
      header[this.#headerBytes++] = bytes[at++] as number;
    }
    this.#headerBytes = 0;
    // By hand, here and below: all that Node's own readers check is made part of this where it is fast.
    const size = ((header[0] as number) << 16) | ((header[1] as number) << 8) | (header[2] as number);
    this.#type = header[3] as number;
    this.#flags = header[4] as number;
    const high = (((header[5] as number) & 0x7f) << 24) | ((header[6] as number) << 16);
    this.#stream = high | ((header[7] as number) << 8) | (header[8] as number);
    if (size > DEFAULT_FRAME_BYTES) {
      throw new Http2Error(ERROR.FRAME_SIZE_ERROR, `the server sent a frame of ${size} bytes`);
    }
    this.#left = size;
    if (this.#type === FRAME.DATA) {
      if (this.#stream === 0) throw new Http2Error(ERROR.PROTOCOL_ERROR, 'the server sent data for no stream');
      this.#padding = (this.#flags & FLAG.PADDED) === 0 ? 0 : -1;
      if (size === 0 && this.#padding < 0) throw paddingTooLong();
      this.#listener.dataBegins(this.#stream, size);
    }
    return at;
  }

  #readData(bytes: Uint8Array, start: number, length: number): number {
    let at = start;
    if (this.#padding < 0) {
      this.#padding = bytes[at++] as number;
      if (this.#padding >= this.#left--) throw paddingTooLong();
    }
    const stream = this.#stream;
    const content = Math.min(this.#left - this.#padding, length - at);
    if (content > 0) {
      this.#listener.data(stream, bytes, at, at + content);
      this.#left -= content;
      at += content;
    }
    if (this.#left <= this.#padding) {
      const passed = Math.min(this.#left, length - at);
      this.#left = this.#padding = this.#left - passed;
      at += passed;
    }
    if (this.#left === 0) {
      this.#left = -1;
      this.#listener.dataEnds(stream, (this.#flags & FLAG.END_STREAM) !== 0);
    }
    return at;
  }

  #readPayload(bytes: Uint8Array, start: number, length: number): number {
    const left = this.#left;
    const taken = Math.min(left, length - start);
    if (taken === left && this.#heldBytes === 0) {
      this.#whole(Buffer.from(bytes.buffer, bytes.byteOffset + start, left));
      return start + left;
    }
    const held = (this.#held ??= Buffer.allocUnsafe(DEFAULT_FRAME_BYTES));
    copyBytes(bytes, start, start + taken, held, this.#heldBytes);
    this.#heldBytes += taken;
    this.#left = left - taken;
    if (this.#left === 0) {
      const payload = held.subarray(0, this.#heldBytes);
      this.#heldBytes = 0;
      this.#held = undefined;
      this.#whole(payload);
    }
    return start + taken;
  }

  #whole(payload: Buffer): void {
    this.#left = -1;
    this.#listener.frame(this.#type, this.#flags, this.#stream, payload);
  }
}

function paddingTooLong(): Http2Error {
  return new Http2Error(ERROR.PROTOCOL_ERROR, 'the server sent a frame that is shorter than its padding');
}
