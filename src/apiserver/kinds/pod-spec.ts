import type { PodSpec, PodTemplateSpec, Volume } from '../../generated/kinds/core-v1.js';
import type { Metadata } from '../contract.js';
import { duplicate, forbidden, invalid, notSupported, required, tooLong } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { between, dnsLabel, dnsSubdomain, dnsSubdomainWithUnderscore, MAX_INT32, qualifiedName } from '../names.js';
import { validateIp } from './ip.js';
import { checked, validateAnnotations, validateLabels } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import {
  validateContainers,
  validateEphemeralContainers,
  validateImageOfPod,
  validateInitContainers,
} from './pod-containers.js';
import { validateResourceName, validateResourceQuantity, validateResources } from './pod-resources.js';
import { validateAffinity, validateTolerations, validateTopologySpread } from './pod-scheduling.js';
import { validatePodSecurity } from './pod-security.js';
import { validateVolumes } from './pod-volumes.js';

/** Limits of the resolver of libc: name servers, search paths, and characters of all of these together. */
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2048;

const oneOf = (field: string, value: string | undefined, allowed: readonly string[]): FieldError[] => {
  if (isEmpty(value)) return [required(field)];
  return allowed.includes(value) ? [] : [notSupported(field, value, allowed)];
};

function validateDns({ dnsConfig, dnsPolicy }: Loose<PodSpec>, field: string): FieldError[] {
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None') {
    if (dnsConfig === undefined) return [required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    if (nameservers.length === 0) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(`${field}.nameservers`, detail)];
    }
  }
  const errors: FieldError[] = [];
  if (nameservers.length > MAX_NAMESERVERS) {
    const detail = `must not have more than ${String(MAX_NAMESERVERS)} nameservers`;
    errors.push(invalid(`${field}.nameservers`, nameservers, detail));
  }
  for (const [index, server] of nameservers.entries()) {
    errors.push(...validateIp(`${field}.nameservers[${String(index)}]`, server));
  }
  if (searches.length > MAX_SEARCHES) {
    const detail = `must not have more than ${String(MAX_SEARCHES)} search paths`;
    errors.push(invalid(`${field}.searches`, searches, detail));
  }
  if (searches.join(' ').length > MAX_SEARCH_CHARACTERS) {
    const detail = `must not have more than ${String(MAX_SEARCH_CHARACTERS)} characters (including spaces) in the search list`;
    errors.push(invalid(`${field}.searches`, searches, detail));
  }
  for (const [index, search] of searches.entries()) {
    if (search === '.') continue;
    const path = `${field}.searches[${String(index)}]`;
    errors.push(...checked(path, search.replace(/\.$/, ''), dnsSubdomainWithUnderscore));
  }
  for (const [index, { name }] of options.entries()) {
    if (isEmpty(name)) errors.push(required(`${field}.options[${String(index)}]`, 'must not be empty'));
  }
  return errors;
}

function validateHostNetwork(spec: Loose<PodSpec>, field: string, isPod: boolean): FieldError[] {
  if (spec.hostNetwork !== true) return [];
  return (spec.containers ?? []).flatMap((container, index) =>
    (container.ports ?? []).flatMap(({ hostPort = 0, containerPort = 0 }, at) => {
      if (hostPort === containerPort || (!isPod && hostPort === 0)) return [];
      const path = `${field}.containers[${String(index)}].ports[${String(at)}].hostPort`;
      return [invalid(path, hostPort, 'must match `containerPort` when `hostNetwork` is true')];
    }),
  );
}

function validateResourceClaims(spec: Loose<PodSpec>, field: string): FieldError[] {
  const seen = new Set<string>();
  return (spec.resourceClaims ?? []).flatMap((claim, index) => {
    const path = `${field}[${String(index)}]`;
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim;
    const errors: FieldError[] = [];
    if (name === '') errors.push(required(`${path}.name`));
    else if (seen.has(name)) errors.push(duplicate(`${path}.name`, name));
    else errors.push(...checked(`${path}.name`, name, dnsLabel));
    seen.add(name);
    const shown = {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    };
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalid(path, shown, detail));
    } else if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      errors.push(invalid(path, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
    }
    if (resourceClaimName !== undefined) {
      errors.push(...checked(`${path}.resourceClaimName`, resourceClaimName, dnsSubdomain));
    }
    if (resourceClaimTemplateName !== undefined) {
      errors.push(...checked(`${path}.resourceClaimTemplateName`, resourceClaimTemplateName, dnsSubdomain));
    }
    return errors;
  });
}

