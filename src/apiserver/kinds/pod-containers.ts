import type { Container, EphemeralContainer, PodSpec, Volume } from '../../generated/kinds/core-v1.js';
import { duplicate, forbidden, invalid, notFound, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { dnsLabel, portName, portNumber } from '../names.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { descendingPath, noBacksteps } from './paths.js';
import { validateEnv, validateEnvFrom } from './pod-env.js';
import { validateLifecycle, validateProbes } from './pod-probes.js';
import { validateResources } from './pod-resources.js';
import { validateSecurityContext } from './pod-security.js';

type AnyContainer = Loose<Container> | Loose<EphemeralContainer>;

/** What containers are checked against. */
interface Surroundings {
  readonly spec: Loose<PodSpec>;
  readonly volumes: ReadonlyMap<string, Loose<Volume>>;
  readonly claims: ReadonlySet<string>;
  readonly hostUsers: boolean;
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'];

function validatePorts(ports: NonNullable<Loose<Container>['ports']>, field: string): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap(({ name, containerPort = 0, hostPort = 0, protocol }, index) => {
    const path = `${field}[${String(index)}]`;
    const errors: FieldError[] = [];
    if (!isEmpty(name)) {
      const wrong = checked(`${path}.name`, name, portName);
      if (wrong.length > 0) errors.push(...wrong);
      else if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(required(`${path}.containerPort`));
    else
      for (const detail of portNumber(containerPort))
        errors.push(invalid(`${path}.containerPort`, containerPort, detail));
    if (hostPort !== 0) {
      for (const detail of portNumber(hostPort)) errors.push(invalid(`${path}.hostPort`, hostPort, detail));
    }
    if (isEmpty(protocol)) errors.push(required(`${path}.protocol`));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(`${path}.protocol`, protocol, PROTOCOLS));
    return errors;
  });
}

function validateMounts(container: AnyContainer, around: Surroundings, field: string): FieldError[] {
  const devices = container.volumeDevices ?? [];
  const seen = new Set<string>();
  return (container.volumeMounts ?? []).flatMap((mount, index) => {
    const { name = '', mountPath = '', subPath, subPathExpr, mountPropagation, recursiveReadOnly } = mount;
    const path = `${field}[${String(index)}]`;
    const errors: FieldError[] = [];
    if (name === '') errors.push(required(`${path}.name`));
    if (!around.volumes.has(name)) errors.push(notFound(`${path}.name`, name));
    if (mountPath === '') errors.push(required(`${path}.mountPath`));
    if (seen.has(mountPath)) errors.push(invalid(`${path}.mountPath`, mountPath, 'must be unique'));
    seen.add(mountPath);
    if (devices.some((device) => device.name === name)) {
      errors.push(invalid(`${path}.name`, name, 'must not already exist in volumeDevices'));
    }
    if (devices.some((device) => device.devicePath === mountPath)) {
      errors.push(invalid(`${path}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'));
    }
    // From here on the real server names the list, not the item.
    if (!isEmpty(subPath)) errors.push(...descendingPath(`${field}.subPath`, subPath));
    if (!isEmpty(subPathExpr)) {
      if (!isEmpty(subPath)) {
        const detail = 'subPathExpr and subPath are mutually exclusive';
        errors.push(invalid(`${path}.subPathExpr`, subPathExpr, detail));
      }
      errors.push(...descendingPath(`${field}.subPathExpr`, subPathExpr));
    }
    if (mountPropagation !== undefined) {
      const at = `${field}.mountPropagation`;
      if (!PROPAGATIONS.includes(mountPropagation)) errors.push(notSupported(at, mountPropagation, PROPAGATIONS));
      if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
        errors.push(forbidden(at, 'Bidirectional mount propagation is available only to privileged containers'));
      }
    }
    if (recursiveReadOnly === 'Enabled' || recursiveReadOnly === 'IfPossible') {
      const at = `${field}.recursiveReadOnly`;
      if (mount.readOnly !== true) errors.push(forbidden(at, 'may only be specified when readOnly is true'));
      if (mountPropagation !== undefined && mountPropagation !== 'None') {
        errors.push(forbidden(at, 'may only be specified when mountPropagation is None or not specified'));
      }
    } else if (recursiveReadOnly !== undefined && recursiveReadOnly !== 'Disabled') {
      const allowed = ['Disabled', 'Enabled', 'IfPossible'];
      errors.push(notSupported(`${field}.recursiveReadOnly`, recursiveReadOnly, allowed));
    }
    return errors;
  });
}

function validateDevices(container: AnyContainer, around: Surroundings, field: string): FieldError[] {
  const mounts = container.volumeMounts ?? [];
  const names = new Set<string>();
  const paths = new Set<string>();
  return (container.volumeDevices ?? []).flatMap(({ name = '', devicePath = '' }, index) => {
    const path = `${field}[${String(index)}]`;
    const errors: FieldError[] = [];
    const volume = around.volumes.get(name);
    if (name === '') errors.push(required(`${path}.name`));
    if (names.has(name)) errors.push(invalid(`${path}.name`, name, 'must be unique'));
    if (volume === undefined) errors.push(notFound(`${path}.name`, name));
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalid(`${path}.name`, name, detail));
    }
    if (devicePath === '') errors.push(required(`${path}.devicePath`));
    if (paths.has(devicePath)) errors.push(invalid(`${path}.devicePath`, devicePath, 'must be unique'));
    if (noBacksteps('', devicePath).length > 0) {
      errors.push(invalid(`${path}.devicePath`, devicePath, "can not contain backsteps ('..')"));
    } else paths.add(devicePath);
    if (mounts.some((mount) => mount.name === name)) {
      errors.push(invalid(`${path}.name`, name, 'must not already exist in volumeMounts'));
    }
    if (mounts.some((mount) => mount.mountPath === devicePath)) {
      errors.push(invalid(`${path}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts'));
    }
    if (name !== '') names.add(name);
    return errors;
  });
}

function validateResizePolicy(container: AnyContainer, around: Surroundings, field: string): FieldError[] {
  const seen = new Set<string>();
  return (container.resizePolicy ?? []).flatMap(({ resourceName = '', restartPolicy = '' }, index) => {
    const errors: FieldError[] = [];
    if (seen.has(resourceName)) errors.push(duplicate(`${field}[${String(index)}]`, resourceName));
    seen.add(resourceName);
    if (resourceName === '') errors.push(required(field));
    else if (resourceName !== 'cpu' && resourceName !== 'memory') {
      errors.push(notSupported(field, resourceName, ['cpu', 'memory']));
    }
    if (restartPolicy === '') errors.push(required(field));
    else if (restartPolicy !== 'NotRequired' && restartPolicy !== 'RestartContainer') {
      errors.push(notSupported(field, restartPolicy, ['NotRequired', 'RestartContainer']));
    }
    if (around.spec.restartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(field, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}

function validateCommon(container: AnyContainer, around: Surroundings, path: string): FieldError[] {
  const { name, image, terminationMessagePolicy, imagePullPolicy } = container;
  const errors = isEmpty(name) ? [required(`${path}.name`)] : checked(`${path}.name`, name, dnsLabel);
  if (isEmpty(image)) errors.push(required(`${path}.image`));
  if (isEmpty(terminationMessagePolicy)) errors.push(required(`${path}.terminationMessagePolicy`));
  else if (terminationMessagePolicy !== 'File' && terminationMessagePolicy !== 'FallbackToLogsOnError') {
    const allowed = ['File', 'FallbackToLogsOnError'];
    errors.push(notSupported(`${path}.terminationMessagePolicy`, terminationMessagePolicy, allowed));
  }
  errors.push(
    ...validatePorts(container.ports ?? [], `${path}.ports`),
    ...validateEnv(container.env ?? [], `${path}.env`),
    ...validateEnvFrom(container.envFrom ?? [], `${path}.envFrom`),
    ...validateMounts(container, around, `${path}.volumeMounts`),
    ...validateDevices(container, around, `${path}.volumeDevices`),
  );
  if (isEmpty(imagePullPolicy)) errors.push(required(`${path}.imagePullPolicy`));
  else if (!PULL_POLICIES.includes(imagePullPolicy)) {
    errors.push(notSupported(`${path}.imagePullPolicy`, imagePullPolicy, PULL_POLICIES));
  }
  return [
    ...errors,
    ...validateResources(container.resources ?? {}, `${path}.resources`, { level: 'container', claims: around.claims }),
    ...validateResizePolicy(container, around, `${path}.resizePolicy`),
    ...validateSecurityContext(container.securityContext, `${path}.securityContext`, around),
  ];
}

function validateRestartRules({ restartPolicy, restartPolicyRules }: AnyContainer, path: string): FieldError[] {
  const rules = restartPolicyRules ?? [];
  const errors: FieldError[] = [];
  if (restartPolicy === undefined) {
    if (rules.length === 0) return [];
    errors.push(required(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used'));
  } else if (!RESTART_POLICIES.includes(restartPolicy)) {
    errors.push(notSupported(`${path}.restartPolicy`, restartPolicy, RESTART_POLICIES));
  }
  for (const [index, { action = '', exitCodes }] of rules.entries()) {
    const at = `${path}.restartPolicyRules[${String(index)}]`;
    if (action !== 'Restart' && action !== 'RestartAllContainers') {
      errors.push(notSupported(`${at}.action`, action, ['Restart', 'RestartAllContainers']));
    }
    if (exitCodes === undefined) errors.push(required(`${at}.exitCodes`, 'must be specified'));
    else if (exitCodes.operator !== 'In' && exitCodes.operator !== 'NotIn') {
      errors.push(notSupported(`${at}.exitCodes.operator`, exitCodes.operator ?? '', ['In', 'NotIn']));
    }
  }
  return errors;
}

function hostPortConflicts(containers: readonly AnyContainer[], field: string): FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap((container, index) =>
    (container.ports ?? []).flatMap(({ protocol, hostIP, hostPort = 0 }, at) => {
      if (hostPort === 0) return [];
      const key = `${protocol ?? ''}/${hostIP ?? ''}/${String(hostPort)}`;
      if (seen.has(key)) return [duplicate(`${field}[${String(index)}].ports[${String(at)}].hostPort`, key)];
      seen.add(key);
      return [];
    }),
  );
}

/** The containers that run. */
export function validateContainers(around: Surroundings, field: string): FieldError[] {
  const { containers, terminationGracePeriodSeconds: grace, os } = around.spec;
  if ((containers ?? []).length === 0) return [required(field)];
  const names = new Set<string>();
  const errors = (containers ?? []).flatMap((container, index) => {
    const path = `${field}[${String(index)}]`;
    const found = validateCommon(container, around, path);
    const name = container.name ?? '';
    if (names.has(name)) found.push(duplicate(`${path}.name`, name));
    names.add(name);
    if (container.lifecycle !== undefined) {
      found.push(...validateLifecycle(container.lifecycle, grace, os, `${path}.lifecycle`));
    }
    return [...found, ...validateProbes(container, grace, path), ...validateRestartRules(container, path)];
  });
  return [...errors, ...hostPortConflicts(containers ?? [], field)];
}

/** The containers that run before the others; with restartPolicy Always, beside them. */
export function validateInitContainers(around: Surroundings, field: string): FieldError[] {
  const { containers, initContainers, terminationGracePeriodSeconds: grace, os } = around.spec;
  const names = new Set((containers ?? []).map(({ name }) => name ?? ''));
  return (initContainers ?? []).flatMap((container, index) => {
    const path = `${field}[${String(index)}]`;
    const errors = [...validateCommon(container, around, path), ...validateRestartRules(container, path)];
    const name = container.name ?? '';
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    else if (name !== '') names.add(name);
    errors.push(...hostPortConflicts([container], field));
    const isSidecar = container.restartPolicy === 'Always';
    if (isSidecar) {
      if (container.lifecycle !== undefined) {
        errors.push(...validateLifecycle(container.lifecycle, grace, os, `${path}.lifecycle`));
      }
      errors.push(...validateProbes(container, grace, path));
    } else {
      for (const part of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
        if (container[part] === undefined) continue;
        errors.push(forbidden(`${path}.${part}`, 'may not be set for init containers without restartPolicy=Always'));
      }
    }
    return errors;
  });
}

const EPHEMERAL_FORBIDDEN = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

/** The containers of debugging sessions. */
export function validateEphemeralContainers(around: Surroundings, field: string): FieldError[] {
  const { containers, initContainers, ephemeralContainers } = around.spec;
  const others = new Set([...(containers ?? []), ...(initContainers ?? [])].map(({ name }) => name ?? ''));
  const names = new Set(others);
  const refusal = 'cannot be set for an Ephemeral Container';
  return (ephemeralContainers ?? []).flatMap((container, index) => {
    const path = `${field}[${String(index)}]`;
    const name = container.name ?? '';
    const errors = [...validateCommon(container, around, path), ...validateImageOfPod(container, path)];
    if (names.has(name)) errors.push(duplicate(`${path}.name`, name));
    names.add(name);
    const target = container.targetContainerName;
    if (!isEmpty(target) && !others.has(target)) errors.push(notFound(`${path}.targetContainerName`, target));
    for (const part of EPHEMERAL_FORBIDDEN) {
      const value = container[part];
      if (value !== undefined && Object.keys(value).length > 0) errors.push(forbidden(`${path}.${part}`, refusal));
    }
    for (const [at, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
      const mount = `${path}.volumeMounts[${String(at)}]`;
      if (!isEmpty(subPath)) errors.push(forbidden(`${mount}.subPath`, refusal));
      if (!isEmpty(subPathExpr)) errors.push(forbidden(`${mount}.subPathExpr`, refusal));
    }
    return errors;
  });
}

/** A template may have an image of blanks, as a placeholder; a pod may not. */
export const validateImageOfPod = ({ image = '' }: AnyContainer, path: string): FieldError[] =>
  image.trim() === image ? [] : [invalid(`${path}.image`, image, 'must not have leading or trailing whitespace')];
