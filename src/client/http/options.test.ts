import { describe, expect, it } from 'vitest';
import { httpSettings } from './options.js';

describe('httpSettings', () => {
  it('takes undefined for absent', () => {
    const given = { connectTimeoutMs: undefined } as unknown as { connectTimeoutMs?: number };
    expect(httpSettings(given).connectTimeoutMs).toBe(15_000);
  });

  it('finds a dead connection within 10 s by default', () => {
    const { pingIntervalMs, pingTimeoutMs } = httpSettings({});
    expect(pingIntervalMs + pingTimeoutMs).toBeLessThanOrEqual(10_000);
  });

  it.each([
    { connectTimeoutMs: 0 },
    { headersTimeoutMs: -1 },
    { bodyIdleTimeoutMs: Number.NaN },
    { pingIntervalMs: -1 },
    { maxRequestConnections: 0 },
    { rateLimit: { qps: 0, burst: 1 } },
    { rateLimit: { qps: 1, burst: 0 } },
    { http: '3' as '2' },
  ])('refuses %j and names the option', (options) => {
    expect(() => httpSettings(options)).toThrow(Object.keys(options)[0]);
  });
});
