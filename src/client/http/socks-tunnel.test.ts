import * as net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ClusterConnection } from '../connection.js';
import { HttpTransport } from './http-transport.js';
import type { HttpOptions } from './options.js';
import { TEST_CA } from './test-certs.js';
import {
  closeLater,
  closeServers,
  rejection,
  startHttpServer,
  startServer,
  startTcpServer,
  testConnection,
  textOf,
  until,
} from './test-support.js';
import type { TestServer } from './test-support.js';

afterEach(closeServers);

function transportTo(url: URL, options: HttpOptions = {}, connection: Partial<ClusterConnection> = {}): HttpTransport {
  const transport = new HttpTransport(testConnection(url, connection), { clock: new FakeClock(), ...options });
  closeLater(() => transport.close());
  return transport;
}

interface SocksProxy extends TestServer {
  /** What it was asked, message by message. */
  readonly heard: Buffer[];
}

/** Answers each message by the next function, in as small pieces as there are; after the last one it is a tunnel to `upstream`. */
async function startSocks(
  answers: readonly ((message: Buffer) => readonly number[])[],
  upstream?: number,
): Promise<SocksProxy> {
  const heard: Buffer[] = [];
  const server = await startTcpServer((socket) => {
    const left = [...answers];
    socket.setNoDelay(true).on('error', () => undefined);
    const onData = (message: Buffer): void => {
      heard.push(message);
      const answer = left.shift();
      if (answer === undefined) return;
      for (const byte of answer(message)) socket.write(Uint8Array.of(byte));
      if (left.length > 0 || upstream === undefined) return;
      socket.off('data', onData);
      const target = net.connect(upstream, '127.0.0.1').on('error', () => undefined);
      socket.pipe(target).pipe(socket);
      socket.on('close', () => target.destroy());
    };
    socket.on('data', onData);
  });
  return { ...server, heard };
}

const noLogin = (): number[] => [5, 0];
const wantsPassword = (): number[] => [5, 2];
const welcome = (): number[] => [1, 0];
const connected = (): number[] => [5, 0, 0, 1, 127, 0, 0, 1, 0x1f, 0x90];
const get = { method: 'GET', path: '/get' };
const urlOf = ({ port }: TestServer, login = '', scheme = 'socks5'): URL =>
  new URL(`${scheme}://${login}127.0.0.1:${port}`);

