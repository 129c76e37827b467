// Written by scripts/generate from the Go types of Kubernetes. Do not edit: run `npm run generate`.
import type { TypedLocalObjectReference } from './core-v1.js';
import type { Condition, ListMeta, ObjectMeta } from './meta-v1.js';

export interface HTTPIngressPath {
  readonly path?: string;
  readonly pathType?: string;
  readonly backend: IngressBackend;
}

export interface HTTPIngressRuleValue {
  readonly paths: readonly HTTPIngressPath[];
}

export interface IPAddress {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'IPAddress';
  readonly metadata: ObjectMeta;
  readonly spec: IPAddressSpec;
}

export interface IPAddressList {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'IPAddressList';
  readonly metadata: ListMeta;
  readonly items: readonly IPAddress[];
}

export interface IPAddressSpec {
  readonly parentRef?: ParentReference;
}

export interface Ingress {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'Ingress';
  readonly metadata: ObjectMeta;
  readonly spec: IngressSpec;
  readonly status: IngressStatus;
}

export interface IngressBackend {
  readonly serviceName?: string;
  readonly servicePort?: number | string;
  readonly resource?: TypedLocalObjectReference;
}

export interface IngressClass {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'IngressClass';
  readonly metadata: ObjectMeta;
  readonly spec: IngressClassSpec;
}

export interface IngressClassList {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'IngressClassList';
  readonly metadata: ListMeta;
  readonly items: readonly IngressClass[];
}

export interface IngressClassParametersReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly scope: string;
  readonly namespace?: string;
}

export interface IngressClassSpec {
  readonly controller?: string;
  readonly parameters?: IngressClassParametersReference;
}

export interface IngressList {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'IngressList';
  readonly metadata: ListMeta;
  readonly items: readonly Ingress[];
}

export interface IngressLoadBalancerIngress {
  readonly ip?: string;
  readonly hostname?: string;
  readonly ports?: readonly IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  readonly ingress?: readonly IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
  readonly port: number;
  readonly protocol: string;
  readonly error?: string;
}

export interface IngressRule {
  readonly host?: string;
  readonly http?: HTTPIngressRuleValue;
}

export interface IngressRuleValue {
  readonly http?: HTTPIngressRuleValue;
}

export interface IngressSpec {
  readonly ingressClassName?: string;
  readonly backend?: IngressBackend;
  readonly tls?: readonly IngressTLS[];
  readonly rules?: readonly IngressRule[];
}

export interface IngressStatus {
  readonly loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressTLS {
  readonly hosts?: readonly string[];
  readonly secretName?: string;
}

export interface ParentReference {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface ServiceCIDR {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'ServiceCIDR';
  readonly metadata: ObjectMeta;
  readonly spec: ServiceCIDRSpec;
  readonly status: ServiceCIDRStatus;
}

export interface ServiceCIDRList {
  readonly apiVersion: 'networking.k8s.io/v1beta1';
  readonly kind: 'ServiceCIDRList';
  readonly metadata: ListMeta;
  readonly items: readonly ServiceCIDR[];
}

export interface ServiceCIDRSpec {
  readonly cidrs?: readonly string[];
}

export interface ServiceCIDRStatus {
  readonly conditions?: readonly Condition[];
}
