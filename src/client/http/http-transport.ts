import { isDeepStrictEqual } from 'node:util';
import { abortable, childController } from '../../base/abort.js';
import { keepProcessAlive } from '../../base/keep-alive.js';
import { KubeInformerError, messageOf } from '../../errors/index.js';
import type { ClusterConnection } from '../connection.js';
import { readBody } from './body.js';
import { authorityOf } from './dial.js';
import { Dispatcher } from './dispatcher.js';
import type { Dispatched } from './dispatcher.js';
import { Failure, HttpError } from './failure.js';
import type { RequestName } from './failure.js';
import { httpSettings } from './options.js';
import type { HttpOptions, HttpSettings } from './options.js';
import { RateLimiter } from './rate-limiter.js';
import { requestBody, requestHeaders, requestPath } from './request-parts.js';
import { parseRetryAfter } from './retry-after.js';
import type { HttpRequest, HttpResponse, Purpose, Transport, TransportStats } from './transport.js';
import { WarningSink } from './warnings.js';

const STOP_FIRST = 'Stop informers before their client; one that meets this stops by itself.';

/** The headers that tell the server who asks. */
type Credentials = Awaited<ReturnType<ClusterConnection['headers']>>;

/** One call under way. Whatever ends it early, a time limit or the user's signal, aborts the controller. */
interface Call {
  readonly request: HttpRequest;
  readonly purpose: Purpose;
  readonly name: RequestName;
  readonly path: string;
  readonly body: Uint8Array | undefined;
  readonly controller: AbortController;
}

/**
 * The {@link Transport} over HTTP/2 and HTTP/1.1.
 *
 * @example
 * const transport = new HttpTransport(connection, { userAgent: 'my-operator/1.2' });
 * const response = await transport.request({ method: 'GET', path: '/api/v1/pods', query: { limit: 500 } });
 * for await (const chunk of response.body) …
 * await transport.close();
 */
export class HttpTransport implements Transport {
  readonly #connection: ClusterConnection;
  readonly #settings: HttpSettings;
  readonly #host: string;
  readonly #dispatcher: Dispatcher;
  readonly #limiter: RateLimiter | undefined;
  readonly #warnings: WarningSink;
  readonly #calls = new Set<AbortController>();
  // A connection does not see to it: a call may wait for credentials, for its turn, or for another connection.
  #letProcessEnd: (() => void) | undefined;
  #closed: Promise<void> | undefined;

  constructor(connection: ClusterConnection, options: HttpOptions = {}) {
    this.#connection = connection;
    this.#settings = httpSettings(options);
    this.#host = authorityOf(connection.server);
    this.#dispatcher = new Dispatcher(connection, this.#settings);
    const { rateLimit, clock } = this.#settings;
    this.#limiter = rateLimit === undefined ? undefined : new RateLimiter(rateLimit, clock);
    this.#warnings = new WarningSink(warningHandler(this.#settings));
  }

