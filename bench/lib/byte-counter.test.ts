import { once } from 'node:events';
import * as net from 'node:net';
import { describe, expect, it } from 'vitest';
import { ByteCounter } from './byte-counter.js';

describe('the byte counter', () => {
  it('counts what the server sends, and not what it is sent', async () => {
    const server = net.createServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end('x'.repeat(100_000))),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const { counter, port: counted } = await ByteCounter.before(new URL(`https://127.0.0.1:${port}`));
    expect(counter.received).toBe(0);
    const client = net.connect(counted, '127.0.0.1');
    client.write('y'.repeat(1_000));
    let seen = 0;
    for await (const chunk of client) seen += (chunk as Buffer).length;
    expect([seen, counter.received]).toEqual([100_000, 100_000]);
    counter.close();
    server.close();
  });
});
