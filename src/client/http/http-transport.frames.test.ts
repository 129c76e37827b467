import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { ERROR, FRAME, HEADER_BYTES, PREFACE, SETTING, pingFrame, resetFrame, settingsFrame } from '../http2/frame.js';
import { frameOf, serverFrame } from '../http2/test-server.js';
import type { Dialed } from './dial.js';
import { H2Link } from './h2-link.js';
import { HttpTransport } from './http-transport.js';
import { httpSettings } from './options.js';
import { SocketInput } from './socket-input.js';
import {
  closeLater,
  closeServers,
  rejection,
  startSilentH2Server,
  testConnection,
  textOf,
  until,
} from './test-support.js';

afterEach(closeServers);

const { head, data, goaway } = serverFrame;

interface Connection {
  readonly socket: TLSSocket;
  readonly number: number;
  /** The kinds of frames that have come, and their streams. */
  readonly frames: { readonly type: number; readonly stream: number }[];
}

/** A server that says on each connection, frame by frame, what the test has it say to each request. */
async function startFrameServer(
  answer: (connection: Connection, stream: number) => void,
  maxStreams = 100,
): Promise<{ readonly url: URL; readonly connections: Connection[] }> {
  const connections: Connection[] = [];
  const server = await startSilentH2Server((socket) => {
    const connection: Connection = { socket, number: connections.length + 1, frames: [] };
    connections.push(connection);
    socket.on('error', () => undefined);
    socket.write(settingsFrame([[SETTING.MAX_CONCURRENT_STREAMS, maxStreams]]));
    let unread = Buffer.alloc(0);
    let skip = PREFACE.length;
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      if (unread.length < skip) return;
      unread = unread.subarray(skip);
      skip = 0;
      while (unread.length >= HEADER_BYTES && unread.length >= HEADER_BYTES + unread.readUIntBE(0, 3)) {
        const frame = { type: unread[3] as number, stream: unread.readUInt32BE(5) };
        unread = unread.subarray(HEADER_BYTES + unread.readUIntBE(0, 3));
        connection.frames.push(frame);
        if (frame.type === FRAME.HEADERS) answer(connection, frame.stream);
      }
    });
  });
  return { url: server.url, connections };
}

function transportTo(url: URL): { transport: HttpTransport; clock: FakeClock } {
  const clock = new FakeClock();
  const transport = new HttpTransport(testConnection(url), { clock });
  closeLater(() => transport.close());
  return { transport, clock };
}

const post = { method: 'POST', path: '/x' };
const OK = [[':status', '200']] as const;

