import { execFile } from 'node:child_process';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { silentLogger } from '../../base/logger.js';
import type { Logger } from '../../base/logger.js';
import type { ClusterConnection } from '../connection.js';
import { HttpTransport } from './http-transport.js';
import type { HttpOptions } from './options.js';
import { CLIENT_CERT, CLIENT_KEY, TEST_CA } from './test-certs.js';
import {
  closeLater,
  closeServers,
  rejection,
  startH2cServer,
  startHttpServer,
  startHttpsServer,
  startServer,
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

const get = { method: 'GET', path: '/get' };

describe('the protocol', () => {
  it('is HTTP/2 where the server speaks it', async () => {
    const server = await startServer((request, response) => response.end(request.httpVersion));
    const response = await transportTo(server.url).request(get);
    expect(response.protocol).toBe('h2');
    expect(await textOf(response)).toBe('2.0');
  });

  it('is HTTP/1.1 where the server speaks no other', async () => {
    const server = await startHttpsServer((request, response) => response.end(request.httpVersion));
    const response = await transportTo(server.url).request(get);
    expect(response.protocol).toBe('http/1.1');
    expect(await textOf(response)).toBe('1.1');
  });

  it('is HTTP/1.1 where the option says so', async () => {
    const server = await startServer((request, response) => response.end(request.httpVersion));
    expect(await textOf(await transportTo(server.url, { http: '1.1' }).request(get))).toBe('1.1');
  });

  it('is HTTP/2 without TLS where the option says so', async () => {
    const server = await startH2cServer((request, response) => response.end(request.httpVersion));
    expect(await textOf(await transportTo(server.url, { http: '2' }).request(get))).toBe('2.0');
  });

  it('is HTTP/1.1 without TLS', async () => {
    const server = await startHttpServer((request, response) => response.end(request.headers.host));
    expect(await textOf(await transportTo(server.url).request(get))).toBe(server.url.host);
  });
});

describe('HTTP/1.1', () => {
  it('uses a connection again', async () => {
    const server = await startHttpsServer((_request, response) => response.end('ok'));
    const transport = transportTo(server.url);
    for (let i = 0; i < 5; i++) {
      await textOf(await transport.request(get));
      await until(() => transport.stats.connections[0]?.requests === 0);
    }
    expect(server.accepted()).toBe(1);
  });

  it('has a connection for each watch, and a get answers while all are open', async () => {
    const server = await startHttpsServer((request, response) => {
      if (request.url === '/watch') response.write('x');
      else response.end('ok');
    });
    const transport = transportTo(server.url, { maxRequestConnections: 1 });
    await Promise.all(
      Array.from({ length: 20 }, () => transport.request({ ...get, path: '/watch', purpose: 'watch' })),
    );
    expect(await textOf(await transport.request(get))).toBe('ok');
    expect(transport.stats.connections).toHaveLength(21);
  });

  it('sends a get again when the server closed the old connection, and not a post', async () => {
    let calls = 0;
    const server = await startHttpServer((request, response) => {
      if (++calls % 2 === 0) request.socket.destroy();
      else response.end('ok');
    });
    const transport = transportTo(server.url);
    await textOf(await transport.request(get));
    await until(() => transport.stats.connections[0]?.requests === 0);
    expect(await textOf(await transport.request(get))).toBe('ok');
    await until(() => transport.stats.connections[0]?.requests === 0);
    const error = await rejection(transport.request({ method: 'POST', path: '/', body: 'x' }));
    expect(error).toMatchObject({ code: 'ERR_HTTP_CONNECTION_LOST', retryable: true, unprocessed: false });
    expect(calls).toBe(4);
  });

  it('closes a connection that was idle for long', async () => {
    const clock = new FakeClock();
    const server = await startHttpServer((_request, response) => response.end('ok'));
    const transport = transportTo(server.url, { clock });
    await textOf(await transport.request(get));
    await until(() => transport.stats.connections[0]?.requests === 0);
    await clock.advance(90_000);
    await until(() => server.sockets.size === 0);
  });
});

describe('what is sent', () => {
  async function echoed(
    request: Parameters<HttpTransport['request']>[0],
    connection: Partial<ClusterConnection> = {},
    http: HttpOptions['http'] = 'auto',
  ): Promise<{ method: string; url: string; headers: Record<string, string>; raw: string[]; body: string }> {
    const server = await startServer((incoming, response) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        const { method, url, headers, rawHeaders } = incoming;
        response.end(JSON.stringify({ method, url, headers, raw: rawHeaders, body }));
      });
    });
    const transport = transportTo(
      new URL(`${server.url.origin}${connection.server?.pathname ?? ''}`),
      { http },
      { ...connection, server: new URL(`${server.url.origin}${connection.server?.pathname ?? ''}`) },
    );
    return JSON.parse(await textOf(await transport.request(request))) as Awaited<ReturnType<typeof echoed>>;
  }

  it('has the path of the server’s URL before its own, and the query after', async () => {
    const seen = await echoed(
      {
        method: 'GET',
        path: '/api/v1/pods',
        query: { limit: 5, watch: true, labelSelector: 'a in (b,c)', x: undefined, container: ['a', 'b'] },
      },
      { server: new URL('https://x/k8s/clusters/c-1/') },
    );
    expect(seen.url).toBe(
      '/k8s/clusters/c-1/api/v1/pods?limit=5&watch=true&labelSelector=a+in+%28b%2Cc%29&container=a&container=b',
    );
  });

  it.each(['1.1', '2'] as const)('carries credentials, repeated headers and a body over HTTP/%s', async (version) => {
    const seen = await echoed(
      { method: 'PATCH', path: '/x', headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"ä":1}' },
      { headers: async () => ({ Authorization: 'Bearer abc', 'Impersonate-Group': ['a', 'b'] }) },
      version,
    );
    expect(seen.method).toBe('PATCH');
    expect(seen.body).toBe('{"ä":1}');
    expect(seen.headers).toMatchObject({
      authorization: 'Bearer abc',
      'content-type': 'application/merge-patch+json',
      'content-length': '8',
    });
    const groups = seen.raw.flatMap((name, i) => (name.toLowerCase() === 'impersonate-group' ? [seen.raw[i + 1]] : []));
    expect(groups).toEqual(['a', 'b']);
  });

  it('names the user agent', async () => {
    expect((await echoed(get)).headers['user-agent']).toMatch(
      /^kube-informer\/source \(node\/\d+\.\d+\.\d+; \w+\/\w+\)$/,
    );
  });

  it('asks for gzip, unless the kubeconfig says otherwise', async () => {
    expect((await echoed(get)).headers['accept-encoding']).toBe('gzip');
    expect((await echoed(get, { disableCompression: true })).headers['accept-encoding']).toBeUndefined();
  });

  it.each(['1.1', '2'] as const)('is a client certificate where there is one, over HTTP/%s', async (version) => {
    const server = await startServer(
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        response.end(String(subject.CN));
      },
      { requestCert: true, rejectUnauthorized: true, ca: TEST_CA },
    );
    const tls = async () => ({
      ca: TEST_CA,
      cert: CLIENT_CERT,
      key: CLIENT_KEY,
      rejectUnauthorized: true,
      version: '1',
    });
    expect(await textOf(await transportTo(server.url, { http: version }, { tls }).request(get))).toBe('test-client');
  });
});

