import type { ServiceSpec } from '../../generated/kinds/core-v1.js';
import type { ApiObject, WriteContext } from '../contract.js';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { invalidError } from '../status-error.js';
import { ipFamily, ipNumber, ipv4Of } from './ip.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { isHeadless, needsHealthCheck, needsNodePort, validateClusterIPs } from './service-validation.js';

/** The addresses of services, as the real server in our tests has them. The first is the server itself. */
const RANGE = { cidr: '10.0.0.0/16', first: ipNumber('10.0.0.1'), last: ipNumber('10.0.255.254') } as const;
/** The default range of kube-apiserver for ports that every node listens on. */
const NODE_PORTS = { first: 30_000, last: 32_767 } as const;

type Spec = Loose<ServiceSpec>;

const SERVICE = { group: '', resource: 'services', kind: 'Service', groupResource: 'services' };

function refuse(object: ApiObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidError(SERVICE, object.metadata.name ?? '', errors);
}

function* othersOf(object: ApiObject, context: WriteContext): Iterable<Spec> {
  const { namespace, name } = object.metadata;
  for (const other of context.lookupAll('services', '')) {
    if (other.metadata.name === name && other.metadata.namespace === namespace) continue;
    yield other.spec ?? {};
  }
}

/**
 * Decides on families and policy. The server has IPv4 only, so everything else is refused, as a server with one range
 * refuses it; this comes before all other rules.
 */
export function settleIpFamilies(object: ApiObject, spec: Spec, old: Spec | undefined): void {
  if (spec.type === 'ExternalName') return;
  const isDetached = spec.clusterIP === 'None' && Object.keys(spec.selector ?? {}).length === 0;
  spec.ipFamilyPolicy ??= old?.ipFamilyPolicy ?? (isDetached ? 'RequireDualStack' : 'SingleStack');
  refuse(object, validateClusterIPs(spec));
  const families = (spec.ipFamilies ??= []);
  const errors: FieldError[] = [];
  const policy = 'spec.ipFamilyPolicy';
  if (spec.ipFamilyPolicy === 'SingleStack') {
    const detail = (what: string): string =>
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    if ((spec.clusterIPs ?? []).length === 2) errors.push(invalid(policy, spec.ipFamilyPolicy, detail('cluster IPs')));
    if (families.length === 2) errors.push(invalid(policy, spec.ipFamilyPolicy, detail('IP families')));
  }
  for (const [index, ip] of (spec.clusterIPs ?? []).entries()) {
    if (ip === 'None') break;
    if (index < families.length) continue;
    if (ipFamily(ip) === 4) families.push('IPv4');
    else {
      const detail = 'IPv6 is not configured on this cluster';
      errors.push(invalid(`spec.clusterIPs[${String(index)}]`, spec.clusterIPs, detail));
    }
  }
  refuse(object, errors);
  if (isDetached) {
    if (families.length === 0) families.push('IPv4');
    if (families.length < 2 && spec.ipFamilyPolicy !== 'SingleStack') {
      families.push(families[0] === 'IPv4' ? 'IPv6' : 'IPv4');
    }
    return;
  }
  if (spec.ipFamilyPolicy === 'RequireDualStack') {
    errors.push(invalid(policy, spec.ipFamilyPolicy, 'this cluster is not configured for dual-stack services'));
  }
  for (const [index, family] of families.entries()) {
    if (family === 'IPv4') continue;
    errors.push(invalid(`spec.ipFamilies[${String(index)}]`, family, 'not configured on this cluster'));
  }
  refuse(object, errors);
  if (families.length === 0) families.push('IPv4');
}

/** Gives a service its address, or takes the one it asks for. */
export function allocateClusterIPs(object: ApiObject, spec: Spec, old: Spec | undefined, context: WriteContext): void {
  if (spec.type === 'ExternalName' || isHeadless(spec)) return;
  const used = new Set<string>();
  for (const other of othersOf(object, context)) for (const ip of other.clusterIPs ?? []) used.add(ip);
  const asked = spec.clusterIPs?.[0];
  if (isEmpty(asked)) {
    const ip = freeAddress(used);
    spec.clusterIP = ip;
    spec.clusterIPs = [ip];
    return;
  }
  if (old?.clusterIPs?.includes(asked) === true) return;
  const fail = (why: string): void => {
    refuse(object, [invalid('spec.clusterIPs', spec.clusterIPs, `failed to allocate IP ${asked}: ${why}`)]);
  };
  const number = ipNumber(asked);
  if (number < RANGE.first - 1n || number > RANGE.last + 1n) {
    // Two allocators of the real server, each with words of its own; the older one is left for dry runs.
    if (!context.dryRun) fail('the provided network does not match the current range');
    fail(`the provided IP (${asked}) is not in the valid range. The range of valid IPs is ${RANGE.cidr}`);
  }
  if (used.has(asked)) fail('provided IP is already allocated');
}

function freeAddress(used: ReadonlySet<string>): string {
  const size = RANGE.last - RANGE.first;
  // A random place first, so that an address is not given to another service soon after its release.
  let candidate = RANGE.first + 1n + BigInt(Math.floor(Math.random() * Number(size)));
  for (let tries = 0n; tries < size; tries += 1n) {
    if (candidate > RANGE.last) candidate = RANGE.first + 1n;
    const ip = ipv4Of(candidate);
    if (!used.has(ip)) return ip;
    candidate += 1n;
  }
  throw new RangeError('range is full');
}

/** Gives the ports of a service numbers on every node, where its type needs them. */
export function allocateNodePorts(object: ApiObject, spec: Spec, old: Spec | undefined, context: WriteContext): void {
  if (!needsNodePort(spec)) return;
  const used = new Set<number>();
  for (const other of othersOf(object, context)) {
    for (const { nodePort = 0 } of other.ports ?? []) used.add(nodePort);
    used.add(other.healthCheckNodePort ?? 0);
  }
  const kept = new Set((old?.ports ?? []).map(({ nodePort }) => nodePort ?? 0));
  const take = (port: number, field: string): void => {
    // A dry run of the real server takes any port.
    if (kept.has(port) || context.dryRun) return;
    if (port < NODE_PORTS.first || port > NODE_PORTS.last) {
      const range = `${String(NODE_PORTS.first)}-${String(NODE_PORTS.last)}`;
      refuse(object, [
        invalid(field, port, `provided port is not in the valid range. The range of valid ports is ${range}`),
      ]);
    }
    if (used.has(port)) refuse(object, [invalid(field, port, 'provided port is already allocated')]);
    used.add(port);
  };
  const next = (): number => {
    let port = NODE_PORTS.first + Math.floor(Math.random() * (NODE_PORTS.last - NODE_PORTS.first + 1));
    while (used.has(port) || kept.has(port)) port = port === NODE_PORTS.last ? NODE_PORTS.first : port + 1;
    used.add(port);
    return port;
  };
  // Ports of one number and two protocols share a number on the nodes.
  const shared = new Map<number, number>();
  const wantsAll = spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts !== false;
  for (const [index, port] of (spec.ports ?? []).entries()) {
    const asked = port.nodePort ?? 0;
    if (asked === 0 && !wantsAll) continue;
    const number = port.port ?? 0;
    const same = old === undefined ? shared.get(number) : undefined;
    if (asked === 0) port.nodePort = same ?? next();
    else if (same !== asked) take(asked, `spec.ports[${String(index)}].nodePort`);
    shared.set(number, port.nodePort ?? 0);
  }
  if (needsHealthCheck(spec) && (spec.healthCheckNodePort ?? 0) === 0) spec.healthCheckNodePort = next();
}
