import type { Affinity, Container, ContainerPort, PodSpec, PodTemplateSpec } from '../../generated/kinds/core-v1.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { quantityOf } from './quantity.js';

/** Kinds of volumes that do nothing any more. */
const GONE: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** Annotations of before there were fields. They do nothing any more. */
const OLD_ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const NO_SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';

const NO_SELECTOR = 'a null labelSelector results in matching no pod';
const BYTES = ['memory', 'ephemeral-storage', 'storage'];

function withPaths(spec: Loose<PodSpec>, prefix: string): [Loose<Container>, string][] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, index): [Loose<Container>, string] => [
      container,
      `${prefix}spec.${list}[${String(index)}]`,
    ]),
  );
}

/** Part of a byte cannot be had. */
export function fractionWarnings(
  amounts: Readonly<Record<string, string | undefined>> | undefined,
  field: string,
): string[] {
  return BYTES.flatMap((name) => {
    const amount = amounts?.[name];
    if (amount === undefined) return [];
    const { value, scale } = quantityOf(amount);
    if (scale >= 0 || value % 10n ** BigInt(-scale) === 0n) return [];
    return [`${field}[${name}]: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`];
  });
}

function envWarnings({ env = [] }: Loose<Container>, path: string): string[] {
  const seen = new Set<string>();
  return env.flatMap(({ name = '', value = '', valueFrom }, index) => {
    const known = seen.has(name);
    seen.add(name);
    const ref = `$(${name})`;
    if (!known || (valueFrom === undefined && value !== ref && value.includes(ref))) return [];
    const at = `${path}.env[${String(index)}]`;
    return [`${at}: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`];
  });
}

function portWarnings(containers: readonly [Loose<Container>, string][]): string[] {
  const warnings: string[] = [];
  const seen = new Map<string, [string, Loose<ContainerPort>][]>();
  const names = new Map<string, string>();
  const all = containers.flatMap(([{ ports = [] }, path]) =>
    ports.map((port, index): [string, Loose<ContainerPort>] => [`${path}.ports[${String(index)}]`, port]),
  );
  for (const [path, port] of all) {
    const key = `${String(port.containerPort)}/${port.protocol ?? ''}`;
    const others = seen.get(key) ?? [];
    for (const [otherPath, other] of others) {
      const sameIp = (port.hostIP ?? '') === (other.hostIP ?? '');
      const [mine, theirs] = [port.hostPort ?? 0, other.hostPort ?? 0];
      if (sameIp && mine === theirs) warnings.push(`${path}: duplicate port definition with ${otherPath}`);
      else if (mine === 0 || theirs === 0) warnings.push(`${path}: overlapping port definition with ${otherPath}`);
      else if (mine === theirs && isEmpty(port.hostIP) !== isEmpty(other.hostIP)) {
        warnings.push(`${path}: dangerously ambiguous port definition with ${otherPath}`);
      }
    }
    seen.set(key, [...others, [path, port]]);
  }
  for (const [path, { name }] of all) {
    if (isEmpty(name)) continue;
    const other = names.get(name);
    if (other === undefined) names.set(name, path);
    else {
      const shown = JSON.stringify(name);
      warnings.push(
        `${path}: duplicate port name ${shown} with ${other}, services and probes that select ports by name will use ${other}`,
      );
    }
  }
  return warnings;
}

function affinityWarnings(affinity: Loose<Affinity> | undefined, path: string): string[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((name) => {
    const pods = affinity?.[name];
    const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
    const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
    return [
      ...(pods?.[REQUIRED] ?? []).flatMap(({ labelSelector }, index) =>
        labelSelector === undefined
          ? [`${path}.${name}.${REQUIRED}[${String(index)}].labelSelector: ${NO_SELECTOR}`]
          : [],
      ),
      ...(pods?.[PREFERRED] ?? []).flatMap(({ podAffinityTerm }, index) =>
        podAffinityTerm?.labelSelector === undefined
          ? [`${path}.${name}.${PREFERRED}[${String(index)}].podAffinityTerm.labelSelector: ${NO_SELECTOR}`]
          : [],
      ),
    ];
  });
}

/** What the server lets pass and warns of. `prefix` is where the pod is: nothing, or `spec.template.`. */
export function podWarnings({ metadata, spec = {} }: Loose<PodTemplateSpec>, prefix: string): string[] {
  const containers = withPaths(spec, prefix);
  const annotations = Object.keys(metadata?.annotations ?? {});
  const ofAnnotation = (key: string, text: string): string[] =>
    annotations.includes(key) ? [`${prefix}metadata.annotations[${key}]: ${text}`] : [];
  const ofSeccomp = (key: string, context: { seccompProfile?: object } | undefined): string[] =>
    context?.seccompProfile === undefined ? ofAnnotation(key, NO_SECCOMP) : [];
  return [
    ...(spec.topologySpreadConstraints ?? []).flatMap(({ labelSelector }, index) =>
      labelSelector === undefined
        ? [`${prefix}spec.topologySpreadConstraints[${String(index)}].labelSelector: ${NO_SELECTOR}`]
        : [],
    ),
    ...Object.entries(OLD_ANNOTATIONS).flatMap(([key, text]) => ofAnnotation(key, text)),
    ...(spec.volumes ?? []).flatMap((volume, index) =>
      Object.keys(volume)
        .filter((name) => Object.hasOwn(GONE, name))
        .map((name) => `${prefix}spec.volumes[${String(index)}].${name}: ${GONE[name] ?? ''}`),
    ),
    ...ofSeccomp(SECCOMP_OF_POD, spec.securityContext),
    ...containers.flatMap(([container, path]) => [
      ...ofSeccomp(`${SECCOMP_OF_CONTAINER}${container.name ?? ''}`, container.securityContext),
      ...BYTES.flatMap((name) =>
        (['limits', 'requests'] as const).flatMap((list) =>
          fractionWarnings({ [name]: container.resources?.[list]?.[name] }, `${path}.resources.${list}`),
        ),
      ),
      ...envWarnings(container, path),
    ]),
    ...portWarnings(containers),
    ...affinityWarnings(spec.affinity, `${prefix}spec.affinity`),
  ];
}
