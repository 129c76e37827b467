import { DEFAULT_FRAME_BYTES, DEFAULT_WINDOW, ERROR, FLAG, FRAME, LARGEST_WINDOW, frameHeader } from './frame.js';
import { Http2Error, violation } from './http2-error.js';
import type { ClientStream } from './stream.js';

/** What the server takes of the bodies of requests, all streams together, and in what pieces. */
export class Outgoing {
  readonly #send: (frame: Uint8Array) => void;
  #window = DEFAULT_WINDOW;
  #streamWindow = DEFAULT_WINDOW;
  #maxFrameBytes = DEFAULT_FRAME_BYTES;

  constructor(send: (frame: Uint8Array) => void) {
    this.#send = send;
  }

  /** What a new stream may send before it hears more. */
  get streamWindow(): number {
    return this.#streamWindow;
  }

  get maxFrameBytes(): number {
    return this.#maxFrameBytes;
  }

  /** The server's word on frames. */
  setMaxFrameBytes(bytes: number): void {
    if (bytes < DEFAULT_FRAME_BYTES || bytes >= 2 ** 24) throw violation('a size of frames that is none');
    this.#maxFrameBytes = bytes;
  }

  /** The server's word on new streams, which changes those that are open by as much: by how much that is. */
  setStreamWindow(bytes: number): number {
    if (bytes > LARGEST_WINDOW) throw tooLargeWindow();
    const change = bytes - this.#streamWindow;
    this.#streamWindow = bytes;
    return change;
  }

  /** The server takes more, of all streams together. */
  widen(bytes: number): void {
    if (bytes === 0) throw violation('a window that grows by nothing');
    this.#window += bytes;
    if (this.#window > LARGEST_WINDOW) throw tooLargeWindow();
  }

  /** The server takes more of a stream, or less. What is wrong with that, if anything is. */
  widenStream(stream: ClientStream, bytes: number): Http2Error | undefined {
    stream.sendWindow += bytes;
    if (stream.sendWindow > LARGEST_WINDOW) return tooLargeWindow();
    this.sendBody(stream);
    return undefined;
  }

  /** Sends of a body what the server has room for. */
  sendBody(stream: ClientStream): void {
    while (stream.unsent.length > 0) {
      const length = Math.min(stream.unsent.length, stream.sendWindow, this.#window, this.#maxFrameBytes);
      if (length <= 0) return;
      const part = stream.unsent.subarray(0, length);
      stream.unsent = stream.unsent.subarray(length);
      stream.sendWindow -= length;
      this.#window -= length;
      const flags = stream.unsent.length === 0 ? FLAG.END_STREAM : 0;
      this.#send(frameHeader(FRAME.DATA, flags, stream.id, length));
      this.#send(part);
    }
  }
}

function tooLargeWindow(): Http2Error {
  return new Http2Error(ERROR.FLOW_CONTROL_ERROR, 'the server made a window larger than there are');
}
