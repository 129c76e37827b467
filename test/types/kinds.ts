import { defineResource } from 'kube-informer';
import type { KubernetesObject, ObjectMeta } from 'kube-informer';

/** A kind as a user would write it, read-only at the source. */
export interface Widget extends KubernetesObject {
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly size: number;
    readonly colours: readonly string[];
  };
  readonly status?: { readonly phase: 'Pending' | 'Ready' };
}

export const widgets = defineResource<Widget>({
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  scope: 'Namespaced',
});

/** A kind that belongs to no namespace. */
export interface Realm extends KubernetesObject {
  readonly spec: { readonly owner: string };
}

export const realms = defineResource<Realm>({
  group: 'example.com',
  version: 'v1',
  resource: 'realms',
  kind: 'Realm',
  scope: 'Cluster',
});
