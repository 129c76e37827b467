import { describe, expect, it } from 'vitest';
import { FakeClock } from '../base/fake-clock.js';
import type { MetricsProvider } from '../base/metrics.js';
import { Client } from './client.js';
import { FakeTransport, failure } from './rest/test-transport.js';
import { connection, pod } from './test-client.js';

function collect() {
  const series: Record<string, number[]> = {};
  const made: string[] = [];
  const note = (name: string, labels: object) => {
    const key = `${name} ${JSON.stringify(labels)}`;
    made.push(key);
    const values = (series[key] ??= []);
    return (value = 1) => {
      values.push(value);
    };
  };
  const metrics: MetricsProvider = {
    counter: (name, _help, labels) => ({ inc: note(name, labels) }),
    gauge: () => ({ set: () => undefined }),
    histogram: (name, _help, labels) => ({ observe: note(name, labels) }),
  };
  return { metrics, series, made };
}

const HOST = 'cluster.example:6443';

describe('metrics of requests', () => {
  it('have the names and labels of client-go, and are asked for once', async () => {
    const clock = new FakeClock();
    const http = new FakeTransport(
      { body: pod('a') },
      { body: pod('a') },
      failure(404, 'NotFound'),
      new Error('no line'),
    );
    const { metrics, series, made } = collect();
    const slow = {
      request: async (request: Parameters<FakeTransport['request']>[0]) => {
        await clock.advance(250);
        return http.request(request);
      },
      stats: http.stats,
      close: () => http.close(),
    };
    const pods = new Client(connection, { transport: slow, metrics, clock }).core.v1.pods.namespace('default');
    await pods.get('a');
    await pods.get('a');
    await expect(pods.delete('a')).rejects.toMatchObject({ statusCode: 404 });
    await expect(pods.get('a')).rejects.toThrow('no line');
    expect(series).toEqual({
      [`rest_client_requests_total {"code":"200","host":"${HOST}","method":"GET"}`]: [1, 1],
      [`rest_client_requests_total {"code":"404","host":"${HOST}","method":"DELETE"}`]: [1],
      [`rest_client_requests_total {"code":"<error>","host":"${HOST}","method":"GET"}`]: [1],
      [`rest_client_request_duration_seconds {"host":"${HOST}","verb":"GET"}`]: [0.25, 0.25, 0.25],
      [`rest_client_request_duration_seconds {"host":"${HOST}","verb":"DELETE"}`]: [0.25],
    });
    expect(new Set(made).size).toBe(made.length);
  });

  it('that cannot be taken stop nothing', async () => {
    const refuse = (): never => {
      throw new Error('no metrics today');
    };
    const metrics = { counter: refuse, gauge: refuse, histogram: refuse };
    const client = new Client(connection, { transport: new FakeTransport({ body: pod('a') }), metrics });
    expect((await client.core.v1.pods.namespace('default').get('a')).metadata.name).toBe('a');
  });
});
