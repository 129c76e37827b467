import { BlockPool } from './body-blocks.js';
import {
  DEFAULT_WINDOW,
  ERROR,
  FLAG,
  FRAME,
  PREFACE,
  SETTING,
  SETTINGS_ACK,
  goawayFrame,
  headerFrames,
  resetFrame,
  settingsFrame,
  windowUpdateFrame,
} from './frame.js';
import { FrameReader } from './frame-reader.js';
import type { FrameListener } from './frame-reader.js';
import { HeaderAssembly, interrupted } from './header-assembly.js';
import { HpackDecoder } from './hpack-decoder.js';
import { encodeHeaders } from './hpack-encoder.js';
import { Http2Error, errorName, violation } from './http2-error.js';
import { Outgoing } from './outgoing.js';
import { Pings } from './pings.js';
import { ReadyStreams } from './ready-streams.js';
import { SMALLEST_WINDOW } from './receive-window.js';
import { ClientStream } from './stream.js';
import type { StreamListener, StreamHost, StreamRequest } from './stream.js';

// For all streams together. It is given back as soon as data arrives, read or not, so that a slow reader does not hold the
// others up; it only has to cover some round trips.
const SESSION_WINDOW = 64 * 2 ** 20;

// Given back in quarters: rarely, and long before the server has to wait for it.
const SESSION_GRANT = SESSION_WINDOW / 4;

const LAST_STREAM = 2 ** 31 - 1;

// As many as a server in Go lets a client wait for. A server that reads at all never owes us a tenth of it.
const MOST_UNHEARD_ANSWERS = 10_000;

/** What a session tells who owns it. */
export interface SessionListener {
  /** The server has said how many streams it takes at a time; Infinity: it names no limit. */
  settings(maxStreams: number): void;
  /** The server takes no more streams; with an error, it ends those that are open. */
  goaway(error: Http2Error | undefined): void;
  /** The server breaks the rules: nothing that it sends can be understood any more. All streams fail after this. */
  broken(error: Http2Error): void;
}

/**
 * The client's side of one HTTP/2 connection (RFC 9113), without the connection: bytes that came go in by `receive`, bytes
 * to send come out of `output`. It knows no time and opens nothing. SPEC.md beside this file has its laws.
 */
