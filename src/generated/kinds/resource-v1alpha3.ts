// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { Condition, ListMeta, ObjectMeta } from './meta-v1.js';

export interface DeviceTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoExecute' | 'NoSchedule' | 'None' | (string & {});
  readonly timeAdded?: string;
}

export interface DeviceTaintRule {
  readonly apiVersion: 'resource.k8s.io/v1alpha3';
  readonly kind: 'DeviceTaintRule';
  readonly metadata: ObjectMeta;
  readonly spec: DeviceTaintRuleSpec;
  readonly status: DeviceTaintRuleStatus;
}

export interface DeviceTaintRuleList {
  readonly apiVersion: 'resource.k8s.io/v1alpha3';
  readonly kind: 'DeviceTaintRuleList';
  readonly metadata: ListMeta;
  readonly items: readonly DeviceTaintRule[];
}

export interface DeviceTaintRuleSpec {
  readonly deviceSelector?: DeviceTaintSelector;
  readonly taint?: DeviceTaint;
}

export interface DeviceTaintRuleStatus {
  readonly conditions?: readonly Condition[];
}

export interface DeviceTaintSelector {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
}

export interface PoolStatus {
  readonly driver?: string;
  readonly poolName?: string;
  readonly generation: number;
  readonly resourceSliceCount?: number;
  readonly totalDevices?: number;
  readonly allocatedDevices?: number;
  readonly availableDevices?: number;
  readonly unavailableDevices?: number;
  readonly nodeName?: string;
  readonly validationError?: string;
}

export interface ResourcePoolStatusRequest {
  readonly apiVersion: 'resource.k8s.io/v1alpha3';
  readonly kind: 'ResourcePoolStatusRequest';
  readonly metadata: ObjectMeta;
  readonly spec: ResourcePoolStatusRequestSpec;
  readonly status?: ResourcePoolStatusRequestStatus;
}

export interface ResourcePoolStatusRequestList {
  readonly apiVersion: 'resource.k8s.io/v1alpha3';
  readonly kind: 'ResourcePoolStatusRequestList';
  readonly metadata: ListMeta;
  readonly items: readonly ResourcePoolStatusRequest[];
}

export interface ResourcePoolStatusRequestSpec {
  readonly driver: string;
  readonly poolName?: string;
  readonly limit?: number;
}

export interface ResourcePoolStatusRequestStatus {
  readonly poolCount?: number;
  readonly pools?: readonly PoolStatus[];
  readonly conditions?: readonly Condition[];
}
