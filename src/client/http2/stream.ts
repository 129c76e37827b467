import { BodyBlocks } from './body-blocks.js';
import type { BlockPool } from './body-blocks.js';
import { ERROR } from './frame.js';
import { Http2Error } from './http2-error.js';
import type { HeaderBlock } from './hpack-decoder.js';
import { ReceiveWindow } from './receive-window.js';
import { responseHead } from './response-head.js';
import type { ResponseHead } from './response-head.js';
import type { Header } from './static-table.js';

/** What is sent on a stream. */
export interface StreamRequest {
  readonly method: string;
  /** In the order they are sent in: those that begin with a colon first. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array | undefined;
}

/** Told of what becomes of a stream. */
export interface StreamListener {
  /** The head of the answer has come. This, or `failed`, and once. */
  answered(head: ResponseHead): void;
  failed(error: Error): void;
  /** It takes none of the streams any more that the server allows; what has come may still have to be read. Called once. */
  over(): void;
}

/** What a stream asks of the session it is on. */
export interface StreamHost {
  readonly pool: BlockPool;
  /** The server may send so much more on the stream. */
  grant(stream: ClientStream, bytes: number): void;
  /** The user has no more need of it. */
  abandon(stream: ClientStream): void;
}

/** Who waits for a chunk: exactly one of the two is called. */
interface Reader {
  readonly done: (chunk: Uint8Array | undefined) => void;
  readonly failed: (error: unknown) => void;
}

const NOTHING = new Uint8Array();

// Statuses whose answers have no body, whatever length they announce.
const WITHOUT_BODY = new Set([204, 304]);

/**
 * One request and its answer. The session calls it with what comes, and learns of what is wrong with that; the user reads
 * the body or cancels. It ends once: with all of the answer, or with an error.
 */
export class ClientStream {
  readonly id: number;
  /** Of the body of the request, what waits for the server's leave. */
  unsent: Uint8Array;
  /** What the server takes of it now; below zero after it has taken back leave that was used already. */
  sendWindow: number;
  readonly #host: StreamHost;
  readonly #listener: StreamListener;
  readonly #isHeadRequest: boolean;
  readonly #window = new ReceiveWindow();
  readonly #blocks: BodyBlocks;
  #head: ResponseHead | undefined;
  #bodyBytes = 0;
  /** Of the frame of data that is under way, what has not come or is padding. */
  #frameBytes = 0;
  #end: { readonly error: Error } | 'complete' | undefined;
  #reader: Reader | undefined;
  readonly #onClose: (() => void)[] = [];
  #isClosed = false;

  constructor(id: number, request: StreamRequest, listener: StreamListener, host: StreamHost, sendWindow: number) {
    this.id = id;
    this.unsent = request.body ?? NOTHING;
    this.sendWindow = sendWindow;
    this.#host = host;
    this.#listener = listener;
    this.#isHeadRequest = request.method === 'HEAD';
    this.#blocks = new BodyBlocks(host.pool);
  }

  /** Whether all of the answer has come. */
  get isComplete(): boolean {
    return this.#end === 'complete';
  }

  /**
   * Hands over the next bytes of the body, within this call if they are here; they are good until the next call. Undefined
   * when all have come, and an error, after what came before it, when they will not. One call at a time.
   */
  read(done: Reader['done'], failed: Reader['failed']): void {
    this.#reader = { done, failed };
    this.serve();
  }

  /** Calls back when nothing is left to read, or to expect. */
  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#onClose.push(listener);
  }

  /** Nobody wants the answer, or the rest of it; who reads is told the error. */
  cancel(error: Error): void {
    this.#host.abandon(this);
    const isUnread = !this.#blocks.isEmpty;
    this.#blocks.drop();
    if (this.#end === undefined) {
      this.fail(error);
      return;
    }
    // An answer that had come whole is none any more.
    if (isUnread) this.#end = { error };
    this.serve();
  }

  /** The session has let go of it. */
  leave(): void {
    this.#listener.over();
  }

  /** What is wrong with the headers, if anything is. */
  receiveHeaders(block: HeaderBlock, endStream: boolean): Http2Error | undefined {
    if (this.#head === undefined) {
      if (block.size > block.limit) {
        return new Http2Error(ERROR.ENHANCE_YOUR_CALM, `the headers of the answer exceed ${block.limit} bytes`);
      }
      const head = responseHead(block.headers);
      if (typeof head === 'string') return wrong(`the head of the answer is none: ${head}`);
      if (head.status < 200) {
        // Word from on the way; the answer is to come. Nobody has asked for another protocol.
        return endStream || head.status === 101 ? wrong(`the answer ends with status ${head.status}`) : undefined;
      }
      const error = endStream ? this.#complete(head) : undefined;
      if (error !== undefined) return error;
      this.#head = head;
      this.#listener.answered(head);
      return undefined;
    }
    return endStream ? this.#complete(this.#head) : wrong('headers stand in the middle of the body');
  }

  /** A frame of data begins. */
  dataBegins(bytes: number): Http2Error | undefined {
    this.#frameBytes = bytes;
    if (!this.#window.arrived(bytes)) {
      return new Http2Error(ERROR.FLOW_CONTROL_ERROR, 'the server sent more than it was allowed to');
    }
    return this.#head === undefined ? wrong('the body of the answer comes before its head') : undefined;
  }

  data(bytes: Uint8Array, start: number, end: number): void {
    this.#frameBytes -= end - start;
    this.#bodyBytes += end - start;
    this.#blocks.append(bytes, start, end);
  }

  dataEnds(endStream: boolean): Http2Error | undefined {
    // Padding is nobody's to read.
    if (this.#frameBytes > 0) this.#wasRead(this.#frameBytes);
    return endStream && this.#head !== undefined ? this.#complete(this.#head) : undefined;
  }

  /** It is over, whatever else would have come. What had come is still read. */
  fail(error: Error): void {
    if (this.#end !== undefined) return;
    this.#end = { error };
    if (this.#head === undefined) this.#listener.failed(error);
    this.serve();
  }

  /** Serves who waits, if there is something to say. */
  serve(): void {
    const reader = this.#reader;
    if (reader !== undefined) {
      const chunk = this.#blocks.take();
      if (chunk !== undefined) {
        this.#reader = undefined;
        this.#wasRead(chunk.length);
        reader.done(chunk);
      } else if (this.#end !== undefined) {
        this.#reader = undefined;
        if (this.#end === 'complete') reader.done(undefined);
        else reader.failed(this.#end.error);
      }
    }
    if (this.#end !== undefined && this.#blocks.isEmpty) this.#close();
  }

  #wasRead(bytes: number): void {
    const granted = this.#window.read(bytes);
    if (granted > 0 && this.#end === undefined) this.#host.grant(this, granted);
  }

  #complete({ status, contentLength }: ResponseHead): Http2Error | undefined {
    const hasBody = !this.#isHeadRequest && !WITHOUT_BODY.has(status);
    if (hasBody && contentLength !== undefined && contentLength !== this.#bodyBytes) {
      return wrong(`the body has ${this.#bodyBytes} bytes where ${contentLength} were announced`);
    }
    this.#end = 'complete';
    return undefined;
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.#onClose.splice(0)) listener();
  }
}

function wrong(what: string): Http2Error {
  return new Http2Error(ERROR.PROTOCOL_ERROR, what);
}
