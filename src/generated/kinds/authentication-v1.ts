// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ObjectMeta } from './meta-v1.js';

export interface BoundObjectReference {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly name?: string;
  readonly uid?: string;
}

export interface SelfSubjectReview {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'SelfSubjectReview';
  readonly metadata: ObjectMeta;
  readonly status: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  readonly userInfo?: UserInfo;
}

export interface TokenRequest {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'TokenRequest';
  readonly metadata: ObjectMeta;
  readonly spec: TokenRequestSpec;
  readonly status: TokenRequestStatus;
}

export interface TokenRequestSpec {
  readonly audiences: readonly string[] | null;
  readonly expirationSeconds: number | null;
  readonly boundObjectRef: BoundObjectReference | null;
}

export interface TokenRequestStatus {
  readonly token: string;
  readonly expirationTimestamp: string | null;
}

export interface TokenReview {
  readonly apiVersion: 'authentication.k8s.io/v1';
  readonly kind: 'TokenReview';
  readonly metadata: ObjectMeta;
  readonly spec: TokenReviewSpec;
  readonly status: TokenReviewStatus;
}

export interface TokenReviewSpec {
  readonly token?: string;
  readonly audiences?: readonly string[];
}

export interface TokenReviewStatus {
  readonly authenticated?: boolean;
  readonly user?: UserInfo;
  readonly audiences?: readonly string[];
  readonly error?: string;
}

export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
