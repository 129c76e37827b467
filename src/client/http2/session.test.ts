import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
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
import { TestPeer, frameOf, readAll, serverFrame } from './test-server.js';

const { head, data, goaway } = serverFrame;
const MIB = 2 ** 20;

describe('a request', () => {
  it('is answered with status, headers and body', async () => {
    const peer = new TestPeer();
    const outcome = peer.request();
    peer.say(
      head(1, [
        [':status', '201'],
        ['warning', 'a'],
        ['warning', 'b'],
        ['x', 'y'],
      ]),
      data(1, 'hello '),
      data(1, 'world', true, 9),
    );
    expect(outcome).toMatchObject({ status: 201, headers: { warning: ['a', 'b'], x: 'y' }, isOver: true });
    expect(await readAll(outcome.stream)).toEqual({ text: 'hello world', error: undefined });
  });

  it('with trailers, and after word from on the way, is answered all the same', async () => {
    const peer = new TestPeer();
    const outcome = peer.request();
    peer.say(head(1, [[':status', '103']]), head(1), data(1, 'x'), head(1, [['trailer', 'y']], true));
    expect(outcome).toMatchObject({ status: 200, isOver: true });
    expect(await readAll(outcome.stream)).toEqual({ text: 'x', error: undefined });
  });

  it('has its headers in as many frames as they take', () => {
    const peer = new TestPeer();
    const token = 'x'.repeat(40_000);
    peer.request({
      headers: [
        [':method', 'GET'],
        ['authorization', token],
      ],
    });
    expect(peer.sent.filter(({ stream }) => stream === 1).map(({ type, flags }) => [type, flags])).toEqual([
      [FRAME.HEADERS, FLAG.END_STREAM],
      [FRAME.CONTINUATION, 0],
      [FRAME.CONTINUATION, FLAG.END_HEADERS],
    ]);
    expect(peer.headersOf(1)).toEqual([
      [':method', 'GET'],
      ['authorization', token],
    ]);
  });

  it('is read in one piece what came in one', () => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    peer.say(head(1));
    const chunks: string[] = [];
    stream.read(
      (chunk) => chunks.push(Buffer.from(chunk!).toString()),
      () => undefined,
    );
    peer.say(data(1, 'one '), data(1, 'event'));
    expect(chunks).toEqual(['one event']);
  });

  it('has all of its answer handed over that has come, whatever pieces it comes in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 6 }),
        fc.integer({ min: -1, max: 9 }),
        fc.array(fc.integer({ min: 1, max: 60 })),
        (contents, padding, cuts) => {
          const peer = new TestPeer();
          const { stream } = peer.request();
          const got: Buffer[] = [];
          const follow = (): void => {
            stream.read(
              (chunk) => {
                if (chunk === undefined) return;
                got.push(Buffer.from(chunk));
                follow();
              },
              () => undefined,
            );
          };
          follow();
          const bytes = Buffer.concat([head(1), ...contents.map((content) => data(1, content, false, padding))]);
          let at = 0;
          for (const cut of cuts) peer.say(bytes.subarray(at, (at += cut)));
          peer.say(bytes.subarray(at));
          // Nothing else comes for hours.
          expect(Buffer.concat(got).equals(Buffer.concat(contents))).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['is reset', resetFrame(1, ERROR.CANCEL), ERROR.CANCEL, false],
    ['is refused', resetFrame(1, ERROR.REFUSED_STREAM), ERROR.REFUSED_STREAM, true],
    ['is above the last that the server looks at', goaway(0), ERROR.NO_ERROR, true],
    ['has a head without a status', head(1, [['x', 'y']]), ERROR.PROTOCOL_ERROR, false],
    ['has a status that is none', head(1, [[':status', '2000']]), ERROR.PROTOCOL_ERROR, false],
    [
      'has two statuses',
      head(1, [
        [':status', '200'],
        [':status', '200'],
      ]),
      ERROR.PROTOCOL_ERROR,
      false,
    ],
    ['switches protocols', head(1, [[':status', '101']]), ERROR.PROTOCOL_ERROR, false],
    [
      'has a name in capitals',
      head(1, [
        [':status', '200'],
        ['X', 'y'],
      ]),
      ERROR.PROTOCOL_ERROR,
      false,
    ],
    [
      'has a line break in a value',
      head(1, [
        [':status', '200'],
        ['x', 'y\nz'],
      ]),
      ERROR.PROTOCOL_ERROR,
      false,
    ],
    ['has a body before its head', data(1, 'x'), ERROR.PROTOCOL_ERROR, false],
    [
      'has two lengths',
      head(1, [
        [':status', '200'],
        ['content-length', '1'],
        ['content-length', '2'],
      ]),
      ERROR.PROTOCOL_ERROR,
      false,
    ],
    [
      'ends with its head, and not with the body that this announces',
      head(
        1,
        [
          [':status', '200'],
          ['content-length', '5'],
        ],
        true,
      ),
      ERROR.PROTOCOL_ERROR,
      false,
    ],
    [
      'has too many headers',
      head(1, [
        [':status', '200'],
        ['x', 'y'.repeat(70_000)],
      ]),
      ERROR.ENHANCE_YOUR_CALM,
      false,
    ],
  ])('whose stream or answer %s fails, and no other does', (_, frame, code, unprocessed) => {
    const peer = new TestPeer();
    const outcome = peer.request();
    peer.say(frame);
    expect(outcome).toMatchObject({ status: undefined, error: { code, unprocessed }, isOver: true });
    expect(peer.broken).toBeUndefined();
    const next = peer.request();
    peer.say(head(3, [[':status', '204']], true));
    expect(next.status).toBe(204);
  });

  it.each([
    ['shorter than announced', '3', 'xy'],
    ['longer than announced', '1', 'xy'],
  ])('whose body is %s fails where it ends, after what came', async (_, length, body) => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    peer.say(
      head(1, [
        [':status', '200'],
        ['content-length', length],
      ]),
      data(1, body, true),
    );
    const { text, error } = await readAll(stream);
    expect([text, error]).toMatchObject([body, { code: ERROR.PROTOCOL_ERROR }]);
  });

  it.each([
    ['HEAD', '200'],
    ['GET', '304'],
  ])('%s with status %s may announce a length and have no body', async (method, status) => {
    const peer = new TestPeer();
    const { stream } = peer.request({ method });
    peer.say(
      head(
        1,
        [
          [':status', status],
          ['content-length', '9'],
        ],
        true,
      ),
    );
    expect(await readAll(stream)).toEqual({ text: '', error: undefined });
  });

  it('that was cancelled is told to the server, and what still comes of it is nobody’s', async () => {
    const peer = new TestPeer();
    const first = peer.request();
    const second = peer.request();
    peer.say(head(1), data(1, 'x'));
    first.stream.cancel(new Error('enough'));
    expect(first.isOver).toBe(true);
    expect(peer.sentOf(FRAME.RST_STREAM, 1)[0]?.payload.readUInt32BE()).toBe(ERROR.CANCEL);
    // Its headers count for what later ones refer to.
    peer.say(data(1, 'y'), head(1, [['a', 'b']], true), resetFrame(1, ERROR.CANCEL), windowUpdateFrame(1, 5));
    expect(await readAll(first.stream)).toMatchObject({ text: '', error: { message: 'enough' } });
    peer.say(head(3, [[':status', '200']], true));
    expect([second.status, peer.broken]).toEqual([200, undefined]);
  });
});

