// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface LeaseCandidate {
  readonly apiVersion: 'coordination.k8s.io/v1alpha2';
  readonly kind: 'LeaseCandidate';
  readonly metadata: ObjectMeta;
  readonly spec: LeaseCandidateSpec;
}

export interface LeaseCandidateList {
  readonly apiVersion: 'coordination.k8s.io/v1alpha2';
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
