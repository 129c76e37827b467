import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ClusterConnection } from '../connection.js';
import { HttpTransport } from './http-transport.js';
import type { HttpOptions } from './options.js';
import {
  closeLater,
  closeServers,
  rejection,
  startServer,
  startTcpServer,
  testConnection,
  textOf,
  until,
} from './test-support.js';

afterEach(closeServers);

function transportTo(url: URL, options: HttpOptions = {}, connection: Partial<ClusterConnection> = {}): HttpTransport {
  const transport = new HttpTransport(testConnection(url, connection), { clock: new FakeClock(), ...options });
  closeLater(() => transport.close());
  return transport;
}

const get = { method: 'GET', path: '/get' };

/** Node's own count, which the event loop waits for. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(TCPSocketWrap|TLSWrap|TCPWRAP)$/i.test(name)).length;
}

describe('abort', () => {
  it('before the call sends nothing and rejects with the reason', async () => {
    const server = await startServer((_request, response) => response.end());
    const reason = new Error('changed my mind');
    expect(await rejection(transportTo(server.url).request({ ...get, signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
    expect(server.accepted()).toBe(0);
  });

  it('while connecting closes the socket', async () => {
    const server = await startTcpServer((socket) => socket.resume());
    const controller = new AbortController();
    const transport = transportTo(new URL(`https://127.0.0.1:${server.port}`));
    const failed = rejection(transport.request({ ...get, signal: controller.signal }));
    await until(() => server.accepted() === 1);
    controller.abort();
    expect(await failed).toBe(controller.signal.reason);
    await until(() => server.sockets.size === 0);
    expect(transport.stats).toEqual({ connections: [], waiting: 0, dialing: 0 });
  });

  it('of one of two who wait for a connection leaves it to the other', async () => {
    const server = await startServer((_request, response) => response.end('ok'));
    const controller = new AbortController();
    const transport = transportTo(server.url);
    const first = rejection(transport.request({ ...get, signal: controller.signal }));
    const second = transport.request(get);
    await until(() => transport.stats.waiting === 2);
    controller.abort();
    await first;
    expect(await textOf(await second)).toBe('ok');
    expect(server.accepted()).toBe(1);
  });

  it.each(['1.1', '2'] as const)('before the answer ends the call over HTTP/%s', async (version) => {
    let closed = false;
    let called = false;
    const server = await startServer((request) => {
      called = true;
      request.on('close', () => (closed = true));
    });
    const controller = new AbortController();
    const failed = rejection(transportTo(server.url, { http: version }).request({ ...get, signal: controller.signal }));
    await until(() => called);
    controller.abort();
    expect(await failed).toBe(controller.signal.reason);
    await until(() => closed);
  });

  it.each(['1.1', '2'] as const)('in the middle of the body ends the call over HTTP/%s', async (version) => {
    let closed = false;
    const server = await startServer((request, response) => {
      request.on('close', () => (closed = true));
      response.write('x');
    });
    const controller = new AbortController();
    const response = await transportTo(server.url, { http: version }).request({
      ...get,
      purpose: 'watch',
      signal: controller.signal,
    });
    const failed = rejection(textOf(response));
    controller.abort();
    expect(await failed).toBe(controller.signal.reason);
    await until(() => closed);
  });

  it.each([
    ['1.1', 1_000],
    ['2', 1_000],
    ['1.1', 400_000],
    ['2', 400_000],
  ] as const)('of a body that has come and is not read yet throws over HTTP/%s (%s bytes)', async (version, bytes) => {
    let finished = false;
    const server = await startServer((_request, response) => {
      response.write('x');
      response.end(Buffer.alloc(bytes), () => (finished = true));
    });
    const controller = new AbortController();
    const transport = transportTo(server.url, { http: version });
    const response = await transport.request({ ...get, signal: controller.signal });
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    await until(() => finished);
    controller.abort();
    expect(await rejection(chunks.next())).toBe(controller.signal.reason);
  });

  it.each(['1.1', '2'] as const)('by leaving the loop ends the call over HTTP/%s', async (version) => {
    let closed = false;
    const server = await startServer((request, response) => {
      request.on('close', () => (closed = true));
      response.write('x');
    });
    const response = await transportTo(server.url, { http: version }).request({ ...get, purpose: 'watch' });
    for await (const _ of response.body) break;
    await until(() => closed);
  });

  it.each(['1.1', '2'] as const)('by leaving while a read is pending ends both over HTTP/%s', async (version) => {
    let closed = false;
    const server = await startServer((request, response) => {
      request.on('close', () => (closed = true));
      response.write('x');
    });
    const response = await transportTo(server.url, { http: version }).request({ ...get, purpose: 'watch' });
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    const pending = chunks.next();
    await chunks.return?.();
    await until(() => closed);
    expect([await pending, await chunks.next()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  it.each(['1.1', '2'] as const)('by leaving before anything is read ends the call over HTTP/%s', async (version) => {
    let closed = false;
    const server = await startServer((request, response) => {
      request.on('close', () => (closed = true));
      response.write('x');
    });
    const response = await transportTo(server.url, { http: version }).request({ ...get, purpose: 'watch' });
    await response.body[Symbol.asyncIterator]().return?.();
    await until(() => closed);
  });

  it.each(['1.1', '2'] as const)('by cancel(), with nothing read, ends the call over HTTP/%s', async (version) => {
    let closed = false;
    const server = await startServer((request, response) => {
      request.on('close', () => (closed = true));
      response.write('x');
    });
    const response = await transportTo(server.url, { http: version }).request({ ...get, purpose: 'watch' });
    response.cancel();
    await until(() => closed);
  });

  it('leaves no sockets, and no listeners on the signal', async () => {
    const before = openSockets();
    const server = await startServer((_request, response) => response.write('x'));
    const controller = new AbortController();
    const transport = transportTo(server.url, { http: '1.1' });
    const watches = await Promise.all(
      Array.from({ length: 20 }, () => transport.request({ ...get, purpose: 'watch', signal: controller.signal })),
    );
    const failed = watches.map((response) => rejection(textOf(response)));
    controller.abort();
    await Promise.all(failed);
    await transport.close();
    await server.close();
    await until(() => openSockets() <= before);
  });
});
