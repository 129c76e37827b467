import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import type { ClusterConnection } from '../connection.js';
import { HttpTransport } from './http-transport.js';
import { inPlace } from './in-place.js';
import type { HttpOptions } from './options.js';
import { closeLater, closeServers, rejection, startServer, testConnection, textOf } from './test-support.js';

afterEach(closeServers);

function transportTo(url: URL, options: HttpOptions = {}, connection: Partial<ClusterConnection> = {}): HttpTransport {
  const transport = new HttpTransport(testConnection(url, connection), { clock: new FakeClock(), ...options });
  closeLater(() => transport.close());
  return transport;
}

const get = { method: 'GET', path: '/get' };

describe('gzip', () => {
  it.each(['1.1', '2'] as const)('is taken off, many members in a row included, over HTTP/%s', async (version) => {
    const members = Array.from({ length: 50 }, (_, i) => gzipSync(`member ${i};`));
    const server = await startServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(Buffer.concat(members));
    });
    const response = await transportTo(server.url, { http: version }).request(get);
    expect(await textOf(response)).toBe(Array.from({ length: 50 }, (_, i) => `member ${i};`).join(''));
  });

  it('hands each member on before the next one comes', async () => {
    let send: ((text: string) => void) | undefined;
    const server = await startServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      send = (text) => response.write(gzipSync(text));
      response.writeHead(200);
    });
    const response = await transportTo(server.url).request({ ...get, purpose: 'watch' });
    const chunks = response.body[Symbol.asyncIterator]();
    for (const text of ['one', 'two', 'three']) {
      send!(text);
      const next = await chunks.next();
      expect(Buffer.from(next.value as Uint8Array).toString()).toBe(text);
    }
    response.cancel();
  });

  it('gives the same bytes however members and chunks are cut', async () => {
    let parts: Buffer[] = [];
    const server = await startServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      const next = (): void => {
        const part = parts.shift();
        if (part === undefined) response.end();
        else response.write(part, () => setImmediate(next));
      };
      next();
    });
    const transport = transportTo(server.url);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 200 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
        async (texts, cuts) => {
          let rest = Buffer.concat(texts.map((text) => gzipSync(text)));
          parts = [];
          for (const cut of cuts) {
            parts.push(rest.subarray(0, cut));
            rest = rest.subarray(cut);
          }
          parts = [...parts, rest].filter(({ length }) => length > 0);
          expect(await textOf(await transport.request(get))).toBe(texts.join(''));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('that is cut short, or is none, is an error', async () => {
    const whole = gzipSync(randomBytes(1000));
    let body: Uint8Array = whole.subarray(0, 500);
    const server = await startServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(body);
    });
    const transport = transportTo(server.url);
    for (const each of [body, Buffer.from('this is no gzip at all')]) {
      body = each;
      expect(await rejection(textOf(await transport.request(get)))).toMatchObject({
        code: 'ERR_HTTP_BODY',
        retryable: true,
      });
    }
  });

  it('named for a body that is not there is no error', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '0' }).end();
    });
    expect(await textOf(await transportTo(server.url).request(get))).toBe('');
  });
});

describe('reads that are asked for at once', () => {
  it('are served in turn; one is told why the body broke, and those after it that all is over', async () => {
    let send: ((text: string) => void) | undefined;
    const server = await startServer((request, response) => {
      send = (text) => (text === '' ? request.socket.destroy() : response.write(text));
      response.writeHead(200);
    });
    const response = await transportTo(server.url).request({ ...get, purpose: 'watch' });
    const chunks = response.body[Symbol.asyncIterator]();
    const reads = [chunks.next(), chunks.next(), chunks.next()];
    const settled = Promise.allSettled(reads);
    send!('one');
    await reads[0];
    send!('');
    expect(await settled).toMatchObject([
      { value: { done: false, value: Buffer.from('one') } },
      { reason: { code: 'ERR_HTTP_CONNECTION_LOST' } },
      { value: { done: true } },
    ]);
  });
});

describe('a slow reader', () => {
  it.each(['1.1', '2'] as const)(
    'makes the server wait over HTTP/%s, and gets every byte in the end',
    async (version) => {
      const total = 64 * 1024 * 1024;
      const chunk = Buffer.alloc(64 * 1024, 'abc');
      let sent = 0;
      const state = { blocked: false };
      const server = await startServer((_request, response) => {
        const fill = (): void => {
          state.blocked = false;
          while (sent < total) {
            sent += chunk.length;
            if (!response.write(chunk)) {
              state.blocked = true;
              response.once('drain', fill);
              return;
            }
          }
          response.end();
        };
        fill();
      });
      const response = await transportTo(server.url, { http: version }).request({ ...get, purpose: 'watch' });
      // What is sent stops growing although nobody has read.
      let seen = -1;
      for (let quiet = 0; quiet < 50;) {
        await new Promise((resolve) => setImmediate(resolve));
        quiet = state.blocked && sent === seen ? quiet + 1 : 0;
        seen = sent;
      }
      expect(sent).toBeLessThan(32 * 1024 * 1024);
      const hash = createHash('md5');
      let got = 0;
      for await (const part of response.body) {
        hash.update(part);
        got += part.length;
      }
      expect(got).toBe(total);
    },
  );

  it('does not hold up others on the same session', async () => {
    const chunk = Buffer.alloc(1024 * 1024);
    const server = await startServer((request, response) => {
      if (request.url !== '/flood') {
        response.end('ok');
        return;
      }
      const fill = (): void => {
        while (response.write(chunk));
        response.once('drain', fill);
      };
      fill();
    });
    const transport = transportTo(server.url);
    const floods = await Promise.all(
      Array.from({ length: 9 }, () => transport.request({ ...get, path: '/flood', purpose: 'watch' })),
    );
    for (let i = 0; i < 3; i++) expect(await textOf(await transport.request(get))).toBe('ok');
    expect(server.accepted()).toBe(1);
    for (const flood of floods) flood.cancel();
  });
});

describe('the chunks of a body', () => {
  it.each(['1.1', '2'] as const)(
    'asked for at once come in turn, and each of the rest is the end, over HTTP/%s',
    async (version) => {
      const server = await startServer((_request, response) => {
        response.writeHead(200);
        response.write('one');
        setImmediate(() => response.end('two'));
      });
      const response = await transportTo(server.url, { http: version }).request(get);
      const chunks = response.body[Symbol.asyncIterator]();
      const results = await Promise.all(Array.from({ length: 6 }, () => chunks.next()));
      const text = results.map(({ value }) => Buffer.from((value as Uint8Array | undefined) ?? '').toString());
      expect(text.join('')).toBe('onetwo');
      expect(results.map(({ done }) => done === true)).toEqual(text.map((each) => each === ''));
    },
  );

  it.each(['1.1', '2'] as const)('can be kept, and read in place, over HTTP/%s', async (version) => {
    const sent = randomBytes(3_000_000);
    const server = await startServer((_request, response) => response.end(sent));
    const transport = transportTo(server.url, { http: version });
    const kept: Uint8Array[] = [];
    for await (const chunk of (await transport.request(get)).body) kept.push(chunk);
    expect(Buffer.concat(kept).equals(sent)).toBe(true);
    const hash = createHash('sha256');
    for await (const chunk of inPlace((await transport.request(get)).body)) hash.update(chunk);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'));
  });
});
