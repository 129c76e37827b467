import { describe, expect, it } from 'vitest';
import { clientOf } from '../test-client.js';
import { failure } from './test-transport.js';

const TEXT = { contentType: 'text/plain' };

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('the log of a pod', () => {
  it('is a text, of the part that was asked for', async () => {
    const { client, http } = clientOf({ ...TEXT, body: 'one\ntwo\n' });
    const log = client.core.v1.pods.namespace('default').log('web-1', { container: 'main', tailLines: 2 });
    expect(http.requests).toHaveLength(0);
    expect(await log.text()).toBe('one\ntwo\n');
    expect(http.last.path).toBe('/api/v1/namespaces/default/pods/web-1/log');
    expect(http.query).toEqual({ container: 'main', tailLines: 2 });
    expect(http.last).toMatchObject({ purpose: 'request', headers: { accept: 'application/json, */*' } });
  });

  it('is empty where nothing was printed', async () => {
    const { client } = clientOf({ ...TEXT, chunks: [] });
    const log = client.core.v1.pods.log({ name: 'web-1', namespace: 'default' });
    expect([await log.text(), await all(log)]).toEqual(['', []]);
  });

  it('is its lines, wherever the way has cut them and their characters', async () => {
    const printed = '\uFEFFgrün\r\n\n🚀 lift-off\nno end';
    const chunks = [...Buffer.from(printed)].map((byte) => Uint8Array.of(byte));
    const { client } = clientOf({ ...TEXT, chunks });
    const log = client.core.v1.pods.namespace('default').log('web-1');
    expect(await all(log)).toEqual(['\uFEFFgrün\r', '', '🚀 lift-off', 'no end']);
    expect(await log.text()).toBe(printed);
  });

  it('is its bytes as they are', async () => {
    const { client } = clientOf({ ...TEXT, chunks: [Uint8Array.of(0xff, 0), Uint8Array.of(10)] });
    const log = client.core.v1.pods.namespace('default').log('web-1');
    expect(Buffer.concat(await all(log.bytes()))).toEqual(Buffer.from([0xff, 0, 10]));
    expect(await all(log.lines())).toEqual(['\uFFFD\0']);
  });

  it('is followed as a watch is, line by line, until its reader leaves', async () => {
    let sent = 0;
    const { client, http } = clientOf({
      ...TEXT,
      chunks: (function* () {
        for (;;) yield Buffer.from(`line ${++sent}\n`);
      })(),
    });
    const seen: string[] = [];
    for await (const line of client.core.v1.pods.namespace('default').log('web-1', { follow: true })) {
      seen.push(line);
      if (seen.length === 2) break;
    }
    expect([seen, sent]).toEqual([['line 1', 'line 2'], 2]);
    expect(http.last).toMatchObject({ purpose: 'watch', query: { follow: true } });
  });

  it('that the server refuses is a typed error', async () => {
    const { client } = clientOf(failure(400, 'BadRequest', 'a container name must be specified'));
    const log = client.core.v1.pods.namespace('default').log('web-1');
    const message = 'Cannot get pods/log "default/web-1": a container name must be specified';
    await expect(log.text()).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(message) as string,
    });
    await expect(all(log)).rejects.toThrow(message);
  });

  it('with a line that does not end is given up before it fills the memory', async () => {
    const chunk = Buffer.alloc(2 ** 20, 'x');
    const { client } = clientOf({ ...TEXT, chunks: Array.from({ length: 20 }, () => chunk) });
    const lines = client.core.v1.pods.namespace('default').log('web-1').lines();
    await expect(lines.next()).rejects.toMatchObject({ code: 'ERR_WIRE_TOO_LARGE' });
  });

  it('of a pod without a name or namespace is refused at once', () => {
    const { client } = clientOf({});
    expect(() => client.core.v1.pods.log('web-1')).toThrow(/namespace/);
    expect(() => client.core.v1.pods.namespace('default').log('')).toThrow(/name is missing/);
  });
});
