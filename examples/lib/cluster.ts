// What the examples share. Their cluster is an API server in this process and nothing else: no scheduler puts a pod on a
// node, no kubelet starts it. `runPod` and `deletePod` write what those would write, over HTTP as they do. `follow` and
// `until` wait for what was written to arrive, so that an example prints the same every time and never sleeps.
import { setImmediate as turn } from 'node:timers/promises';
import type { Client, KubernetesObject, ResourceRef, ResourceTree } from 'kube-informer';
import { FakeClock } from 'kube-informer/testing';

/** With the package installed: `import type { Pod } from 'kube-informer/kinds/core-v1'`. */
export type Pod = ResourceTree['core']['v1']['pods'] extends ResourceRef<infer T> ? T : never;

/** The least that a server takes for a pod. */
export const podSpec = { containers: [{ name: 'main', image: 'example.com/main:v1' }] };

interface Binding extends KubernetesObject {
  readonly target: { readonly kind: string; readonly name: string };
}

/** After each write, an object that tells the resourceVersion of it. The next is made when it is asked for. */
type Writes = AsyncGenerator<{ readonly metadata: { readonly resourceVersion: string } } | undefined, void, undefined>;

/** `kubectl run`: the pod is made, then written by all who have a part in starting it. */
export async function* runPod(client: Client, name: string): Writes {
  const pods = client.core.v1.pods.namespace('default');
  yield pods.create({ metadata: { name }, spec: podSpec });

  const binding: Binding = { metadata: { name }, target: { kind: 'Node', name: 'node-1' } };
  await pods.subresource<Binding>('binding').create(name, binding);
  // The scheduler is told that it was done, and not the pod.
  yield pods.get(name);

  yield pods.status.patch(name, { status: { hostIP: '192.0.2.1' } });
  // The network has an address for the pod, and wants to be asked before the pod goes.
  yield pods.patch(name, { metadata: { finalizers: ['example.com/address'] } });
  yield pods.status.patch(name, { status: { phase: 'Running', podIP: '192.0.2.7' } });
}

/** `kubectl delete pod`: as many updates as asked for, then it is gone. */
export async function* deletePod(client: Client, name: string, { updates = 4 } = {}): Writes {
  const pods = client.core.v1.pods.namespace('default');
  // It is on a node, so this only marks it. Its kubelet ends it, and then removes it.
  yield pods.delete(name);
  for (let step = 1; step < updates - 1; step++) {
    yield pods.status.patch(name, { status: { message: `step ${step} of the shutdown` } });
  }
  yield pods.delete(name, { gracePeriodSeconds: 0 });

  // Now the network was asked, and agrees. It is told the last state of the pod; a list knows when it went.
  await pods.patch(name, { metadata: { finalizers: null } });
  yield pods.list();
}

/** Makes each write when `reader` has read the one before it: two at a time might print something else. */
export async function follow(reader: { readonly resourceVersion: string }, writes: Writes): Promise<void> {
  for await (const written of writes) await until(() => reader.resourceVersion === written?.metadata.resourceVersion);
}

/** Waits until the condition holds, and everybody who waited for the same has done what they had to do. */
export async function until(condition: () => boolean): Promise<void> {
  // It takes some milliseconds, on a busy machine some more: ten seconds are never.
  const end = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Waited 10 s in vain for ${condition.toString()}`);
    await turn();
  }
  await new FakeClock().settle();
}