export class ClientSession implements StreamHost, FrameListener {
  readonly pool = new BlockPool();
  /** Sends frames. False: they wait for the server to read what was sent before, see `drained`. */
  readonly #output: (frames: readonly Uint8Array[]) => boolean;
  readonly #listener: SessionListener;
  readonly #maxHeaderBytes: number;
  readonly #reader = new FrameReader(this);
  readonly #decoder = new HpackDecoder();
  readonly #streams = new Map<number, ClientStream>();
  #nextId = 1;
  /** Collected while bytes are received, to be sent in one go. */
  readonly #frames: Uint8Array[] = [];
  #isReceiving = false;
  /** By this call of `receive`. */
  readonly #ready = new ReadyStreams();
  /** The stream whose data comes; undefined: nobody wants it. */
  #current: ClientStream | undefined;
  #hasSettings = false;
  /** Set for good when nothing more can be sent or understood. */
  #isOver = false;
  #unreturned = 0;
  readonly #assembly = new HeaderAssembly();
  readonly #outgoing = new Outgoing((frame) => {
    this.#send(frame);
  });
  readonly #pings = new Pings();
  /** Answers that wait for the server to read them, as far as is known. */
  #unheard = 0;

  constructor(output: (frames: readonly Uint8Array[]) => boolean, listener: SessionListener, maxHeaderBytes: number) {
    this.#output = output;
    this.#listener = listener;
    this.#maxHeaderBytes = maxHeaderBytes;
    output([
      PREFACE,
      settingsFrame([
        [SETTING.ENABLE_PUSH, 0],
        [SETTING.INITIAL_WINDOW_SIZE, SMALLEST_WINDOW],
        [SETTING.MAX_HEADER_LIST_SIZE, maxHeaderBytes],
      ]),
      windowUpdateFrame(0, SESSION_WINDOW - DEFAULT_WINDOW),
    ]);
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** Whether there is a number left for another stream. */
  get hasNumbers(): boolean {
    return this.#nextId <= LAST_STREAM;
  }

  /** Sends a request. Only while the server takes one more, and `hasNumbers`. */
  request(request: StreamRequest, listener: StreamListener): ClientStream {
    const id = this.#nextId;
    const block = encodeHeaders(request.headers, id === 1);
    const stream = new ClientStream(id, request, listener, this, this.#outgoing.streamWindow);
    this.#nextId += 2;
    this.#streams.set(id, stream);
    this.#send(headerFrames(id, block, this.#outgoing.maxFrameBytes, stream.unsent.length === 0));
    this.#outgoing.sendBody(stream);
    this.#flush();
    return stream;
  }

  /** Asks whether the server is there. */
  ping(answered: () => void): void {
    if (this.#isOver) return;
    this.#send(this.#pings.next(answered));
    this.#flush();
  }

  /** All that waited for the server to read has left. */
  drained(): void {
    this.#unheard = 0;
  }

  /** Tells the server that no more will come. What is open goes on. */
  leave(): void {
    if (this.#isOver) return;
    this.#send(goawayFrame(ERROR.NO_ERROR));
    // Also from inside of `receive`: the socket may be ended after this.
    this.#writeOut();
  }

  /** The connection is gone, or is about to be: all streams fail with `error`. */
  end(error: Error): void {
    this.#isOver = true;
    this.#current = undefined;
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    this.#pings.clear();
    for (const stream of streams) {
      stream.leave();
      stream.fail(error);
    }
  }

  /** The first `length` of these bytes have come; they are not used after the call. */
  receive(bytes: Uint8Array, length: number): void {
    if (this.#isOver) return;
    this.#isReceiving = true;
    try {
      this.#reader.push(bytes, length);
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error;
      this.#break(error);
    } finally {
      this.#isReceiving = false;
    }
    // What came together is handed over together.
    this.#ready.serve();
    this.#flush();
  }

  dataBegins(id: number, bytes: number): void {
    if (this.#assembly.isOpen) throw interrupted();
    this.#unreturned += bytes;
    if (this.#unreturned >= SESSION_GRANT) {
      this.#send(windowUpdateFrame(0, this.#unreturned));
      this.#unreturned = 0;
    }
    const stream = (this.#current = this.#streamOf(id));
    if (stream === undefined) return;
    const error = stream.dataBegins(bytes);
    if (error !== undefined) this.#fail(stream, error);
  }

  // A frame may come in many calls of `receive`: each is handed over with what it brought.
  data(_id: number, bytes: Uint8Array, start: number, end: number): void {
    const stream = this.#current;
    if (stream === undefined) return;
    stream.data(bytes, start, end);
    this.#ready.add(stream);
  }

  dataEnds(_id: number, endStream: boolean): void {
    const stream = this.#current;
    if (stream === undefined) return;
    this.#settle(stream, stream.dataEnds(endStream));
  }

  frame(type: number, flags: number, id: number, payload: Buffer): void {
    if (!this.#hasSettings && type !== FRAME.SETTINGS) {
      throw new Http2Error(ERROR.PROTOCOL_ERROR, 'the server does not begin as HTTP/2 has it');
    }
    const assembly = this.#assembly;
    if (assembly.isOpen && (type !== FRAME.CONTINUATION || id !== assembly.stream)) throw interrupted();
    switch (type) {
      case FRAME.HEADERS:
        this.#receiveHeaders(assembly.begin(flags, id, payload));
        break;
      case FRAME.CONTINUATION:
        this.#receiveHeaders(assembly.extend(flags, payload));
        break;
      case FRAME.RST_STREAM:
        this.#wasReset(id, numberOf(payload));
        break;
      case FRAME.SETTINGS:
        if (id !== 0) throw violation('settings of a stream');
        this.#applySettings(flags, payload);
        break;
      case FRAME.PUSH_PROMISE:
        throw violation('a stream that nobody asked for');
      case FRAME.PING:
        this.#answer(this.#pings.receive(flags, id, payload));
        break;
      case FRAME.GOAWAY:
        this.#toldToGo(id, payload);
        break;
      case FRAME.WINDOW_UPDATE:
        this.#mayHaveMore(id, numberOf(payload) & 0x7fffffff);
        break;
      default:
      // PRIORITY is nothing to a client; what is not known is passed over, as the standard wants it.
    }
  }

  grant(stream: ClientStream, bytes: number): void {
    if (!this.#streams.has(stream.id)) return;
    this.#send(windowUpdateFrame(stream.id, bytes));
    this.#flush();
  }

  abandon(stream: ClientStream): void {
    if (!this.#streams.has(stream.id)) return;
    this.#send(resetFrame(stream.id, ERROR.CANCEL));
    this.#remove(stream);
    this.#flush();
  }

  #receiveHeaders(block: Buffer | undefined): void {
    if (block === undefined) return;
    const stream = this.#streamOf(this.#assembly.stream);
    // Read even if nobody wants it: what comes later refers to it.
    const headers = this.#decoder.decode(block, this.#maxHeaderBytes);
    if (stream !== undefined) this.#settle(stream, stream.receiveHeaders(headers, this.#assembly.endStream));
  }

  /** Looks after a stream that has got something. */
  #settle(stream: ClientStream, error: Http2Error | undefined): void {
    if (error !== undefined) {
      this.#fail(stream, error);
      return;
    }
    if (!stream.isComplete) return;
    // The rest of the request would be sent in vain.
    if (stream.unsent.length > 0) this.#send(resetFrame(stream.id, ERROR.NO_ERROR));
    this.#remove(stream);
    this.#ready.add(stream);
  }

  #fail(stream: ClientStream, error: Http2Error): void {
    this.#send(resetFrame(stream.id, error.code));
    this.#forget(stream, error);
  }

  #forget(stream: ClientStream, error: Http2Error): void {
    this.#remove(stream);
    stream.fail(error);
  }

  #remove(stream: ClientStream): void {
    if (this.#current === stream) this.#current = undefined;
    this.#streams.delete(stream.id);
    stream.leave();
  }

  /** The stream of a frame; undefined for one that is over, of which something may still be on its way. */
  #streamOf(id: number): ClientStream | undefined {
    const stream = this.#streams.get(id);
    if (stream === undefined && (id % 2 === 0 || id >= this.#nextId)) throw violation('a frame of no stream');
    return stream;
  }

  #wasReset(id: number, code: number): void {
    const stream = this.#streamOf(id);
    if (stream === undefined) return;
    const error =
      code === ERROR.REFUSED_STREAM
        ? new Http2Error(code, 'the server refused the stream before it looked at the request', { unprocessed: true })
        : new Http2Error(code, `the server reset the stream (${errorName(code)})`);
    this.#forget(stream, error);
  }

  #applySettings(flags: number, payload: Buffer): void {
    if ((flags & FLAG.ACK) !== 0) return;
    if (payload.length % 6 !== 0) throw new Http2Error(ERROR.FRAME_SIZE_ERROR, 'settings are cut off');
    let maxStreams: number | undefined;
    for (let at = 0; at < payload.length; at += 6) {
      const value = payload.readUInt32BE(at + 2);
      switch (payload.readUInt16BE(at)) {
        case SETTING.MAX_CONCURRENT_STREAMS:
          maxStreams = value;
          break;
        case SETTING.INITIAL_WINDOW_SIZE:
          this.#resizeWindows(this.#outgoing.setStreamWindow(value));
          break;
        case SETTING.MAX_FRAME_SIZE:
          this.#outgoing.setMaxFrameBytes(value);
          break;
        default:
      }
    }
    this.#answer(SETTINGS_ACK);
    const isFirst = !this.#hasSettings;
    this.#hasSettings = true;
    if (isFirst || maxStreams !== undefined) this.#listener.settings(maxStreams ?? Infinity);
  }

  #resizeWindows(change: number): void {
    for (const stream of this.#streams.values()) this.#widen(stream, change);
  }

  #mayHaveMore(id: number, bytes: number): void {
    if (id === 0) {
      this.#outgoing.widen(bytes);
      for (const stream of this.#streams.values()) this.#outgoing.sendBody(stream);
      return;
    }
    const stream = this.#streamOf(id);
    if (stream === undefined) return;
    if (bytes === 0) this.#fail(stream, violation('a window that grows by nothing'));
    else this.#widen(stream, bytes);
  }

  #widen(stream: ClientStream, bytes: number): void {
    const error = this.#outgoing.widenStream(stream, bytes);
    if (error !== undefined) this.#fail(stream, error);
  }

  #toldToGo(id: number, payload: Buffer): void {
    if (id !== 0 || payload.length < 8) throw violation('a farewell that is none');
    const last = payload.readUInt32BE(0) & 0x7fffffff;
    const code = payload.readUInt32BE(4);
    const ended = `the server ended the connection`;
    for (const stream of [...this.#streams.values()]) {
      if (stream.id <= last) continue;
      this.#forget(stream, new Http2Error(code, `${ended} before it looked at the request`, { unprocessed: true }));
    }
    const error = code === ERROR.NO_ERROR ? undefined : new Http2Error(code, `${ended} (${errorName(code)})`);
    this.#listener.goaway(error);
  }

  #break(error: Http2Error): void {
    this.#send(goawayFrame(error.code));
    this.#writeOut();
    this.#isOver = true;
    // First: who hears of the end of a stream must not come here with the next.
    this.#listener.broken(error);
    this.end(error);
  }

  #send(frame: Uint8Array): void {
    this.#frames.push(frame);
  }

  #flush(): void {
    if (!this.#isReceiving && this.#frames.length > 0) this.#writeOut();
  }

  #writeOut(): void {
    if (this.#output(this.#frames.splice(0))) this.#unheard = 0;
  }

  /** Sends what the server has asked for, unless it asks without end and reads nothing. */
  #answer(frame: Uint8Array | undefined): void {
    if (frame === undefined) return;
    if (++this.#unheard > MOST_UNHEARD_ANSWERS) {
      throw new Http2Error(ERROR.ENHANCE_YOUR_CALM, 'the server asks for answers and does not read them');
    }
    this.#send(frame);
  }
}

function numberOf(payload: Buffer): number {
  if (payload.length !== 4) throw new Http2Error(ERROR.FRAME_SIZE_ERROR, 'a frame is of another length');
  return payload.readUInt32BE(0);
}