describe('a SOCKS5 proxy', () => {
  it.each([
    ['socks5', '2'],
    ['socks5h', '1.1'],
  ] as const)('of kind %s carries HTTP/%s over TLS, and looks the name up itself', async (scheme, version) => {
    const server = await startServer((request, response) => response.end(request.httpVersion));
    const proxy = await startSocks([noLogin, connected], server.port);
    const tls = async () => ({ ca: TEST_CA, rejectUnauthorized: true, version: '1', serverName: 'kubernetes.default' });
    const target = new URL('https://api.cluster.invalid:6443');
    const transport = transportTo(target, { http: version }, { proxy: urlOf(proxy, '', scheme), tls });
    expect(await textOf(await transport.request(get))).toBe(version === '2' ? '2.0' : '1.1');
    const name = Buffer.from('api.cluster.invalid');
    expect(proxy.heard).toEqual([
      Buffer.from([5, 1, 0]),
      Buffer.from([5, 1, 0, 3, name.length, ...name, 6443 >> 8, 6443 & 255]),
    ]);
    await transport.close();
    await until(() => proxy.sockets.size === 0);
  });

  it('carries plain http', async () => {
    const server = await startHttpServer((_request, response) => response.end('plain'));
    const proxy = await startSocks([noLogin, connected], server.port);
    const transport = transportTo(new URL(`http://127.0.0.1:${server.port}`), {}, { proxy: urlOf(proxy) });
    expect(await textOf(await transport.request(get))).toBe('plain');
  });

  it.each([
    ['10.1.2.3', [1, 10, 1, 2, 3]],
    ['[::1]', [4, ...Array.from({ length: 15 }, () => 0), 1]],
    ['[2001:db8::a:0:1f]', [4, 0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0, 0, 0, 0x1f]],
    ['[1:2:3:4:5:6:7:8]', [4, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
  ])('is asked for the address %s by its bytes', async (host, bytes) => {
    const proxy = await startSocks([noLogin, () => [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]]);
    await rejection(transportTo(new URL(`https://${host}`), {}, { proxy: urlOf(proxy) }).request(get));
    expect([...(proxy.heard[1] as Buffer)]).toEqual([5, 1, 0, ...bytes, 443 >> 8, 443 & 255]);
  });

  it('gets the user and password of its URL when it asks for them', async () => {
    const server = await startServer((_request, response) => response.end('ok'));
    const proxy = await startSocks([wantsPassword, welcome, connected], server.port);
    const transport = transportTo(server.url, {}, { proxy: urlOf(proxy, 'us%40er:p%3A@') });
    expect(await textOf(await transport.request(get))).toBe('ok');
    expect(proxy.heard.slice(0, 2)).toEqual([Buffer.from([5, 2, 0, 2]), Buffer.from('\x01\x05us@er\x02p:')]);
  });

  it('does not get them when it does not ask', async () => {
    const server = await startServer((_request, response) => response.end('ok'));
    const proxy = await startSocks([noLogin, connected], server.port);
    await textOf(await transportTo(server.url, {}, { proxy: urlOf(proxy, 'user:s3cret@') }).request(get));
    expect(Buffer.concat(proxy.heard).toString('latin1')).not.toContain('s3cret');
  });

  it.each<[string, readonly (() => readonly number[])[], RegExp, boolean]>([
    ['wants a password where there is none', [() => [5, 0xff]], /user and a password/, false],
    ['wants a login of another kind', [() => [5, 1]], /a login we do not know/, false],
    ['cannot reach the host', [noLogin, () => [5, 4, 0, 1, 0, 0, 0, 0, 0, 0]], /cannot reach the host/, true],
    ['has rules against it', [noLogin, () => [5, 2, 0, 1, 0, 0, 0, 0, 0, 0]], /rules/, false],
    ['has a code of its own', [noLogin, () => [5, 99, 0, 1, 0, 0, 0, 0, 0, 0]], /99/, true],
    ['speaks HTTP', [() => [...Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]], /does not speak SOCKS5/, false],
  ])('that %s is a typed error', async (_what, answers, text, retryable) => {
    const proxy = await startSocks(answers);
    const error = await rejection(
      transportTo(new URL('https://10.0.0.1:6443'), {}, { proxy: urlOf(proxy) }).request(get),
    );
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROXY', retryable, unprocessed: true });
    expect((error as Error).message).toMatch(text);
    await until(() => proxy.sockets.size === 0);
  });

  it('that refuses the password is a typed error without it', async () => {
    const proxy = await startSocks([wantsPassword, () => [1, 1]]);
    const transport = transportTo(new URL('https://10.0.0.1:6443'), {}, { proxy: urlOf(proxy, 'user:s3cret@') });
    const error = await rejection(transport.request(get));
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROXY', retryable: false });
    expect((error as Error).message).not.toContain('s3cret');
  });

  it('takes no user that is longer than its protocol can say', async () => {
    const proxy = await startSocks([]);
    const transport = transportTo(new URL('https://10.0.0.1'), {}, { proxy: urlOf(proxy, `${'u'.repeat(256)}:p@`) });
    expect(await rejection(transport.request(get))).toMatchObject({ code: 'ERR_HTTP_PROXY', retryable: false });
    expect(proxy.heard).toEqual([]);
  });

  it('that breaks off in the middle is a typed error', async () => {
    const proxy = await startTcpServer((socket) => socket.on('error', () => undefined).end(Uint8Array.of(5)));
    const transport = transportTo(new URL('https://10.0.0.1:6443'), {}, { proxy: urlOf(proxy) });
    const error = await rejection(transport.request(get));
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROXY', retryable: true });
    expect((error as Error).message).toContain('10.0.0.1:6443');
  });

  it('that says nothing is given up when the time to connect is over, and nothing is left', async () => {
    const clock = new FakeClock();
    const proxy = await startSocks([]);
    const transport = transportTo(new URL('https://10.0.0.1:6443'), { clock }, { proxy: urlOf(proxy) });
    const failed = rejection(transport.request(get));
    await until(() => proxy.heard.length === 1);
    await clock.advance(15_000);
    expect(await failed).toMatchObject({ code: 'ERR_HTTP_TIMEOUT', retryable: true });
    await until(() => proxy.sockets.size === 0);
  });
});
