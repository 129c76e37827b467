import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ClusterConnection } from '../connection.js';
import { HttpError } from './failure.js';
import { HttpTransport } from './http-transport.js';
import type { HttpOptions } from './options.js';
import { CLIENT_CERT, EXPIRED_CERT, EXPIRED_KEY, OTHER_CA, SERVER_KEY, TEST_CA } from './test-certs.js';
import {
  closeLater,
  closeServers,
  rejection,
  startHttpServer,
  startHttpsServer,
  startServer,
  startSilentH2Server,
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

// Without it a server of Node refuses to send what the client is to refuse.
const SENDS_ANY_HEADERS = { maxSendHeaderBlockLength: 1_000_000 };

const get = { method: 'GET', path: '/api/v1/pods', query: { labelSelector: 'a=b' } };
const tlsWith = (ca: string): Partial<ClusterConnection> => ({
  tls: async () => ({ ca, rejectUnauthorized: true, version: '1' }),
});

async function failureOf(
  url: URL,
  options: HttpOptions = {},
  connection: Partial<ClusterConnection> = {},
): Promise<HttpError> {
  const error = await rejection(transportTo(url, options, connection).request(get));
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
}

describe('a server that cannot be reached', () => {
  it('refuses the connection: the error names method, path and host', async () => {
    const server = await startHttpServer(() => undefined);
    await server.close();
    const error = await failureOf(new URL(`https://127.0.0.1:${server.port}`));
    expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECT', retryable: true, unprocessed: true });
    expect(error.message).toContain(`GET /api/v1/pods at 127.0.0.1:${server.port}: cannot connect`);
    expect(error.message).toContain('refused');
  });

  it('has a name nobody knows: the error names it', async () => {
    const error = await failureOf(new URL('https://no-such-host.invalid:6443'));
    expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECT', retryable: true });
    expect(error.message).toContain('no-such-host.invalid:6443');
  });

  it('accepts and says nothing: the time limit of connecting ends it', async () => {
    const clock = new FakeClock();
    const server = await startTcpServer((socket) => socket.resume());
    const failed = rejection(transportTo(new URL(`https://127.0.0.1:${server.port}`), { clock }).request(get));
    await until(() => server.accepted() === 1);
    await clock.advance(15_000);
    expect(await failed).toMatchObject({ code: 'ERR_HTTP_TIMEOUT', retryable: true, unprocessed: true });
    await until(() => server.sockets.size === 0);
  });

  it('agrees on HTTP/2 and then says nothing: the time limit of connecting ends it', async () => {
    const clock = new FakeClock();
    let heard = false;
    const server = await startSilentH2Server((socket) => socket.on('data', () => (heard = true)));
    const failed = rejection(transportTo(server.url, { clock }).request(get));
    await until(() => heard);
    await clock.advance(15_000);
    expect(await failed).toMatchObject({ code: 'ERR_HTTP_TIMEOUT', unprocessed: true });
    await until(() => server.sockets.size === 0);
  });

  it('agrees on HTTP/2 and then closes: an error that may be retried', async () => {
    const server = await startSilentH2Server((socket) => socket.on('data', () => socket.end()));
    expect(await failureOf(server.url)).toMatchObject({
      code: 'ERR_HTTP_CONNECTION_LOST',
      retryable: true,
      unprocessed: true,
    });
  });

  it('agrees on HTTP/2 and then sends rubbish: an error', async () => {
    const server = await startSilentH2Server((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')),
    );
    expect(await failureOf(server.url)).toMatchObject({ unprocessed: true });
  });

  it('closes during the handshake: an error that may be retried', async () => {
    const server = await startTcpServer((socket) => socket.destroy());
    const error = await failureOf(new URL(`https://127.0.0.1:${server.port}`));
    expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECT', retryable: true });
  });

  it('does not speak TLS: the error says that the handshake failed', async () => {
    const server = await startHttpServer((_request, response) => response.end());
    const error = await failureOf(new URL(`https://127.0.0.1:${server.port}`));
    expect(error).toMatchObject({ code: 'ERR_HTTP_TLS', retryable: false });
  });
});

describe('a certificate', () => {
  it('of another authority is refused', async () => {
    const server = await startServer((_request, response) => response.end());
    const error = await failureOf(server.url, {}, tlsWith(OTHER_CA));
    expect(error).toMatchObject({ code: 'ERR_HTTP_TLS', retryable: false });
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
    expect(error.message).toContain('certificate-authority');
  });

  it.each(['2', '1.1'] as const)(
    'that has expired is refused over HTTP/%s, and the error names the request',
    async (http) => {
      const server = await startServer((_request, response) => response.end(), {
        cert: EXPIRED_CERT,
        key: EXPIRED_KEY,
      });
      const error = await failureOf(server.url, { http });
      expect(error).toMatchObject({ code: 'ERR_HTTP_TLS', retryable: false, unprocessed: true });
      expect(error.message).toContain(`GET /api/v1/pods at 127.0.0.1:${server.port}: `);
      expect(error.message).toContain('expired');
    },
  );

  it('for other names is refused, and accepted with the right tls-server-name', async () => {
    const server = await startServer((_request, response) => response.end('ok'));
    const named = (serverName: string): Partial<ClusterConnection> => ({
      tls: async () => ({ ca: TEST_CA, rejectUnauthorized: true, version: '1', serverName }),
    });
    const error = await failureOf(server.url, {}, named('example.org'));
    expect(error.message).toContain('tls-server-name');
    const response = await transportTo(server.url, {}, named('kubernetes.default')).request(get);
    expect(await textOf(response)).toBe('ok');
  });

  it('of any kind is accepted when the user said so', async () => {
    const server = await startServer((_request, response) => response.end('ok'), {
      cert: EXPIRED_CERT,
      key: EXPIRED_KEY,
    });
    const insecure = { tls: async () => ({ rejectUnauthorized: false, version: '1' }) };
    expect(await textOf(await transportTo(server.url, {}, insecure).request(get))).toBe('ok');
  });

  it('is asked of us: the refusal is about our certificate, whichever protocol is spoken', async () => {
    const server = await startServer((_request, response) => response.end(), {
      requestCert: true,
      rejectUnauthorized: true,
      ca: TEST_CA,
    });
    for (const http of ['2', '1.1'] as const) {
      const error = await failureOf(server.url, { http });
      expect(error).toMatchObject({ code: 'ERR_HTTP_TLS', retryable: false });
      expect(error.message).toContain('client certificate');
    }
  });

  it('that does not belong to its key is an error before anything is sent, without the key in it', async () => {
    const server = await startServer((_request, response) => response.end());
    const tls = { tls: async () => ({ cert: CLIENT_CERT, key: SERVER_KEY, rejectUnauthorized: true, version: '1' }) };
    const error = await failureOf(server.url, {}, tls);
    expect(error.code).toBe('ERR_HTTP_TLS');
    expect(inspect(error, { depth: 9 })).not.toContain('PRIVATE KEY');
    expect(server.accepted()).toBe(0);
  });
});

describe.each(['1.1', '2'] as const)('an answer over HTTP/%s', (http) => {
  it('with headers above the limit is an error', async () => {
    const server = await startServer((_request, response) => {
      for (let i = 0; i < 10; i++) response.setHeader(`x-large-${i}`, 'x'.repeat(10_000));
      response.end();
    }, SENDS_ANY_HEADERS);
    const error = await failureOf(server.url, { http });
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROTOCOL', retryable: false });
    expect(error.message).toContain('headers of the answer');
  });

  it('with headers below the limit is taken', async () => {
    const server = await startServer((_request, response) => {
      for (let i = 0; i < 5; i++) response.setHeader(`x-large-${i}`, 'x'.repeat(10_000));
      response.end('ok');
    });
    expect(await textOf(await transportTo(server.url, { http }).request(get))).toBe('ok');
  });

  it('whose body is shorter than announced is an error', async () => {
    const server = await startServer((request, response) => {
      response.setHeader('content-length', '1000');
      response.write('short');
      setImmediate(() => request.socket.destroy());
    });
    const response = await transportTo(server.url, { http }).request(get);
    const error = await rejection(textOf(response));
    expect(error).toMatchObject({ retryable: true });
    expect((error as HttpError).message).toMatch(/GET \/api\/v1\/pods at .*cut short/);
  });

  it('that is a proxy’s error page is passed through with its status', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html>Bad Gateway</html>');
    });
    const response = await transportTo(server.url, { http }).request(get);
    expect(response.status).toBe(502);
    expect(response.headers['content-type']).toBe('text/html');
    expect(await textOf(response)).toBe('<html>Bad Gateway</html>');
  });

  it('that never comes is ended by the time limit of headers', async () => {
    const clock = new FakeClock();
    let called = false;
    const server = await startServer(() => (called = true));
    const failed = rejection(transportTo(server.url, { http, clock, pingIntervalMs: 0 }).request(get));
    await until(() => called);
    await clock.advance(75_000);
    expect(await failed).toMatchObject({ code: 'ERR_HTTP_TIMEOUT', retryable: true });
  });

  it('to a watch may take longer than any time limit', async () => {
    const clock = new FakeClock();
    let answer: (() => void) | undefined;
    const server = await startServer((_request, response) => (answer = () => response.end('late')));
    const transport = transportTo(server.url, { http, clock, pingIntervalMs: 0 });
    const pending = transport.request({ ...get, purpose: 'watch' });
    await until(() => answer !== undefined);
    await clock.advance(3_600_000);
    answer!();
    expect(await textOf(await pending)).toBe('late');
  });

  it('whose body stops arriving is ended by the time limit between pieces', async () => {
    const clock = new FakeClock();
    const server = await startServer((_request, response) => response.write('first'));
    const response = await transportTo(server.url, { http, clock, pingIntervalMs: 0 }).request(get);
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    const failed = rejection(Promise.resolve(chunks.next()));
    await clock.advance(60_000);
    expect(await failed).toMatchObject({ code: 'ERR_HTTP_TIMEOUT', retryable: true });
  });

  it('whose reader pauses for longer than that is not the server’s fault', async () => {
    const clock = new FakeClock();
    const server = await startServer((_request, response) => {
      response.write('first');
      response.end('second');
    });
    const response = await transportTo(server.url, { http, clock, pingIntervalMs: 0 }).request(get);
    const chunks = response.body[Symbol.asyncIterator]();
    await chunks.next();
    await clock.advance(3_600_000);
    expect((await chunks.next()).done).toBeDefined();
  });

  it('that is not complete within timeoutMs is ended', async () => {
    const clock = new FakeClock();
    const server = await startServer((_request, response) => response.write('first'));
    const transport = transportTo(server.url, { http, clock, pingIntervalMs: 0 });
    const response = await transport.request({ ...get, timeoutMs: 1_000 });
    const failed = rejection(textOf(response));
    await clock.advance(1_000);
    expect(await failed).toMatchObject({ code: 'ERR_HTTP_TIMEOUT' });
  });
});

