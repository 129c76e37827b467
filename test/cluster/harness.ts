// What the tests of this folder import.
import { inject } from 'vitest';
import { Cluster } from './cluster.js';
import type { ClusterDescription } from './cluster.js';

export type { Cluster, UserName } from './cluster.js';
export { startCluster } from './start-cluster.js';

declare module 'vitest' {
  interface ProvidedContext {
    clusters: { readonly open: ClusterDescription; readonly rbac: ClusterDescription };
  }
}

/**
 * The server that all test files of a run share. Everybody may do everything there, unless `rbac` is set. Work in a
 * namespace of your own; to restart a server, or to set flags, `startCluster` one.
 *
 * @example
 * const cluster = sharedCluster();
 * const client = new Client(await KubeConfig.load({ kubeconfig: cluster.kubeconfig }));
 */
export function sharedCluster({ rbac = false }: { rbac?: boolean } = {}): Cluster {
  const clusters = inject('clusters');
  return new Cluster(rbac ? clusters.rbac : clusters.open);
}