describe('what is left to read', () => {
  it('is told of by onClose: when all was read, and at once when there is nothing', () => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    let closed = 0;
    stream.onClose(() => closed++);
    peer.say(head(1), data(1, 'x', true));
    expect(closed).toBe(0);
    stream.read(
      () => undefined,
      () => undefined,
    );
    expect(closed).toBe(1);
    const empty = peer.request();
    peer.say(head(3, [[':status', '200']], true));
    empty.stream.onClose(() => closed++);
    expect(closed).toBe(2);
  });

  it('of an answer that is given up whole is an error, and nothing is left to expect', async () => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    let closed = 0;
    stream.onClose(() => closed++);
    stream.onClose(() => closed++);
    peer.say(head(1), data(1, 'x', true));
    stream.cancel(new Error('enough'));
    expect(closed).toBe(2);
    expect(await readAll(stream)).toMatchObject({ text: '', error: { message: 'enough' } });
  });

  it('of a stream that fails is read before the error', async () => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    peer.say(head(1), data(1, 'half'));
    peer.session.end(new Error('gone'));
    expect(await readAll(stream)).toMatchObject({ text: 'half', error: { message: 'gone' } });
  });
});

describe('windows', () => {
  it('hold a body back until the server has room, and all of it arrives in order', () => {
    const size = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(
        fc.array(size, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 70_000 }),
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 60_000 })), { maxLength: 60 }),
        (sizes, initial, grants) => {
          const peer = new TestPeer([[SETTING.INITIAL_WINDOW_SIZE, initial]]);
          const bodies = sizes.map((bytes, index) => Buffer.alloc(bytes, index + 1));
          for (const body of bodies) peer.request({ method: 'POST', body });
          const allowed = [DEFAULT_WINDOW, ...sizes.map(() => initial)];
          const check = (): void => {
            const sent = sizes.map((_, index) =>
              Buffer.concat(peer.sentOf(FRAME.DATA, index * 2 + 1).map(({ payload }) => payload)),
            );
            expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(allowed[0]!);
            for (const [index, part] of sent.entries()) {
              expect(part.length).toBeLessThanOrEqual(allowed[index + 1]!);
              expect(part.equals(bodies[index]!.subarray(0, part.length))).toBe(true);
              const last = peer.sentOf(FRAME.DATA, index * 2 + 1).at(-1);
              expect(last !== undefined && (last.flags & FLAG.END_STREAM) !== 0).toBe(part.length === sizes[index]);
            }
          };
          check();
          for (const [target, bytes] of grants) {
            const index = target % allowed.length;
            allowed[index]! += bytes;
            peer.say(windowUpdateFrame(index === 0 ? 0 : index * 2 - 1, bytes));
            check();
          }
          // With room for all, all is sent.
          peer.say(windowUpdateFrame(0, 10 * MIB), ...sizes.map((_, index) => windowUpdateFrame(index * 2 + 1, MIB)));
          const total = peer.sentOf(FRAME.DATA).reduce((sum, { payload }) => sum + payload.length, 0);
          expect(total).toBe(sizes.reduce((sum, bytes) => sum + bytes, 0));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('of streams that are open change with the setting, and may become negative', () => {
    const peer = new TestPeer();
    peer.request({ method: 'POST', body: Buffer.alloc(100_000) });
    const sent = (): number => peer.sentOf(FRAME.DATA).reduce((sum, { payload }) => sum + payload.length, 0);
    expect(sent()).toBe(DEFAULT_WINDOW);
    peer.say(windowUpdateFrame(0, MIB), settingsFrame([[SETTING.INITIAL_WINDOW_SIZE, 10]]));
    peer.say(windowUpdateFrame(1, DEFAULT_WINDOW - 10));
    expect(sent()).toBe(DEFAULT_WINDOW);
    peer.say(windowUpdateFrame(1, 7));
    expect(sent()).toBe(DEFAULT_WINDOW + 7);
  });

  it('are given back to the server as bodies are read; that of the connection as they come', () => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    peer.say(head(1));
    const granted = (id: number): number =>
      peer.sentOf(FRAME.WINDOW_UPDATE, id).reduce((sum, { payload }) => sum + payload.readUInt32BE(), 0);
    const before = granted(0);
    for (let count = 0; count < 64; count++) peer.say(data(1, Buffer.alloc(16_384)));
    expect([granted(0) - before, granted(1)]).toEqual([0, 0]);
    for (let count = 0; count < 16; count++)
      stream.read(
        () => undefined,
        () => undefined,
      );
    expect(granted(1)).toBe(MIB);
    // Nobody reads this one: the connection goes on.
    const unread = peer.request();
    peer.say(head(3));
    for (let count = 0; count < 64; count++) peer.say(data(3, Buffer.alloc(16_384)));
    unread.stream.cancel(new Error('enough'));
    for (let count = 0; count < 1_024; count++) peer.say(data(3, Buffer.alloc(16_384)));
    expect(granted(0) - before).toBeGreaterThanOrEqual(16 * MIB);
  });

  it('become larger for a reader that waits for the line, and not for one that is behind', () => {
    const allowedAfter = (isBehind: boolean): number => {
      const peer = new TestPeer();
      const { stream } = peer.request();
      peer.say(head(1));
      let allowed = MIB;
      const send = (): void => {
        allowed -= 16_384;
        peer.say(data(1, Buffer.alloc(16_384)));
      };
      const read = (): void => {
        stream.read(
          () => undefined,
          () => undefined,
        );
      };
      for (let count = 0; isBehind && count < 20; count++) send();
      for (let count = 0; count < 2_000; count++) {
        if (!isBehind) read();
        send();
        // As much as came since the last time.
        if (isBehind && count % 4 === 3) read();
      }
      return peer.sentOf(FRAME.WINDOW_UPDATE, 1).reduce((sum, { payload }) => sum + payload.readUInt32BE(), allowed);
    };
    expect(allowedAfter(false)).toBeGreaterThan(4 * MIB);
    expect(allowedAfter(true)).toBeLessThanOrEqual(MIB);
  });

  it('that a server does not heed cost it the stream', async () => {
    const peer = new TestPeer();
    const { stream } = peer.request();
    peer.say(head(1));
    for (let count = 0; count < 65; count++) peer.say(data(1, Buffer.alloc(16_384)));
    expect((await readAll(stream)).error).toMatchObject({ code: ERROR.FLOW_CONTROL_ERROR });
  });
});

