import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
} from '../../generated/kinds/core-v1.js';
import { duplicate, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { between, MAX_INT32 } from '../names.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { descendingPath } from './paths.js';

const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

const validateId = (field: string, id: number | undefined): FieldError[] =>
  id !== undefined && (id < 0 || id > MAX_INT32) ? [invalid(field, id, between(0, MAX_INT32))] : [];

const oneOf = (field: string, value: string | undefined, allowed: readonly string[]): FieldError[] =>
  value === undefined || allowed.includes(value) ? [] : [notSupported(field, value, allowed)];

function validateSeccomp(profile: Loose<SeccompProfile> | undefined, field: string): FieldError[] {
  if (profile === undefined) return [];
  const { type, localhostProfile } = profile;
  const errors: FieldError[] = [];
  if (isEmpty(type)) errors.push(required(`${field}.type`, 'type is required when seccompProfile is set'));
  else errors.push(...oneOf(`${field}.type`, type, PROFILE_TYPES));
  if (type === 'Localhost') {
    if (localhostProfile === undefined) {
      errors.push(required(`${field}.localhostProfile`, 'must be set when seccomp type is Localhost'));
    } else errors.push(...descendingPath(`${field}.localhostProfile`, localhostProfile));
  } else if (localhostProfile !== undefined) {
    // The server shows the whole profile here, under the names of its internal type.
    const shownProfile = { Type: type ?? '', LocalhostProfile: localhostProfile };
    errors.push(invalid(`${field}.localhostProfile`, shownProfile, 'can only be set when seccomp type is Localhost'));
  }
  return errors;
}

function validateAppArmor(profile: Loose<AppArmorProfile> | undefined, field: string): FieldError[] {
  if (profile === undefined) return [];
  const { type, localhostProfile } = profile;
  if (isEmpty(type)) return [required(`${field}.type`, 'type is required when appArmorProfile is set')];
  if (!PROFILE_TYPES.includes(type)) return [notSupported(`${field}.type`, type, PROFILE_TYPES)];
  const path = `${field}.localhostProfile`;
  if (type !== 'Localhost') {
    return localhostProfile === undefined
      ? []
      : [invalid(path, localhostProfile, 'can only be set when AppArmor type is Localhost')];
  }
  if (isEmpty(localhostProfile)) return [required(path, 'must be set when AppArmor type is Localhost')];
  return localhostProfile.trim() === localhostProfile
    ? []
    : [invalid(path, localhostProfile, 'must not be padded with whitespace')];
}

/** The security context of one container. */
export function validateSecurityContext(
  context: Loose<SecurityContext> | undefined,
  field: string,
  options: { hostUsers: boolean },
): FieldError[] {
  if (context === undefined) return [];
  const { privileged, runAsUser, runAsGroup, procMount, allowPrivilegeEscalation, capabilities } = context;
  const errors: FieldError[] = [];
  errors.push(...validateId(`${field}.runAsUser`, runAsUser), ...validateId(`${field}.runAsGroup`, runAsGroup));
  errors.push(...oneOf(`${field}.procMount`, procMount, ['Default', 'Unmasked']));
  if (procMount === 'Unmasked' && options.hostUsers) {
    errors.push(invalid(`${field}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  errors.push(...validateSeccomp(context.seccompProfile, `${field}.seccompProfile`));
  if (allowPrivilegeEscalation === false) {
    const refuse = (what: string): void => {
      errors.push(invalid(field, context, `cannot set \`allowPrivilegeEscalation\` to false and ${what}`));
    };
    if (privileged === true) refuse('`privileged` to true');
    if ((capabilities?.add ?? []).includes('CAP_SYS_ADMIN')) refuse('`capabilities.Add` CAP_SYS_ADMIN');
  }
  return [...errors, ...validateAppArmor(context.appArmorProfile, `${field}.appArmorProfile`)];
}

const SYSCTL = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';

function validateSysctls(sysctls: NonNullable<Loose<PodSecurityContext>['sysctls']>, field: string): FieldError[] {
  const seen = new Set<string>();
  return sysctls.flatMap(({ name = '' }, index) => {
    const path = `${field}[${String(index)}].name`;
    const known = seen.has(name);
    seen.add(name);
    if (name === '') return [required(path)];
    if (name.length > 253 || !new RegExp(SYSCTL).test(name)) {
      return [invalid(path, name, `must have at most 253 characters and match regex ${SYSCTL}`)];
    }
    return known ? [duplicate(path, name)] : [];
  });
}

/** The security context of a pod. */
export function validatePodSecurity(spec: Loose<PodSpec>, field: string): FieldError[] {
  const context = spec.securityContext;
  if (context === undefined) return [];
  const errors = [
    ...validateId(`${field}.fsGroup`, context.fsGroup),
    ...validateId(`${field}.runAsUser`, context.runAsUser),
    ...validateId(`${field}.runAsGroup`, context.runAsGroup),
    ...(context.supplementalGroups ?? []).flatMap((id, index) =>
      validateId(`${field}.supplementalGroups[${String(index)}]`, id),
    ),
  ];
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalid(`${field}.shareProcessNamespace`, true, detail));
  }
  return [
    ...errors,
    ...validateSysctls(context.sysctls ?? [], `${field}.sysctls`),
    ...oneOf(`${field}.fsGroupChangePolicy`, context.fsGroupChangePolicy, ['Always', 'OnRootMismatch']),
    ...validateSeccomp(context.seccompProfile, `${field}.seccompProfile`),
    ...validateAppArmor(context.appArmorProfile, `${field}.appArmorProfile`),
    ...oneOf(`${field}.supplementalGroupsPolicy`, context.supplementalGroupsPolicy, ['Merge', 'Strict']),
    ...oneOf(`${field}.seLinuxChangePolicy`, context.seLinuxChangePolicy, ['MountOption', 'Recursive']),
  ];
}
