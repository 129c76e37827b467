// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { PersistentVolumeSpec } from './core-v1.js';
import type { LabelSelector, ListMeta, ObjectMeta } from './meta-v1.js';

export interface CSIStorageCapacity {
  readonly apiVersion: 'storage.k8s.io/v1alpha1';
  readonly kind: 'CSIStorageCapacity';
  readonly metadata: ObjectMeta;
  readonly nodeTopology?: LabelSelector;
  readonly storageClassName: string;
  readonly capacity?: string;
  readonly maximumVolumeSize?: string;
}

export interface CSIStorageCapacityList {
  readonly apiVersion: 'storage.k8s.io/v1alpha1';
  readonly kind: 'CSIStorageCapacityList';
  readonly metadata: ListMeta;
  readonly items: readonly CSIStorageCapacity[];
}

export interface VolumeAttachment {
  readonly apiVersion: 'storage.k8s.io/v1alpha1';
  readonly kind: 'VolumeAttachment';
  readonly metadata: ObjectMeta;
  readonly spec: VolumeAttachmentSpec;
  readonly status: VolumeAttachmentStatus;
}

export interface VolumeAttachmentList {
  readonly apiVersion: 'storage.k8s.io/v1alpha1';
  readonly kind: 'VolumeAttachmentList';
  readonly metadata: ListMeta;
  readonly items: readonly VolumeAttachment[];
}

export interface VolumeAttachmentSource {
  readonly persistentVolumeName?: string;
  readonly inlineVolumeSpec?: PersistentVolumeSpec;
}

export interface VolumeAttachmentSpec {
  readonly attacher: string;
  readonly source: VolumeAttachmentSource;
  readonly nodeName: string;
}

export interface VolumeAttachmentStatus {
  readonly attached: boolean;
  readonly attachmentMetadata?: Readonly<Record<string, string>>;
  readonly attachError?: VolumeError;
  readonly detachError?: VolumeError;
}

export interface VolumeAttributesClass {
  readonly apiVersion: 'storage.k8s.io/v1alpha1';
  readonly kind: 'VolumeAttributesClass';
  readonly metadata: ObjectMeta;
  readonly driverName: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface VolumeAttributesClassList {
  readonly apiVersion: 'storage.k8s.io/v1alpha1';
  readonly kind: 'VolumeAttributesClassList';
  readonly metadata: ListMeta;
  readonly items: readonly VolumeAttributesClass[];
}

export interface VolumeError {
  readonly time?: string | null;
  readonly message?: string;
  readonly errorCode?: number;
}