describe('401', () => {
  async function startGuarded(): Promise<TestServer> {
    return startServer((request, response) => {
      const ok = request.headers.authorization === 'Bearer new';
      response.writeHead(ok ? 200 : 401).end(ok ? 'in' : 'out');
    });
  }

  it('asks for new credentials and tries once more', async () => {
    const server = await startGuarded();
    let token = 'old';
    const transport = transportTo(
      server.url,
      {},
      {
        headers: async () => ({ authorization: `Bearer ${token}` }),
        unauthorized: async () => {
          token = 'new';
          return true;
        },
      },
    );
    const response = await transport.request(get);
    expect([response.status, await textOf(response)]).toEqual([200, 'in']);
  });

  it('is the answer when there are no new credentials', async () => {
    const server = await startGuarded();
    const response = await transportTo(server.url).request(get);
    expect([response.status, await textOf(response)]).toEqual([401, 'out']);
  });

  it('is the answer when the new credentials are no better', async () => {
    const server = await startGuarded();
    let asked = 0;
    const unauthorized = async () => ++asked > 0;
    const response = await transportTo(server.url, {}, { unauthorized }).request(get);
    expect([response.status, await textOf(response), asked]).toEqual([401, 'out', 1]);
  });
});

describe('401 and credentials that', () => {
  const refuse = () => startServer((_request, response) => response.writeHead(401).end('out'));

  it.each(['1.1', '2'] as const)('cannot be got leave nothing of the refused call, over HTTP/%s', async (version) => {
    const server = await refuse();
    const unauthorized = async (): Promise<boolean> => Promise.reject(new Error('the plugin failed'));
    const transport = transportTo(server.url, { http: version }, { unauthorized });
    for (const purpose of ['request', 'watch'] as const) {
      await expect(transport.request({ ...get, purpose })).rejects.toThrow('the plugin failed');
    }
    await until(() => transport.stats.connections.every(({ requests, watches }) => requests + watches === 0));
  });

  it.each(['1.1', '2'] as const)(
    'cannot be got do not wait for a body without an end, over HTTP/%s',
    async (version) => {
      const server = await startServer((_request, response) => response.writeHead(401).write('out'));
      const unauthorized = async (): Promise<boolean> => Promise.reject(new Error('the plugin failed'));
      const transport = transportTo(server.url, { http: version }, { unauthorized });
      await expect(transport.request(get)).rejects.toThrow('the plugin failed');
      await until(() => transport.stats.connections.every(({ requests }) => requests === 0));
    },
  );

  it('cannot be compared leave the answer as it is', async () => {
    const server = await refuse();
    let asked = 0;
    const headers = async () => {
      if (asked++ > 0) throw new Error('no headers any more');
      return Promise.resolve({ authorization: 'Bearer old' });
    };
    const response = await transportTo(server.url, {}, { headers, unauthorized: async () => false }).request(get);
    expect([response.status, await textOf(response)]).toEqual([401, 'out']);
  });

  it('others have renewed meanwhile are used, although there is nothing newer to get', async () => {
    const server = await startServer((request, response) => {
      const ok = request.headers.authorization === 'Bearer new';
      response.writeHead(ok ? 200 : 401).end(ok ? 'in' : 'out');
    });
    let token = 'old';
    const headers = async () => ({ authorization: `Bearer ${token}` });
    const unauthorized = async (): Promise<boolean> => {
      token = 'new';
      return Promise.resolve(false);
    };
    const response = await transportTo(server.url, {}, { headers, unauthorized }).request(get);
    expect([response.status, await textOf(response)]).toEqual([200, 'in']);
  });
});

