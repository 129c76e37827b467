import type { Service, ServiceSpec } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsLabel, dnsSubdomain } from '../names.js';
import { ipFamily, validateIp } from './ip.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty, fill } from './loose.js';
import { allocateClusterIPs, allocateNodePorts, settleIpFamilies } from './service-allocation.js';
import {
  isExternallyReachable,
  isHeadless,
  needsHealthCheck,
  needsNodePort,
  validateService,
} from './service-validation.js';

/** Three hours, in seconds: how long a client stays with the pod it got. */
const AFFINITY_SECONDS = 10_800;

function defaultAffinity(spec: Loose<ServiceSpec>): void {
  if (isEmpty(spec.sessionAffinity)) spec.sessionAffinity = 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
  }
}

function defaultSpec(spec: Loose<ServiceSpec>): void {
  defaultAffinity(spec);
  if (isEmpty(spec.type)) spec.type = 'ClusterIP';
  for (const port of spec.ports ?? []) {
    fill(port, 'protocol', 'TCP');
    const { targetPort } = port;
    if (targetPort === undefined || targetPort === 0 || targetPort === '') port.targetPort = port.port ?? 0;
  }
  if (isExternallyReachable(spec) && isEmpty(spec.externalTrafficPolicy)) spec.externalTrafficPolicy = 'Cluster';
  if (spec.type === 'ClusterIP' || needsNodePort(spec)) spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
}

