import type { KubernetesObject } from '../../meta/index.js';

/** How many copies of something there are to be, and are: the `scale` subresource, the same for every kind that has it. */
export interface Scale extends KubernetesObject {
  readonly apiVersion: 'autoscaling/v1';
  readonly kind: 'Scale';
  readonly spec: { readonly replicas?: number };
  readonly status: { readonly replicas: number; readonly selector?: string };
}

/** What the scale of every resource is called on the wire. */
export const SCALE_TYPE = { apiVersion: 'autoscaling/v1', kind: 'Scale' } as const;
