import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR, FLAG, FRAME, newFrame } from './frame.js';
import { FrameReader } from './frame-reader.js';
import type { FrameListener } from './frame-reader.js';
import { Http2Error } from './http2-error.js';
import { frameOf, serverFrame } from './test-server.js';

/** Frames as they were told of: data joined, however it came. */
class Told implements FrameListener {
  readonly frames: unknown[] = [];
  #length = 0;
  #content: Buffer[] = [];

  dataBegins(_stream: number, length: number): void {
    this.#length = length;
    this.#content = [];
  }

  data(_stream: number, bytes: Uint8Array, start: number, end: number): void {
    expect(end).toBeGreaterThan(start);
    this.#content.push(Buffer.from(bytes.subarray(start, end)));
  }

  dataEnds(stream: number, endStream: boolean): void {
    this.frames.push({
      stream,
      length: this.#length,
      content: Buffer.concat(this.#content).toString('hex'),
      endStream,
    });
  }

  frame(type: number, flags: number, stream: number, payload: Buffer): void {
    this.frames.push({ type, flags, stream, payload: payload.toString('hex') });
  }
}

/** Pushes bytes in pieces, each in memory that is used again for the next. */
function readIn(pieces: readonly Uint8Array[]): unknown[] {
  const told = new Told();
  const reader = new FrameReader(told);
  const memory = Buffer.alloc(100_000);
  for (const piece of pieces) {
    memory.fill(0xee);
    memory.set(piece);
    reader.push(memory, piece.length);
  }
  return told.frames;
}

const content = fc.uint8Array({ maxLength: 300 });
const stream = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const frames = fc.array(
  fc.oneof(
    fc
      .record({ stream, content, end: fc.boolean(), padding: fc.integer({ min: -1, max: 255 }) })
      .map(({ stream: id, content: bytes, end, padding }) => serverFrame.data(id, bytes, end, padding)),
    fc
      .record({ type: fc.integer({ min: 1, max: 255 }), flags: fc.integer({ min: 0, max: 255 }), stream, content })
      .map(({ type, flags, stream: id, content: payload }) => frameOf(type, flags, id, payload)),
  ),
  { maxLength: 12 },
);

describe('FrameReader', () => {
  it('finds the same frames whatever pieces their bytes come in', () => {
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 }), (made, cuts) => {
        const bytes = Buffer.concat(made);
        const whole = readIn([bytes]);
        expect(whole).toHaveLength(made.length);
        const pieces: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) pieces.push(bytes.subarray(at, (at += cut)));
        pieces.push(bytes.subarray(at));
        expect(readIn(pieces)).toEqual(whole);
        expect(readIn([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
      }),
    );
  });

  it('tells content from padding, and counts both', () => {
    expect(readIn([serverFrame.data(3, 'abc', true, 5)])).toEqual([
      { stream: 3, length: 9, content: '616263', endStream: true },
    ]);
  });

  it.each([
    ['is longer than we take', newFrame(FRAME.HEADERS, 0, 1, 16_385), ERROR.FRAME_SIZE_ERROR],
    ['is data of no stream', frameOf(FRAME.DATA, 0, 0, Buffer.from('x')), ERROR.PROTOCOL_ERROR],
    ['is shorter than its padding', frameOf(FRAME.DATA, FLAG.PADDED, 1, Buffer.of(2, 0)), ERROR.PROTOCOL_ERROR],
    ['has room for no padding', frameOf(FRAME.DATA, FLAG.PADDED, 1, Buffer.alloc(0)), ERROR.PROTOCOL_ERROR],
  ])('refuses a frame that %s', (_, frame, code) => {
    let thrown: unknown;
    try {
      readIn([frame]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Http2Error);
    expect(thrown).toMatchObject({ code });
  });
});