function validateHostUsers(spec: Loose<PodSpec>, field: string): FieldError[] {
  if (spec.hostUsers !== false) return [];
  const errors: FieldError[] = [];
  const refusal = 'when `hostUsers` is false';
  if (spec.hostNetwork === true) errors.push(forbidden(`${field}.hostNetwork`, refusal));
  // The capitals are the real server's.
  if (spec.hostPID === true) errors.push(forbidden(`${field}.HostPID`, refusal));
  if (spec.hostIPC === true) errors.push(forbidden(`${field}.HostIPC`, refusal));
  return errors;
}

function validateHostname(spec: Loose<PodSpec>, field: string): FieldError[] {
  const { hostnameOverride } = spec;
  if (hostnameOverride === undefined) return [];
  const path = `${field}.hostnameOverride`;
  const errors: FieldError[] = [];
  if (spec.setHostnameAsFQDN === true) {
    errors.push(forbidden(path, 'may not be specified when setHostnameAsFQDN is true'));
  }
  if (spec.hostNetwork === true) errors.push(forbidden(path, 'may not be specified when hostNetwork is true'));
  if (hostnameOverride.length > 64) errors.push(tooLong(path, 64));
  return [...errors, ...checked(path, hostnameOverride, dnsSubdomain)];
}

function validateGates(spec: Loose<PodSpec>, field: string): FieldError[] {
  const seen = new Set<string>();
  return [
    ...(spec.readinessGates ?? []).flatMap(({ conditionType = '' }, index) =>
      checked(`${field}.readinessGates[${String(index)}].conditionType`, conditionType, qualifiedName),
    ),
    ...(spec.schedulingGates ?? []).flatMap(({ name = '' }, index) => {
      const path = `${field}.schedulingGates[${String(index)}]`;
      const errors = checked(path, name, qualifiedName);
      if (seen.has(name)) errors.push(duplicate(path, name));
      seen.add(name);
      return errors;
    }),
  ];
}

const optional = (field: string, value: string | undefined, check: (text: string) => string[]): FieldError[] =>
  isEmpty(value) ? [] : checked(field, value, check);

/**
 * The rules of what runs, for a pod (`metadata` is its own) and for templates of pods. In the order of the real server,
 * which is the order of the causes in its answer.
 */
export function validatePodSpec(
  spec: Loose<PodSpec>,
  field: string,
  options: { metadata: Metadata | undefined },
): FieldError[] {
  const isPod = options.metadata !== undefined;
  const errors: FieldError[] = [];
  if (spec.terminationGracePeriodSeconds === undefined) {
    errors.push(required(`${field}.terminationGracePeriodSeconds`));
  }
  const volumes = new Map<string, Loose<Volume>>();
  const claims = new Set((spec.resourceClaims ?? []).flatMap(({ name }) => (isEmpty(name) ? [] : [name])));
  const around = { spec, volumes, claims, hostUsers: spec.hostUsers !== false };
  const named = { podName: options.metadata?.name, isPod, names: volumes };
  errors.push(
    ...validateVolumes(spec.volumes ?? [], `${field}.volumes`, named),
    ...validateResourceClaims(spec, `${field}.resourceClaims`),
    ...validateContainers(around, `${field}.containers`),
    ...validateInitContainers(around, `${field}.initContainers`),
    ...validateEphemeralContainers(around, `${field}.ephemeralContainers`),
  );
  if (spec.resources !== undefined) {
    errors.push(...validateResources(spec.resources, `${field}.resources`, { level: 'pod', claims }));
  }
  errors.push(
    ...validateHostNetwork(spec, field, isPod),
    ...oneOf(`${field}.restartPolicy`, spec.restartPolicy, ['Always', 'OnFailure', 'Never']),
    ...oneOf(`${field}.dnsPolicy`, spec.dnsPolicy, ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']),
    ...validateLabels(spec.nodeSelector as Record<string, string> | undefined, `${field}.nodeSelector`),
    ...validatePodSecurity(spec, `${field}.securityContext`),
    ...validateAffinity(spec.affinity, `${field}.affinity`),
    ...validateDns(spec, `${field}.dnsConfig`),
    ...validateGates(spec, field),
    ...validateTopologySpread(spec.topologySpreadConstraints ?? [], `${field}.topologySpreadConstraints`),
    ...validateHostUsers(spec, field),
    ...validateHostname(spec, field),
    ...optional(`${field}.serviceAccountName`, spec.serviceAccountName, dnsSubdomain),
    ...optional(`${field}.nodeName`, spec.nodeName, dnsSubdomain),
  );
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > MAX_INT32)) {
    errors.push(invalid(`${field}.activeDeadlineSeconds`, deadline, between(1, MAX_INT32)));
  }
  errors.push(
    ...optional(`${field}.hostname`, spec.hostname, dnsLabel),
    ...optional(`${field}.subdomain`, spec.subdomain, dnsLabel),
    ...validateTolerations(spec.tolerations ?? [], `${field}.tolerations`),
    ...(spec.hostAliases ?? []).flatMap(({ ip = '', hostnames }, index) => {
      const path = `${field}.hostAliases[${String(index)}]`;
      return [
        ...validateIp(`${path}.ip`, ip),
        ...(hostnames ?? []).flatMap((name, at) => checked(`${path}.hostnames[${String(at)}]`, name, dnsSubdomain)),
      ];
    }),
    ...optional(`${field}.priorityClassName`, spec.priorityClassName, dnsSubdomain),
  );
  if (spec.runtimeClassName !== undefined) {
    errors.push(...checked(`${field}.runtimeClassName`, spec.runtimeClassName, dnsSubdomain));
  }
  if (spec.preemptionPolicy !== undefined) {
    errors.push(...oneOf(`${field}.preemptionPolicy`, spec.preemptionPolicy, ['PreemptLowerPriority', 'Never']));
  }
  for (const [name, amount] of Object.entries(spec.overhead ?? {}) as [string, string][]) {
    const path = `${field}.overhead.limits[${name}]`;
    errors.push(...validateResourceName(name, path), ...validateResourceQuantity(name, amount, path));
  }
  if (spec.os !== undefined) errors.push(...oneOf(`${field}.os`, spec.os.name, ['linux', 'windows']));
  return errors;
}

