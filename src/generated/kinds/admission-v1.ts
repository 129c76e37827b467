// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { UserInfo } from './authentication-v1.js';
import type { GroupVersionKind, GroupVersionResource, Status } from './meta-v1.js';

export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subResource?: string;
  readonly requestKind?: GroupVersionKind;
  readonly requestResource?: GroupVersionResource;
  readonly requestSubResource?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: string;
  readonly userInfo: UserInfo;
  readonly object?: unknown;
  readonly oldObject?: unknown;
  readonly dryRun?: boolean;
  readonly options?: unknown;
}

export interface AdmissionResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status?: Status;
  readonly patch?: string;
  readonly patchType?: string;
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

export interface AdmissionReview {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly request?: AdmissionRequest;
  readonly response?: AdmissionResponse;
}
