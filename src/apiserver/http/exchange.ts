import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:http2';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Writable } from 'node:stream';
import type { Connection } from './connection.js';
import type { OutputGate } from './output-gate.js';
import { frozenGate, openGate } from './output-gate.js';

export type AnyRequest = Http2ServerRequest | IncomingMessage;
export type AnyResponse = Http2ServerResponse | ServerResponse;
export type Headers = Readonly<Record<string, readonly string[] | string>>;

/** What an exchange asked for, as faults look at it. */
export interface ExchangeInfo {
  readonly method: string;
  readonly path: string;
  /** A verb of the API, or the method in lower case for what is no resource. */
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
}

/**
 * One request and its answer. Every byte of an answer goes through here, which is where faults take hold.
 * Nothing throws after the client has gone: writes are dropped then.
 */
export class Exchange {
  readonly request: AnyRequest;
  readonly connection: Connection<Exchange>;
  /** Aborted when the client goes away, the exchange ends, or the server stops. */
  readonly signal: AbortSignal;
  readonly warnings = new Set<string>();
  /** Set once it is known. */
  info: ExchangeInfo | undefined;
  /** Whether a fault holds bookmarks back. */
  bookmarksFrozen = false;
  readonly #response: AnyResponse;
  /** The stream itself in HTTP/2: Node's response there does not say when it is full. */
  readonly #out: Writable;
  readonly #controller = new AbortController();
  readonly #waiting = new Set<() => void>();
  #gate: OutputGate = openGate;
  #closeAfterwards = false;

  constructor(request: AnyRequest, response: AnyResponse, connection: Connection<Exchange>) {
    this.request = request;
    this.connection = connection;
    this.#response = response;
    this.#out = 'stream' in response ? response.stream : response;
    this.signal = this.#controller.signal;
    if (connection.frozen) this.#gate = frozenGate;
    connection.exchanges.add(this);
    this.#out.on('close', () => {
      connection.exchanges.delete(this);
      this.abort();
      this.#wake();
    });
    this.#out.on('drain', () => {
      this.#wake();
    });
    // A write to a socket that has just been closed: 'close' follows and is handled.
    this.#out.on('error', () => undefined);
    request.on('error', () => undefined);
  }

  get headersSent(): boolean {
    return this.#response.headersSent;
  }

  /** Whether nothing more can be sent. */
  get finished(): boolean {
    // Node ends the stream of a HEAD request before anybody has answered it.
    const { writableEnded } = this.request.method === 'HEAD' ? this.#response : this.#out;
    return writableEnded || this.#out.destroyed;
  }

  /** Bytes that the socket has not taken yet. */
  get buffered(): number {
    return this.#out.writableLength + this.#gate.held;
  }

  get isHttp2(): boolean {
    return this.request.httpVersionMajor === 2;
  }

  /** The value of a header, or an empty text; of one that came twice, the first. */
  header(name: string): string {
    const value = this.request.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? '';
  }

  abort(): void {
    if (!this.#controller.signal.aborted) this.#controller.abort();
  }

  /** The connection cannot be used again, since a body was left unread on it. HTTP/2 ends the stream alone. */
  closeAfterwards(): void {
    this.#closeAfterwards = true;
  }

  /** `flush`: the client is to see the headers before there is a body. */
  head(code: number, headers: Headers, options: { flush?: boolean } = {}): void {
    if (this.finished || this.headersSent) return;
    const response = this.#response as ServerResponse;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (this.#closeAfterwards && !this.isHttp2) response.setHeader('Connection', 'close');
    response.statusCode = code;
    // Of an answer to HEAD the headers are the end, and Node sends them with it.
    if (this.#gate === frozenGate || this.request.method === 'HEAD') return;
    if (this.isHttp2 || options.flush === true) response.flushHeaders();
  }

  /** Gives whether more may be written at once; else wait for `drained`. */
  write(bytes: Buffer): boolean {
    if (this.finished || this.request.method === 'HEAD') return true;
    return this.#gate.write(this.#out, bytes);
  }

  /** Resolves when the socket takes more, or is gone. */
  drained(): Promise<void> {
    if (this.finished || !(this.#out.writableNeedDrain || this.#gate.held > 0)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  end(bytes?: Buffer): void {
    if (this.finished) return;
    if (this.request.method === 'HEAD' && this.#gate === openGate) this.#response.end();
    else this.#gate.end(this.#out, bytes);
  }

  /** Everything from now on goes through this gate. */
  useGate(gate: OutputGate): void {
    this.#gate = gate;
  }

  /** Ends this answer alone in its middle: a reset of the stream in HTTP/2, of the connection in HTTP/1.1. */
  cut(): void {
    // Without a code the client would take it for the end.
    if ('stream' in this.#response) this.#response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else this.#out.destroy();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
