import { connect, constants } from 'node:http2';
import type { ClientHttp2Session, Settings } from 'node:http2';
import type { Socket } from 'node:net';
import { onAbort } from '../../base/abort.js';
import type { Unlink } from '../../base/abort.js';
import type { Timer } from '../../base/clock.js';
import { Failure, isTlsError, lostFailure, tlsFailure } from './failure.js';
import { sendOnStream } from './h2-stream.js';
import { Heartbeat } from './heartbeat.js';
import type { Lease, Link, LinkObserver, WireRequest, WireResponse } from './link.js';
import type { HttpSettings } from './options.js';
import { StreamWindow } from './stream-window.js';
import type { ConnectionStats, Purpose } from './transport.js';

// For all streams together. Node gives it back as soon as data arrives, read or not, so a slow reader does not hold the
// others up; it only has to cover one round trip.
const SESSION_WINDOW = 64 * 1024 * 1024;

// In MB, for Node's own accounting; above it new streams are refused. Its default of 10 is about one large StreamWindow.
const SESSION_MEMORY_MB = 256;

// A server that names no limit is taken to allow what Node and the API server take for one.
const UNNAMED_LIMIT = 100;
const HIGHEST_BELIEVED_LIMIT = 1_000;

// How long the other side has to close its half after the last stream: some round trips, on a slow line.
const LEAVE_MS = 5_000;

/**
 * One HTTP/2 session. It is ready when the server's settings have come, since those say how many streams it takes:
 * Node lets a stream above the limit wait for ever.
 */
export class H2Link implements Link {
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  readonly #window: StreamWindow;
  readonly #settings: HttpSettings;
  readonly #host: string;
  readonly #heartbeat: Heartbeat;
  #observer: LinkObserver | undefined;
  #watches = 0;
  #requests = 0;
  #served = 0;
  #limit = UNNAMED_LIMIT;
  #retiring = false;
  #closed = false;
  // Why all streams end, when it is not the server's word on one of them.
  #lost: Failure | undefined;
  #idle: Timer | undefined;
  // Set while the server's settings are awaited.
  #onGone: (() => void) | undefined;

  /** Makes a session of a connected socket. Rejects as `dial` does, and closes the socket then. */
  static async open(
    socket: Socket,
    authority: { readonly url: URL; readonly name: string },
    settings: HttpSettings,
    signal: AbortSignal,
  ): Promise<H2Link> {
    const window = new StreamWindow((bytes) => {
      if (!session.destroyed) session.settings({ initialWindowSize: bytes });
    });
    const session = connect(authority.url.origin, {
      createConnection: () => socket,
      settings: { initialWindowSize: window.bytes, maxHeaderListSize: settings.maxHeaderBytes, enablePush: false },
      maxSessionMemory: SESSION_MEMORY_MB,
    });
    const link = new H2Link(session, window, socket, authority.name, settings);
    await link.#ready(signal);
    return link;
  }

  private constructor(
    session: ClientHttp2Session,
    window: StreamWindow,
    socket: Socket,
    host: string,
    settings: HttpSettings,
  ) {
    this.#session = session;
    this.#socket = socket;
    this.#window = window;
    this.#settings = settings;
    this.#host = host;
    this.#heartbeat = new Heartbeat(
      {
        ping: (answered) => !session.destroyed && session.ping(answered),
        bytesRead: () => socket.bytesRead,
        readAgain: () => {
          readAgain(socket);
        },
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
    session.on('error', (error: Error) => {
      this.#broken(error);
    });
    // An alert of TLS after the handshake, such as a refused client certificate, destroys the session without a word
    // and leaves the socket open.
    socket.on('error', (error) => {
      this.#broken(error);
      socket.destroy();
    });
    // Node finishes the streams that the server still answers, fails the others as refused, and then closes.
    session.on('goaway', (code) => {
      if (code !== constants.NGHTTP2_NO_ERROR) {
        this.#lost ??= new Failure(
          'ERR_HTTP_CONNECTION_LOST',
          `the server ended the connection with HTTP/2 error ${code}`,
        );
      }
      this.retire();
    });
    session.on('remoteSettings', (theirs: Settings) => {
      const named = theirs.maxConcurrentStreams ?? Infinity;
      this.#limit = named > HIGHEST_BELIEVED_LIMIT ? UNNAMED_LIMIT : named;
      this.#observer?.changed();
    });
    session.once('close', () => {
      this.#gone();
    });
    socket.once('close', () => {
      session.destroy();
      this.#gone();
    });
  }

