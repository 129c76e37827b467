// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface ClusterTrustBundle {
  readonly apiVersion: 'certificates.k8s.io/v1alpha1';
  readonly kind: 'ClusterTrustBundle';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleList {
  readonly apiVersion: 'certificates.k8s.io/v1alpha1';
  readonly kind: 'ClusterTrustBundleList';
  readonly metadata: ListMeta;
  readonly items: readonly ClusterTrustBundle[];
}

export interface ClusterTrustBundleSpec {
  readonly signerName?: string;
  readonly trustBundle: string;
}
