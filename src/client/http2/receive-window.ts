// Enough for a server that is near: 1 MiB a millisecond is more than any reader takes. It is what a reader that is behind
// makes us hold.
export const SMALLEST_WINDOW = 2 ** 20;

// Enough for a server that is far. Measured at 20 ms: 35 MB/s with 1 MiB, 77 with 4, 111 with 16; HTTP/1.1 made 72–125.
const LARGEST = 8 * 2 ** 20;

/**
 * What the server may send on a stream before it was read. It begins small, and doubles each time the stream has brought
 * a whole window and its reader was never behind: then it is the line that sets the pace, and a larger window lets it be
 * faster.
 */
export class ReceiveWindow {
  #size = SMALLEST_WINDOW;
  /** What the server may still send. */
  #granted = SMALLEST_WINDOW;
  #unread = 0;
  /** What has come since the reader was last behind. */
  #inTime = 0;

  get size(): number {
    return this.#size;
  }

  /** A frame has come. False: the server had no right to send as much. */
  arrived(bytes: number): boolean {
    if (this.#unread > 0) this.#inTime = 0;
    else this.#inTime += bytes;
    if (this.#inTime >= this.#size && this.#size < LARGEST) {
      this.#size *= 2;
      this.#inTime = 0;
    }
    this.#unread += bytes;
    this.#granted -= bytes;
    return this.#granted >= 0;
  }

  /**
   * So much of it was read. What the server is to be told that it may send besides; 0 until that is half the window, so
   * that it is told rarely.
   */
  read(bytes: number): number {
    this.#unread -= bytes;
    const owed = this.#size - this.#granted - this.#unread;
    if (owed < this.#size / 2) return 0;
    this.#granted += owed;
    return owed;
  }
}
