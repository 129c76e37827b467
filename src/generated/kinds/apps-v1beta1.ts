// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { PersistentVolumeClaim, PodTemplateSpec } from './core-v1.js';
import type { Embedded, LabelSelector, ListMeta, ObjectMeta } from './meta-v1.js';

export interface ControllerRevision {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'ControllerRevision';
  readonly metadata: ObjectMeta;
  readonly data?: unknown;
  readonly revision: number;
}

export interface ControllerRevisionList {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'ControllerRevisionList';
  readonly metadata: ListMeta;
  readonly items: readonly ControllerRevision[];
}

export interface Deployment {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'Deployment';
  readonly metadata: ObjectMeta;
  readonly spec: DeploymentSpec;
  readonly status: DeploymentStatus;
}

export interface DeploymentCondition {
  readonly type: string;
  readonly status: string;
  readonly lastUpdateTime?: string | null;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

export interface DeploymentList {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'DeploymentList';
  readonly metadata: ListMeta;
  readonly items: readonly Deployment[];
}

export interface DeploymentRollback {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name: string;
  readonly updatedAnnotations?: Readonly<Record<string, string>>;
  readonly rollbackTo: RollbackConfig;
}

export interface DeploymentSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly strategy?: DeploymentStrategy;
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly paused?: boolean;
  readonly rollbackTo?: RollbackConfig;
  readonly progressDeadlineSeconds?: number;
}

export interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly conditions?: readonly DeploymentCondition[];
  readonly collisionCount?: number;
}

export interface DeploymentStrategy {
  readonly type?: string;
  readonly rollingUpdate?: RollingUpdateDeployment;
}

export interface RollbackConfig {
  readonly revision?: number;
}

export interface RollingUpdateDeployment {
  readonly maxUnavailable?: number | string;
  readonly maxSurge?: number | string;
}

export interface RollingUpdateStatefulSetStrategy {
  readonly partition?: number;
  readonly maxUnavailable?: number | string;
}

export interface Scale {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'Scale';
  readonly metadata: ObjectMeta;
  readonly spec: ScaleSpec;
  readonly status: ScaleStatus;
}

export interface ScaleSpec {
  readonly replicas?: number;
}

export interface ScaleStatus {
  readonly replicas: number;
  readonly selector?: Readonly<Record<string, string>>;
  readonly targetSelector?: string;
}

export interface StatefulSet {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'StatefulSet';
  readonly metadata: ObjectMeta;
  readonly spec: StatefulSetSpec;
  readonly status: StatefulSetStatus;
}

export interface StatefulSetCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

export interface StatefulSetList {
  readonly apiVersion: 'apps/v1beta1';
  readonly kind: 'StatefulSetList';
  readonly metadata: ListMeta;
  readonly items: readonly StatefulSet[];
}

export interface StatefulSetOrdinals {
  readonly start: number;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  readonly whenDeleted?: string;
  readonly whenScaled?: string;
}

export interface StatefulSetSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelector;
  readonly template: PodTemplateSpec;
  readonly volumeClaimTemplates?: readonly Embedded<PersistentVolumeClaim>[];
  readonly serviceName: string;
  readonly podManagementPolicy?: string;
  readonly updateStrategy?: StatefulSetUpdateStrategy;
  readonly revisionHistoryLimit?: number;
  readonly minReadySeconds?: number;
  readonly persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  readonly ordinals?: StatefulSetOrdinals;
}

export interface StatefulSetStatus {
  readonly observedGeneration?: number;
  readonly replicas: number;
  readonly readyReplicas?: number;
  readonly currentReplicas?: number;
  readonly updatedReplicas?: number;
  readonly currentRevision?: string;
  readonly updateRevision?: string;
  readonly collisionCount?: number;
  readonly conditions?: readonly StatefulSetCondition[];
  readonly availableReplicas: number;
}

export interface StatefulSetUpdateStrategy {
  readonly type?: string;
  readonly rollingUpdate?: RollingUpdateStatefulSetStrategy;
}
