// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { Toleration } from './core-v1.js';
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface Overhead {
  readonly podFixed?: Readonly<Record<string, string>>;
}

export interface RuntimeClass {
  readonly apiVersion: 'node.k8s.io/v1';
  readonly kind: 'RuntimeClass';
  readonly metadata: ObjectMeta;
  readonly handler: string;
  readonly overhead?: Overhead;
  readonly scheduling?: Scheduling;
}

export interface RuntimeClassList {
  readonly apiVersion: 'node.k8s.io/v1';
  readonly kind: 'RuntimeClassList';
  readonly metadata: ListMeta;
  readonly items: readonly RuntimeClass[];
}

export interface Scheduling {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
}
