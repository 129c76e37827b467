import { defineResource } from 'kube-informer';
import type { InformerSource, KubernetesObject, ListerWatcher, SourceResource } from 'kube-informer';
import { FakeClock, FakeListerWatcher } from 'kube-informer/testing';
import type { TestObject } from 'kube-informer/testing';

export const pods = defineResource<TestObject>({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  scope: 'Namespaced',
});

/** Wants `spec.replicas` pods of its name. */
export interface PodSet extends KubernetesObject {
  readonly spec: { readonly replicas: number };
}

export const podSets = defineResource<PodSet>({
  group: 'example.com',
  version: 'v1',
  resource: 'podsets',
  kind: 'PodSet',
  scope: 'Namespaced',
});

export function makePodSet(name: string, replicas: number): PodSet {
  return {
    apiVersion: 'example.com/v1',
    kind: 'PodSet',
    metadata: { name, namespace: 'default' },
    spec: { replicas },
  };
}

/** A fake source for each resource that somebody asks for, all on one clock. */
export class FakeCluster implements InformerSource {
  readonly clock = new FakeClock();
  readonly #resources = new Map<string, FakeListerWatcher<KubernetesObject>>();

  of<T extends KubernetesObject>(resource: SourceResource<T>): FakeListerWatcher<T> {
    let found = this.#resources.get(resource.resource);
    if (found === undefined) {
      found = new FakeListerWatcher<KubernetesObject>({ clock: this.clock });
      this.#resources.set(resource.resource, found);
    }
    return found as unknown as FakeListerWatcher<T>;
  }

  listerWatcher<T extends KubernetesObject>(resource: SourceResource<T>): ListerWatcher<T> {
    return this.of(resource);
  }
}