/** The annotations of a pod that say something. */
function validatePodAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  spec: Loose<PodSpec>,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const mirror = annotations?.['kubernetes.io/config.mirror'];
  if (mirror !== undefined && isEmpty(spec.nodeName)) {
    const detail = 'must set spec.nodeName if mirror pod annotation is set';
    errors.push(invalid(`${field}[kubernetes.io/config.mirror]`, mirror, detail));
  }
  const cost = annotations?.['controller.kubernetes.io/pod-deletion-cost'];
  if (cost !== undefined && !/^(0|-?[1-9]\d{0,9})$/.test(cost)) {
    errors.push(invalid(`${field}[controller.kubernetes.io/pod-deletion-cost]`, cost, 'must be a 32bit integer'));
  }
  return errors;
}

/** A template of pods, in whatever makes pods. */
export function validatePodTemplate(template: Loose<PodTemplateSpec>, field: string): FieldError[] {
  const { labels, annotations } = (template.metadata ?? {}) as {
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  const spec = template.spec ?? {};
  const errors = [
    ...validateLabels(labels, `${field}.labels`),
    ...validateAnnotations(annotations, `${field}.annotations`),
    ...validatePodAnnotations(annotations, spec, `${field}.annotations`),
    ...validatePodSpec(spec, `${field}.spec`, { metadata: undefined }),
  ];
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.push(forbidden(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'));
  }
  return errors;
}

/** Everything about a pod but its metadata, for a new one and for a change. */
export function validatePodObject(spec: Loose<PodSpec>, metadata: Metadata): FieldError[] {
  const errors = [
    ...validatePodAnnotations(metadata.annotations, spec, 'metadata.annotations'),
    ...validatePodSpec(spec, 'spec', { metadata }),
  ];
  if (isEmpty(spec.serviceAccountName)) {
    for (const [index, { projected }] of (spec.volumes ?? []).entries()) {
      for (const [at, source] of (projected?.sources ?? []).entries()) {
        if (source.serviceAccountToken === undefined) continue;
        const path = `spec.volumes[${String(index)}].projected.sources[${String(at)}].serviceAccountToken`;
        errors.push(forbidden(path, 'must not be specified when serviceAccountName is not set'));
      }
    }
  }
  for (const name of ['containers', 'initContainers'] as const) {
    for (const [index, container] of (spec[name] ?? []).entries()) {
      errors.push(...validateImageOfPod(container, `spec.${name}[${String(index)}]`));
    }
  }
  return errors;
}
