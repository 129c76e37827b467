import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_FRAME_BYTES,
  DEFAULT_WINDOW,
  ERROR,
  FLAG,
  FRAME,
  SETTING,
  pingFrame,
  resetFrame,
  settingsFrame,
  windowUpdateFrame,
} from './frame.js';
import { Http2Error } from './http2-error.js';
import { TestPeer, frameOf, serverFrame } from './test-server.js';
import type { Outcome } from './test-server.js';
import type { Header } from './static-table.js';

const { head, data, goaway } = serverFrame;

/** How a server ends an answer. */
type Ending = 'with its last data' | 'with no data' | 'with trailers' | 'by a reset';

/** What a server has to say to a request. */
interface Answer {
  readonly announced: boolean;
  /** The sizes of its frames of data, and how much padding each has; -1: none, and no length of it either. */
  readonly frames: readonly (readonly [bytes: number, padding: number])[];
  readonly ending: Ending;
}

interface Exchange {
  readonly id: number;
  readonly answer: Answer;
  readonly body: Buffer;
  readonly outcome: Outcome;
  /** What the server has sent, in all and as frames; the whole of it may be on its way still. */
  readonly said: Buffer[];
  framesSent: number;
  hasHead: boolean;
  /** The server has no more to say: it has ended the stream, or does not look at it. */
  isDone: boolean;
  /** What the server may send, by the client's word. */
  window: number;
  /** What the client may send, by the server's word, and the most that it ever was: the word may be on its way still. */
  granted: number;
  mostGranted: number;
  readonly got: Buffer[];
  isReading: boolean;
  /** How reading ended. */
  end: 'complete' | { readonly error: unknown } | undefined;
  isCancelled: boolean;
}

type Step =
  | { readonly do: 'open'; readonly answer: Answer; readonly body: number }
  | { readonly do: 'say' | 'read' | 'cancel'; readonly pick: number }
  | { readonly do: 'deliver'; readonly bytes: number }
  | { readonly do: 'grant'; readonly pick: number; readonly bytes: number }
  | { readonly do: 'resize'; readonly bytes: number }
  | { readonly do: 'chat' }
  | { readonly do: 'goaway'; readonly pick: number };

const size = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(DEFAULT_FRAME_BYTES - 256));
const answer: fc.Arbitrary<Answer> = fc.record({
  announced: fc.boolean(),
  frames: fc.oneof(
    fc.array(fc.tuple(size, fc.integer({ min: -1, max: 200 })), { maxLength: 8 }),
    // More than a window holds.
    fc.constant(Array.from({ length: 100 }, () => [DEFAULT_FRAME_BYTES, -1] as const)),
  ),
  ending: fc.constantFrom<Ending>('with its last data', 'with no data', 'with trailers', 'by a reset'),
});
const picked = <Do extends string>(what: Do): fc.Arbitrary<{ do: Do; pick: number }> =>
  fc.record({ do: fc.constant(what), pick: fc.nat() });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ do: fc.constant('open' as const), answer, body: fc.nat(100_000) }) },
    { weight: 60, arbitrary: picked('say') },
    {
      weight: 24,
      arbitrary: fc.record({ do: fc.constant('deliver' as const), bytes: fc.oneof(fc.nat(300), fc.nat(40_000)) }),
    },
    { weight: 30, arbitrary: picked('read') },
    { weight: 2, arbitrary: picked('cancel') },
    {
      weight: 9,
      arbitrary: fc.record({
        do: fc.constant('grant' as const),
        pick: fc.nat(),
        bytes: fc.integer({ min: 1, max: 60_000 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('resize' as const), bytes: fc.nat(100_000) }) },
    { weight: 6, arbitrary: fc.constant({ do: 'chat' as const }) },
    { weight: 1, arbitrary: picked('goaway') },
  ),
  { maxLength: 150, size: 'max' },
);

/** A server that keeps the rules, the line to it, and a client that opens, reads and cancels as it likes. */
class World {
  readonly peer = new TestPeer();
  readonly exchanges: Exchange[] = [];
  /** What the server has sent and the client has not got. */
  #line: Buffer[] = [];
  /** What the server may send, all streams together. */
  #window = 0;
  /** What the client may send, all streams together. */
  #granted = DEFAULT_WINDOW;
  #initialGrant = DEFAULT_WINDOW;
  #mostInitialGrant = DEFAULT_WINDOW;
  #heard = 0;
  /** The highest stream that the server looks at, once it has said farewell. */
  #last = Infinity;

