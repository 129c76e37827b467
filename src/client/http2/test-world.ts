import { expect } from 'vitest';
import {
  DEFAULT_WINDOW,
  ERROR,
  FLAG,
  FRAME,
  HEADER_BYTES,
  SETTING,
  pingFrame,
  resetFrame,
  settingsFrame,
  windowUpdateFrame,
} from './frame.js';
import { Http2Error } from './http2-error.js';
import { SMALLEST_WINDOW } from './receive-window.js';
import type { Header } from './static-table.js';
import { TestPeer, frameOf, serverFrame } from './test-server.js';
import type { Outcome } from './test-server.js';

const { head, data, goaway } = serverFrame;

/** How a server ends an answer. */
export type Ending = 'with its last data' | 'with no data' | 'with trailers' | 'by a reset';

/** What a server has to say to a request. */
export interface Answer {
  /** Whether it says beforehand how long it is. */
  readonly announced: boolean;
  /** The sizes of its frames of data, and how much padding each has; -1: none, and no length of it either. */
  readonly frames: readonly (readonly [bytes: number, padding: number])[];
  readonly ending: Ending;
}

/** What happens next. */
export type Step =
  | { readonly do: 'open'; readonly answer: Answer; readonly body: number }
  | { readonly do: 'say' | 'read' | 'cancel' | 'goaway'; readonly pick: number }
  | { readonly do: 'deliver'; readonly bytes: number }
  | { readonly do: 'grant'; readonly pick: number; readonly bytes: number }
  | { readonly do: 'resize'; readonly bytes: number }
  | { readonly do: 'ping' };

/** What may be sent, all in all, by the words of the other side that have been heard, and the most since last asked. */
class Allowance {
  now: number;
  most: number;

  constructor(bytes: number) {
    this.now = this.most = bytes;
  }

  change(bytes: number): void {
    this.now += bytes;
    this.most = Math.max(this.most, this.now);
  }
}

interface Exchange {
  readonly id: number;
  readonly answer: Answer;
  readonly body: Buffer;
  readonly outcome: Outcome;
  /** Of its body, by the client. */
  sent: number;
  readonly allowed: Allowance;
  hasHead: boolean;
  framesSaid: number;
  /** Of the answer's body: what the server has sent, what of that has arrived, and what it may send. */
  said: number;
  arrived: number;
  window: number;
  /** The server has no more to say. */
  isDone: boolean;
  readonly got: Buffer[];
  /** The last chunk, where it was handed over: it is good until the next one is asked for. */
  lent: Uint8Array | undefined;
  isReading: boolean;
  /** How reading ended. */
  end: 'complete' | { readonly error: unknown } | undefined;
  isCancelled: boolean;
}

