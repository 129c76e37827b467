import type { Socket } from 'node:net';
import { onAbort } from '../../base/abort.js';
import type { Unlink } from '../../base/abort.js';
import type { Timer } from '../../base/clock.js';
import { ClientSession } from '../http2/index.js';
import type { Dialed } from './dial.js';
import { Failure, isTlsError, lostFailure, tlsFailure } from './failure.js';
import { H2Body, requestHeaders, streamFailure } from './h2-exchange.js';
import { Heartbeat } from './heartbeat.js';
import type { Lease, Link, LinkObserver, WireRequest, WireResponse } from './link.js';
import type { HttpSettings } from './options.js';
import type { SocketInput } from './socket-input.js';
import type { ConnectionStats, Purpose } from './transport.js';

// A server that names no limit is taken to allow what Node and the API server take for one.
const UNNAMED_LIMIT = 100;
const HIGHEST_BELIEVED_LIMIT = 1_000;

// How long the other side has to close its half after the last stream: some round trips, on a slow line.
const LEAVE_MS = 5_000;

/**
 * One HTTP/2 connection: a socket and the session that it carries. It is ready when the server's settings have come, since
 * those say how many streams it takes.
 */
export class H2Link implements Link {
  readonly #session: ClientSession;
  readonly #socket: Socket;
  readonly #input: SocketInput;
  readonly #settings: HttpSettings;
  readonly #host: string;
  readonly #heartbeat: Heartbeat;
  #observer: LinkObserver | undefined;
  #watches = 0;
  #requests = 0;
  #served = 0;
  #bytesRead = 0;
  #limit = UNNAMED_LIMIT;
  #retiring = false;
  #closed = false;
  // Why all streams end, when it is not the server's word on one of them.
  #lost: Failure | undefined;
  #idle: Timer | undefined;
  // Set while the server's settings are awaited.
  #onReady: (() => void) | undefined;
  #onGone: (() => void) | undefined;

  /** Begins HTTP/2 on a connected socket. Rejects as `dial` does, and closes the socket then. */
  static async open(dialed: Dialed, host: string, settings: HttpSettings, signal: AbortSignal): Promise<H2Link> {
    const link = new H2Link(dialed, host, settings);
    await link.#ready(signal);
    return link;
  }

