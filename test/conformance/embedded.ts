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
    },
    stop: () => server.stop(),
  };
}
