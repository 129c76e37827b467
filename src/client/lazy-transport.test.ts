import { describe, expect, it } from 'vitest';
import { LazyTransport } from './lazy-transport.js';
import { connection } from './test-client.js';

describe('LazyTransport', () => {
  it('refuses bad options at once', () => {
    expect(() => new LazyTransport(connection, { connectTimeoutMs: -1 })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_ARGUMENT' }),
    );
  });

  it('has nothing open before the first request', () => {
    expect(new LazyTransport(connection, {}).stats).toEqual({ connections: [], waiting: 0, dialing: 0 });
  });

  it('refuses requests after it was closed, also if there was none before', async () => {
    const transport = new LazyTransport(connection, {});
    await transport.close();
    await expect(transport.request({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'ERR_CLOSED' });
  });
});