/** A server that keeps the rules, the line to it, and a client that opens, reads and cancels as it likes. */
export class World {
  readonly #peer = new TestPeer();
  readonly #exchanges: Exchange[] = [];
  /** What the server has sent and is not delivered whole, and what it means to the client once it is. */
  readonly #line: {
    rest: Buffer;
    readonly heard: () => void;
    /** Told how many bytes have come so far. */
    readonly arrived: (bytes: number) => void;
    readonly length: number;
  }[] = [];
  /** What the server may send, all streams together. */
  #window = DEFAULT_WINDOW;
  readonly #allowed = new Allowance(DEFAULT_WINDOW);
  /** What a new stream may send, as the server has said it and as the client has heard it. */
  #saidInitial = DEFAULT_WINDOW;
  #heardInitial = DEFAULT_WINDOW;
  #seen = 0;
  /** The highest stream that the server looks at. */
  #last = Infinity;
  #farewells = 0;
  #pings = 0;
  // The first were said as the session began.
  #settings = 1;

  take(step: Step): void {
    const exchange = 'pick' in step ? this.#exchanges[step.pick % Math.max(1, this.#exchanges.length)] : undefined;
    if (step.do === 'open') this.#open(step.answer, step.body);
    else if (step.do === 'deliver') this.#deliver(step.bytes);
    else if (step.do === 'resize') this.#resize(step.bytes);
    else if (step.do === 'ping') this.#ping();
    else if (step.do === 'goaway') this.#farewell(step.pick);
    else if (step.do === 'grant') this.#grant(step.pick % 2 === 0 ? undefined : exchange, step.bytes);
    else if (exchange === undefined) return;
    else if (step.do === 'say') this.#say(exchange);
    else if (step.do === 'read') this.#read(exchange);
    else this.#cancel(exchange);
    this.#listen();
    expect(this.#peer.session.openStreams).toBe(this.#exchanges.filter(({ outcome }) => !outcome.isOver).length);
  }

  /** All that can happen happens: the server takes and says all, the line is empty, and everything is read. */
  settle(): void {
    this.#deliver(Infinity);
    this.#grant(undefined, 10_000_000);
    for (const exchange of this.#exchanges) this.#grant(exchange, exchange.body.length + DEFAULT_WINDOW);
    for (let goesOn = true; goesOn;) {
      goesOn = this.#deliver(Infinity);
      for (const exchange of this.#exchanges) {
        while (this.#say(exchange)) goesOn = true;
        while (this.#read(exchange)) goesOn = true;
      }
    }
    expect(this.#peer.broken).toBeUndefined();
    expect(this.#peer.farewells).toEqual(Array.from({ length: this.#farewells }, () => undefined));
    expect(this.#peer.sentOf(FRAME.PING).map(({ flags }) => flags)).toEqual(
      Array.from({ length: this.#pings }, () => FLAG.ACK),
    );
    expect(this.#peer.sentOf(FRAME.SETTINGS).filter(({ flags }) => flags === FLAG.ACK)).toHaveLength(this.#settings);
    for (const exchange of this.#exchanges) this.#assertEnded(exchange);
  }

  #open(answer: Answer, bodyBytes: number): void {
    // Whoever owns a session asks for nothing more once a farewell was heard.
    if (this.#peer.farewells.length > 0) return;
    const id = this.#exchanges.length * 2 + 1;
    const body = contentOf(id, 0, bodyBytes);
    const exchange: Exchange = {
      id,
      answer,
      body,
      outcome: this.#peer.request({ method: 'POST', body }),
      sent: 0,
      allowed: new Allowance(this.#heardInitial),
      hasHead: false,
      framesSaid: 0,
      said: 0,
      arrived: 0,
      window: SMALLEST_WINDOW,
      isDone: id > this.#last,
      got: [],
      lent: undefined,
      isReading: false,
      end: undefined,
      isCancelled: false,
    };
    this.#exchanges.push(exchange);
  }

  /** Has the server send the next frame of an answer, if it may; tells whether it did. */
  #say(exchange: Exchange): boolean {
    const { id, answer } = exchange;
    if (exchange.isDone) return false;
    const frame = answer.frames[exchange.framesSaid];
    const isLast = exchange.framesSaid + 1 >= answer.frames.length && answer.ending === 'with its last data';
    if (!exchange.hasHead) {
      exchange.hasHead = true;
      exchange.isDone = frame === undefined && isLast;
      this.#send(head(id, headOf(answer), exchange.isDone));
    } else if (frame === undefined) {
      exchange.isDone = true;
      if (answer.ending === 'by a reset') this.#send(resetFrame(id, ERROR.INTERNAL_ERROR));
      else this.#send(answer.ending === 'with trailers' ? head(id, [['x', 'y']], true) : data(id, '', true));
    } else {
      const [bytes, padding] = frame;
      const counted = bytes + padding + 1;
      if (counted > exchange.window || counted > this.#window) return false;
      exchange.window -= counted;
      this.#window -= counted;
      exchange.framesSaid++;
      exchange.isDone = isLast;
      const { said } = exchange;
      // Before the content: the head of the frame, and how much padding it has.
      const before = HEADER_BYTES + (padding < 0 ? 0 : 1);
      this.#send(data(id, contentOf(id, said, bytes), isLast, padding), undefined, (came) => {
        exchange.arrived = said + Math.max(0, Math.min(bytes, came - before));
      });
      exchange.said += bytes;
    }
    return true;
  }

  /** Has the next bytes of the line arrive; tells whether there were any. */
  #deliver(bytes: number): boolean {
    const parts: Buffer[] = [];
    const heard: (() => void)[] = [];
    let left = bytes;
    for (let frame = this.#line[0]; frame !== undefined && left > 0; frame = this.#line[0]) {
      const part = frame.rest.subarray(0, left);
      parts.push(part);
      left -= part.length;
      frame.rest = frame.rest.subarray(part.length);
      frame.arrived(frame.length - frame.rest.length);
      if (frame.rest.length > 0) break;
      this.#line.shift();
      heard.push(frame.heard);
    }
    if (parts.length === 0) return false;
    for (const hear of heard) hear();
    const piece = Buffer.concat(parts);
    this.#peer.session.receive(piece, piece.length);
    // It was good for the time of the call.
    piece.fill(0xee);
    this.#listen();
    return true;
  }

  /** Asks for the next chunk; tells whether it, or the end, was there. */
  #read(exchange: Exchange): boolean {
    if (exchange.isReading || exchange.end !== undefined || exchange.outcome.status === undefined) return false;
    exchange.isReading = true;
    takeLent(exchange);
    const settled = (end: Exchange['end']): void => {
      expect(exchange.isReading).toBe(true);
      exchange.isReading = false;
      exchange.end = end;
    };
    exchange.outcome.stream.read(
      (chunk) => {
        exchange.lent = chunk;
        settled(chunk === undefined ? 'complete' : undefined);
      },
      (error) => {
        settled({ error });
      },
    );
    this.#listen();
    return !exchange.isReading;
  }

  #cancel(exchange: Exchange): void {
    const { id, outcome, end, isCancelled } = exchange;
    // A call is cancelled once, and no more when it has ended.
    if (isCancelled || end !== undefined || outcome.error !== undefined) return;
    const wasOpen = !outcome.isOver;
    exchange.isCancelled = true;
    outcome.stream.cancel(new Error('enough'));
    const codes = this.#peer.sentOf(FRAME.RST_STREAM, id).map(({ payload }) => payload.readUInt32BE());
    expect(codes.includes(ERROR.CANCEL)).toBe(wasOpen);
  }

  #grant(exchange: Exchange | undefined, bytes: number): void {
    if (exchange?.isDone === true) return;
    this.#send(windowUpdateFrame(exchange?.id ?? 0, bytes), () => {
      (exchange?.allowed ?? this.#allowed).change(bytes);
    });
  }

  #resize(bytes: number): void {
    this.#saidInitial = bytes;
    this.#send(settingsFrame([[SETTING.INITIAL_WINDOW_SIZE, this.#saidInitial]]), () => {
      for (const { allowed } of this.#exchanges) allowed.change(bytes - this.#heardInitial);
      this.#heardInitial = bytes;
      this.#settings++;
    });
  }

  #ping(): void {
    this.#send(pingFrame(Buffer.from('12345678'), false), () => {
      this.#pings++;
    });
    this.#send(frameOf(0xbe, 0xff, 0, Buffer.from('?')));
  }

  /** Odd: that an end is near. Even: which streams it looks at still, those included that it has begun to answer. */
  #farewell(pick: number): void {
    this.#farewells++;
    if (pick % 2 === 1 && this.#last === Infinity) {
      this.#send(goaway(2 ** 31 - 1));
      return;
    }
    const answered = this.#exchanges.filter(({ hasHead }) => hasHead).map(({ id }) => id);
    const wanted = (pick % (this.#exchanges.length + 1)) * 2 - 1;
    this.#last = Math.min(this.#last, Math.max(0, wanted, ...answered));
    for (const exchange of this.#exchanges) if (exchange.id > this.#last) exchange.isDone = true;
    this.#send(goaway(this.#last));
  }

  #send(
    frame: Uint8Array,
    heard: () => void = () => undefined,
    arrived: (bytes: number) => void = () => undefined,
  ): void {
    this.#line.push({ rest: Buffer.from(frame), heard, arrived, length: frame.length });
  }

  /** Takes note of what the client has sent, and holds what it has done against what it may and must do. */
  #listen(): void {
    for (const { type, stream, flags, payload } of this.#peer.sent.slice(this.#seen)) {
      const exchange = this.#exchanges[(stream - 1) / 2];
      if (type === FRAME.WINDOW_UPDATE && stream === 0) this.#window += payload.readUInt32BE();
      if (exchange === undefined) continue;
      if (type === FRAME.WINDOW_UPDATE) exchange.window += payload.readUInt32BE();
      else if (type === FRAME.RST_STREAM) exchange.isDone = true;
      else if (type === FRAME.DATA) this.#takeBody(exchange, payload, flags);
    }
    this.#seen = this.#peer.sent.length;
    const free = this.#allowed.now - this.#exchanges.reduce((sum, { sent }) => sum + sent, 0);
    for (const { allowed, body, sent, outcome, isReading, got, arrived, isCancelled } of this.#exchanges) {
      allowed.most = allowed.now;
      // What may be sent was.
      if (!outcome.isOver && sent < body.length) expect(Math.min(free, allowed.now - sent)).toBeLessThanOrEqual(0);
      // Who waits has got all that has come.
      if (isReading && !isCancelled) expect(lengthOf(got)).toBeGreaterThanOrEqual(arrived);
    }
    this.#allowed.most = this.#allowed.now;
  }

  #takeBody(exchange: Exchange, payload: Buffer, flags: number): void {
    const { body, sent, allowed } = exchange;
    expect(payload.equals(body.subarray(sent, sent + payload.length))).toBe(true);
    exchange.sent += payload.length;
    expect(exchange.sent).toBeLessThanOrEqual(allowed.most);
    expect(this.#exchanges.reduce((sum, each) => sum + each.sent, 0)).toBeLessThanOrEqual(this.#allowed.most);
    expect((flags & FLAG.END_STREAM) !== 0).toBe(exchange.sent === body.length);
  }

  /** With nothing left on the line or unread. */
  #assertEnded(exchange: Exchange): void {
    takeLent(exchange);
    const { id, answer, outcome, said, got, end, isCancelled } = exchange;
    const read = Buffer.concat(got);
    const error = outcome.error ?? (typeof end === 'object' ? end.error : undefined);
    expect(read.equals(contentOf(id, 0, read.length))).toBe(true);
    expect(outcome.isOver).toBe(true);
    // What had come to its end before is as it was.
    if (isCancelled && error instanceof Error && error.message === 'enough') return;
    if (id > this.#last) {
      expect([read.length, outcome.status, error]).toMatchObject([0, undefined, { unprocessed: true }]);
      return;
    }
    expect(read.length).toBe(said);
    if (answer.ending !== 'by a reset') expect([end, error]).toEqual(['complete', undefined]);
    else {
      expect(error).toBeInstanceOf(Http2Error);
      expect(error).toMatchObject({ code: ERROR.INTERNAL_ERROR, unprocessed: false });
    }
  }
}

// Bytes that no other place, and hardly any other stream, has.
const CONTENT = Buffer.from(Uint32Array.from({ length: 2 ** 19 }, (_, at) => Math.imul(at + 1, 2_654_435_761)).buffer);

/** Of a body on a stream, so many bytes from a place on. */
function contentOf(id: number, from: number, bytes: number): Buffer {
  return CONTENT.subarray(id * 1_003 + from, id * 1_003 + from + bytes);
}

function takeLent(exchange: Exchange): void {
  if (exchange.lent !== undefined) exchange.got.push(Buffer.from(exchange.lent));
  exchange.lent = undefined;
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function headOf({ announced, frames, ending }: Answer): Header[] {
  const bytes = frames.reduce((sum, [each]) => sum + each, 0);
  // One that is cut off by a reset announces what does not come.
  const length = ending === 'by a reset' ? bytes + 1 : bytes;
  return [[':status', '200'], ...(announced ? [['content-length', String(length)] as const] : [])];
}
