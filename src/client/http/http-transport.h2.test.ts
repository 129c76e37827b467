import { constants } from 'node:http2';
import type { ServerHttp2Stream } from 'node:http2';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { HttpError } from './failure.js';
import { HttpTransport } from './http-transport.js';
import type { HttpOptions } from './options.js';
import {
  closeLater,
  closeServers,
  rejection,
  startServer,
  startStallingLine,
  testConnection,
  textOf,
  until,
} from './test-support.js';
import type { TestServer } from './test-support.js';
import type { HttpResponse } from './transport.js';

afterEach(closeServers);

function transportTo(url: URL, options: HttpOptions = {}): HttpTransport {
  const transport = new HttpTransport(testConnection(url), { clock: new FakeClock(), ...options });
  closeLater(() => transport.close());
  return transport;
}

interface WatchServer extends TestServer {
  readonly streams: Set<ServerHttp2Stream>;
}

/** Holds `/watch` open; answers anything else with its path. */
async function startWatchServer(limit = 100): Promise<WatchServer> {
  const streams = new Set<ServerHttp2Stream>();
  const server = await startServer(
    (request, response) => {
      if (!request.url.startsWith('/watch')) {
        response.end(request.url);
        return;
      }
      streams.add(request.stream);
      request.stream.on('error', () => undefined).on('close', () => streams.delete(request.stream));
      response.writeHead(200);
      response.write(`hello ${request.url}`);
    },
    { settings: { maxConcurrentStreams: limit } },
  );
  return { ...server, streams };
}

function watch(transport: HttpTransport, signal?: AbortSignal, path = '/watch'): Promise<HttpResponse> {
  return transport.request({ method: 'GET', path, purpose: 'watch', ...(signal === undefined ? {} : { signal }) });
}

function get(transport: HttpTransport, path = '/get'): Promise<HttpResponse> {
  return transport.request({ method: 'GET', path });
}

async function firstChunk(response: HttpResponse): Promise<string> {
  const next = await response.body[Symbol.asyncIterator]().next();
  return Buffer.from(next.value as Uint8Array).toString();
}

describe('streams', () => {
  it('150 watches on a server that takes 100 streams share 2 connections, all receive, and a get answers', async () => {
    const server = await startWatchServer(100);
    const transport = transportTo(server.url);
    const watches = await Promise.all(
      Array.from({ length: 150 }, (_, i) => watch(transport, undefined, `/watch/${i}`)),
    );
    const received = await Promise.all(watches.map(firstChunk));
    expect(received).toEqual(Array.from({ length: 150 }, (_, i) => `hello /watch/${i}`));
    expect(await textOf(await get(transport))).toBe('/get');
    expect(server.accepted()).toBe(2);
    expect(transport.stats.connections.map(({ watches: count }) => count)).toEqual([90, 60]);
  });

  it('a get finds room on a session where watches have taken all they may', async () => {
    const server = await startWatchServer(10);
    const transport = transportTo(server.url);
    await Promise.all(Array.from({ length: 9 }, () => watch(transport)));
    expect(await textOf(await get(transport))).toBe('/get');
    expect(server.accepted()).toBe(1);
  });

  it('a watch beyond the share of watches opens another session', async () => {
    const server = await startWatchServer(10);
    const transport = transportTo(server.url);
    await Promise.all(Array.from({ length: 10 }, () => watch(transport)));
    expect(server.accepted()).toBe(2);
  });

  it('a server that takes one stream at a time gets one session for each watch', async () => {
    const server = await startWatchServer(1);
    const transport = transportTo(server.url);
    await Promise.all(Array.from({ length: 3 }, () => watch(transport)));
    expect(server.accepted()).toBe(3);
  });

  it('a server that takes no stream at all is an error, not a wait', async () => {
    const server = await startWatchServer(0);
    const error = await rejection(get(transportTo(server.url)));
    expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECTION_LOST', retryable: true, unprocessed: true });
  });

  it('requests beyond the connections they may have wait for a stream to become free', async () => {
    const server = await startServer((_request, response) => setImmediate(() => response.end('x')), {
      settings: { maxConcurrentStreams: 2 },
    });
    const transport = transportTo(server.url, { maxRequestConnections: 1 });
    const all = await Promise.all(Array.from({ length: 20 }, async () => textOf(await get(transport))));
    expect(all.join('')).toBe('x'.repeat(20));
    expect(server.accepted()).toBe(1);
  });
});

describe('a session that dies', () => {
  it('is found within 10 s when the line swallows everything, and its streams fail with a retryable error', async () => {
    const clock = new FakeClock();
    const server = await startWatchServer();
    const line = await startStallingLine(server.port);
    const transport = transportTo(line.url, { clock });
    const response = await watch(transport);
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    await clock.advance(7_000);
    line.stall();
    const failed = rejection(Promise.resolve(chunks.next()));
    await clock.advance(10_000);
    const error = await failed;
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECTION_LOST', retryable: true });
    expect((error as Error).message).toContain('ping');
    expect(transport.stats.connections).toEqual([]);
  });

  it('is replaced by the next request', async () => {
    const clock = new FakeClock();
    const server = await startWatchServer();
    const transport = transportTo(server.url, { clock });
    await textOf(await get(transport));
    for (const socket of server.sockets) socket.destroy();
    await until(() => transport.stats.connections.length === 0);
    expect(await textOf(await get(transport))).toBe('/get');
    expect(server.accepted()).toBe(2);
  });

  it('while it answers pings it is kept, for as long as a watch is open', async () => {
    const clock = new FakeClock();
    const server = await startWatchServer();
    const transport = transportTo(server.url, { clock });
    const response = await watch(transport);
    let pings = 0;
    for (const session of server.sessions) session.on('ping', () => pings++);
    for (let i = 1; i <= 5; i++) {
      await clock.advance(5_000);
      await until(() => pings === i);
      // The answer has to come back before time goes on.
      await textOf(await get(transport));
    }
    expect(transport.stats.connections).toHaveLength(1);
    response.cancel();
  });

  it('ends each of its watches with an error when the server closes the socket', async () => {
    const server = await startWatchServer();
    const transport = transportTo(server.url);
    const responses = await Promise.all([watch(transport), watch(transport)]);
    const failed = responses.map((response) => rejection(textOf(response)));
    for (const socket of server.sockets) socket.destroy();
    for (const error of await Promise.all(failed)) {
      expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECTION_LOST', retryable: true });
    }
  });
});

