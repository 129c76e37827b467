import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import type { ClusterDescription } from './cluster.js';

interface KubeconfigFile {
  readonly 'current-context'?: string;
  readonly contexts?: readonly { readonly name: string; readonly context: { readonly cluster: string } }[];
  readonly clusters?: readonly {
    readonly name: string;
    readonly cluster: {
      readonly server: string;
      readonly 'certificate-authority'?: string;
      readonly 'certificate-authority-data'?: string;
    };
  }[];
}

/** The cluster that the current context of a kubeconfig names. How to log in there is left to the kubeconfig. */
export function describeExternal(kubeconfig: string, dataDir: string): ClusterDescription {
  const config = load(readFileSync(kubeconfig, 'utf8')) as KubeconfigFile;
  const current = config.contexts?.find(({ name }) => name === config['current-context']);
  const cluster = config.clusters?.find(({ name }) => name === current?.context.cluster)?.cluster;
  if (cluster === undefined) throw new Error(`TEST_KUBECONFIG: ${kubeconfig} has no current context with a cluster`);
  const { server, 'certificate-authority': file, 'certificate-authority-data': data } = cluster;
  let caFile = file === undefined ? undefined : resolve(dirname(kubeconfig), file);
  if (data !== undefined) {
    caFile = join(dataDir, 'ca.crt');
    writeFileSync(caFile, Buffer.from(data, 'base64'));
  }
  return {
    managed: false,
    // What almost every cluster has.
    rbac: true,
    pid: undefined,
    server,
    kubeconfig,
    caFile,
    clientCAFile: undefined,
    serviceAccountIssuer: undefined,
    users: undefined,
  };
}