describe('what the server says besides', () => {
  it('warnings are in the answer each time and reported once', async () => {
    const server = await startServer((_request, response) => {
      response.setHeader('warning', ['299 - "v1beta1 is deprecated"', '299 - "unknown field \\"x\\""']);
      response.end();
    });
    const reported: string[] = [];
    const transport = transportTo(server.url, {
      onWarning: ({ text, request }) => reported.push(`${request.path} ${text}`),
    });
    for (let i = 0; i < 2; i++) {
      const response = await transport.request(get);
      expect(response.warnings).toEqual(['v1beta1 is deprecated', 'unknown field "x"']);
      await textOf(response);
    }
    expect(reported).toEqual(['/get v1beta1 is deprecated', '/get unknown field "x"']);
  });

  it('warnings go to the log by default, and a handler that throws ends nothing', async () => {
    const server = await startServer((_request, response) => response.writeHead(200, { warning: '299 - "old"' }).end());
    const logged: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (text) => logged.push(text), error: (text) => logged.push(text) };
    await textOf(await transportTo(server.url, { logger }).request(get));
    const onWarning = () => {
      throw new Error('mine');
    };
    await textOf(await transportTo(server.url, { logger, onWarning }).request(get));
    expect(logged).toEqual(['the API server warns: old', 'onWarning failed: mine']);
  });

  it('Retry-After is told in milliseconds', async () => {
    const server = await startServer((_request, response) => response.writeHead(429, { 'retry-after': '7' }).end());
    expect((await transportTo(server.url).request(get)).retryAfterMs).toBe(7_000);
  });
});

describe('the rate limit', () => {
  it('holds requests back and lets watches pass', async () => {
    const clock = new FakeClock();
    const server = await startServer((_request, response) => response.end('ok'));
    const transport = transportTo(server.url, { clock, rateLimit: { qps: 1, burst: 2 }, pingIntervalMs: 0 });
    await Promise.all([transport.request(get), transport.request(get)]);
    let third = false;
    const pending = transport.request(get).then((response) => {
      third = true;
      return textOf(response);
    });
    expect(await textOf(await transport.request({ ...get, purpose: 'watch' }))).toBe('ok');
    await clock.advance(999);
    expect(third).toBe(false);
    await clock.advance(1);
    expect(await pending).toBe('ok');
  });
});

describe('a process', () => {
  it('ends although an idle session is open, and does not end while a watch is', async () => {
    const server = await startServer((request, response) => {
      if (request.url === '/watch') setTimeout(() => response.end('later'), 50);
      else response.end('ok');
    });
    const program = `
      import { HttpTransport } from ${JSON.stringify(new URL('./http-transport.ts', import.meta.url).href)};
      import { testConnection, textOf } from ${JSON.stringify(new URL('./test-support.ts', import.meta.url).href)};
      const transport = new HttpTransport(testConnection(new URL(${JSON.stringify(server.url.href)})), {});
      await textOf(await transport.request({ method: 'GET', path: '/get' }));
      transport.request({ method: 'GET', path: '/watch', purpose: 'watch' }).then(textOf).then(console.log);
    `;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      program,
    ]);
    expect(stdout.trim()).toBe('later');
  }, 30_000);
});