  get stats(): TransportStats {
    return this.#dispatcher.stats;
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    const path = requestPath(this.#connection.server, request);
    const name: RequestName = { method: request.method, path: path.split('?', 1)[0] ?? path, host: this.#host };
    if (this.#closed !== undefined) {
      throw new KubeInformerError(
        'ERR_CLOSED',
        `${name.method} ${name.path} at ${name.host}: the client was closed. ${STOP_FIRST}`,
      );
    }
    const { controller, unlink } = childController(request.signal);
    const { signal } = controller;
    const { purpose = 'request' } = request;
    const call: Call = { request, purpose, name, path, body: requestBody(request), controller };
    const cancelDeadline = this.#limit(call, request.timeoutMs, 'no complete answer');
    const end = (): void => {
      unlink();
      cancelDeadline();
      this.#calls.delete(controller);
      if (this.#calls.size > 0) return;
      this.#letProcessEnd?.();
      this.#letProcessEnd = undefined;
    };
    this.#calls.add(controller);
    this.#letProcessEnd ??= keepProcessAlive();
    try {
      signal.throwIfAborted();
      if (purpose === 'request') await this.#limiter?.take(signal);
      const { protocol, response } = await this.#authorized(call);
      let isRead = false;
      response.body.onClose(() => {
        if (!isRead) end();
      });
      const { status, headers } = response;
      return {
        status,
        headers,
        protocol,
        warnings: this.#warnings.take(headers['warning'], name),
        retryAfterMs: parseRetryAfter(headers['retry-after'], headers['date'], this.#settings.clock.now()),
        body: readBody(response, {
          clock: this.#settings.clock,
          idleTimeoutMs: purpose === 'watch' ? undefined : this.#settings.bodyIdleTimeoutMs,
          signal,
          abort: (reason) => {
            controller.abort(reason);
          },
          toError: (failure) => new HttpError(name, failure),
          begun: () => {
            isRead = true;
          },
          ended: end,
        }),
        cancel: () => {
          controller.abort(new Failure('ERR_HTTP_BODY', 'the body was given up'));
        },
      };
    } catch (error) {
      end();
      throw error instanceof Failure ? new HttpError(name, error) : error;
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const what = `the HTTP client of ${this.#host} was closed`;
    const reason = new KubeInformerError('ERR_CLOSED', `${what}. ${STOP_FIRST}`);
    for (const controller of this.#calls) controller.abort(reason);
    await this.#dispatcher.close(new Failure('ERR_HTTP_CONNECTION_LOST', what, { retryable: false }));
  }

  /** Sends a call, and once more with other credentials when the server does not accept those it had. */
  async #authorized(call: Call): Promise<Dispatched> {
    const first = await this.#send(call);
    if (first.response.status !== 401) return first;
    try {
      if (!(await abortable(this.#mayTryAgain(first.credentials), call.controller.signal))) return first;
    } catch (error) {
      // Nobody reads the answer, and nothing limits its time any more.
      first.response.body.destroy();
      throw error;
    }
    // Short, and read to its end, so that an HTTP/1.1 connection can be used again.
    first.response.body.skip();
    return this.#send(call);
  }

  /** Whether there are other credentials than those that were refused: got now, or by another call meanwhile. */
  async #mayTryAgain(refused: Credentials): Promise<boolean> {
    if (await this.#connection.unauthorized()) return true;
    const present = await this.#connection.headers().catch(() => refused);
    return !isDeepStrictEqual(present, refused);
  }

  async #send(call: Call): Promise<Dispatched & { readonly credentials: Credentials }> {
    const { request, purpose, path, body } = call;
    const { signal } = call.controller;
    const { gzip, userAgent, headersTimeoutMs } = this.#settings;
    const compressed = gzip && !this.#connection.disableCompression;
    const credentials = await abortable(this.#connection.headers(), signal);
    const defaults = { 'user-agent': userAgent, ...(compressed ? { 'accept-encoding': 'gzip' } : {}) };
    const wireRequest = {
      method: request.method,
      path,
      authority: this.#connection.server.host,
      headers: requestHeaders(defaults, credentials, request.headers),
      body,
    };
    const cancel = this.#limit(call, purpose === 'watch' ? undefined : headersTimeoutMs, 'no answer');
    try {
      return { ...(await this.#dispatcher.dispatch(wireRequest, purpose, signal)), credentials };
    } finally {
      cancel();
    }
  }

  /** Ends the call after `ms`, unless the returned function is called before. */
  #limit(call: Call, ms: number | undefined, what: string): () => void {
    if (ms === undefined) return () => undefined;
    const timer = this.#settings.clock.setTimeout(() => {
      const failure = new Failure('ERR_HTTP_TIMEOUT', `${what} within ${ms / 1000} s`);
      call.controller.abort(new HttpError(call.name, failure));
    }, ms);
    return () => {
      timer.cancel();
    };
  }
}

function warningHandler({ onWarning, logger }: HttpSettings): ConstructorParameters<typeof WarningSink>[0] {
  return (warning) => {
    const { method, path, host } = warning.request;
    if (onWarning === undefined) {
      logger.warn(`the API server warns: ${warning.text}`, { method, path, host });
      return;
    }
    try {
      onWarning(warning);
    } catch (error) {
      logger.error(`onWarning failed: ${messageOf(error)}`, { method, path, host });
    }
  };
}
