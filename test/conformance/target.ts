import { readFileSync } from 'node:fs';
import type { ClusterDescription } from '../cluster/cluster.js';
import type { Target } from './transport.js';

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