describe('GOAWAY', () => {
  it('lets streams finish on the old session and puts new ones on another', async () => {
    const server = await startWatchServer();
    const transport = transportTo(server.url);
    const response = await watch(transport);
    const [old] = server.sessions;
    const [stream] = server.streams;
    old!.goaway(constants.NGHTTP2_NO_ERROR, stream!.id);
    await until(() => transport.stats.connections[0]?.retiring === true);
    expect(await textOf(await get(transport))).toBe('/get');
    expect(server.accepted()).toBe(2);
    stream!.end(' bye');
    expect(await textOf(response)).toBe('hello /watch bye');
  });

  it('sends a request again that the server says it did not look at, even a POST', async () => {
    let posts = 0;
    const server = await startServer((request, response) => {
      request.resume();
      // The first stream of a session has number 1, the second 3: the POST is beyond what the server says it saw.
      if (request.method === 'POST' && ++posts === 1) request.stream.session!.goaway(constants.NGHTTP2_NO_ERROR, 1);
      else response.end('done');
    });
    const transport = transportTo(server.url);
    await textOf(await get(transport));
    const response = await transport.request({ method: 'POST', path: '/create', body: '{}' });
    expect(await textOf(response)).toBe('done');
  });

  it('with an error code fails what is open with a retryable error', async () => {
    const server = await startWatchServer();
    const transport = transportTo(server.url);
    const response = await watch(transport);
    for (const session of server.sessions) session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(await rejection(textOf(response))).toMatchObject({ code: 'ERR_HTTP_CONNECTION_LOST', retryable: true });
  });
});

describe('a stream the server resets', () => {
  it('after half a body is an error', async () => {
    const server = await startWatchServer();
    const transport = transportTo(server.url);
    const response = await watch(transport);
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    for (const stream of server.streams) stream.close(constants.NGHTTP2_CANCEL);
    expect(await rejection(Promise.resolve(chunks.next()))).toMatchObject({
      code: 'ERR_HTTP_CONNECTION_LOST',
      retryable: true,
    });
  });

  it('as refused is sent again', async () => {
    let calls = 0;
    const server = await startServer((request, response) => {
      if (++calls < 3) request.stream.close(constants.NGHTTP2_REFUSED_STREAM);
      else response.end('third');
    });
    const response = await transportTo(server.url).request({ method: 'POST', path: '/', body: 'x' });
    expect(await textOf(response)).toBe('third');
  });

  it('as refused each time is an error that says so', async () => {
    const server = await startServer((request) => request.stream.close(constants.NGHTTP2_REFUSED_STREAM));
    expect(await rejection(get(transportTo(server.url)))).toMatchObject({
      code: 'ERR_HTTP_CONNECTION_LOST',
      unprocessed: true,
    });
  });
});

describe('an idle session', () => {
  it('is closed after a while', async () => {
    const clock = new FakeClock();
    const server = await startWatchServer();
    const transport = transportTo(server.url, { clock, pingIntervalMs: 0 });
    await textOf(await get(transport));
    await until(() => transport.stats.connections[0]?.requests === 0);
    await clock.advance(89_000);
    expect(transport.stats.connections).toHaveLength(1);
    await clock.advance(1_000);
    await until(() => transport.stats.connections.length === 0);
    await until(() => server.sockets.size === 0);
  });

  async function retiredOnDeadLine() {
    const clock = new FakeClock();
    const server = await startWatchServer();
    const line = await startStallingLine(server.port);
    const transport = transportTo(line.url, { clock, pingIntervalMs: 0 });
    await textOf(await get(transport));
    await until(() => transport.stats.connections[0]?.requests === 0);
    line.stall();
    await clock.advance(90_000);
    return { clock, transport };
  }

  it('whose other side never answers its end does not keep close() waiting', async () => {
    const { transport } = await retiredOnDeadLine();
    expect(transport.stats.connections).toMatchObject([{ retiring: true }]);
    await transport.close();
    expect(transport.stats.connections).toEqual([]);
  });

  it('whose other side never answers its end is given up after a while', async () => {
    const { clock, transport } = await retiredOnDeadLine();
    await clock.advance(5_000);
    await until(() => transport.stats.connections.length === 0);
    await transport.close();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('TLS material', () => {
  it('of a new version gets new sessions, and the old one closes when its watch has ended', async () => {
    const server = await startWatchServer();
    let version = '1';
    const base = testConnection(server.url);
    const transport = new HttpTransport(
      { ...base, tls: async () => ({ ...(await base.tls()), version }) },
      { clock: new FakeClock() },
    );
    closeLater(() => transport.close());
    const response = await watch(transport);
    version = '2';
    expect(await textOf(await get(transport))).toBe('/get');
    expect(server.accepted()).toBe(2);
    for (const stream of server.streams) stream.end();
    expect(await textOf(response)).toBe('hello /watch');
    await until(() => server.sockets.size === 1);
  });
});
