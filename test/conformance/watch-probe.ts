import type { IncomingMessage } from 'node:http';
import type { RawExchange } from './exchange.js';
import { readBody, readEvents } from './representation.js';

// A server that is going to send an event does so within milliseconds; a loaded CI machine gets far more. Who looks for a
// bug that keeps events back may have less.
export const patience = { ms: 10_000 };

// Periodic bookmarks come when the server likes; the one that ends the initial events is part of the order. It may be an
// object, its metadata, or a table with that metadata in it.
const isPeriodic = (event: unknown): boolean =>
  (event as { type: string }).type === 'BOOKMARK' && !JSON.stringify(event).includes('k8s.io/initial-events-end');

/** A watch under way. Its events become part of the exchange as they come. */
export class WatchProbe {
  readonly #stream: IncomingMessage;
  readonly #exchange: RawExchange;
  readonly #ended: Promise<void>;
  #rest = Buffer.alloc(0);
  #awaited = 0;
  #wake: () => void = () => undefined;
  #isOver = false;

  constructor(stream: IncomingMessage, exchange: RawExchange) {
    this.#stream = stream;
    this.#exchange = exchange;
    const contentType = stream.headers['content-type'] ?? '';
    const refused = stream.statusCode !== 200;
    stream.on('data', (chunk: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      if (refused) return;
      const { events, rest } = readEvents(contentType, this.#rest);
      this.#rest = Buffer.from(rest);
      this.#exchange.events?.push(...events.filter((event) => !isPeriodic(event)));
      this.#wake();
    });
    this.#ended = new Promise((resolve) => {
      stream.on('close', () => {
        this.#isOver = true;
        if (refused) {
          delete exchange.events;
          exchange.body = readBody(contentType, this.#rest);
        }
        this.#wake();
        resolve();
      });
    });
    // Cut off by us or by the server: either way it is over.
    stream.on('error', () => undefined);
  }

  get status(): number {
    return this.#exchange.status;
  }

  /** The events so far. */
  get events(): readonly unknown[] {
    return this.#exchange.events ?? [];
  }

  /** Waits for so many more events. One that does not come within the time is missing in the exchange. */
  async next(count = 1): Promise<readonly unknown[]> {
    const from = this.#awaited;
    this.#awaited += count;
    const deadline = Date.now() + patience.ms;
    while (this.events.length < this.#awaited && !this.#isOver && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.events.slice(from, this.#awaited);
  }

  /** Waits until the server ends the stream. */
  async end(): Promise<void> {
    const timer = setTimeout(() => {
      this.#exchange.events?.push({ $stillOpen: true });
      this.close();
    }, patience.ms);
    await this.#ended;
    clearTimeout(timer);
  }

  close(): void {
    this.#stream.destroy();
  }
}
