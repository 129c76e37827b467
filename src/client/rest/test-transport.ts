import { once } from 'node:events';
import type { HttpRequest, HttpResponse, Transport, TransportStats } from '../http/index.js';

/** What a fake server answers. */
export interface Answer {
  readonly status?: number;
  readonly contentType?: string;
  readonly retryAfterMs?: number;
  /** Bytes as they are, text as UTF-8, anything else as JSON; a list is what comes in pieces. */
  readonly body?: unknown;
  readonly chunks?: Iterable<Uint8Array>;
  /** The body does not end before the request is aborted, as that of a watch. */
  readonly staysOpen?: boolean;
}

/** A transport that records what it is asked, and answers what the test says. */
export class FakeTransport implements Transport {
  readonly requests: HttpRequest[] = [];
  readonly stats: TransportStats = { connections: [], waiting: 0, dialing: 0 };
  isClosed = false;
  readonly #answers: (Answer | Error | ((request: HttpRequest) => Answer))[];

  /** One answer for each request, in order; the last one for all that follow. */
  constructor(...answers: (Answer | Error | ((request: HttpRequest) => Answer))[]) {
    this.#answers = answers;
  }

  request(request: HttpRequest): Promise<HttpResponse> {
    this.requests.push(request);
    const next = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    if (next instanceof Error) return Promise.reject(next);
    const answer = typeof next === 'function' ? next(request) : (next ?? {});
    const { status = 200, contentType = 'application/json', retryAfterMs } = answer;
    return Promise.resolve({
      status,
      headers: { 'content-type': contentType },
      protocol: 'h2',
      warnings: [],
      retryAfterMs,
      body: bodyOf(answer, request.signal),
      cancel: () => undefined,
    });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  /** The last request. */
  get last(): HttpRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error('nothing was sent');
    return last;
  }

  /** The body of the last request. */
  get sent(): unknown {
    return JSON.parse(String(this.last.body)) as unknown;
  }

  /** The query of the last request, without what is not set. */
  get query(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.last.query ?? {}).filter(([, value]) => value !== undefined));
  }
}

async function* bodyOf({ body, chunks, staysOpen = false }: Answer, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  if (chunks !== undefined) yield* chunks;
  else if (body instanceof Uint8Array) yield body;
  else if (body !== undefined) yield Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  if (staysOpen && signal?.aborted === false) await once(signal, 'abort');
}

/** A Status of failure. */
export function failure(code: number, reason: string, message = 'no'): Answer {
  return { status: code, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message } };
}