describe('a server that says farewell with the answer that made room', () => {
  it('gets the call that waited on another connection', async () => {
    const server = await startFrameServer(({ socket, number }, stream) => {
      if (number === 1) socket.write(Buffer.concat([head(stream, OK, true), goaway(stream)]));
      else socket.write(head(stream, OK, true));
    }, 1);
    const { transport } = transportTo(server.url);
    const both = await Promise.all([transport.request(post), transport.request(post)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(server.connections.map(({ frames }) => frames.filter(({ type }) => type === FRAME.HEADERS).length)).toEqual([
      1, 1,
    ]);
  });
});

describe('a server that breaks the rules', () => {
  const brokenFrame = frameOf(FRAME.PUSH_PROMISE, 4, 1, Buffer.alloc(8));

  it('is told why, and gets the call that waited on another connection', async () => {
    const server = await startFrameServer(({ socket, number }, stream) => {
      socket.write(number === 1 ? brokenFrame : head(stream, OK, true));
    }, 1);
    const { transport } = transportTo(server.url);
    const [first, second] = await Promise.allSettled([transport.request(post), transport.request(post)]);
    expect([first, second]).toMatchObject([
      { status: 'rejected', reason: { code: 'ERR_HTTP_PROTOCOL' } },
      { status: 'fulfilled', value: { status: 200 } },
    ]);
    await until(() => server.connections[0]!.frames.some(({ type }) => type === FRAME.GOAWAY));
  });

  it('and does not read is left after a while', async () => {
    const server = await startFrameServer(({ socket, number }, stream) => {
      if (number > 1) socket.write(head(stream, OK, true));
      else {
        socket.pause();
        socket.write(brokenFrame);
      }
    });
    const { transport, clock } = transportTo(server.url);
    const body = Buffer.alloc(60_000);
    await rejection(transport.request({ ...post, body }));
    expect((await transport.request(post)).status).toBe(200);
    await clock.advance(5_000);
    await until(() => transport.stats.connections.length === 1);
  });
});

describe('an answer that has come whole and was not read', () => {
  it.each(['cancel', 'abort', 'close'] as const)('holds nothing after %s', async (way) => {
    const server = await startFrameServer(({ socket }, stream) => {
      socket.write(Buffer.concat([head(stream), data(stream, 'hello', true)]));
    });
    const { transport, clock } = transportTo(server.url);
    const controller = new AbortController();
    const { signal } = controller;
    const response = await transport.request({ ...post, signal, timeoutMs: 60_000 });
    await until(() => transport.stats.connections[0]?.requests === 0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    if (way === 'cancel') response.cancel();
    else if (way === 'abort') controller.abort(new Error('enough'));
    else await transport.close();
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(await rejection(textOf(response))).toBeInstanceOf(Error);
    await transport.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a compressed body', () => {
  it('that is cut after what looks like its end is an error', async () => {
    const server = await startFrameServer(({ socket }, stream) => {
      socket.write(head(stream, [...OK, ['content-encoding', 'gzip']]));
      // zlib passes over zeros behind a member, and is done.
      socket.write(data(stream, Buffer.concat([gzipSync('hello'), Buffer.alloc(8)])));
      setImmediate(() => socket.write(resetFrame(stream, ERROR.INTERNAL_ERROR)));
    });
    const { transport } = transportTo(server.url);
    const response = await transport.request(post);
    expect(await rejection(textOf(response))).toMatchObject({ code: 'ERR_HTTP_CONNECTION_LOST' });
  });

  it('ends when the server ends it, whatever zeros come behind it', async () => {
    const server = await startFrameServer(({ socket }, stream) => {
      socket.write(head(stream, [...OK, ['content-encoding', 'gzip']]));
      socket.write(data(stream, Buffer.concat([gzipSync('hello'), Buffer.alloc(8)])));
      setImmediate(() => socket.write(data(stream, Buffer.alloc(20_000).subarray(0, 16_000), true)));
    });
    const { transport } = transportTo(server.url);
    expect(await textOf(await transport.request(post))).toBe('hello');
  });
});

describe('a link', () => {
  it('is ready when the settings came before anyone listened', async () => {
    const server = await startFrameServer(() => undefined);
    const { connect } = await import('node:tls');
    const socket = connect({ port: Number(server.url.port), ALPNProtocols: ['h2'], rejectUnauthorized: false });
    closeLater(async () => {
      socket.destroy();
    });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    const input = new SocketInput();
    const settings = settingsFrame([[SETTING.MAX_CONCURRENT_STREAMS, 7]]);
    input.onread.callback(settings.length, settings);
    const dialed: Dialed = { socket, input, protocol: 'h2' };
    const clock = new FakeClock();
    const link = await H2Link.open(dialed, 'host', httpSettings({ clock }), new AbortController().signal);
    expect(link.stats.limit).toBe(7);
  });

  it('is broken by a server that asks for answers without end and does not read', async () => {
    const socket = Object.assign(new Duplex({ read: () => undefined, write: () => undefined }), {
      ref: () => undefined,
      unref: () => undefined,
      destroySoon: () => undefined,
    });
    closeLater(async () => {
      socket.destroy();
    });
    const input = new SocketInput();
    const say = (...frames: Buffer[]): void => {
      const bytes = Buffer.concat(frames);
      input.onread.callback(bytes.length, bytes);
    };
    say(settingsFrame([]));
    const dialed: Dialed = { socket: socket as unknown as Socket, input, protocol: 'h2' };
    const settings = httpSettings({ clock: new FakeClock() });
    const { signal } = new AbortController();
    const link = await H2Link.open(dialed, 'host', settings, signal);
    const failure = rejection(
      link.lease('request').send({ method: 'GET', path: '/', authority: 'a', headers: {}, body: undefined }, signal),
    );
    const pings = Array.from({ length: 1_000 }, () => pingFrame(Buffer.alloc(8), false));
    for (let count = 0; count < 20; count++) say(...pings);
    expect(await failure).toMatchObject({ code: 'ERR_HTTP_PROTOCOL' });
    // The bodies that it would take are the caller's; of answers, no more than wait.
    expect(socket.writableLength).toBeLessThan(300_000);
  });
});
