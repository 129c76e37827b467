import type { KubernetesObject } from '../meta/index.js';

/** The kind the tests of this folder store. */
export interface TestPod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string; readonly ips?: readonly string[] };
}

/** A pod by key; `node` is its nodeName, `app` a label. */
export function testPod(
  key: string,
  fields: { rv?: string; uid?: string; node?: string; ips?: readonly string[]; app?: string } = {},
): TestPod {
  const [namespace, name] = key.includes('/') ? (key.split('/') as [string, string]) : [undefined, key];
  return {
    kind: 'Pod',
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(fields.rv === undefined ? {} : { resourceVersion: fields.rv }),
      ...(fields.uid === undefined ? {} : { uid: fields.uid }),
      ...(fields.app === undefined ? {} : { labels: { app: fields.app } }),
    },
    spec: {
      ...(fields.node === undefined ? {} : { nodeName: fields.node }),
      ...(fields.ips === undefined ? {} : { ips: fields.ips }),
    },
  };
}
