// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { Condition, DeleteOptions, LabelSelector, ListMeta, ObjectMeta } from './meta-v1.js';

export interface Eviction {
  readonly apiVersion: 'policy/v1beta1';
  readonly kind: 'Eviction';
  readonly metadata: ObjectMeta;
  readonly deleteOptions?: DeleteOptions;
}

export interface PodDisruptionBudget {
  readonly apiVersion: 'policy/v1beta1';
  readonly kind: 'PodDisruptionBudget';
  readonly metadata: ObjectMeta;
  readonly spec: PodDisruptionBudgetSpec;
  readonly status: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetList {
  readonly apiVersion: 'policy/v1beta1';
  readonly kind: 'PodDisruptionBudgetList';
  readonly metadata: ListMeta;
  readonly items: readonly PodDisruptionBudget[];
}

export interface PodDisruptionBudgetSpec {
  readonly minAvailable?: number | string;
  readonly selector?: LabelSelector;
  readonly maxUnavailable?: number | string;
  readonly unhealthyPodEvictionPolicy?: string;
}

export interface PodDisruptionBudgetStatus {
  readonly observedGeneration?: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  readonly conditions?: readonly Condition[];
}
