import { afterEach, describe, expect, it } from 'vitest';
import { realClock } from '../../base/clock.js';
import { SERVER_CERT, TEST_CA } from '../http/test-certs.js';
import { closeServers, startHttpsServer, startProxy } from '../http/test-support.js';
import { KubeConfig } from '../kubeconfig/index.js';
import { httpsTransport } from './oidc-transport.js';

afterEach(closeServers);

// Among the names of the test server's certificate, and none that is reached without a proxy.
const ISSUER = 'https://kubernetes.default';

async function issuer() {
  return startHttpsServer((request, response) => {
    response.end(
      request.url === '/token'
        ? JSON.stringify({ id_token: 'renewed' })
        : JSON.stringify({ issuer: ISSUER, token_endpoint: `${ISSUER}/token` }),
    );
  });
}

describe('the identity provider', () => {
  it('is reached through the proxy of the environment, as by kubectl', async () => {
    const proxy = await startProxy(false, 200, (await issuer()).url);
    const config = KubeConfig.fromObject(
      {
        'current-context': 'a',
        contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
        clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [
          {
            name: 'a',
            user: {
              'auth-provider': {
                name: 'oidc',
                config: {
                  'idp-issuer-url': ISSUER,
                  'idp-certificate-authority-data': Buffer.from(TEST_CA).toString('base64'),
                  'client-id': 'kubernetes',
                  'refresh-token': 'r',
                },
              },
            },
          },
        ],
      },
      { env: { HTTPS_PROXY: proxy.url.href } },
    );
    expect(await config.connection().headers()).toEqual({ Authorization: 'Bearer renewed' });
    expect(proxy.asked.map(({ target }) => target)).toEqual(['kubernetes.default:443', 'kubernetes.default:443']);
  });

  it.each([false, true])('is trusted by any certificate of its chain, through a proxy: %s', async (isProxied) => {
    const server = await issuer();
    const proxy = await startProxy(false, 200, server.url);
    const send = httpsTransport(realClock, () => (isProxied ? proxy.url : undefined));
    const url = isProxied ? new URL(ISSUER) : server.url;
    expect(await send({ url, headers: {}, ca: SERVER_CERT })).toMatchObject({ status: 200 });
  });

  it('has to prove who it is behind a proxy, too', async () => {
    const proxy = await startProxy(false, 200, (await issuer()).url);
    const send = httpsTransport(realClock, () => proxy.url);
    await expect(send({ url: new URL('https://issuer.example/'), headers: {}, ca: TEST_CA })).rejects.toThrow(
      /certificate is for other names/,
    );
    await expect(send({ url: new URL(ISSUER), headers: {} })).rejects.toThrow(/not trusted/);
  });

  it('a proxy that refuses says so', async () => {
    const proxy = await startProxy(false, 407);
    const send = httpsTransport(realClock, () => proxy.url);
    await expect(send({ url: new URL(ISSUER), headers: {}, ca: TEST_CA })).rejects.toThrow(/407/);
  });
});
