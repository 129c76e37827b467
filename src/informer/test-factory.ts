import type { FakeClock } from '../base/fake-clock.js';
import { defineResource } from '../meta/index.js';
import type { KubernetesObject } from '../meta/index.js';
import type { ListerWatcher } from '../reflector/index.js';
import { FakeListerWatcher } from '../testing/index.js';
import type { TestObject } from '../testing/index.js';
import type { InformerSource, SourceOptions, SourceResource } from './factory-options.js';

export const pods = defineResource<TestObject>({
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  scope: 'Namespaced',
});
export const nodes = defineResource<TestObject>({
  group: '',
  version: 'v1',
  resource: 'nodes',
  kind: 'Node',
  scope: 'Cluster',
});
export const resourceNumber = (number: number) => defineResource<TestObject>({ ...pods, resource: `pods${number}` });

/** Keeps one fake source for each resource, and what it was asked for. */
export class FakeSource implements InformerSource {
  readonly asked: (SourceOptions & { readonly resource: string })[] = [];
  readonly #clock: FakeClock;
  readonly #sources = new Map<string, FakeListerWatcher<TestObject>>();

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  of(resource: string): FakeListerWatcher<TestObject> {
    let source = this.#sources.get(resource);
    if (source === undefined) this.#sources.set(resource, (source = new FakeListerWatcher({ clock: this.#clock })));
    return source;
  }

  listerWatcher<T extends KubernetesObject>({ resource }: SourceResource<T>, options: SourceOptions): ListerWatcher<T> {
    this.asked.push({ resource, ...options });
    return this.of(resource) as unknown as ListerWatcher<T>;
  }
}
