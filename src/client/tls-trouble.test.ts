import { Buffer } from 'node:buffer';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../base/logger.js';
import { Client } from './client.js';
import { EXPIRED_CERT, EXPIRED_KEY, OTHER_CA, SERVER_CERT, TEST_CA } from './http/test-certs.js';
import { closeLater, closeServers, rejection, startServer } from './http/test-support.js';
import { KubeConfig } from './kubeconfig/index.js';

afterEach(closeServers);

/** The client of a user whose kubeconfig has this authority for the cluster. */
function clientOf(server: URL, authority: string): Client {
  const config = KubeConfig.fromObject({
    'current-context': 'prod',
    contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'me' } }],
    clusters: [
      {
        name: 'prod',
        cluster: {
          server: server.href,
          'certificate-authority-data': Buffer.from(authority).toString('base64'),
        },
      },
    ],
    users: [{ name: 'me', user: { token: 's3cret-token' } }],
  });
  const client = new Client(config, { logger: silentLogger });
  closeLater(() => client.close());
  return client;
}

describe('the certificate of the server', () => {
  it.each([
    ['has expired', TEST_CA, { cert: EXPIRED_CERT, key: EXPIRED_KEY }, /expired/],
    ['is from another authority than the kubeconfig names', OTHER_CA, {}, /certificate-authority/],
  ])('%s: get, list and watch fail with one typed error that names the request', async (_what, ca, options, why) => {
    let requests = 0;
    const server = await startServer((_request, response) => {
      requests++;
      response.end();
    }, options);
    const pods = clientOf(server.url, ca).core.v1.pods.namespace('default');
    const watch = async (): Promise<void> => {
      for await (const _event of pods.watch()) throw new Error('nothing can come');
    };
    for (const attempt of [() => pods.get('a'), () => pods.list(), watch]) {
      const error = (await rejection(attempt())) as Error;
      expect(error).toMatchObject({ code: 'ERR_HTTP_TLS', retryable: false });
      expect(error.message).toMatch(
        new RegExp(`GET /api/v1/namespaces/default/pods(/a)? at 127\\.0\\.0\\.1:${server.port}`),
      );
      expect(error.message).toMatch(why);
      expect(error.message).not.toContain('s3cret');
    }
    // Nothing was sent, and so no token, before the server had shown who it is.
    expect(requests).toBe(0);
  });

  it('is trusted by any certificate of the chain that the kubeconfig names, with no root above it, as by kubectl', async () => {
    const server = await startServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"gitVersion":"v1.36.4"}');
    });
    // That of the server itself is the shortest such chain.
    expect(await clientOf(server.url, SERVER_CERT).getJson('/version')).toEqual({ gitVersion: 'v1.36.4' });
  });
});
