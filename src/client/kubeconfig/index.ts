export type { ClientNodeCluster, ClientNodeKubeConfig } from './client-node.js';
export { KubeConfig } from './kube-config.js';
export type { KubeConfigOptions, KubeContext, LoadOptions } from './kube-config.js';
