// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface Lease {
  readonly apiVersion: 'coordination.k8s.io/v1beta1';
  readonly kind: 'Lease';
  readonly metadata: ObjectMeta;
  readonly spec: LeaseSpec;
}

export interface LeaseCandidate {
  readonly apiVersion: 'coordination.k8s.io/v1beta1';
  readonly kind: 'LeaseCandidate';
  readonly metadata: ObjectMeta;
  readonly spec: LeaseCandidateSpec;
}

export interface LeaseCandidateList {
  readonly apiVersion: 'coordination.k8s.io/v1beta1';
  readonly kind: 'LeaseCandidateList';
  readonly metadata: ListMeta;
  readonly items: readonly LeaseCandidate[];
}

export interface LeaseCandidateSpec {
  readonly leaseName: string;
  readonly pingTime?: string;
  readonly renewTime?: string;
  readonly binaryVersion: string;
  readonly emulationVersion?: string;
  readonly strategy?: string;
}

export interface LeaseList {
  readonly apiVersion: 'coordination.k8s.io/v1beta1';
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
