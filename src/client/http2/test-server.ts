import { ERROR, FLAG, FRAME, HEADER_BYTES, PREFACE, headerFrames, newFrame, settingsFrame } from './frame.js';
import { HpackDecoder } from './hpack-decoder.js';
import { encodeHeaders } from './hpack-encoder.js';
import { ClientSession } from './session.js';
import type { SessionListener } from './session.js';
import type { Header } from './static-table.js';
import type { ClientStream, StreamListener, StreamRequest } from './stream.js';

/** A frame that the session has sent. */
export interface SentFrame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** What became of a request. */
export interface Outcome {
  readonly stream: ClientStream;
  status: number | undefined;
  headers: Readonly<Record<string, unknown>> | undefined;
  error: Error | undefined;
  isOver: boolean;
}

/** A session and the server it talks to, which says what the test has it say. */
export class TestPeer {
  readonly sent: SentFrame[] = [];
  readonly limits: number[] = [];
  readonly farewells: (Error | undefined)[] = [];
  broken: Error | undefined;
  /** Whether it reads what it is sent. */
  isListening = true;
  readonly session: ClientSession;
  readonly #decoder = new HpackDecoder();
  #isFirst = true;
  #unread = Buffer.alloc(0);

  /** `silent`: it has sent no settings yet. */
  constructor(settings: readonly (readonly [number, number])[] | 'silent' = []) {
    const listener: SessionListener = {
      settings: (maxStreams) => this.limits.push(maxStreams),
      goaway: (error) => this.farewells.push(error),
      broken: (error) => {
        this.broken = error;
      },
    };
    const output = (frames: readonly Uint8Array[]): boolean => {
      this.#read(Buffer.concat(frames));
      return this.isListening;
    };
    this.session = new ClientSession(output, listener, 65_536);
    if (settings !== 'silent') this.say(settingsFrame(settings));
  }

  /** Has the session receive bytes, in one piece. */
  say(...frames: readonly Uint8Array[]): void {
    const bytes = Buffer.concat(frames);
    this.session.receive(bytes, bytes.length);
  }

  request(request: Partial<StreamRequest> = {}): Outcome {
    const listener: StreamListener = {
      answered: ({ status, headers }) => {
        assertFirst(outcome.status === undefined && outcome.error === undefined, 'answered');
        Object.assign(outcome, { status, headers });
      },
      failed: (error) => {
        assertFirst(outcome.status === undefined && outcome.error === undefined, 'failed');
        outcome.error = error;
      },
      over: () => {
        assertFirst(!outcome.isOver, 'over');
        outcome.isOver = true;
      },
    };
    const headers: Header[] = [[':method', 'GET']];
    const outcome: Outcome = {
      stream: this.session.request({ method: 'GET', headers, body: undefined, ...request }, listener),
      status: undefined,
      headers: undefined,
      error: undefined,
      isOver: false,
    };
    return outcome;
  }

  /** Sent frames of a kind, of a stream if one is named. */
  sentOf(type: number, stream?: number): SentFrame[] {
    return this.sent.filter((frame) => frame.type === type && (stream === undefined || frame.stream === stream));
  }

  /** The headers that the session sent on a stream. */
  headersOf(stream: number): readonly Header[] {
    const blocks = this.sent.filter(({ type }) => type === FRAME.HEADERS || type === FRAME.CONTINUATION);
    return this.#decoder.decode(
      Buffer.concat(blocks.filter((frame) => frame.stream === stream).map(({ payload }) => payload)),
      Infinity,
    ).headers;
  }

  #read(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    if (this.#isFirst) {
      if (!this.#unread.subarray(0, PREFACE.length).equals(PREFACE)) throw new Error('no preface');
      this.#unread = this.#unread.subarray(PREFACE.length);
      this.#isFirst = false;
    }
    while (this.#unread.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#unread.readUIntBE(0, 3);
      if (this.#unread.length < end) return;
      this.sent.push({
        type: this.#unread[3] as number,
        flags: this.#unread[4] as number,
        stream: this.#unread.readUInt32BE(5),
        payload: Buffer.from(this.#unread.subarray(HEADER_BYTES, end)),
      });
      this.#unread = this.#unread.subarray(end);
    }
  }
}

function assertFirst(isFirst: boolean, what: string): void {
  if (!isFirst) throw new Error(`A stream was told "${what}" after it was told what ends that.`);
}

/** What a server sends. */
export const serverFrame = {
  head: (stream: number, headers: readonly Header[] = [[':status', '200']], endStream = false): Buffer =>
    headerFrames(stream, encodeHeaders(headers, false), 16_384, endStream),
  data: (stream: number, content: string | Uint8Array, endStream = false, padding = -1): Buffer => {
    const bytes = Buffer.from(content as Uint8Array);
    const padded = padding < 0 ? bytes : Buffer.concat([Buffer.of(padding), bytes, Buffer.alloc(padding)]);
    const flags = (endStream ? FLAG.END_STREAM : 0) | (padding < 0 ? 0 : FLAG.PADDED);
    return frameOf(FRAME.DATA, flags, stream, padded);
  },
  goaway: (last: number, code: number = ERROR.NO_ERROR): Buffer => {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(last, 0);
    payload.writeUInt32BE(code, 4);
    return frameOf(FRAME.GOAWAY, 0, 0, payload);
  },
};

export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const frame = newFrame(type, flags, stream, payload.length);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

/** Reads a body to its end; what it fails with is in the answer. */
export async function readAll(stream: ClientStream): Promise<{ text: string; error: unknown }> {
  const parts: Buffer[] = [];
  for (;;) {
    const result = await new Promise<{ chunk?: Uint8Array | undefined; error?: unknown }>((resolve) => {
      stream.read(
        (chunk) => {
          resolve({ chunk });
        },
        (error) => {
          resolve({ error });
        },
      );
    });
    if (result.chunk === undefined) return { text: Buffer.concat(parts).toString('latin1'), error: result.error };
    parts.push(Buffer.from(result.chunk));
  }
}
