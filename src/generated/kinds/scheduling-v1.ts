// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface PriorityClass {
  readonly apiVersion: 'scheduling.k8s.io/v1';
  readonly kind: 'PriorityClass';
  readonly metadata: ObjectMeta;
  readonly value: number;
  readonly globalDefault?: boolean;
  readonly description?: string;
  readonly preemptionPolicy?: 'Never' | 'PreemptLowerPriority' | (string & {});
}

export interface PriorityClassList {
  readonly apiVersion: 'scheduling.k8s.io/v1';
  readonly kind: 'PriorityClassList';
  readonly metadata: ListMeta;
  readonly items: readonly PriorityClass[];
}
