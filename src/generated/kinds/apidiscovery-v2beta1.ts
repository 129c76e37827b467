// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { GroupVersionKind, ListMeta, ObjectMeta } from './meta-v1.js';

export interface APIGroupDiscovery {
  readonly apiVersion: 'apidiscovery.k8s.io/v2beta1';
  readonly kind: 'APIGroupDiscovery';
  readonly metadata: ObjectMeta;
  readonly versions?: readonly APIVersionDiscovery[];
}

export interface APIGroupDiscoveryList {
  readonly apiVersion: 'apidiscovery.k8s.io/v2beta1';
  readonly kind: 'APIGroupDiscoveryList';
  readonly metadata: ListMeta;
  readonly items: readonly APIGroupDiscovery[];
}

export interface APIResourceDiscovery {
  readonly resource: string;
  readonly responseKind?: GroupVersionKind;
  readonly scope: string;
  readonly singularResource: string;
  readonly verbs: readonly string[] | null;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly APISubresourceDiscovery[];
}

export interface APISubresourceDiscovery {
  readonly subresource: string;
  readonly responseKind?: GroupVersionKind;
  readonly acceptedTypes?: readonly GroupVersionKind[];
  readonly verbs: readonly string[] | null;
}

export interface APIVersionDiscovery {
  readonly version: string;
  readonly resources?: readonly APIResourceDiscovery[];
  readonly freshness?: string;
}
