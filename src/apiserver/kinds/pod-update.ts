import type { ContainerStatus, Pod, PodSpec, Toleration } from '../../generated/kinds/core-v1.js';
import type { ApiObject } from '../contract.js';
import { forbidden, invalid, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { between, dnsSubdomain, IMMUTABLE, MAX_INT32, qualifiedName } from '../names.js';
import { validateIp } from './ip.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { as, isEmpty } from './loose.js';
import { podSpecDiff } from './pod-diff.js';

const UPDATABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

function validateImages(spec: Loose<PodSpec>, old: Loose<PodSpec>, errors: FieldError[]): boolean {
  for (const name of ['containers', 'initContainers'] as const) {
    const containers = spec[name] ?? [];
    if (containers.length !== (old[name] ?? []).length) {
      errors.push(forbidden(`spec.${name}`, 'pod updates may not add or remove containers'));
      return false;
    }
    for (const [index, { image = '' }] of containers.entries()) {
      const path = `spec.${name}[${String(index)}].image`;
      if (image === '') errors.push(required(path));
      if (image.trim() !== image) errors.push(invalid(path, image, 'must not have leading or trailing whitespace'));
    }
  }
  return true;
}

function validateDeadline(now: number | undefined, before: number | undefined): FieldError[] {
  const path = 'spec.activeDeadlineSeconds';
  if (now === undefined) {
    if (before === undefined) return [];
    return [invalid(path, null, 'must not update from a positive integer to nil value')];
  }
  if (now < 0 || now > MAX_INT32) return [invalid(path, now, between(0, MAX_INT32))];
  return before !== undefined && before < now
    ? [invalid(path, now, 'must be less than or equal to previous value')]
    : [];
}

const withoutSeconds = ({ tolerationSeconds: _, ...rest }: Loose<Toleration>): object => rest;

/** What is left of a change when everything that may change is put back. */
function munged(spec: Loose<PodSpec>, old: Loose<PodSpec>): Loose<PodSpec> {
  const copy = structuredClone(spec);
  for (const name of ['containers', 'initContainers'] as const) {
    for (const [index, container] of (copy[name] ?? []).entries()) {
      const image = old[name]?.[index]?.image;
      if (image === undefined) delete container.image;
      else container.image = image;
    }
  }
  const back = ['activeDeadlineSeconds', 'schedulingGates', 'tolerations'] as const;
  for (const name of back) {
    if (old[name] === undefined) Reflect.deleteProperty(copy, name);
    else Object.assign(copy, { [name]: structuredClone(old[name]) });
  }
  const before = old.terminationGracePeriodSeconds;
  if (before !== undefined && before < 0 && copy.terminationGracePeriodSeconds === 1) {
    copy.terminationGracePeriodSeconds = before;
  }
  return copy;
}

function validateNodeSelectorAdditions(copy: Loose<PodSpec>, old: Loose<PodSpec>): FieldError[] {
  const before = (old.nodeSelector ?? {}) as Record<string, string>;
  const after = (copy.nodeSelector ?? {}) as Record<string, string>;
  const kept = Object.entries(before).every(([key, value]) => after[key] === value);
  if (old.nodeSelector === undefined) delete copy.nodeSelector;
  else copy.nodeSelector = structuredClone(old.nodeSelector);
  return kept
    ? []
    : [
        invalid(
          'spec.nodeSelector',
          after,
          'only additions to spec.nodeSelector are allowed (no mutations or deletions)',
        ),
      ];
}

/** A pod is what it was made to be; a few fields may still change. */
export function validatePodUpdate(object: ApiObject, before: ApiObject): FieldError[] {
  const spec = as<Pod>(object).spec ?? {};
  const old = as<Pod>(before).spec ?? {};
  const errors: FieldError[] = [];
  if (!validateImages(spec, old, errors)) return errors;
  const deadline = validateDeadline(spec.activeDeadlineSeconds, old.activeDeadlineSeconds);
  errors.push(...deadline);
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return errors;
  const changed = (old.tolerations ?? []).some(
    (toleration) =>
      !(spec.tolerations ?? []).some((other) => sameInGo(withoutSeconds(toleration), withoutSeconds(other))),
  );
  if (changed) {
    errors.push(forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'));
  }
  const gates = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  for (const [index, { name = '' }] of (spec.schedulingGates ?? []).entries()) {
    if (gates.has(name)) continue;
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbidden(`spec.schedulingGates[${String(index)}].name`, detail));
  }
  const copy = munged(spec, old);
  if (gates.size > 0) errors.push(...validateNodeSelectorAdditions(copy, old));
  if (!sameInGo(copy, old)) {
    const diff = podSpecDiff(old, copy);
    errors.push(forbidden('spec', `pod updates may not change fields other than ${UPDATABLE}\n${diff}`));
  }
  return errors;
}

function validateTransitions(
  now: readonly Loose<ContainerStatus>[] | undefined,
  before: readonly Loose<ContainerStatus>[] | undefined,
  spec: Loose<PodSpec>,
  field: string,
): FieldError[] {
  return (before ?? []).flatMap((old, index) => {
    const ended = old.state?.terminated;
    const status = (now ?? []).find(({ name }) => name === old.name);
    if (ended === undefined || status === undefined || status.state?.terminated !== undefined) return [];
    const container = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].find(
      ({ name }) => name === old.name,
    );
    const policy = container?.restartPolicy ?? spec.restartPolicy;
    if (policy === 'Always' || (policy === 'OnFailure' && ended.exitCode !== 0)) return [];
    return [forbidden(`${field}[${String(index)}].state`, 'may not be transitioned to non-terminated state')];
  });
}

/** What a kubelet may say. */
export function validatePodStatusUpdate(object: ApiObject, before: ApiObject): FieldError[] {
  const pod = as<Pod>(object);
  const old = as<Pod>(before);
  const status = pod.status ?? {};
  const was = old.status ?? {};
  const spec = old.spec ?? {};
  const errors: FieldError[] = [];
  for (const [index, { type = '' }] of (status.conditions ?? []).entries()) {
    if (!type.includes('/')) continue;
    errors.push(...checked(`status.conditions[${String(index)}].Type`, type, qualifiedName));
  }
  const nominated = status.nominatedNodeName;
  if (!isEmpty(nominated) && nominated !== was.nominatedNodeName) {
    errors.push(...checked('status.nominatedNodeName', nominated, dnsSubdomain));
    if (!isEmpty(spec.nodeName)) {
      errors.push(forbidden('status.nominatedNodeName', 'may not be set on pods that are already bound to a node'));
    }
  }
  if (status.qosClass !== was.qosClass) errors.push(invalid('status.qosClass', status.qosClass ?? '', IMMUTABLE));
  for (const name of ['containerStatuses', 'initContainerStatuses'] as const) {
    errors.push(...validateTransitions(status[name], was[name], spec, `status.${name}`));
  }
  const known = (was.podIPs ?? []).map(({ ip }) => ip ?? '');
  for (const [index, { ip = '' }] of (status.podIPs ?? []).entries()) {
    errors.push(...validateIp(`status.podIPs[${String(index)}]`, ip, known));
  }
  return errors;
}
