// Enough for a server that is near: 1 MiB a millisecond is more than any reader takes. It is what a reader that is behind
// makes us hold, and what is held for long costs the collector more than it costs in memory.
const SMALLEST = 2 ** 20;

// Enough for a server that is far. Measured at 20 ms: 35 MB/s with 1 MiB, 77 with 4, 111 with 16; HTTP/1.1 made 72–125.
const LARGEST = 8 * 2 ** 20;

/**
 * What a server may send on a stream before it was read: for all streams of a session, since Node has no other. It begins
 * small, and doubles each time a stream has brought a whole window and its reader was never behind: then it is the
 * line that sets the pace, and a larger window lets it be faster.
 */
export class StreamWindow {
  #bytes = SMALLEST;
  readonly #onWider: (bytes: number) => void;

  constructor(onWider: (bytes: number) => void) {
    this.#onWider = onWider;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** For one stream: to be told how long each chunk is, and whether what came before it still waits for the reader. */
  meter(): (length: number, isBehind: boolean) => void {
    let taken = 0;
    return (length, isBehind) => {
      taken = isBehind ? 0 : taken + length;
      if (taken < this.#bytes) return;
      taken = 0;
      if (this.#bytes >= LARGEST) return;
      this.#bytes *= 2;
      this.#onWider(this.#bytes);
    };
  }
}