  take(step: Step): void {
    switch (step.do) {
      case 'open':
        this.open(step.answer, step.body);
        break;
      case 'say':
        this.#with(step.pick, (exchange) => this.say(exchange));
        break;
      case 'read':
        this.#with(step.pick, (exchange) => {
          this.read(exchange);
        });
        break;
      case 'cancel':
        this.#with(step.pick, (exchange) => {
          this.#cancel(exchange);
        });
        break;
      case 'deliver':
        this.deliver(step.bytes);
        break;
      case 'grant':
        this.#grant(step.pick, step.bytes);
        break;
      case 'resize':
        this.#resize(step.bytes);
        break;
      case 'chat':
        this.#send(pingFrame(Buffer.from('12345678'), false), frameOf(0xbe, 0xff, 0, Buffer.from('?')));
        break;
      case 'goaway':
        this.#with(step.pick, ({ id }) => {
          this.#farewell(id);
        });
    }
    this.#hear();
  }

  open(answer: Answer, bodyBytes: number): void {
    // Whoever owns a session asks for nothing more after a farewell.
    if (this.#last < Infinity) return;
    const id = this.exchanges.length * 2 + 1;
    const body = Buffer.alloc(bodyBytes, id);
    const outcome = this.peer.request({ method: 'POST', body });
    this.exchanges.push({
      id,
      answer,
      body,
      outcome,
      said: [],
      framesSent: 0,
      hasHead: false,
      isDone: false,
      window: this.#streamWindow(),
      granted: this.#initialGrant,
      // A client that has not heard of a smaller one begins with a larger.
      mostGranted: this.#mostInitialGrant,
      got: [],
      isReading: false,
      end: undefined,
      isCancelled: false,
    });
  }

  /** Has the server send the next frame of an answer, if it may; tells whether it did. */
  say(exchange: Exchange): boolean {
    const { id, answer, said } = exchange;
    if (exchange.isDone) return false;
    if (!exchange.hasHead) {
      exchange.hasHead = true;
      const isEnd = answer.frames.length === 0 && answer.ending === 'with its last data';
      this.#send(head(id, headOf(answer), isEnd));
      exchange.isDone = isEnd;
      return true;
    }
    const frame = answer.frames[exchange.framesSent];
    if (frame === undefined) {
      exchange.isDone = true;
      if (answer.ending === 'by a reset') this.#send(resetFrame(id, ERROR.INTERNAL_ERROR));
      else this.#send(answer.ending === 'with trailers' ? head(id, [['x', 'y']], true) : data(id, '', true));
      return true;
    }
    const [bytes, padding] = frame;
    const counted = bytes + padding + 1;
    if (counted > exchange.window || counted > this.#window) return false;
    exchange.window -= counted;
    this.#window -= counted;
    exchange.framesSent++;
    const content = Buffer.alloc(bytes, exchange.framesSent);
    said.push(content);
    const isEnd = exchange.framesSent === answer.frames.length && answer.ending === 'with its last data';
    this.#send(data(id, content, isEnd, padding));
    exchange.isDone = isEnd;
    return true;
  }

  deliver(bytes: number): boolean {
    const all = Buffer.concat(this.#line);
    if (all.length === 0) return false;
    this.peer.say(all.subarray(0, bytes));
    this.#line = [all.subarray(bytes)];
    this.#hear();
    return true;
  }

  /** Asks for the next chunk; tells whether there was one, or the end. */
  read(exchange: Exchange): boolean {
    if (exchange.isReading || exchange.end !== undefined || exchange.outcome.status === undefined) return false;
    exchange.isReading = true;
    const before = exchange.got.length;
    const settled = (end: Exchange['end']): void => {
      expect(exchange.isReading).toBe(true);
      exchange.isReading = false;
      exchange.end = end;
    };
    exchange.outcome.stream.read(
      (chunk) => {
        if (chunk !== undefined) exchange.got.push(Buffer.from(chunk));
        settled(chunk === undefined ? 'complete' : undefined);
      },
      (error) => {
        settled({ error });
      },
    );
    this.#hear();
    return exchange.end !== undefined || exchange.got.length > before;
  }

  /** All that can happen happens: the server says all it has to, the line is empty, and everything is read. */
  settle(): void {
    for (const [index, { isDone, body, granted }] of this.exchanges.entries()) {
      if (!isDone && body.length > granted) this.#grant(index + 1, body.length - granted);
    }
    this.#grant(0, 10_000_000);
    this.deliver(Infinity);
    for (const { id, body, outcome } of this.exchanges) {
      if (!outcome.isOver) expect(this.sentBody(id).length).toBe(body.length);
    }
    let goesOn = true;
    while (goesOn) {
      goesOn = this.deliver(Infinity);
      for (const exchange of this.exchanges) {
        while (this.say(exchange)) goesOn = true;
        while (this.read(exchange)) goesOn = true;
      }
    }
  }

  sentBody(id: number): Buffer {
    return Buffer.concat(this.peer.sentOf(FRAME.DATA, id).map(({ payload }) => payload));
  }

  #with(pick: number, act: (exchange: Exchange) => unknown): void {
    const exchange = this.exchanges[pick % Math.max(1, this.exchanges.length)];
    if (exchange !== undefined) act(exchange);
  }

  #cancel(exchange: Exchange): void {
    // A call is cancelled once, and no more when it has ended.
    if (exchange.isCancelled || exchange.end !== undefined || exchange.outcome.error !== undefined) return;
    exchange.isCancelled = true;
    exchange.outcome.stream.cancel(new Error('enough'));
  }

  #grant(pick: number, bytes: number): void {
    const target = pick % (this.exchanges.length + 1);
    if (target === 0) {
      this.#granted += bytes;
      this.#send(windowUpdateFrame(0, bytes));
      return;
    }
    const exchange = this.exchanges[target - 1] as Exchange;
    if (exchange.isDone) return;
    exchange.granted += bytes;
    exchange.mostGranted = Math.max(exchange.mostGranted, exchange.granted);
    this.#send(windowUpdateFrame(exchange.id, bytes));
  }

  #resize(bytes: number): void {
    for (const exchange of this.exchanges) {
      exchange.granted += bytes - this.#initialGrant;
      exchange.mostGranted = Math.max(exchange.mostGranted, exchange.granted);
    }
    this.#initialGrant = bytes;
    this.#mostInitialGrant = Math.max(this.#mostInitialGrant, bytes);
    this.#send(settingsFrame([[SETTING.INITIAL_WINDOW_SIZE, bytes]]));
  }

  #farewell(last: number): void {
    if (this.#last < Infinity) return;
    this.#last = last;
    for (const exchange of this.exchanges) if (exchange.id > last) exchange.isDone = true;
    this.#send(goaway(last));
  }

  #send(...frames: readonly Uint8Array[]): void {
    this.#line.push(...frames.map((frame) => Buffer.from(frame)));
  }

  /** What the client has said since the last time, to a server that is told at once. */
  #hear(): void {
    for (const { type, flags, stream, payload } of this.peer.sent.slice(this.#heard)) {
      const exchange = this.exchanges[(stream - 1) / 2];
      if (type === FRAME.WINDOW_UPDATE && stream === 0) this.#window += payload.readUInt32BE();
      else if (type === FRAME.WINDOW_UPDATE && exchange !== undefined) exchange.window += payload.readUInt32BE();
      else if (type === FRAME.SETTINGS && flags !== FLAG.ACK) this.#window = DEFAULT_WINDOW;
      // A server has nothing more to say on a stream that the client has reset.
      else if (type === FRAME.RST_STREAM && exchange !== undefined) exchange.isDone = true;
    }
    this.#heard = this.peer.sent.length;
  }

  #streamWindow(): number {
    const settings = this.peer.sent.find(({ type }) => type === FRAME.SETTINGS) as { payload: Buffer };
    for (let at = 0; at < settings.payload.length; at += 6) {
      if (settings.payload.readUInt16BE(at) === SETTING.INITIAL_WINDOW_SIZE)
        return settings.payload.readUInt32BE(at + 2);
    }
    return DEFAULT_WINDOW;
  }

  get granted(): number {
    return this.#granted;
  }

  get last(): number {
    return this.#last;
  }
}

