import { once } from 'node:events';
import * as net from 'node:net';

/** Stands between a client and a server and counts what the server sends, as it is on the wire. */
export class ByteCounter {
  /** Bytes from the server so far. */
  received = 0;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();

  private constructor(target: URL) {
    this.#server = net.createServer((client) => {
      const upstream = net.connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket
          .setNoDelay(true)
          .on('error', () => undefined)
          .on('close', () => {
            this.#sockets.delete(socket);
            client.destroy();
            upstream.destroy();
          });
      }
      upstream.on('data', (chunk) => (this.received += chunk.length));
      client.pipe(upstream).pipe(client);
    });
  }

  /** The counter, and the port of it that stands for the server. */
  static async before(target: URL): Promise<{ counter: ByteCounter; port: number }> {
    const counter = new ByteCounter(target);
    counter.#server.listen(0, '127.0.0.1');
    await once(counter.#server, 'listening');
    return { counter, port: (counter.#server.address() as net.AddressInfo).port };
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
