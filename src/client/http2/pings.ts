import { ERROR, FLAG, numberedPing, pingFrame } from './frame.js';
import { Http2Error, violation } from './http2-error.js';

/** The pings of a connection: ours, whose answers are awaited, and the server's, which are to be answered. */
export class Pings {
  #sent = 0;
  readonly #awaited = new Map<number, () => void>();

  /** A ping to send, which calls back when its answer has come. */
  next(answered: () => void): Buffer {
    const number = ++this.#sent;
    this.#awaited.set(number, answered);
    return numberedPing(number);
  }

  /** A ping has come. What to send for it, if it is none of our own that comes back. */
  receive(flags: number, stream: number, payload: Buffer): Buffer | undefined {
    if (stream !== 0) throw violation('a ping of a stream');
    if (payload.length !== 8) throw new Http2Error(ERROR.FRAME_SIZE_ERROR, 'a ping is of another length');
    if ((flags & FLAG.ACK) === 0) return pingFrame(payload, true);
    const number = payload.readUInt32BE(4);
    const answered = this.#awaited.get(number);
    this.#awaited.delete(number);
    answered?.();
    return undefined;
  }

  /** No answer will come any more. */
  clear(): void {
    this.#awaited.clear();
  }
}
