import type { Socket } from 'node:net';

/** Told of bytes that have come: the first `length` of `bytes`, for the time of the call. */
export type BytesListener = (bytes: Uint8Array, length: number) => void;

/** False: no more for now. */
type Take = (bytes: Uint8Array, length: number) => boolean;

// What one record of TLS holds, and so what one call brings at most.
const RECORD_BYTES = 16 * 2 ** 10;

/**
 * What comes on a socket. Where Node allows it, all of it is read into one piece of memory again and again: a new one for
 * each read, and the collection of the last ones, cost as much as TLS does.
 */
export class SocketInput {
  /** For `tls.connect`, which heeds it unless it is given a socket. */
  readonly onread = {
    buffer: Buffer.allocUnsafeSlow(RECORD_BYTES),
    callback: (length: number, bytes: Uint8Array): boolean => this.#take(bytes, length),
  };
  #take: Take = (bytes, length) => {
    this.#early.push(Buffer.from(bytes.subarray(0, length)));
    return true;
  };
  /** What came before anyone listened: a server may speak first. */
  readonly #early: Buffer[] = [];

  /** Has the listener called with everything that comes, and has come. Call this or `intoSocket`, once. */
  listen(socket: Socket, listener: BytesListener): void {
    this.#become((bytes, length) => {
      listener(bytes, length);
      return true;
    });
    // Silent where all goes to `onread`.
    socket.on('data', (chunk: Buffer) => {
      listener(chunk, chunk.length);
    });
  }

  /** Has the socket be an ordinary stream. */
  intoSocket(socket: Socket): void {
    this.#become((bytes, length) => socket.push(Buffer.from(bytes.subarray(0, length))));
  }

  #become(take: Take): void {
    this.#take = take;
    for (const bytes of this.#early.splice(0)) take(bytes, bytes.length);
  }
}