/** One address and a list of them say the same; old clients know the one only. */
function settleClusterIPs(spec: Loose<ServiceSpec>, old: Loose<ServiceSpec> | undefined): void {
  if (old === undefined) {
    if (!isEmpty(spec.clusterIP) && (spec.clusterIPs ?? []).length === 0) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  if ((old.clusterIPs ?? []).length > 0 && (spec.clusterIPs ?? []).length === 0 && old.clusterIP === spec.clusterIP) {
    spec.clusterIPs = [...(old.clusterIPs ?? [])];
  }
  if (old.clusterIP === spec.clusterIP || !sameInGo(old.clusterIPs, spec.clusterIPs)) return;
  if (isEmpty(spec.clusterIP)) delete spec.clusterIPs;
  else spec.clusterIPs = [spec.clusterIP];
}

/** What was given once stays given, so that the first manifest can be sent again. */
function keepAllocated(spec: Loose<ServiceSpec>, old: Loose<ServiceSpec>): void {
  if (old.type !== 'ExternalName' && spec.type !== 'ExternalName') {
    if (isEmpty(spec.clusterIP) && old.clusterIP !== undefined) spec.clusterIP = old.clusterIP;
    if ((spec.clusterIPs ?? []).length === 0 && old.clusterIPs !== undefined) spec.clusterIPs = [...old.clusterIPs];
  }
  if (needsNodePort(old) && needsNodePort(spec)) {
    const given = new Set((spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0));
    const known = new Map((old.ports ?? []).map(({ name, nodePort }) => [name ?? '', nodePort ?? 0]));
    for (const port of spec.ports ?? []) {
      const before = known.get(port.name ?? '') ?? 0;
      if ((port.nodePort ?? 0) === 0 && before !== 0 && !given.has(before)) port.nodePort = before;
    }
  }
  if (needsHealthCheck(old) && needsHealthCheck(spec) && old.healthCheckNodePort !== undefined) {
    fill(spec, 'healthCheckNodePort', old.healthCheckNodePort);
  }
}

/** A change of type takes along what only the old type had, unless the sender changed it as well. */
function dropTypeDependent(spec: Loose<ServiceSpec>, old: Loose<ServiceSpec>): void {
  if (old.type !== 'ExternalName' && spec.type === 'ExternalName') {
    if (spec.clusterIP === old.clusterIP && sameInGo(spec.clusterIPs, old.clusterIPs)) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    if (sameInGo(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
    if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy;
  }
  if (needsNodePort(old) && !needsNodePort(spec)) {
    const before = new Set((old.ports ?? []).map(({ nodePort }) => nodePort));
    const all = (spec.ports ?? []).every(({ nodePort }) => (nodePort ?? 0) === 0 || before.has(nodePort));
    if (all) for (const port of spec.ports ?? []) delete port.nodePort;
  }
  if (needsHealthCheck(old) && !needsHealthCheck(spec) && spec.healthCheckNodePort === old.healthCheckNodePort) {
    delete spec.healthCheckNodePort;
  }
  if (old.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    if (spec.allocateLoadBalancerNodePorts === old.allocateLoadBalancerNodePorts) {
      delete spec.allocateLoadBalancerNodePorts;
    }
    if (spec.loadBalancerClass === old.loadBalancerClass) delete spec.loadBalancerClass;
  }
  if (isExternallyReachable(old) && !isExternallyReachable(spec)) {
    if (spec.externalTrafficPolicy === old.externalTrafficPolicy) delete spec.externalTrafficPolicy;
  }
}

function validateAddressChange(spec: Loose<ServiceSpec>, old: Loose<ServiceSpec>): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isHeadless(spec) && isHeadless(old)) return [];
  const now = spec.clusterIPs ?? [];
  const before = old.clusterIPs ?? [];
  if (before.length > 0 && now.length === 0) {
    return [invalid('spec.clusterIPs[0]', now, 'primary clusterIP can not be unset')];
  }
  return before.flatMap((ip, index) =>
    index < now.length && ip !== now[index]
      ? [invalid(`spec.clusterIPs[${String(index)}]`, now, 'may not change once set')]
      : [],
  );
}

function validateStatus({ spec, status }: Loose<Service>): FieldError[] {
  const ingress = status?.loadBalancer?.ingress ?? [];
  const field = 'status.loadBalancer.ingress';
  if (spec?.type !== 'LoadBalancer' && ingress.length > 0) {
    return [forbidden(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return ingress.flatMap(({ ip, ipMode, hostname }, index) => {
    const path = `${field}[${String(index)}]`;
    const errors = isEmpty(ip) ? [] : validateIp(`${path}.ip`, ip);
    if (ipMode === undefined) {
      if (!isEmpty(ip)) errors.push(required(`${path}.ipMode`, 'must be specified when `ip` is set'));
    } else if (isEmpty(ip)) errors.push(forbidden(`${path}.ipMode`, 'may not be specified when `ip` is not set'));
    else if (ipMode !== 'VIP' && ipMode !== 'Proxy') {
      errors.push(notSupported(`${path}.ipMode`, ipMode, ['Proxy', 'VIP']));
    }
    if (!isEmpty(hostname)) {
      errors.push(...checked(`${path}.hostname`, hostname, dnsSubdomain));
      if (ipFamily(hostname) !== undefined) {
        errors.push(invalid(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address'));
      }
    }
    return errors;
  });
}

/** Fields that promise what they do not keep. */
function serviceWarnings(spec: Loose<ServiceSpec>): string[] {
  const warnings: string[] = [];
  if (isHeadless(spec)) {
    if (!isEmpty(spec.loadBalancerIP)) warnings.push('spec.loadBalancerIP is ignored for headless services');
    if ((spec.externalIPs ?? []).length > 0) warnings.push('spec.externalIPs is ignored for headless services');
    if (spec.sessionAffinity !== 'None') warnings.push('spec.SessionAffinity is ignored for headless services');
  } else if ((spec.externalIPs ?? []).length > 0 && spec.type !== 'ExternalName') {
    warnings.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters');
  }
  if (spec.type === 'ExternalName' && (spec.externalIPs ?? []).length > 0) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (spec.type !== 'ExternalName' && !isEmpty(spec.externalName)) {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  if (spec.trafficDistribution === 'PreferClose') {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}

/** The rules of services. */
export const serviceStrategy: Strategy = {
  createOnUpdate: true,
  validateName: dnsLabel,
  default(object) {
    const service = as<Service>(object);
    defaultSpec((service.spec ??= {}));
    const status = (service.status ??= {});
    status.loadBalancer ??= {};
    if (service.spec.type !== 'LoadBalancer') return;
    for (const ingress of status.loadBalancer.ingress ?? []) if (!isEmpty(ingress.ip)) ingress.ipMode ??= 'VIP';
  },
  prepareForCreate(object, context) {
    object.status = { loadBalancer: {} };
    const spec = as<Service>(object).spec ?? {};
    settleClusterIPs(spec, undefined);
    settleIpFamilies(object, spec, undefined);
    allocateClusterIPs(object, spec, undefined, context);
    allocateNodePorts(object, spec, undefined, context);
  },
  prepareForUpdate(object, before, context) {
    const spec = as<Service>(object).spec ?? {};
    const old = as<Service>(before).spec ?? {};
    object.status = structuredClone(before.status);
    keepAllocated(spec, old);
    settleClusterIPs(spec, old);
    dropTypeDependent(spec, old);
    if (spec.type !== 'LoadBalancer') object.status = { ...(object.status as object), loadBalancer: {} };
    settleIpFamilies(object, spec, old);
    if (old.type === 'ExternalName') allocateClusterIPs(object, spec, old, context);
    allocateNodePorts(object, spec, old, context);
  },
  validate: (object) => validateService(as<Service>(object), object.metadata),
  validateUpdate(object, before) {
    const spec = as<Service>(object).spec ?? {};
    const old = as<Service>(before).spec ?? {};
    const errors = validateAddressChange(spec, old);
    const bothBalanced = spec.type === 'LoadBalancer' && old.type === 'LoadBalancer';
    if (bothBalanced && spec.loadBalancerClass !== old.loadBalancerClass) {
      errors.push(invalid('spec.loadBalancerClass', spec.loadBalancerClass, 'may not change once set'));
    }
    if (needsHealthCheck(spec) && needsHealthCheck(old) && spec.healthCheckNodePort !== old.healthCheckNodePort) {
      errors.push(forbidden('spec.healthCheckNodePort', 'field is immutable'));
    }
    return errors;
  },
  validateStatusUpdate: (object) => validateStatus(as<Service>(object)),
  warnings: (object) => serviceWarnings(as<Service>(object).spec ?? {}),
};
