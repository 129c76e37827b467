import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../base/fake-clock.js';
import { everythingShown, rejection } from '../credentials/test-support.js';
import type { ClientNodeCluster, ClientNodeKubeConfig } from './client-node.js';
import { KubeConfig } from './index.js';

interface Fake extends ClientNodeKubeConfig {
  calls: number;
  token: string;
}

/** A KubeConfig of client-node, as far as its shape goes. */
function fake(
  cluster: Partial<ClientNodeCluster> | null = {},
  apply?: (options: Record<string, unknown>) => void,
): Fake {
  const kubeConfig: Fake = {
    calls: 0,
    token: 'hunter2hunter2',
    getCurrentCluster: () => (cluster === null ? null : { name: 'c', server: 'https://c.example', ...cluster }),
    getCurrentContext: () => 'prod',
    getContextObject: () => ({ namespace: 'team' }),
    applyToHTTPSOptions: async (options) => {
      kubeConfig.calls += 1;
      await Promise.resolve();
      const target = options as Record<string, unknown>;
      if (apply !== undefined) return apply(target);
      (target['headers'] as Record<string, string>)['Authorization'] = `Bearer ${kubeConfig.token}`;
    },
  };
  return kubeConfig;
}

const connect = (kubeConfig: ClientNodeKubeConfig, clock = new FakeClock()): ReturnType<KubeConfig['connection']> =>
  KubeConfig.fromClientNode(kubeConfig, { clock, env: {} }).connection();

describe('KubeConfig.fromClientNode', () => {
  it('takes server, context and namespace', () => {
    const config = KubeConfig.fromClientNode(fake(), { env: {} });
    expect([config.connection().server.href, config.currentContext, config.namespace]).toEqual([
      'https://c.example/',
      'prod',
      'team',
    ]);
  });

  it('does with the two methods that every release has', () => {
    const { getCurrentCluster, applyToHTTPSOptions } = fake();
    expect(connect({ getCurrentCluster, applyToHTTPSOptions }).server.host).toBe('c.example');
  });

  it('asks for no credentials where plain http would carry them, which client-node refuses', async () => {
    const refusing = fake({ server: 'http://localhost:8001' }, () => {
      throw new Error('HTTP protocol is not allowed when skipTLSVerify is not set');
    });
    const connection = connect(refusing);
    expect([connection.server.href, await connection.headers()]).toEqual(['http://localhost:8001/', {}]);
  });

  it('takes headers, basic authentication and TLS material', async () => {
    const connection = connect(
      fake({}, (options) => {
        Object.assign(options, { ca: 'CA', cert: Buffer.from('CERT'), key: 'KEY', servername: 'inner', auth: 'me:p' });
      }),
    );
    expect([await connection.headers(), { ...(await connection.tls()) }]).toEqual([
      { Authorization: `Basic ${Buffer.from('me:p').toString('base64')}` },
      {
        ca: 'CA',
        cert: Buffer.from('CERT'),
        key: 'KEY',
        serverName: 'inner',
        rejectUnauthorized: true,
        version: expect.any(String) as string,
      },
    ]);
  });

  it('takes CA and verification from the cluster where client-node leaves them out', async () => {
    const caData = Buffer.from('CA').toString('base64');
    const tls = await connect(fake({ caData, skipTLSVerify: true }, () => undefined)).tls();
    expect([String(tls.ca), tls.rejectUnauthorized]).toEqual(['CA', false]);
  });

  it('asks once for many requests, and again after ten seconds', async () => {
    const clock = new FakeClock();
    const kubeConfig = fake();
    const connection = connect(kubeConfig, clock);
    await Promise.all(Array.from({ length: 10 }, () => connection.headers()));
    await connection.tls();
    const before = kubeConfig.calls;
    await clock.advance(10_000);
    await connection.headers();
    expect([before, kubeConfig.calls]).toEqual([1, 2]);
  });

  it('a refusal asks again, and is worth another try if something changed', async () => {
    const kubeConfig = fake();
    const connection = connect(kubeConfig);
    await connection.headers();
    const same = await connection.unauthorized();
    kubeConfig.token = 'new';
    expect([same, await connection.unauthorized(), await connection.headers()]).toEqual([
      false,
      true,
      { Authorization: 'Bearer new' },
    ]);
  });

  it('has the proxy of the cluster', () => {
    expect(connect(fake({ proxyUrl: 'http://proxy:3128' })).proxy?.host).toBe('proxy:3128');
  });

  it('one that is not loaded is an error', () => {
    expect(() => connect(fake(null))).toThrow(/no current cluster/);
  });

  it('another context cannot be chosen here', () => {
    expect(() => KubeConfig.fromClientNode(fake()).withContext('staging')).toThrow(/no context "staging"/);
  });

  it('what it throws is an ERR_CREDENTIALS that shows no token', async () => {
    const jwt = `eyJhbGciOiJub25lIn0.${'a'.repeat(20)}.b`;
    const connection = connect(
      fake({}, () => {
        throw new Error(`cannot refresh ${jwt}`);
      }),
    );
    const error = await rejection(connection.headers());
    expect(error).toMatchObject({
      code: 'ERR_CREDENTIALS',
      message: expect.stringContaining('https://c.example') as string,
    });
    expect(everythingShown(error)).not.toContain(jwt);
  });

  it('shows no token', async () => {
    const config = KubeConfig.fromClientNode(fake(), { env: {} });
    const shown = [config, config.connection(), await config.connection().headers()].map(everythingShown).join('\n');
    expect(shown).not.toContain('hunter2');
  });
});
