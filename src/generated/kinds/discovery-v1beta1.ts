// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { ObjectReference } from './core-v1.js';
import type { ListMeta, ObjectMeta } from './meta-v1.js';

export interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions?: EndpointConditions;
  readonly hostname?: string;
  readonly targetRef?: ObjectReference;
  readonly topology?: Readonly<Record<string, string>>;
  readonly nodeName?: string;
  readonly hints?: EndpointHints;
}

export interface EndpointConditions {
  readonly ready?: boolean;
  readonly serving?: boolean;
  readonly terminating?: boolean;
}

export interface EndpointHints {
  readonly forZones?: readonly ForZone[];
  readonly forNodes?: readonly ForNode[];
}

export interface EndpointPort {
  readonly name?: string;
  readonly protocol?: string;
  readonly port?: number;
  readonly appProtocol?: string;
}

export interface EndpointSlice {
  readonly apiVersion: 'discovery.k8s.io/v1beta1';
  readonly kind: 'EndpointSlice';
  readonly metadata: ObjectMeta;
  readonly addressType: string;
  readonly endpoints: readonly Endpoint[] | null;
  readonly ports: readonly EndpointPort[] | null;
}

export interface EndpointSliceList {
  readonly apiVersion: 'discovery.k8s.io/v1beta1';
  readonly kind: 'EndpointSliceList';
  readonly metadata: ListMeta;
  readonly items: readonly EndpointSlice[];
}

export interface ForNode {
  readonly name: string;
}

export interface ForZone {
  readonly name: string;
}