function headOf({ announced, frames, ending }: Answer): Header[] {
  const bytes = frames.reduce((sum, [each]) => sum + each, 0);
  // One that is cut off by a reset announces what does not come.
  const length = ending === 'by a reset' ? bytes + 1 : bytes;
  return [[':status', '200'], ...(announced ? [['content-length', String(length)] as const] : [])];
}

describe('a session with a server that keeps the rules', () => {
  it('gives every reader what was sent to it, and sends what may be sent, whatever else goes on', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const world = new World();
        const { peer, exchanges } = world;
        for (const step of all) {
          world.take(step);
          expect(peer.sentOf(FRAME.DATA).reduce((sum, { payload }) => sum + payload.length, 0)).toBeLessThanOrEqual(
            world.granted,
          );
          for (const { id, mostGranted } of exchanges) {
            expect(world.sentBody(id).length).toBeLessThanOrEqual(mostGranted);
          }
          expect(peer.session.openStreams).toBe(exchanges.filter(({ outcome }) => !outcome.isOver).length);
        }
        world.settle();
        expect(peer.broken).toBeUndefined();
        for (const exchange of exchanges) assertSettled(exchange, world);
      }),
      { numRuns: 150 },
    );
  });
});

/** With nothing left on the line or unread. */
function assertSettled(exchange: Exchange, world: World): void {
  const { id, answer, body, outcome, said, got, end, isCancelled } = exchange;
  const error = outcome.error ?? (typeof end === 'object' ? end.error : undefined);
  const [all, read] = [Buffer.concat(said), Buffer.concat(got)];
  expect(read.equals(all.subarray(0, read.length))).toBe(true);
  expect(outcome.isOver).toBe(true);
  const sent = world.sentBody(id);
  expect(sent.equals(body.subarray(0, sent.length))).toBe(true);
  // What had come to its end before is as it was.
  if (isCancelled && error instanceof Error && error.message === 'enough') return;
  if (id > world.last && error instanceof Http2Error && error.unprocessed) return;
  expect(read.length).toBe(all.length);
  if (answer.ending !== 'by a reset') expect([end, error]).toEqual(['complete', undefined]);
  else expect(error).toMatchObject({ code: ERROR.INTERNAL_ERROR, unprocessed: false });
}
