import type { Service, ServiceSpec } from '../../generated/kinds/core-v1.js';
import type { Metadata } from '../contract.js';
import { duplicate, forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, dnsSubdomain, portNumber, qualifiedName } from '../names.js';
import { validateEndpointIp } from './endpoint-address.js';
import { ipFamily, validateCidr, validateIp } from './ip.js';
import { checked, validateLabels } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { validatePort } from './pod-probes.js';

type Spec = Loose<ServiceSpec>;

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
/** A day, in seconds. */
const MAX_AFFINITY_SECONDS = 86_400;

export const isHeadless = ({ clusterIPs }: Spec): boolean => clusterIPs?.length === 1 && clusterIPs[0] === 'None';
export const needsNodePort = ({ type }: Spec): boolean => type === 'NodePort' || type === 'LoadBalancer';
export const isExternallyReachable = (spec: Spec): boolean =>
  needsNodePort(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0);
export const needsHealthCheck = ({ type, externalTrafficPolicy }: Spec): boolean =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local';

const oneOf = (field: string, value: string | undefined, allowed: readonly string[]): FieldError[] =>
  value === undefined || allowed.includes(value) ? [] : [notSupported(field, value, allowed)];

/** Addresses, families and policy, as far as they can be judged without knowing what the cluster has. */
export function validateClusterIPs(spec: Spec): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const ips = spec.clusterIPs ?? [];
  const field = 'spec.clusterIPs';
  const errors: FieldError[] = [];
  if (!isEmpty(spec.clusterIP)) {
    if (ips.length === 0) errors.push(required(field));
    else if (ips[0] !== spec.clusterIP) errors.push(invalid(field, ips, 'first value must match `clusterIP`'));
  } else if (ips.length > 0) errors.push(invalid(field, ips, 'must be empty when `clusterIP` is not specified'));
  const seen = new Set<string>();
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    const path = `spec.ipFamilies[${String(index)}]`;
    errors.push(...oneOf(path, family, FAMILIES));
    if (seen.has(family)) errors.push(duplicate(path, family));
    seen.add(family);
  }
  errors.push(...oneOf('spec.ipFamilyPolicy', spec.ipFamilyPolicy, POLICIES));
  let isWrong = false;
  for (const [index, ip] of ips.entries()) {
    if (index === 0 && ip === 'None') {
      if (ips.length > 1) {
        isWrong = true;
        errors.push(invalid(field, ips, "'None' must be the first and only value"));
      }
      continue;
    }
    const wrong = validateIp(`${field}[${String(index)}]`, ip);
    if (wrong.length > 0) isWrong = true;
    errors.push(...wrong);
  }
  if (ips.length > 2) errors.push(invalid(field, ips, 'may only hold up to 2 values'));
  if (isWrong) return errors;
  if (ips.length > 1 && new Set(ips.map(ipFamily)).size < 2) {
    errors.push(invalid(field, ips, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(spec)) return errors;
  for (const [index, ip] of ips.entries()) {
    const family = spec.ipFamilies?.[index];
    if (family === undefined || family === `IPv${String(ipFamily(ip))}`) continue;
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${String(index)}]\``;
    errors.push(invalid(`${field}[${String(index)}]`, ip, detail));
  }
  return errors;
}

function validatePorts(spec: Spec): FieldError[] {
  const ports = spec.ports ?? [];
  const names = new Set<string>();
  return ports.flatMap(({ name, port = 0, protocol, targetPort, appProtocol }, index) => {
    const path = `spec.ports[${String(index)}]`;
    const errors: FieldError[] = [];
    if (isEmpty(name)) {
      if (ports.length > 1) errors.push(required(`${path}.name`));
    } else {
      errors.push(...checked(`${path}.name`, name, dnsLabel));
      if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
      names.add(name);
    }
    for (const detail of portNumber(port)) errors.push(invalid(`${path}.port`, port, detail));
    if (isEmpty(protocol)) errors.push(required(`${path}.protocol`));
    else errors.push(...oneOf(`${path}.protocol`, protocol, PROTOCOLS));
    errors.push(...validatePort(`${path}.targetPort`, targetPort));
    if (appProtocol !== undefined) errors.push(...checked(`${path}.appProtocol`, appProtocol, qualifiedName));
    return errors;
  });
}

function validateRepeatedPorts(spec: Spec): FieldError[] {
  const errors: FieldError[] = [];
  const nodePorts = new Set<string>();
  const ports = new Set<string>();
  const entries = [...(spec.ports ?? []).entries()];
  for (const [index, { protocol, nodePort = 0 }] of entries) {
    if (nodePort === 0) continue;
    const key = `${protocol ?? ''}/${String(nodePort)}`;
    if (nodePorts.has(key)) errors.push(duplicate(`spec.ports[${String(index)}].nodePort`, nodePort));
    nodePorts.add(key);
  }
  for (const [index, { protocol, port = 0 }] of entries) {
    const key = `${protocol ?? ''}/${String(port)}`;
    if (ports.has(key)) {
      // The server shows its internal struct, with all it does not compare left at zero.
      const shown = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
      errors.push(duplicate(`spec.ports[${String(index)}]`, shown));
    }
    ports.add(key);
  }
  return errors;
}

