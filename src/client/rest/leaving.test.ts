import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../base/logger.js';
import { eventually } from '../../testing/index.js';
import { Client } from '../client.js';
import { closeLater, closeServers, startServer, testConnection } from '../http/test-support.js';

afterEach(closeServers);

/** A client of a server that begins every answer and never ends it. */
async function endless(contentType: string, begin: string) {
  let open = 0;
  const server = await startServer((_request, response) => {
    open++;
    response.on('close', () => open--);
    response.setHeader('content-type', contentType);
    response.write(begin);
  });
  const client = new Client(testConnection(server.url), { logger: silentLogger });
  closeLater(() => client.close());
  return { pods: client.core.v1.pods.namespace('default'), open: () => open };
}

const ADDED = `${JSON.stringify({ type: 'ADDED', object: { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } } })}\n`;

describe('the request is over when its reader leaves while nothing comes:', () => {
  it('a watch that was made a stream', async () => {
    const { pods, open } = await endless('application/json', ADDED);
    const stream = Readable.from(pods.watch());
    await new Promise((resolve) => stream.once('data', resolve));
    expect(open()).toBe(1);
    stream.destroy();
    await eventually(() => open() === 0);
  });

  it.each(['lines', 'bytes'] as const)('the %s of a log', async (how) => {
    const { pods, open } = await endless('text/plain', 'one\n');
    const reading = pods.log('web-1', { follow: true })[how]();
    await reading.next();
    const pending = reading.next();
    await reading.return();
    expect(await pending).toEqual({ done: true, value: undefined });
    await eventually(() => open() === 0);
  });
});
