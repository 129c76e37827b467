import { once } from 'node:events';
import { connect as tcp } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '../../base/deferred.js';
import { FakeClock } from '../../base/fake-clock.js';
import { silentLogger } from '../../base/logger.js';
import { startApiServer } from '../start.js';
import type { ApiServer } from '../start.js';
import { TestSession, TestWatch, ask } from './test-requests.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string, data: Record<string, string> = {}): string =>
  JSON.stringify({ metadata: { name }, data });

describe('a server with TLS', () => {
  let server: ApiServer;
  let session: TestSession;

  beforeAll(async () => {
    server = await startApiServer({ logger: silentLogger, allowedHosts: ['api.test'] });
    session = new TestSession(server);
    await session.ask(MAPS, { body: configMap('first', { a: 'b' }) });
  });

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
    await server.stop();
  });

  it('listens on the loopback address alone', () => {
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  });

  it('speaks HTTP/2 with a limit of 100 streams, and HTTP/1.1', async () => {
    const both = [await session.ask(`${MAPS}/first`), await ask(server, `${MAPS}/first`)];
    for (const answer of both) {
      expect(answer.code).toBe(200);
      expect(answer.json()).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'first' }, data: { a: 'b' } });
    }
    expect(session.session.remoteSettings.maxConcurrentStreams).toBe(100);
  });

  it('has the headers of every answer', async () => {
    const { headers } = await session.ask(`${MAPS}/first`);
    expect(headers['cache-control']).toBe('no-cache, private');
    expect(headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['content-type']).toBe('application/json');
    const { headers: echoed } = await session.ask(`${MAPS}/first`, { headers: { 'audit-id': 'mine' } });
    expect(echoed['audit-id']).toBe('mine');
  });

  it.each([
    ['/foo', 404, '404 page not found\n'],
    ['/apis/foo.io/v1/foos', 404, '404 page not found\n'],
  ])('answers %s in plain text', async (path, code, text) => {
    const answer = await session.ask(path);
    expect([answer.code, answer.text]).toEqual([code, text]);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it.each([
    ['GET', '/api/v1/foos', 404, 'the server could not find the requested resource'],
    ['GET', '/apis/apps/v9', 404, 'the server could not find the requested resource'],
    ['GET', '/api/v1/configmaps/a', 404, 'the server could not find the requested resource'],
    ['GET', '/api/v1/namespaces/default/nodes', 404, 'the server could not find the requested resource'],
    ['GET', `${MAPS}/a%2fb`, 404, 'the server could not find the requested resource'],
    ['GET', `${MAPS}/first/foo`, 404, 'the server could not find the requested resource'],
    ['PUT', MAPS, 405, 'the server does not allow this method on the requested resource'],
    ['POST', `${MAPS}/first`, 405, 'the server does not allow this method on the requested resource'],
    ['POST', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
    ['FOO', MAPS, 405, 'the server does not allow this method on the requested resource'],
    ['GET', `${MAPS}/..`, 400, 'Name parameter invalid: "..": may not be \'..\''],
    ['GET', `${MAPS}/%25a`, 400, 'Name parameter invalid: "%a": may not contain \'%\''],
  ])('%s %s is %i', async (method, path, code, message) => {
    const answer = await session.ask(path, { method });
    expect(answer.json()).toMatchObject({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code,
      message,
    });
    expect(answer.code).toBe(code);
  });

  it('answers HEAD with headers alone', async () => {
    for (const answer of [await session.ask(MAPS, { method: 'HEAD' }), await ask(server, MAPS, { method: 'HEAD' })]) {
      expect([answer.code, answer.text]).toEqual([405, '']);
    }
    expect(await session.ask('/healthz', { method: 'HEAD' })).toMatchObject({ code: 200, text: '' });
  });

  it('refuses a path whose escapes are broken', async () => {
    expect((await session.ask(`${MAPS}/%zz`)).code).toBe(400);
  });

  it('answers errors in the format the client takes', async () => {
    const yaml = await session.ask(`${MAPS}/none`, { headers: { accept: 'application/yaml' } });
    expect(yaml.headers['content-type']).toBe('application/yaml');
    expect(yaml.text).toContain('reason: NotFound');
    const protobuf = await session.ask(`${MAPS}/none`, { headers: { accept: 'application/vnd.kubernetes.protobuf' } });
    expect(protobuf.bytes.subarray(0, 4).toString()).toBe('k8s\0');
    expect(protobuf.text).toContain('NotFound');
  });

  it('refuses a host name that somebody else can make point here', async () => {
    expect((await ask(server, '/version', { headers: { host: 'evil.com' } })).code).toBe(403);
    expect((await ask(server, '/version', { headers: { host: 'api.test:1' } })).code).toBe(200);
  });

  it('refuses those it does not know', async () => {
    for (const token of [null, 'wrong']) {
      const answer = await session.ask(MAPS, { token });
      expect(answer.json()).toMatchObject({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    }
  });

  it('knows users by certificates that it signed', async () => {
    const text = server.kubeconfig('admin', { certificate: true });
    const part = (name: string): string =>
      Buffer.from(new RegExp(`${name}: (.*)`).exec(text)?.[1] as string, 'base64').toString();
    const credentials = { cert: part('client-certificate-data'), key: part('client-key-data') };
    await using certified = new TestSession(server, credentials);
    expect((await certified.ask(MAPS, { token: null })).code).toBe(200);
  });

  it('takes no body above 3 MiB, announced or not', async () => {
    const body = configMap('big', { a: 'x'.repeat(3 * 1024 * 1024) });
    for (const answer of [await session.ask(MAPS, { body }), await ask(server, MAPS, { body })]) {
      expect(answer.json()).toMatchObject({ code: 413, message: 'Request entity too large: limit is 3145728' });
    }
    const chunked = await ask(server, MAPS, { body, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked.code).toBe(413);
    expect((await session.ask(`${MAPS}/big`)).code).toBe(404);
  });

  it.each([
    ['text/foo', 'POST', 415],
    [';;;', 'POST', 415],
    ['application/json', 'PATCH', 415],
  ])('refuses a body of %s in a %s', async (type, method, code) => {
    const path = method === 'PATCH' ? `${MAPS}/first` : MAPS;
    expect((await session.ask(path, { method, body: '{}', headers: { 'content-type': type } })).code).toBe(code);
  });

  it('stays up whatever bytes it is sent', async () => {
    const { port } = new URL(server.url);
    const socket = tcp(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.end('\0\0\0 nonsense\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    expect((await session.ask('/version')).code).toBe(200);
  });

  it('sends warnings as a header each, whatever is in them', async () => {
    const body = '{"metadata":{"name":"warned"},"foo\\u0001\\"ü":1,"bar":2}';
    const { code, headers } = await session.ask(MAPS, { body });
    expect(code).toBe(201);
    const warnings = String(headers.warning);
    expect(warnings).toContain('299 - "unknown field \\"bar\\""');
  });

  it('answers kubectl with a table', async () => {
    const accept =
      'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';
    const table = (await session.ask(`${MAPS}/first?includeObject=None`, { headers: { accept } })).json();
    expect(table).toMatchObject({ kind: 'Table', rows: [{ cells: ['first', 1, expect.any(String)], object: null }] });
  });

  it('compresses what is large for those who take it', async () => {
    await session.ask(MAPS, { body: configMap('large', { a: 'x'.repeat(200_000) }) });
    for (const path of [`${MAPS}/large`, MAPS]) {
      const answer = await session.ask(path, { headers: { 'accept-encoding': 'gzip' } });
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(answer.bytes.length).toBeLessThan(10_000);
      expect(gunzipSync(answer.bytes).toString()).toBe((await session.ask(path)).text);
    }
    const small = await session.ask(`${MAPS}/first`, { headers: { 'accept-encoding': 'gzip' } });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('watches by parameter and by the old path', async () => {
    for (const path of [`${MAPS}?watch=true`, '/api/v1/watch/namespaces/default/configmaps/first']) {
      const watch = new TestWatch(session.stream(path));
      expect(await watch.next()).toMatchObject({
        type: 'ADDED',
        object: { kind: 'ConfigMap', metadata: { name: 'first' } },
      });
      watch.stream.close();
    }
  });

  it('watches tables whose columns come once', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const watch = new TestWatch(session.stream(`${MAPS}?watch=true`, { headers: { accept } }));
    expect((await watch.next()).object['columnDefinitions']).toHaveLength(3);
    expect((await watch.next()).object['columnDefinitions']).toBeNull();
    watch.stream.close();
  });
});

describe('a server without TLS', () => {
  it('speaks plain HTTP/1.1 to those it knows', async () => {
    await using server = await startApiServer({ tls: false });
    expect(server.url).toMatch(/^http:/);
    expect(server.ca).toBeUndefined();
    expect((await ask(server, MAPS)).code).toBe(200);
    expect((await ask(server, MAPS, { token: null })).code).toBe(401);
  });
});

describe('a client that trickles its body', () => {
  it('is cut off after a minute, and others are served meanwhile', async () => {
    const clock = new FakeClock();
    await using server = await startApiServer({ clock, tls: false });
    const socket = tcp(Number(new URL(server.url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.write(
      `POST ${MAPS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect((await ask(server, MAPS)).code).toBe(200);
    expect(received).toBe('');
    const closed = once(socket, 'close');
    await clock.advance(60_000);
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 504 /);
    expect(received).toContain('"reason":"Timeout"');
  });
});

describe('durability', () => {
  it('is waited for before an answer shows a version', async () => {
    await using server = await startApiServer();
    const { storage } = server;
    const gate = deferred();
    let waiting = 0;
    storage.durable = () => {
      waiting++;
      return gate.promise;
    };
    const answers = [ask(server, MAPS), ask(server, MAPS, { body: configMap('a') })];
    let answered = 0;
    for (const answer of answers) {
      answer.finally(() => answered++).catch(() => undefined);
    }
    while (waiting < 2) await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; round < 3; round++) await ask(server, '/version');
    expect(answered).toBe(0);
    gate.resolve();
    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual([200, 201]);
  });
});

describe('stop', () => {
  it('ends watches, closes sockets and may be called again', async () => {
    const server = await startApiServer();
    const session = new TestSession(server);
    const watch = new TestWatch(session.stream(`${MAPS}?watch=true`));
    await session.ask('/version');
    const closed = once(session.session, 'close');
    await Promise.all([server.stop(), server.stop()]);
    expect(await watch.ended()).toBe('end');
    await closed;
    await server.stop();
    await expect(ask(server, '/version')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('an unexpected failure', () => {
  it('is a 500 that is logged, and the server goes on', async () => {
    const errors: unknown[] = [];
    const logger = {
      ...silentLogger,
      error: (_message: string, context?: Readonly<Record<string, unknown>>) => errors.push(context?.['error']),
    };
    await using server = await startApiServer({ logger });
    const boom = new Error('boom');
    const { storage } = server;
    const get = storage.get.bind(storage);
    storage.get = (groupResource, key) => {
      if (key === 'default/boom') throw boom;
      return get(groupResource, key);
    };
    expect((await ask(server, `${MAPS}/boom`)).json()).toMatchObject({
      code: 500,
      reason: 'InternalError',
      message: 'Internal error occurred: boom',
    });
    expect(errors).toEqual([boom]);
    expect((await ask(server, '/version')).code).toBe(200);
  });
});