function validateAffinity(spec: Spec): FieldError[] {
  const { sessionAffinity, sessionAffinityConfig: config } = spec;
  const errors = isEmpty(sessionAffinity)
    ? [required('spec.sessionAffinity')]
    : oneOf('spec.sessionAffinity', sessionAffinity, ['ClientIP', 'None']);
  const seconds = config?.clientIP?.timeoutSeconds;
  if (sessionAffinity === 'ClientIP' && seconds !== undefined && (seconds <= 0 || seconds > MAX_AFFINITY_SECONDS)) {
    const detail = `must be greater than 0 and less than ${String(MAX_AFFINITY_SECONDS)}`;
    errors.push(invalid('spec.sessionAffinityConfig.clientIP.timeoutSeconds', seconds, detail));
  }
  return errors;
}

function validateType(spec: Spec): FieldError[] {
  const errors: FieldError[] = [];
  if (needsNodePort(spec) && isHeadless(spec)) {
    const detail = `may not be set to 'None' for ${spec.type ?? ''} services`;
    errors.push(invalid('spec.clusterIPs[0]', 'None', detail));
  }
  if (spec.type !== 'ExternalName') return errors;
  const refusal = 'may not be set for ExternalName services';
  if ((spec.clusterIPs ?? []).length > 0) errors.push(forbidden('spec.clusterIPs', refusal));
  if ((spec.ipFamilies ?? []).length > 0) errors.push(forbidden('spec.ipFamilies', refusal));
  if (spec.ipFamilyPolicy !== undefined) errors.push(forbidden('spec.ipFamilyPolicy', refusal));
  const name = (spec.externalName ?? '').replace(/\.$/, '');
  errors.push(...(name === '' ? [required('spec.externalName')] : checked('spec.externalName', name, dnsSubdomain)));
  return errors;
}

function validateTraffic(spec: Spec): FieldError[] {
  const errors: FieldError[] = [];
  const { externalTrafficPolicy: external, internalTrafficPolicy: internal, healthCheckNodePort: check = 0 } = spec;
  const path = 'spec.externalTrafficPolicy';
  if (!isExternallyReachable(spec)) {
    if (!isEmpty(external)) errors.push(invalid(path, external, 'may only be set for externally-accessible services'));
  } else if (isEmpty(external)) errors.push(required(path));
  else errors.push(...oneOf(path, external, ['Cluster', 'Local']));
  if (!needsHealthCheck(spec) && check !== 0) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalid('spec.healthCheckNodePort', check, detail));
  }
  errors.push(...oneOf('spec.internalTrafficPolicy', internal, ['Cluster', 'Local']));
  const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
  return [...errors, ...oneOf('spec.trafficDistribution', spec.trafficDistribution, distributions)];
}

function validateSourceRanges(spec: Spec): FieldError[] {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  // The capital is the real server's.
  const field = 'spec.LoadBalancerSourceRanges';
  const refusal = "may only be used when `type` is 'LoadBalancer'";
  const errors = ranges.length > 0 && spec.type !== 'LoadBalancer' ? [forbidden(field, refusal)] : [];
  for (const [index, range] of ranges.entries()) {
    errors.push(...validateCidr(`${field}[${String(index)}]`, range.trim()));
  }
  if (spec.allocateLoadBalancerNodePorts !== undefined && spec.type !== 'LoadBalancer') {
    errors.push(forbidden('spec.allocateLoadBalancerNodePorts', refusal));
  }
  if (spec.loadBalancerClass !== undefined) {
    if (spec.type === 'LoadBalancer') {
      errors.push(...checked('spec.loadBalancerClass', spec.loadBalancerClass, qualifiedName));
    } else errors.push(forbidden('spec.loadBalancerClass', refusal));
  }
  return errors;
}

/** The rules of a service, in the order of the real server. */
export function validateService(service: Loose<Service>, _metadata: Metadata): FieldError[] {
  const spec = service.spec ?? {};
  const errors: FieldError[] = [];
  if ((spec.ports ?? []).length === 0 && !isHeadless(spec) && spec.type !== 'ExternalName') {
    errors.push(required('spec.ports'));
  }
  errors.push(
    ...validateType(spec),
    ...validatePorts(spec),
    ...validateLabels(spec.selector as Record<string, string> | undefined, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateClusterIPs(spec),
    ...(spec.externalIPs ?? []).flatMap((ip, index) => {
      const path = `spec.externalIPs[${String(index)}]`;
      const wrong = validateIp(path, ip);
      return wrong.length > 0 ? wrong : validateEndpointIp(path, ip);
    }),
    ...(isEmpty(spec.type) ? [required('spec.type')] : oneOf('spec.type', spec.type, TYPES)),
  );
  if (spec.type === 'ClusterIP') {
    for (const [index, { nodePort = 0 }] of (spec.ports ?? []).entries()) {
      if (nodePort === 0) continue;
      const path = `spec.ports[${String(index)}].nodePort`;
      errors.push(forbidden(path, "may not be used when `type` is 'ClusterIP'"));
    }
  }
  return [...errors, ...validateRepeatedPorts(spec), ...validateSourceRanges(spec), ...validateTraffic(spec)];
}
