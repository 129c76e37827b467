import { defineResource } from 'kube-informer';
import type { InformerSource, KubernetesObject, ListerWatcher, SourceResource } from 'kube-informer';
import { FakeClock, FakeListerWatcher } from 'kube-informer/testing';

/** As much of a pod as the examples look at. */
export interface Pod extends KubernetesObject {
  readonly status: { readonly phase: 'Pending' | 'Running' };
}

export const pods = defineResource<Pod>({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  scope: 'Namespaced',
});

export function makePod(name: string, phase: Pod['status']['phase'] = 'Running'): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, status: { phase } };
}

/**
 * A cluster in memory. Its clock stands still until `pass()` moves it, so that an example about
 * seconds takes none and prints the same every time.
 */
export class Cluster implements InformerSource {
  readonly clock = new FakeClock();
  readonly #resources = new Map<string, FakeListerWatcher<KubernetesObject>>();

  /** All objects of a resource: what `kubectl` would talk to. */
  of<T extends KubernetesObject>(resource: SourceResource<T>): FakeListerWatcher<T> {
    let objects = this.#resources.get(resource.resource);
    if (objects === undefined) {
      objects = new FakeListerWatcher<KubernetesObject>({ clock: this.clock });
      this.#resources.set(resource.resource, objects);
    }
    return objects as unknown as FakeListerWatcher<T>;
  }

  /** What a `SharedInformerFactory` asks a client for. */
  listerWatcher<T extends KubernetesObject>(resource: SourceResource<T>): ListerWatcher<T> {
    return this.of(resource);
  }

  /** Lets time pass, and everything that it sets in motion come to rest. */
  async pass(ms = 0): Promise<void> {
    await this.clock.advance(ms);
  }

  /** `kubectl run`: the pod is scheduled, its image is pulled, it starts. Every step is a write. */
  async run(name: string): Promise<void> {
    this.of(pods).create(makePod(name, 'Pending'));
    for (const phase of ['Pending', 'Pending', 'Pending', 'Running'] as const) {
      await this.pass();
      this.of(pods).set(makePod(name, phase));
    }
    await this.pass();
  }

  /** `kubectl delete pod`: a pod that ends is written a few times before it is gone. */
  async remove(name: string, { updates = 4 } = {}): Promise<void> {
    for (let update = 0; update < updates; update++) {
      this.of(pods).set(makePod(name));
      await this.pass();
    }
    this.of(pods).delete(`default/${name}`);
    await this.pass();
  }
}
