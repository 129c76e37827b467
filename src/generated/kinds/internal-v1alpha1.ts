// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface ServerStorageVersion {
  readonly apiServerID?: string;
  readonly encodingVersion?: string;
  readonly decodableVersions?: readonly string[];
  readonly servedVersions?: readonly string[];
}

export interface StorageVersion {
  readonly apiVersion: 'internal.apiserver.k8s.io/v1alpha1';
  readonly kind: 'StorageVersion';
  readonly metadata: ObjectMeta;
  readonly spec: StorageVersionSpec;
  readonly status: StorageVersionStatus;
}

export interface StorageVersionCondition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime?: string | null;
  readonly reason: string;
  readonly message?: string;
}

export interface StorageVersionList {
  readonly apiVersion: 'internal.apiserver.k8s.io/v1alpha1';
  readonly kind: 'StorageVersionList';
  readonly metadata: ListMeta;
  readonly items: readonly StorageVersion[];
}

export interface StorageVersionSpec {
}

export interface StorageVersionStatus {
  readonly storageVersions?: readonly ServerStorageVersion[];
  readonly commonEncodingVersion?: string;
  readonly conditions?: readonly StorageVersionCondition[];
}
