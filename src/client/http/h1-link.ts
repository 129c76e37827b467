import { Agent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { onAbort } from '../../base/abort.js';
import type { Timer } from '../../base/clock.js';
import { Failure, codeOf, isTlsError, lostFailure, protocolFailure, tlsFailure } from './failure.js';
import type { Lease, Link, LinkObserver, WireRequest, WireResponse } from './link.js';
import type { HttpSettings } from './options.js';
import { ReadableBody } from './readable-body.js';
import type { ConnectionStats, Purpose } from './transport.js';

/** An agent of one socket, which tells when the socket has become free and may be kept. */
class OneSocketAgent extends Agent {
  readonly #socket: Socket;
  readonly #freed: () => void;

  constructor(socket: Socket, freed: () => void) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#socket = socket;
    this.#freed = freed;
  }

  override createConnection(): Socket {
    return this.#socket;
  }

  // Called by the base class, which also heeds the server's `Keep-Alive: timeout=`. False: the socket is destroyed.
  override keepSocketAlive(socket: Socket): boolean {
    // Declared as returning nothing, which is not what Node documents and does.
    const keep: (socket: Socket) => unknown = super.keepSocketAlive.bind(this);
    const kept = keep(socket) === true;
    // The base class puts it on its free list after this.
    if (kept) queueMicrotask(this.#freed);
    return kept;
  }
}

/** One HTTP/1.1 connection: one call at a time. */
export class H1Link implements Link {
  readonly capacity = 1;
  readonly #socket: Socket;
  readonly #agent: Agent;
  readonly #host: string;
  readonly #settings: HttpSettings;
  #observer: LinkObserver | undefined;
  #busy: Purpose | undefined;
  #served = 0;
  #retiring = false;
  #closed = false;
  #lost: Failure | undefined;
  #idle: Timer | undefined;

  constructor(socket: Socket, host: string, settings: HttpSettings) {
    this.#socket = socket;
    this.#host = host;
    this.#settings = settings;
    this.#agent = new OneSocketAgent(socket, () => {
      this.#freed();
    });
    socket.on('error', () => undefined);
    if (socket.destroyed) this.#gone();
    else socket.once('close', () => this.#gone());
    this.#rest();
  }

  observe(observer: LinkObserver): void {
    this.#observer = observer;
    if (this.#closed) observer.closed();
  }

  get stats(): ConnectionStats {
    return {
      protocol: 'http/1.1',
      watches: this.#busy === 'watch' ? 1 : 0,
      requests: this.#busy === 'request' ? 1 : 0,
      limit: 1,
      retiring: this.#retiring,
    };
  }

  hasRoom(): boolean {
    return this.#busy === undefined && !this.#retiring && !this.#socket.destroyed;
  }

  lease(purpose: Purpose): Lease {
    this.#busy = purpose;
    this.#idle?.cancel();
    this.#socket.ref();
    const reused = this.#served++ > 0;
    return {
      protocol: 'http/1.1',
      reused,
      release: () => {
        this.#freed();
      },
      send: (request, signal) => this.#send(request, signal),
    };
  }

  retire(): void {
    if (this.#retiring) return;
    this.#retiring = true;
    this.#idle?.cancel();
    if (this.#busy === undefined) this.#socket.destroy();
    else this.#observer?.changed();
  }

  destroy(reason: Failure): void {
    this.#lost ??= reason;
    this.#retiring = true;
    this.#socket.destroy(reason);
  }

  #freed(): void {
    if (this.#busy === undefined || this.#closed) return;
    this.#busy = undefined;
    if (this.#retiring) this.#socket.destroy();
    else {
      this.#rest();
      this.#observer?.changed();
    }
  }

  #rest(): void {
    this.#socket.unref();
    this.#idle = this.#settings.clock.setTimeout(() => {
      this.retire();
    }, this.#settings.idleTimeoutMs);
  }

  #gone(): void {
    this.#closed = true;
    this.#retiring = true;
    this.#busy = undefined;
    this.#idle?.cancel();
    this.#agent.destroy();
    this.#observer?.closed();
  }

  #send(request: WireRequest, signal: AbortSignal): Promise<WireResponse> {
    if (signal.aborted) {
      this.#freed();
      return Promise.reject(signal.reason as Error);
    }
    let call: ClientRequest;
    try {
      call = httpRequest({
        agent: this.#agent,
        method: request.method,
        path: request.path,
        headers: toHeaders(request),
        setHost: false,
        maxHeaderSize: this.#settings.maxHeaderBytes,
      });
    } catch (error) {
      this.#freed();
      return Promise.reject(
        new Failure(
          'ERR_HTTP_PROTOCOL',
          'the request cannot be sent over HTTP/1.1; check its method, path and headers',
          {
            cause: error,
            retryable: false,
            unprocessed: true,
          },
        ),
      );
    }
    return new Promise((resolve, reject) => {
      let failed: unknown;
      let answered = false;
      const failure = (): Failure => this.#lost ?? this.#failure(failed);
      const unlink = onAbort(signal, () => {
        call.destroy(signal.reason as Error);
      });
      call.on('error', (error) => {
        failed ??= error;
      });
      call.once('close', () => {
        unlink();
        if (!answered) reject(signal.aborted ? (signal.reason as Error) : failure());
      });
      call.once('response', (response: IncomingMessage) => {
        answered = true;
        response.on('error', (error) => {
          failed ??= error;
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: new ReadableBody(response, () => (response.complete ? undefined : failure())),
        });
      });
      // 101 is never asked for; the connection is nobody's then.
      call.once('upgrade', (_response, socket) => {
        failed = protocolFailure(undefined, 'the server switched protocols unasked');
        socket.destroy();
      });
      call.end(request.body);
    });
  }

  #failure(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const code = codeOf(error);
    if (code === 'HPE_HEADER_OVERFLOW') {
      return protocolFailure(error, `the headers of the answer exceed ${this.#settings.maxHeaderBytes} bytes`);
    }
    if (code.startsWith('HPE_')) return protocolFailure(error, `the answer is not HTTP (${code})`);
    if (isTlsError(error)) return tlsFailure(error, this.#host);
    return lostFailure(error, 'the server closed the connection');
  }
}

function toHeaders({ authority, headers, body }: WireRequest): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = { host: authority };
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'host') continue;
    result[name] = typeof value === 'string' ? value : [...value];
  }
  if (body !== undefined) result['content-length'] = String(body.byteLength);
  return result;
}
