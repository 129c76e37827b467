import { Leavable } from '../../base/leavable.js';
import { KubeInformerError } from '../../errors/index.js';
import { attempt, pathOf } from './names.js';
import type { Target } from './names.js';
import { callFields } from './options.js';
import type { CallOptions } from './options.js';
import type { Accepted, RestApi } from './rest-api.js';

/** Which part of the log of a pod. Names and meanings are the API server's. */
export interface LogOptions extends CallOptions {
  /** Needed where the pod has more than one. */
  readonly container?: string | undefined;
  /** Stays, and gives what the container prints from now on, until it ends. */
  readonly follow?: boolean | undefined;
  /** Of the container that ran before this one, which mostly crashed. */
  readonly previous?: boolean | undefined;
  readonly sinceSeconds?: number | undefined;
  /** As in objects: `2030-01-02T03:04:05Z`. Not together with `sinceSeconds`. */
  readonly sinceTime?: string | undefined;
  /** Puts the time in front of each line. */
  readonly timestamps?: boolean | undefined;
  /** The last so many lines. */
  readonly tailLines?: number | undefined;
  /** Ends after so many bytes, in the middle of a line if need be. */
  readonly limitBytes?: number | undefined;
  /** Default: both. */
  readonly stream?: 'All' | 'Stdout' | 'Stderr' | undefined;
}

// No program prints a line of this length for people to read; without an end a log of no lines at all would fill the memory.
const MAX_LINE_LENGTH = 2 ** 24;

// Half of the longest string that V8 has.
const MAX_TEXT_LENGTH = 2 ** 28;

/**
 * The log of a container. Each of `text`, `lines` and `bytes` is a request of its own, sent when the first of it is
 * asked for. What the server refuses is an `ApiStatusError`. Leaving a loop ends the request.
 *
 * @example
 * const pods = client.core.v1.pods.namespace('default');
 * console.log(await pods.log('web-1', { tailLines: 20 }).text());
 * for await (const line of pods.log('web-1', { follow: true, signal })) console.log(line);
 */
export class PodLog implements AsyncIterable<string> {
  readonly #api: RestApi;
  readonly #target: Target;
  readonly #options: LogOptions;

  /** @internal */
  constructor(api: RestApi, target: Target, options: LogOptions) {
    this.#api = api;
    this.#target = target;
    this.#options = options;
  }

  /** All of it as one text. With `follow`, that is when the container has ended. */
  async text(): Promise<string> {
    let text = '';
    for await (const part of this.#texts(this.#options.signal)) {
      text += part;
      if (text.length > MAX_TEXT_LENGTH) throw this.#tooLong('is too long for one text; read its lines');
    }
    return text;
  }

  /** The lines as they come, without the line feed at their end. What is no UTF-8 becomes U+FFFD. */
  lines(): AsyncGenerator<string, void, undefined> {
    return new Leavable(this.#options.signal, (signal) => this.#lines(signal));
  }

  /** The bytes as they come. */
  bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    return new Leavable(this.#options.signal, (signal) => this.#bytes(signal));
  }

  /** The same as `lines()`. */
  [Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    return this.lines();
  }

  async *#lines(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    let rest = '';
    for await (const part of this.#texts(signal)) {
      const lines = part.split('\n');
      const last = lines.pop() ?? '';
      for (const line of lines) {
        yield rest + line;
        rest = '';
      }
      rest += last;
      if (rest.length > MAX_LINE_LENGTH) throw this.#tooLong('has a line that does not end; read its bytes');
    }
    if (rest !== '') yield rest;
  }

  async *#bytes(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, undefined> {
    const { response } = await this.#send(signal);
    yield* response.body;
  }

  async *#texts(signal: AbortSignal | undefined): AsyncGenerator<string, void, undefined> {
    // A character may be cut in two by the way. A byte order mark is what the container printed.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const chunk of this.#bytes(signal)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }

  #send(signal: AbortSignal | undefined): Promise<Accepted> {
    const { signal: _signal, timeoutMs: _timeoutMs, ...query } = this.#options;
    return this.#api.sendRaw(
      {
        method: 'GET',
        path: pathOf(this.#target),
        query,
        // What is followed may be silent for hours.
        purpose: query.follow === true ? 'watch' : 'request',
        ...callFields({ ...this.#options, signal }),
      },
      attempt('get', this.#target),
      // JSON is for what the server refuses.
      { accept: 'application/json, */*' },
    );
  }

  #tooLong(why: string): KubeInformerError {
    return new KubeInformerError(
      'ERR_WIRE_TOO_LARGE',
      `${attempt('get', this.#target)}: the log ${why} instead, or set limitBytes.`,
    );
  }
}
