import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../../generated/kinds/core-v1.js';
import { invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { configKey, dnsLabel, dnsSubdomain, envName, qualifiedName } from '../names.js';
import { checked } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { noBacksteps } from './paths.js';

/** What an environment variable may tell of its pod. */
const ENV_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
/** What a file of a volume may tell of its pod. */
export const VOLUME_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const POD_FIELDS = new Set([
  ...ENV_FIELDS,
  ...VOLUME_FIELDS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const RESOURCE_FIELDS = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** A reference to a field of the pod itself. */
export function validateFieldRef(
  { apiVersion, fieldPath }: Loose<ObjectFieldSelector>,
  supported: readonly string[],
  field: string,
): FieldError[] {
  if (isEmpty(apiVersion)) return [required(`${field}.apiVersion`)];
  if (isEmpty(fieldPath)) return [required(`${field}.fieldPath`)];
  const unknown = (why: string): FieldError[] => [
    invalid(`${field}.fieldPath`, fieldPath, `error converting fieldPath: ${why}`),
  ];
  if (apiVersion !== 'v1') return unknown(`unsupported pod version: ${apiVersion}`);
  const match = /^([^[]+)\['(.*)'\]$/.exec(fieldPath);
  const path = match?.[1] ?? fieldPath;
  if (match !== null) {
    const key = match[2] ?? '';
    if (path === 'metadata.annotations') return checked(field, key.toLowerCase(), qualifiedName);
    if (path === 'metadata.labels') return checked(field, key, qualifiedName);
    return unknown(`field label does not support subscript: ${fieldPath}`);
  }
  if (path === 'spec.host') return supported.includes('spec.nodeName') ? [] : unsupportedField('spec.nodeName');
  if (!POD_FIELDS.has(path)) return unknown(`field label not supported: ${path}`);
  return supported.includes(path) ? [] : unsupportedField(path);

  function unsupportedField(name: string): FieldError[] {
    return [notSupported(`${field}.fieldPath`, name, supported)];
  }
}

/** A reference to what a container asks for or may take. */
export function validateResourceRef(
  { containerName, resource, divisor = '0' }: Loose<ResourceFieldSelector>,
  field: string,
  options: { inVolume: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  const name = resource ?? '';
  const isHuge = /^(requests|limits)\.hugepages-/.test(name);
  if (options.inVolume && isEmpty(containerName)) errors.push(required(`${field}.containerName`));
  else if (name === '') errors.push(required(`${field}.resource`));
  else if (!RESOURCE_FIELDS.includes(name) && !isHuge) {
    errors.push(notSupported(`${field}.resource`, name, RESOURCE_FIELDS));
  }
  if (divisor === '0') return errors;
  const only = (values: readonly string[], of: string): void => {
    if (values.includes(divisor)) return;
    const list = values.length === 2 ? values.join(' and ') : values.join(', ');
    errors.push(
      invalid(`${field}.divisor`, name, `only divisor's values ${list} are supported with the ${of} resource`),
    );
  };
  if (name.endsWith('.cpu')) only(['1m', '1'], 'cpu');
  else if (name.endsWith('.memory')) only(SIZES, 'memory');
  else if (name.endsWith('.ephemeral-storage')) only(SIZES, 'local ephemeral storage');
  if (isHuge) only(SIZES, 'hugepages');
  return errors;
}

function validateKeyRef({ name = '', key }: Loose<ConfigMapKeySelector>, field: string): FieldError[] {
  const errors = checked(`${field}.name`, name, dnsSubdomain);
  if (isEmpty(key)) errors.push(required(`${field}.key`));
  else errors.push(...checked(`${field}.key`, key, configKey));
  return errors;
}

function validateFileKeyRef({ key, volumeName, path }: Loose<FileKeySelector>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (isEmpty(key)) errors.push(required(`${field}.key`));
  else errors.push(...checked(`${field}.key`, key, envName));
  if (isEmpty(volumeName)) errors.push(required(`${field}.volumeName`));
  else errors.push(...checked(`${field}.volumeName`, volumeName, dnsLabel));
  if (isEmpty(path)) errors.push(required(`${field}.path`));
  else errors.push(...noBacksteps(`${field}.path`, path));
  return errors;
}

function validateValueFrom(from: Loose<EnvVarSource>, value: string | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = from;
  if (fieldRef !== undefined) errors.push(...validateFieldRef(fieldRef, ENV_FIELDS, `${field}.fieldRef`));
  if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceRef(resourceFieldRef, `${field}.resourceFieldRef`, { inVolume: false }));
  }
  if (configMapKeyRef !== undefined) errors.push(...validateKeyRef(configMapKeyRef, `${field}.configMapKeyRef`));
  if (secretKeyRef !== undefined) errors.push(...validateKeyRef(secretKeyRef, `${field}.secretKeyRef`));
  if (fileKeyRef !== undefined) errors.push(...validateFileKeyRef(fileKeyRef, `${field}.fileKeyRef`));
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length;
  if (sources === 0) {
    const detail =
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    errors.push(invalid(field, '', detail));
  } else if (!isEmpty(value)) errors.push(invalid(field, '', 'may not be specified when `value` is not empty'));
  else if (sources > 1) errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
  return errors;
}

export function validateEnv(variables: readonly Loose<EnvVar>[], field: string): FieldError[] {
  return variables.flatMap(({ name, value, valueFrom }, index) => {
    const path = `${field}[${String(index)}]`;
    const errors = isEmpty(name) ? [required(`${path}.name`)] : checked(`${path}.name`, name, envName);
    if (valueFrom !== undefined) errors.push(...validateValueFrom(valueFrom, value, `${path}.valueFrom`));
    return errors;
  });
}

export function validateEnvFrom(sources: readonly Loose<EnvFromSource>[], field: string): FieldError[] {
  return sources.flatMap(({ prefix, configMapRef, secretRef }, index) => {
    const path = `${field}[${String(index)}]`;
    const errors = isEmpty(prefix) ? [] : checked(`${path}.prefix`, prefix, envName);
    for (const [part, ref] of [['configMapRef', configMapRef] as const, ['secretRef', secretRef] as const]) {
      if (ref === undefined) continue;
      if (isEmpty(ref.name)) errors.push(required(`${path}.${part}.name`));
      else errors.push(...checked(`${path}.${part}.name`, ref.name, dnsSubdomain));
    }
    // The real server reports these two at the list, not at the item.
    if (configMapRef === undefined && secretRef === undefined) {
      errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.push(invalid(field, '', 'may not have more than one field specified at a time'));
    }
    return errors;
  });
}
