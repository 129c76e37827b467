// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { Condition, GroupResource, ListMeta, ObjectMeta } from './meta-v1.js';

export interface StorageVersionMigration {
  readonly apiVersion: 'storagemigration.k8s.io/v1beta1';
  readonly kind: 'StorageVersionMigration';
  readonly metadata: ObjectMeta;
  readonly spec: StorageVersionMigrationSpec;
  readonly status: StorageVersionMigrationStatus;
}

export interface StorageVersionMigrationList {
  readonly apiVersion: 'storagemigration.k8s.io/v1beta1';
  readonly kind: 'StorageVersionMigrationList';
  readonly metadata: ListMeta;
  readonly items: readonly StorageVersionMigration[];
}

export interface StorageVersionMigrationSpec {
  readonly resource: GroupResource;
}

export interface StorageVersionMigrationStatus {
  readonly conditions?: readonly Condition[];
  readonly resourceVersion?: string;
}