  #broken(error: Error): void {
    this.#lost ??= isTlsError(error) ? tlsFailure(error, this.#host) : lostFailure(error);
  }

  #gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#retiring = true;
    this.#heartbeat.stop();
    this.#idle?.cancel();
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
    if (this.#retiring || this.#session.closed || this.#session.destroyed) return false;
    if (this.#watches + this.#requests >= this.#limit) return false;
    return purpose === 'request' || this.#watches < this.#watchLimit;
  }

  lease(purpose: Purpose): Lease {
    const reused = this.#served++ > 0;
    if (purpose === 'watch') this.#watches++;
    else this.#requests++;
    this.#idle?.cancel();
    this.#session.ref();
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
      send: (request: WireRequest, signal: AbortSignal): Promise<WireResponse> =>
        sendOnStream(this.#session, request, signal, {
          maxHeaderBytes: this.#settings.maxHeaderBytes,
          meter: this.#window.meter(),
          lost: () => this.#lost,
          closed: release,
          unusable: () => {
            this.retire();
          },
        }),
    };
  }

  retire(): void {
    if (this.#retiring) return;
    this.#retiring = true;
    this.#idle?.cancel();
    if (!this.#closed) this.#session.close();
    this.#leaveWhenDone();
    this.#observer?.changed();
  }

  destroy(reason: Failure): void {
    this.#lost ??= reason;
    this.#retiring = true;
    this.#heartbeat.stop();
    if (this.#closed) return;
    // One that was retired has destroyed itself, and that only half closes the socket.
    if (this.#session.destroyed) this.#socket.destroy();
    else this.#session.destroy(reason);
  }

  #rest(): void {
    if (this.#watches + this.#requests > 0 || this.#closed) return;
    // An idle session must not keep the process alive.
    this.#session.unref();
    if (this.#retiring) {
      this.#leaveWhenDone();
      return;
    }
    this.#idle = this.#settings.clock.setTimeout(() => {
      this.retire();
    }, this.#settings.idleTimeoutMs);
  }

  /** A session closes by half: on a line that is dead nobody closes the other half. */
  #leaveWhenDone(): void {
    if (this.#watches + this.#requests > 0 || this.#closed) return;
    this.#idle?.cancel();
    this.#idle = this.#settings.clock.setTimeout(() => {
      this.#socket.destroy();
    }, LEAVE_MS);
  }

  #ready(signal: AbortSignal): Promise<void> {
    const session = this.#session;
    return new Promise((resolve, reject) => {
      let unlink: Unlink = () => undefined;
      const settle = (): void => {
        unlink();
        session.off('remoteSettings', onSettings);
        this.#onGone = undefined;
      };
      const onSettings = (): void => {
        settle();
        session.setLocalWindowSize(SESSION_WINDOW);
        this.#heartbeat.start();
        this.#rest();
        resolve();
      };
      const onClose = (): void => {
        settle();
        const why = this.#lost ?? lostFailure(undefined, `${this.#host} closed the connection before it could be used`);
        reject(new Failure(why.code, why.message, { cause: why.cause, retryable: why.retryable, unprocessed: true }));
      };
      session.on('remoteSettings', onSettings);
      this.#onGone = onClose;
      unlink = onAbort(signal, () => {
        settle();
        session.destroy();
        reject(signal.reason as Error);
      });
    });
  }
}

/**
 * Has a socket read where it should be reading. Node's HTTP/2 does not read while it writes, and does not begin again when
 * the server closes the connection at that moment: it would never learn of the end. Nothing public helps, since the socket
 * takes itself for one that reads.
 */
function readAgain(socket: Socket): void {
  (socket as { readonly _handle?: { readStart?(): unknown } | null })._handle?.readStart?.();
}