describe('the connection', () => {
  it('knows how many streams the server takes', () => {
    const peer = new TestPeer([[SETTING.MAX_CONCURRENT_STREAMS, 100]]);
    peer.say(settingsFrame([[SETTING.INITIAL_WINDOW_SIZE, 5]]), settingsFrame([[SETTING.MAX_CONCURRENT_STREAMS, 7]]));
    expect(peer.limits).toEqual([100, 7]);
    expect(new TestPeer().limits).toEqual([Infinity]);
    // Each is answered.
    expect(peer.sentOf(FRAME.SETTINGS).filter(({ flags }) => flags === FLAG.ACK)).toHaveLength(3);
  });

  it('answers pings, and knows the answers to its own', () => {
    const peer = new TestPeer();
    peer.say(pingFrame(Buffer.from('12345678'), false));
    expect(peer.sentOf(FRAME.PING)[0]).toMatchObject({ flags: FLAG.ACK, payload: Buffer.from('12345678') });
    let answers = 0;
    peer.session.ping(() => answers++);
    peer.say(pingFrame(Buffer.from('xxxxxxxx'), true));
    expect(answers).toBe(0);
    peer.say(pingFrame(peer.sentOf(FRAME.PING)[1]!.payload, true));
    expect(answers).toBe(1);
  });

  it('may be asked for answers without end by a server that reads them', () => {
    const peer = new TestPeer();
    for (let count = 0; count < 20_000; count++) peer.say(pingFrame(Buffer.alloc(8), false));
    expect(peer.broken).toBeUndefined();
    expect(peer.sentOf(FRAME.PING)).toHaveLength(20_000);
  });

  it.each([
    ['pings', pingFrame(Buffer.alloc(8), false)],
    ['settings', settingsFrame([])],
  ])('is broken by a server that sends %s without end and does not read', (_, frame) => {
    const peer = new TestPeer();
    peer.isListening = false;
    for (let count = 0; count < 9_999; count++) peer.say(frame);
    peer.session.drained();
    for (let count = 0; count < 9_999; count++) peer.say(frame);
    expect(peer.broken).toBeUndefined();
    for (let count = 0; count < 2; count++) peer.say(frame);
    expect(peer.broken?.message).toContain('does not read');
    const asked = peer.sent.length;
    peer.say(frame);
    expect(peer.sent).toHaveLength(asked);
  });

  it('finishes what the server still looks at after its farewell', async () => {
    const peer = new TestPeer();
    const [first, second] = [peer.request(), peer.request()];
    peer.say(goaway(1));
    expect([second.error, peer.farewells]).toMatchObject([{ unprocessed: true }, [undefined]]);
    peer.say(head(1), data(1, 'x', true));
    expect(await readAll(first.stream)).toEqual({ text: 'x', error: undefined });
    peer.say(goaway(1, ERROR.ENHANCE_YOUR_CALM));
    expect(peer.farewells[1]).toMatchObject({ code: ERROR.ENHANCE_YOUR_CALM });
  });

  it.each([
    ['a frame of a stream that was never opened', head(9), ERROR.PROTOCOL_ERROR],
    ['a frame of a stream of the server', head(2), ERROR.PROTOCOL_ERROR],
    ['a stream that nobody asked for', frameOf(FRAME.PUSH_PROMISE, 4, 1, Buffer.alloc(8)), ERROR.PROTOCOL_ERROR],
    [
      'the rest of headers that have not begun',
      frameOf(FRAME.CONTINUATION, 4, 1, Buffer.alloc(0)),
      ERROR.PROTOCOL_ERROR,
    ],
    [
      'another frame inside of headers',
      Buffer.concat([frameOf(FRAME.HEADERS, 0, 1, Buffer.alloc(0)), data(1, 'x')]),
      ERROR.PROTOCOL_ERROR,
    ],
    ['headers that cannot be read', frameOf(FRAME.HEADERS, 4, 1, Buffer.of(0xff)), ERROR.COMPRESSION_ERROR],
    ['headers without end', continuations(300), ERROR.ENHANCE_YOUR_CALM],
    ['settings of a stream', frameOf(FRAME.SETTINGS, 0, 1, Buffer.alloc(0)), ERROR.PROTOCOL_ERROR],
    ['settings that are cut off', frameOf(FRAME.SETTINGS, 0, 0, Buffer.alloc(5)), ERROR.FRAME_SIZE_ERROR],
    ['a window of no size', settingsFrame([[SETTING.INITIAL_WINDOW_SIZE, 2 ** 31]]), ERROR.FLOW_CONTROL_ERROR],
    ['a window that becomes too large', windowUpdateFrame(0, 2 ** 31 - 1), ERROR.FLOW_CONTROL_ERROR],
    ['a window that grows by nothing', windowUpdateFrame(0, 0), ERROR.PROTOCOL_ERROR],
    ['a size of frames that is none', settingsFrame([[SETTING.MAX_FRAME_SIZE, 1]]), ERROR.PROTOCOL_ERROR],
    ['a ping of another length', frameOf(FRAME.PING, 0, 0, Buffer.alloc(7)), ERROR.FRAME_SIZE_ERROR],
    ['a farewell that is none', frameOf(FRAME.GOAWAY, 0, 0, Buffer.alloc(7)), ERROR.PROTOCOL_ERROR],
  ])('is broken by %s: the server is told, and all streams fail', (_, frame, code) => {
    const peer = new TestPeer();
    const outcome = peer.request();
    peer.say(frame);
    expect(peer.broken).toMatchObject({ code });
    expect(outcome).toMatchObject({ error: { code }, isOver: true });
    expect(peer.sentOf(FRAME.GOAWAY)[0]?.payload.readUInt32BE(4)).toBe(code);
    // Nothing is heard any more.
    peer.say(head(1));
    expect(outcome.status).toBeUndefined();
  });

  it('is broken by a server that does not begin with its settings', () => {
    const peer = new TestPeer('silent');
    peer.say(pingFrame(Buffer.alloc(8), false));
    expect(peer.broken).toMatchObject({ code: ERROR.PROTOCOL_ERROR });
  });

  it('passes over what it does not know', () => {
    const peer = new TestPeer();
    const outcome = peer.request();
    peer.say(frameOf(0xbe, 0xff, 77, Buffer.from('?')), frameOf(FRAME.PRIORITY, 0, 1, Buffer.alloc(5)));
    peer.say(settingsFrame([[0x99, 1]]), head(1, [[':status', '200']], true));
    expect(outcome.status).toBe(200);
  });

  it('that gets any bytes at all fails its streams or goes on, and throws nothing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            type: fc.integer({ min: 0, max: 10 }),
            flags: fc.integer({ min: 0, max: 63 }),
            stream: fc.integer({ min: 0, max: 6 }),
            payload: fc.uint8Array({ maxLength: 20 }),
          }),
          { maxLength: 20 },
        ),
        (frames) => {
          const peer = new TestPeer();
          const outcomes = [peer.request(), peer.request({ method: 'POST', body: Buffer.alloc(100_000) })];
          for (const { type, flags, stream, payload } of frames) peer.say(frameOf(type, flags, stream, payload));
          if (peer.broken !== undefined) expect(outcomes.every(({ isOver }) => isOver)).toBe(true);
          expect(peer.session.openStreams).toBe(outcomes.filter(({ isOver }) => !isOver).length);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

function continuations(count: number): Buffer {
  const part = frameOf(FRAME.CONTINUATION, 0, 1, Buffer.alloc(1_024));
  return Buffer.concat([frameOf(FRAME.HEADERS, 0, 1, Buffer.alloc(0)), ...Array.from({ length: count }, () => part)]);
}
