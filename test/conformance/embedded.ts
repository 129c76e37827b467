import { load } from 'js-yaml';
import { silentLogger } from '../../src/base/logger.js';
import { startApiServer } from '../../src/apiserver/index.js';
import type { Target } from './transport.js';

/** The embedded server with the users of the suite. */
export async function startEmbedded(): Promise<{ readonly target: Target; stop(): Promise<void> }> {
  const server = await startApiServer({
    authorization: 'rbac',
    users: [
      { name: 'alice', uid: 'uid-alice', groups: ['devs'], token: 'token-of-alice' },
      { name: 'bob', uid: 'uid-bob', groups: ['ops'], token: 'token-of-bob' },
    ],
    logger: silentLogger,
  });
  return {
    target: {
      url: server.url,
      ca: server.ca,
      tokens: { admin: server.token, alice: 'token-of-alice', bob: 'token-of-bob' },
      certificate: certificateIn(server.kubeconfig('alice', { certificate: true })),
      forget: () => {
        server.faults.forgetHistory();
        return Promise.resolve();
      },
    },
    stop: () => server.stop(),
  };
}

function certificateIn(kubeconfig: string): Target['certificate'] {
  const { users } = load(kubeconfig) as { users: { user: Record<string, string> }[] };
  const pem = (name: string): string => Buffer.from(users[0]?.user[name] ?? '', 'base64').toString();
  return { cert: pem('client-certificate-data'), key: pem('client-key-data') };
}
