import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ClusterConnection } from '../connection.js';
import { HttpTransport } from './http-transport.js';
import type { HttpOptions } from './options.js';
import {
  closeLater,
  closeServers,
  rejection,
  startProxy,
  startServer,
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

describe('a proxy', () => {
  it.each([
    ['http', '2'],
    ['http', '1.1'],
    ['https', '2'],
    ['https', '1.1'],
  ] as const)('of kind %s carries HTTP/%s through a tunnel', async (kind, version) => {
    const server = await startServer((request, response) => response.end(request.httpVersion));
    const proxy = await startProxy(kind === 'https');
    const transport = transportTo(
      server.url,
      { http: version },
      { proxy: new URL(`${kind}://127.0.0.1:${proxy.port}`) },
    );
    const response = await transport.request(get);
    expect(await textOf(response)).toBe(version === '2' ? '2.0' : '1.1');
    expect(proxy.asked).toEqual([{ target: server.url.host, authorization: undefined }]);
    await transport.close();
    await until(() => proxy.sockets.size === 0);
  });

  it('gets the user and password of its URL', async () => {
    const server = await startServer((_request, response) => response.end('ok'));
    const proxy = await startProxy();
    const url = new URL(`http://us%40er:pass%3Aword@127.0.0.1:${proxy.port}`);
    await textOf(await transportTo(server.url, {}, { proxy: url }).request(get));
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('us@er:pass:word').toString('base64')}`);
  });

  it.each(['http', 'https', 'socks5'])('of kind %s is not asked when its login cannot be read', async (kind) => {
    const server = await startServer((_request, response) => response.end('ok'));
    const proxy = await startProxy();
    const url = new URL(`${kind}://user:100%25sure%@127.0.0.1:${proxy.port}`);
    await expect(transportTo(server.url, {}, { proxy: url }).request(get)).rejects.toMatchObject({
      code: 'ERR_HTTP_PROXY',
      retryable: false,
      message: expect.stringMatching(/write %25 for it$/) as string,
    });
    expect(proxy.sockets.size).toBe(0);
  });

  it.each([
    [407, false],
    [403, false],
    [502, true],
  ])('that answers %i is an error with that status, retryable: %s', async (status, retryable) => {
    const proxy = await startProxy(false, status);
    const url = new URL(`http://user:s3cret@127.0.0.1:${proxy.port}`);
    const error = await rejection(transportTo(new URL('https://10.0.0.1:6443'), {}, { proxy: url }).request(get));
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROXY', retryable, unprocessed: true });
    expect((error as Error).message).toContain(String(status));
    expect((error as Error).message).toContain('10.0.0.1:6443');
    expect((error as Error).message).not.toContain('s3cret');
    await until(() => proxy.sockets.size === 0);
  });

  it('of a kind we do not know is an error that says so', async () => {
    const error = await rejection(
      transportTo(new URL('https://10.0.0.1:6443'), {}, { proxy: new URL('socks4://127.0.0.1:1') }).request(get),
    );
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROXY', retryable: false });
  });
});