  private constructor({ socket, input }: Dialed, host: string, settings: HttpSettings) {
    this.#socket = socket;
    this.#input = input;
    this.#settings = settings;
    this.#host = host;
    this.#session = new ClientSession(
      (frames) => send(socket, frames),
      {
        settings: (maxStreams) => {
          this.#limit = maxStreams > HIGHEST_BELIEVED_LIMIT ? UNNAMED_LIMIT : maxStreams;
          this.#onReady?.();
          this.#observer?.changed();
        },
        goaway: (error) => {
          if (error === undefined) this.retire();
          else this.destroy(new Failure('ERR_HTTP_CONNECTION_LOST', error.message, { cause: error }));
        },
        broken: (error) => {
          this.#lost ??= new Failure('ERR_HTTP_PROTOCOL', `${error.message}, which is no HTTP/2`, { cause: error });
          this.#retiring = true;
          this.#heartbeat.stop();
          // The server is told why, if it reads.
          socket.destroySoon();
          this.#destroyLater();
        },
      },
      settings.maxHeaderBytes,
    );
    this.#heartbeat = new Heartbeat(
      {
        ping: (answered) => {
          this.#session.ping(answered);
        },
        bytesRead: () => this.#bytesRead,
      },
      settings,
      () => {
        this.destroy(
          new Failure(
            'ERR_HTTP_CONNECTION_LOST',
            `the connection was dead: no answer to a ping within ${settings.pingTimeoutMs / 1000} s`,
          ),
        );
      },
    );
    socket.on('error', (error) => {
      this.#lost ??= isTlsError(error) ? tlsFailure(error, host) : lostFailure(error);
      socket.destroy();
    });
    socket.on('drain', () => {
      this.#session.drained();
    });
    socket.once('close', () => {
      this.#gone();
    });
    if (socket.destroyed) this.#gone();
  }

  #gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#retiring = true;
    this.#heartbeat.stop();
    this.#idle?.cancel();
    this.#session.end(this.#lost ?? lostFailure(undefined, 'the connection closed'));
    this.#onGone?.();
    this.#observer?.closed();
  }

  observe(observer: LinkObserver): void {
    this.#observer = observer;
    if (this.#closed) observer.closed();
  }

  get stats(): ConnectionStats {
    return {
      protocol: 'h2',
      watches: this.#watches,
      requests: this.#requests,
      limit: this.#limit,
      retiring: this.#retiring,
    };
  }

  get capacity(): number {
    return Math.max(1, this.#watchLimit);
  }

  // A tenth is kept for requests, so that one never waits for a handshake because watches took every stream.
  get #watchLimit(): number {
    return this.#limit - (this.#limit > 1 ? Math.max(1, Math.floor(this.#limit / 10)) : 0);
  }

  hasRoom(purpose: Purpose): boolean {
    if (!this.#isUsable) return false;
    if (this.#watches + this.#requests >= this.#limit) return false;
    return purpose === 'request' || this.#watches < this.#watchLimit;
  }

  // A socket whose other side has ended it is there, and takes nothing.
  get #isUsable(): boolean {
    return !this.#retiring && this.#socket.writable && this.#session.hasNumbers;
  }

  lease(purpose: Purpose): Lease {
    const reused = this.#served++ > 0;
    if (purpose === 'watch') this.#watches++;
    else this.#requests++;
    this.#idle?.cancel();
    this.#socket.ref();
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      if (purpose === 'watch') this.#watches--;
      else this.#requests--;
      this.#rest();
      this.#observer?.changed();
    };
    return {
      protocol: 'h2',
      reused,
      release,
      send: (request, signal) => this.#send(request, signal, release),
    };
  }

  retire(): void {
    if (this.#retiring) return;
    this.#retiring = true;
    this.#idle?.cancel();
    this.#leaveWhenDone();
    this.#observer?.changed();
  }

  destroy(reason: Failure): void {
    this.#lost ??= reason;
    this.#retiring = true;
    this.#heartbeat.stop();
    if (this.#closed) return;
    this.#session.end(this.#lost);
    this.#socket.destroy();
  }

  #send(request: WireRequest, signal: AbortSignal, release: () => void): Promise<WireResponse> {
    // Between the lease and this the server may have said that it takes no more.
    if (signal.aborted || !this.#isUsable) {
      release();
      return Promise.reject(
        signal.aborted
          ? (signal.reason as Error)
          : new Failure('ERR_HTTP_CONNECTION_LOST', 'the connection was closing', { unprocessed: true }),
      );
    }
    return new Promise((resolve, reject) => {
      const { method, body } = request;
      const stream = this.#session.request(
        { method, headers: requestHeaders(request, this.#scheme), body },
        {
          answered: ({ status, headers }) => {
            resolve({ status, headers, body: new H2Body(stream) });
          },
          failed: (error) => {
            reject(signal.aborted ? (signal.reason as Error) : streamFailure(error));
          },
          over: release,
        },
      );
      const unlink = onAbort(signal, () => {
        stream.cancel(signal.reason as Error);
      });
      // Not when the stream is over: what has come and was not read is still to be given up.
      stream.onClose(unlink);
      if (!this.#session.hasNumbers) this.retire();
    });
  }

  get #scheme(): string {
    return 'encrypted' in this.#socket ? 'https' : 'http';
  }

  #rest(): void {
    if (this.#watches + this.#requests > 0 || this.#closed) return;
    // An idle connection must not keep the process alive.
    this.#socket.unref();
    if (this.#retiring) {
      this.#leaveWhenDone();
      return;
    }
    this.#idle = this.#settings.clock.setTimeout(() => {
      this.retire();
    }, this.#settings.idleTimeoutMs);
  }

  /** A socket closes by half: on a line that is dead nobody closes the other half. */
  #leaveWhenDone(): void {
    if (this.#watches + this.#requests > 0 || this.#closed) return;
    this.#session.leave();
    this.#socket.end();
    this.#destroyLater();
  }

  #destroyLater(): void {
    this.#idle?.cancel();
    this.#idle = this.#settings.clock.setTimeout(() => {
      this.#socket.destroy();
    }, LEAVE_MS);
  }

  #ready(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let unlink: Unlink = () => undefined;
      const settle = (): void => {
        unlink();
        this.#onReady = undefined;
        this.#onGone = undefined;
      };
      this.#onReady = () => {
        settle();
        this.#heartbeat.start();
        this.#rest();
        resolve();
      };
      this.#onGone = () => {
        settle();
        const why = this.#lost ?? lostFailure(undefined, `${this.#host} closed the connection before it could be used`);
        reject(new Failure(why.code, why.message, { cause: why.cause, retryable: why.retryable, unprocessed: true }));
      };
      if (this.#closed) {
        this.#onGone();
        return;
      }
      unlink = onAbort(signal, () => {
        settle();
        this.#socket.destroy();
        reject(signal.reason as Error);
      });
      // Last: the settings may have come already.
      this.#input.listen(this.#socket, (bytes, length) => {
        this.#bytesRead += length;
        this.#session.receive(bytes, length);
      });
    });
  }
}

/** Frames that belong together leave together. False: they wait for the server. */
function send(socket: Socket, frames: readonly Uint8Array[]): boolean {
  if (!socket.writable) return true;
  if (frames.length > 1) socket.cork();
  for (const frame of frames) socket.write(frame);
  if (frames.length > 1) socket.uncork();
  return !socket.writableNeedDrain;
}
