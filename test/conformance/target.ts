import { readFileSync } from 'node:fs';
import type { ClusterDescription } from '../cluster/cluster.js';
import type { startCluster } from '../cluster/start-cluster.js';
import type { Target } from './transport.js';

/** How to start a server that forgets at once what etcd forgets, instead of within 15 seconds. */
export const FORGETFUL = { rbac: true, extraArgs: ['--feature-gates=ListFromCacheSnapshot=false'] };

/** A real server of the cluster tests as something to ask. */
export function targetOf({ server, caFile, users }: ClusterDescription): Target {
  if (users === undefined) throw new Error('The suite needs the users of a server that the tests started');
  return {
    url: server,
    ca: caFile === undefined ? undefined : readFileSync(caFile, 'utf8'),
    certificate: {
      cert: readFileSync(users.alice.clientCertFile, 'utf8'),
      key: readFileSync(users.alice.clientKeyFile, 'utf8'),
    },
    tokens: { admin: users.admin.token, alice: users.alice.token, bob: users.bob.token },
  };
}

/** A server of one's own, which can be made to forget. */
export function ownTargetOf(own: Awaited<ReturnType<typeof startCluster>>): Target {
  return {
    ...targetOf(own.description),
    async forget({ watches }) {
      await own.compact();
      // The cache that watches are answered from has no other end than that of its process.
      if (watches) await own.restart();
    },
  };
}
