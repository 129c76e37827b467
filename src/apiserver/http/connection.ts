import type { Socket } from 'node:net';

/**
 * One TCP connection of a client, with what is asked on it now. Under TLS the socket is the one below it: HTTP/2 and
 * TLS own the sockets above and let nobody stop or reset them.
 */
export class Connection<Exchange> {
  readonly socket: Socket;
  readonly exchanges = new Set<Exchange>();
  #frozen = false;

  constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Whether it looks alive to the client's TCP and is dead to everything above. */
  get frozen(): boolean {
    return this.#frozen;
  }

  /** Closes without a word. */
  drop(): void {
    this.socket.destroy();
  }

  /** Closes with a TCP reset, as a middlebox does that has forgotten the connection. */
  reset(): void {
    if (this.socket.destroyed) return;
    this.socket.resetAndDestroy();
  }

  /** Neither reads nor sends any more, HTTP/2 pings included; the socket stays open until somebody closes it. */
  freeze(): void {
    this.#frozen = true;
    // The stream above has taken the handle, so `pause()` would stop nobody.
    const { _handle: handle } = this.socket as unknown as { _handle?: { readStop?: () => void } | null };
    handle?.readStop?.();
  }
}