describe('an answer that is not HTTP', () => {
  it('is an error that does not carry what was sent', async () => {
    const server = await startTcpServer((socket) => socket.once('data', () => socket.end('S3CRET rubbish\r\n\r\n')));
    const error = await failureOf(server.url);
    expect(error.code).toBe('ERR_HTTP_PROTOCOL');
    expect(inspect(error, { depth: 9 })).not.toContain('S3CRET');
    expect((error.cause as { rawPacket?: unknown }).rawPacket).toBeUndefined();
  });

  it('is HTTP/1.1 where only HTTP/2 was asked for: the error says what to set', async () => {
    const server = await startHttpsServer((_request, response) => response.end());
    const error = await failureOf(server.url, { http: '2' });
    expect(error).toMatchObject({ retryable: false });
    expect(['ERR_HTTP_PROTOCOL', 'ERR_HTTP_TLS']).toContain(error.code);
  });
});

describe('errors', () => {
  it('carry no query, token, proxy password or body', async () => {
    const server = await startTcpServer((socket) => socket.destroy());
    const transport = transportTo(
      new URL(`https://127.0.0.1:${server.port}`),
      {},
      {
        headers: async () => ({ authorization: 'Bearer t0ken' }),
        proxy: new URL(`http://user:passw0rd@127.0.0.1:${server.port}`),
      },
    );
    const error = await rejection(transport.request({ ...get, method: 'POST', body: 'b0dy', query: { q: 'qu3ry' } }));
    expect(error).toMatchObject({ code: 'ERR_HTTP_PROXY' });
    const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
    for (const secret of ['t0ken', 'passw0rd', 'b0dy', 'qu3ry', Buffer.from('user:passw0rd').toString('base64')]) {
      expect(shown).not.toContain(secret);
    }
  });

  it('of a path that is not one are made before anything is sent', async () => {
    const transport = transportTo(new URL('https://127.0.0.1:1'));
    for (const path of ['api', '/a b', '/a?x=1', '/a#b', '/ä', '/a\r\nx: y']) {
      expect(await rejection(transport.request({ method: 'GET', path }))).toMatchObject({
        code: 'ERR_INVALID_ARGUMENT',
      });
    }
  });

  it('of a header that cannot be sent do not show its value', async () => {
    const headers = async () => ({ authorization: 'Bearer t0ken\r\nx: y' });
    const transport = transportTo(new URL('https://127.0.0.1:1'), {}, { headers });
    const error = await rejection(transport.request(get));
    expect(error).toMatchObject({ code: 'ERR_INVALID_ARGUMENT' });
    expect(inspect(error, { depth: 9 })).toContain('authorization');
    expect(inspect(error, { depth: 9 })).not.toContain('t0ken');
  });

  it('of the credentials pass through as they are', async () => {
    const own = new Error('no token');
    const transport = transportTo(new URL('https://127.0.0.1:1'), {}, { headers: () => Promise.reject(own) });
    expect(await rejection(transport.request(get))).toBe(own);
  });
});

