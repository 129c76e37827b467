// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { PersistentVolumeSpec, TopologySelectorTerm } from './core-v1.js';
import type { LabelSelector, ListMeta, ObjectMeta } from './meta-v1.js';

export interface CSIDriver {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'CSIDriver';
  readonly metadata: ObjectMeta;
  readonly spec: CSIDriverSpec;
}

export interface CSIDriverList {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'CSIDriverList';
  readonly metadata: ListMeta;
  readonly items: readonly CSIDriver[];
}

export interface CSIDriverSpec {
  readonly attachRequired?: boolean;
  readonly podInfoOnMount?: boolean;
  readonly volumeLifecycleModes?: readonly string[];
  readonly storageCapacity?: boolean;
  readonly fsGroupPolicy?: string;
  readonly tokenRequests?: readonly TokenRequest[];
  readonly requiresRepublish?: boolean;
  readonly seLinuxMount?: boolean;
  readonly nodeAllocatableUpdatePeriodSeconds?: number;
  readonly serviceAccountTokenInSecrets?: boolean;
  readonly preventPodSchedulingIfMissing?: boolean;
}

export interface CSINode {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'CSINode';
  readonly metadata: ObjectMeta;
  readonly spec: CSINodeSpec;
}

export interface CSINodeDriver {
  readonly name: string;
  readonly nodeID: string;
  readonly topologyKeys: readonly string[] | null;
  readonly allocatable?: VolumeNodeResources;
}

export interface CSINodeList {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'CSINodeList';
  readonly metadata: ListMeta;
  readonly items: readonly CSINode[];
}

export interface CSINodeSpec {
  readonly drivers: readonly CSINodeDriver[] | null;
}

export interface CSIStorageCapacity {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'CSIStorageCapacity';
  readonly metadata: ObjectMeta;
  readonly nodeTopology?: LabelSelector;
  readonly storageClassName: string;
  readonly capacity?: string;
  readonly maximumVolumeSize?: string;
}

export interface CSIStorageCapacityList {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'CSIStorageCapacityList';
  readonly metadata: ListMeta;
  readonly items: readonly CSIStorageCapacity[];
}

export interface StorageClass {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'StorageClass';
  readonly metadata: ObjectMeta;
  readonly provisioner: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly reclaimPolicy?: string;
  readonly mountOptions?: readonly string[];
  readonly allowVolumeExpansion?: boolean;
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly TopologySelectorTerm[];
}

export interface StorageClassList {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'StorageClassList';
  readonly metadata: ListMeta;
  readonly items: readonly StorageClass[];
}

export interface TokenRequest {
  readonly audience: string;
  readonly expirationSeconds?: number;
}

export interface VolumeAttachment {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'VolumeAttachment';
  readonly metadata: ObjectMeta;
  readonly spec: VolumeAttachmentSpec;
  readonly status: VolumeAttachmentStatus;
}

export interface VolumeAttachmentList {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
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
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'VolumeAttributesClass';
  readonly metadata: ObjectMeta;
  readonly driverName: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface VolumeAttributesClassList {
  readonly apiVersion: 'storage.k8s.io/v1beta1';
  readonly kind: 'VolumeAttributesClassList';
  readonly metadata: ListMeta;
  readonly items: readonly VolumeAttributesClass[];
}

export interface VolumeError {
  readonly time?: string | null;
  readonly message?: string;
  readonly errorCode?: number;
}

export interface VolumeNodeResources {
  readonly count?: number;
}
