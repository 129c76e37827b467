// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ObjectMeta } from './meta-v1.js';

export interface ImageReview {
  readonly apiVersion: 'imagepolicy.k8s.io/v1alpha1';
  readonly kind: 'ImageReview';
  readonly metadata: ObjectMeta;
  readonly spec: ImageReviewSpec;
  readonly status: ImageReviewStatus;
}

export interface ImageReviewContainerSpec {
  readonly image?: string;
}

export interface ImageReviewSpec {
  readonly containers?: readonly ImageReviewContainerSpec[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly namespace?: string;
}

export interface ImageReviewStatus {
  readonly allowed: boolean;
  readonly reason?: string;
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}