describe('close', () => {
  it('ends calls under way, refuses new ones and leaves no connection', async () => {
    const server = await startServer((_request, response) => response.write('x'));
    const transport = transportTo(server.url);
    const response = await transport.request({ ...get, purpose: 'watch' });
    const failed = rejection(textOf(response));
    await transport.close();
    expect(await failed).toMatchObject({ code: 'ERR_CLOSED' });
    expect(await rejection(transport.request(get))).toMatchObject({ code: 'ERR_CLOSED' });
    await until(() => server.sockets.size === 0);
    expect(transport.stats).toEqual({ connections: [], waiting: 0, dialing: 0 });
  });

  it('ends calls that wait for a connection', async () => {
    const server = await startTcpServer((socket) => socket.resume());
    const transport = transportTo(new URL(`https://127.0.0.1:${server.port}`));
    const failed = rejection(transport.request(get));
    await until(() => server.accepted() === 1);
    await transport.close();
    expect(await failed).toMatchObject({ code: 'ERR_CLOSED' });
    await until(() => server.sockets.size === 0);
  });
});

describe('time', () => {
  it('has no timer of ours left when nothing is open', async () => {
    const clock = new FakeClock();
    const server = await startServer((_request, response) => response.end('ok'));
    const transport = transportTo(server.url, { clock });
    await textOf(await transport.request({ ...get, timeoutMs: 1_000 }));
    await transport.close();
    await until(() => clock.pendingTimers === 0);
  });
});
