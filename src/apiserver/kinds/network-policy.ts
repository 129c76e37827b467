import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '../../generated/kinds/networking-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { portName, portNumber } from '../names.js';
import { cidrParts, ipNumber, validateCidr } from './ip.js';
import { checked, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { as } from './loose.js';

function validatePolicyPort({ protocol, port, endPort }: Loose<NetworkPolicyPort>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (protocol !== undefined && !['TCP', 'UDP', 'SCTP'].includes(protocol)) {
    errors.push(notSupported(`${field}.protocol`, protocol, ['TCP', 'UDP', 'SCTP']));
  }
  const end = `${field}.endPort`;
  if (typeof port === 'number') {
    for (const detail of portNumber(port)) errors.push(invalid(`${field}.port`, port, detail));
    if (endPort !== undefined) {
      if (endPort < port) errors.push(invalid(end, port, 'must be greater than or equal to `port`'));
      for (const detail of portNumber(endPort)) errors.push(invalid(end, endPort, detail));
    }
  } else if (typeof port === 'string') {
    if (endPort !== undefined) errors.push(invalid(end, endPort, 'may not be specified when `port` is non-numeric'));
    errors.push(...checked(`${field}.port`, port, portName));
  } else if (endPort !== undefined) {
    errors.push(invalid(end, endPort, 'may not be specified when `port` is not specified'));
  }
  return errors;
}

/** Whether the second range is in the first, and smaller. */
function isWithin(outer: string, inner: string): boolean {
  const [a, b] = [cidrParts(outer), cidrParts(inner)];
  if (a === undefined || b === undefined) return false;
  if (a.family !== b.family || a.length >= b.length) return false;
  const shift = BigInt((a.family === 4 ? 32 : 128) - a.length);
  return ipNumber(a.address) >> shift === ipNumber(b.address) >> shift;
}

function validateBlock({ cidr = '', except }: Loose<IPBlock>, field: string): FieldError[] {
  if (cidr === '') return [required(`${field}.cidr`)];
  const errors = validateCidr(`${field}.cidr`, cidr);
  if (cidrParts(cidr) === undefined) return errors;
  for (const [index, range] of (except ?? []).entries()) {
    const path = `${field}.except[${String(index)}]`;
    errors.push(...validateCidr(path, range));
    if (cidrParts(range) === undefined || isWithin(cidr, range)) continue;
    errors.push(invalid(path, range, 'must be a strict subset of `cidr`'));
  }
  return errors;
}

function validatePeer(
  { podSelector, namespaceSelector, ipBlock }: Loose<NetworkPolicyPeer>,
  field: string,
): FieldError[] {
  const errors = [
    ...validateLabelSelector(podSelector, `${field}.podSelector`),
    ...validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`),
    ...(ipBlock === undefined ? [] : validateBlock(ipBlock, `${field}.ipBlock`)),
  ];
  const others = [podSelector, namespaceSelector].filter((peer) => peer !== undefined).length;
  if (others === 0 && ipBlock === undefined) errors.push(required(field, 'must specify a peer'));
  if (others > 0 && ipBlock !== undefined) {
    errors.push(forbidden(field, 'may not specify both ipBlock and another peer'));
  }
  return errors;
}

/** The rules of network policies. */
export const networkPolicyStrategy: Strategy = {
  generation: true,
  default(object) {
    const spec = (as<NetworkPolicy>(object).spec ??= {});
    spec.podSelector ??= {};
    for (const { ports } of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
      for (const port of ports ?? []) port.protocol ??= 'TCP';
    }
    if ((spec.policyTypes ?? []).length > 0) return;
    spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
  validate(object) {
    const spec = as<NetworkPolicy>(object).spec ?? {};
    const errors = validateLabelSelector(spec.podSelector, 'spec.podSelector');
    const rule = (
      path: string,
      ports: readonly Loose<NetworkPolicyPort>[] | undefined,
      peers: readonly Loose<NetworkPolicyPeer>[] | undefined,
      name: string,
    ): void => {
      errors.push(
        ...(ports ?? []).flatMap((port, at) => validatePolicyPort(port, `${path}.ports[${String(at)}]`)),
        ...(peers ?? []).flatMap((peer, at) => validatePeer(peer, `${path}.${name}[${String(at)}]`)),
      );
    };
    for (const [index, { ports, from }] of (spec.ingress ?? []).entries()) {
      rule(`spec.ingress[${String(index)}]`, ports, from, 'from');
    }
    for (const [index, { ports, to }] of (spec.egress ?? []).entries()) {
      rule(`spec.egress[${String(index)}]`, ports, to, 'to');
    }
    const types = spec.policyTypes ?? [];
    if (types.length > 2)
      return [...errors, invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')];
    for (const [index, type] of types.entries()) {
      if (type === 'Ingress' || type === 'Egress') continue;
      errors.push(notSupported(`spec.policyTypes[${String(index)}]`, type, ['Ingress', 'Egress']));
    }
    return errors;
  },
};
