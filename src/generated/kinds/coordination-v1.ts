// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface Lease {
  readonly apiVersion: 'coordination.k8s.io/v1';
  readonly kind: 'Lease';
  readonly metadata: ObjectMeta;
  readonly spec: LeaseSpec;
}

export interface LeaseList {
  readonly apiVersion: 'coordination.k8s.io/v1';
  readonly kind: 'LeaseList';
  readonly metadata: ListMeta;
  readonly items: readonly Lease[];
}

export interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  readonly leaseTransitions?: number;
  readonly strategy?: string;
  readonly preferredHolder?: string;
}
