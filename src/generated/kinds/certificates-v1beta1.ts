// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { Condition, ListMeta, ObjectMeta } from './meta-v1.js';

export interface CertificateSigningRequest {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'CertificateSigningRequest';
  readonly metadata: ObjectMeta;
  readonly spec: CertificateSigningRequestSpec;
  readonly status: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string | null;
  readonly lastTransitionTime?: string | null;
}

export interface CertificateSigningRequestList {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'CertificateSigningRequestList';
  readonly metadata: ListMeta;
  readonly items: readonly CertificateSigningRequest[];
}

export interface CertificateSigningRequestSpec {
  readonly request: string | null;
  readonly signerName?: string;
  readonly expirationSeconds?: number;
  readonly usages?: readonly string[];
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface CertificateSigningRequestStatus {
  readonly conditions?: readonly CertificateSigningRequestCondition[];
  readonly certificate?: string;
}

export interface ClusterTrustBundle {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'ClusterTrustBundle';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleList {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'ClusterTrustBundleList';
  readonly metadata: ListMeta;
  readonly items: readonly ClusterTrustBundle[];
}

export interface ClusterTrustBundleSpec {
  readonly signerName?: string;
  readonly trustBundle: string;
}

export interface PodCertificateRequest {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'PodCertificateRequest';
  readonly metadata: ObjectMeta;
  readonly spec: PodCertificateRequestSpec;
  readonly status: PodCertificateRequestStatus;
}

export interface PodCertificateRequestList {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'PodCertificateRequestList';
  readonly metadata: ListMeta;
  readonly items: readonly PodCertificateRequest[];
}

export interface PodCertificateRequestSpec {
  readonly signerName: string;
  readonly podName: string;
  readonly podUID: string;
  readonly serviceAccountName: string;
  readonly serviceAccountUID: string;
  readonly nodeName: string;
  readonly nodeUID: string;
  readonly maxExpirationSeconds?: number;
  readonly pkixPublicKey: string | null;
  readonly proofOfPossession: string | null;
  readonly stubPKCS10Request: string | null;
  readonly unverifiedUserAnnotations?: Readonly<Record<string, string>>;
}

export interface PodCertificateRequestStatus {
  readonly conditions?: readonly Condition[];
  readonly certificateChain?: string;
  readonly notBefore?: string;
  readonly beginRefreshAt?: string;
  readonly notAfter?: string;
}
