// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { Condition, ListMeta, ObjectMeta } from './meta-v1.js';

export interface BasicSchedulingPolicy {
}

export interface GangSchedulingPolicy {
  readonly minCount: number;
}

export interface PodGroup {
  readonly apiVersion: 'scheduling.k8s.io/v1alpha2';
  readonly kind: 'PodGroup';
  readonly metadata: ObjectMeta;
  readonly spec: PodGroupSpec;
  readonly status: PodGroupStatus;
}

export interface PodGroupList {
  readonly apiVersion: 'scheduling.k8s.io/v1alpha2';
  readonly kind: 'PodGroupList';
  readonly metadata: ListMeta;
  readonly items: readonly PodGroup[];
}

export interface PodGroupResourceClaim {
  readonly name: string;
  readonly resourceClaimName?: string;
  readonly resourceClaimTemplateName?: string;
}

export interface PodGroupResourceClaimStatus {
  readonly name: string;
  readonly resourceClaimName?: string;
}

export interface PodGroupSchedulingConstraints {
  readonly topology?: readonly TopologyConstraint[];
}

export interface PodGroupSchedulingPolicy {
  readonly basic?: BasicSchedulingPolicy;
  readonly gang?: GangSchedulingPolicy;
}

export interface PodGroupSpec {
  readonly podGroupTemplateRef: PodGroupTemplateReference | null;
  readonly schedulingPolicy: PodGroupSchedulingPolicy;
  readonly schedulingConstraints?: PodGroupSchedulingConstraints;
  readonly resourceClaims?: readonly PodGroupResourceClaim[];
  readonly disruptionMode?: 'Pod' | 'PodGroup' | (string & {});
  readonly priorityClassName?: string;
  readonly priority?: number;
}

export interface PodGroupStatus {
  readonly conditions?: readonly Condition[];
  readonly resourceClaimStatuses?: readonly PodGroupResourceClaimStatus[];
}

export interface PodGroupTemplate {
  readonly name: string;
  readonly schedulingPolicy: PodGroupSchedulingPolicy;
  readonly schedulingConstraints: PodGroupSchedulingConstraints | null;
  readonly resourceClaims?: readonly PodGroupResourceClaim[];
  readonly disruptionMode?: 'Pod' | 'PodGroup' | (string & {});
  readonly priorityClassName?: string;
  readonly priority?: number;
}

export interface PodGroupTemplateReference {
  readonly workload: WorkloadPodGroupTemplateReference | null;
}

export interface TopologyConstraint {
  readonly key: string;
}

export interface TypedLocalObjectReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

export interface Workload {
  readonly apiVersion: 'scheduling.k8s.io/v1alpha2';
  readonly kind: 'Workload';
  readonly metadata: ObjectMeta;
  readonly spec: WorkloadSpec;
}

export interface WorkloadList {
  readonly apiVersion: 'scheduling.k8s.io/v1alpha2';
  readonly kind: 'WorkloadList';
  readonly metadata: ListMeta;
  readonly items: readonly Workload[];
}

export interface WorkloadPodGroupTemplateReference {
  readonly workloadName: string;
  readonly podGroupTemplateName: string;
}

export interface WorkloadSpec {
  readonly controllerRef?: TypedLocalObjectReference;
  readonly podGroupTemplates: readonly PodGroupTemplate[] | null;
}
