import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
} from '../../generated/kinds/core-v1.js';
import { forbidden, invalid, notSupported, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { dnsLabel, dnsSubdomain } from '../names.js';
import { checked, validateAnnotations, validateLabels, validateLabelSelector } from './labels.js';
import type { Loose } from './loose.js';
import { isEmpty } from './loose.js';
import { quantityOf, showQuantity } from './quantity.js';

export const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
export const VOLUME_MODES = ['Block', 'Filesystem'];

/** How a volume may be used, for claims and volumes alike. */
export function validateAccessModes(modes: readonly string[], field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const mode of modes) if (!ACCESS_MODES.includes(mode)) errors.push(notSupported(field, mode, ACCESS_MODES));
  const known = modes.filter((mode) => ACCESS_MODES.includes(mode));
  if (known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod')) {
    errors.push(forbidden(field, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

function validateDataSource({ name, kind = '', apiGroup, namespace }: Loose<TypedObjectReference>, field: string) {
  const errors: FieldError[] = [];
  if (isEmpty(name)) errors.push(required(`${field}.name`));
  if (kind === '') errors.push(required(`${field}.kind`));
  if (isEmpty(apiGroup)) {
    if (kind !== 'PersistentVolumeClaim') {
      errors.push(invalid(field, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
    }
  } else errors.push(...checked(`${field}.apiGroup`, apiGroup, dnsSubdomain));
  if (!isEmpty(namespace)) errors.push(...checked(`${field}.namespace`, namespace, dnsLabel));
  return errors;
}

/** What is asked of storage. */
export function validateClaimSpec(spec: Loose<PersistentVolumeClaimSpec>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const modes = spec.accessModes ?? [];
  if (modes.length === 0) errors.push(required(`${field}.accessModes`, 'at least 1 access mode is required'));
  errors.push(...validateLabelSelector(spec.selector, `${field}.selector`));
  errors.push(...validateAccessModes(modes, `${field}.accessModes`));
  const storage = spec.resources?.requests?.storage;
  if (storage === undefined) errors.push(required(`${field}.resources[storage]`));
  else if (quantityOf(storage).value <= 0n) {
    errors.push(invalid(`${field}.resources[storage]`, showQuantity(quantityOf(storage)), 'must be greater than zero'));
  }
  if (!isEmpty(spec.storageClassName)) {
    errors.push(...checked(`${field}.storageClassName`, spec.storageClassName, dnsSubdomain));
  }
  if (spec.volumeMode !== undefined && !VOLUME_MODES.includes(spec.volumeMode)) {
    errors.push(notSupported(`${field}.volumeMode`, spec.volumeMode, VOLUME_MODES));
  }
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined) errors.push(...validateDataSource(dataSource, `${field}.dataSource`));
  if (dataSourceRef !== undefined) errors.push(...validateDataSource(dataSourceRef, `${field}.dataSourceRef`));
  if (dataSource !== undefined && dataSourceRef !== undefined) {
    const { namespace, ...rest } = dataSourceRef;
    if (!isEmpty(namespace)) {
      errors.push(invalid(field, {}, 'may not be specified when dataSourceRef.namespace is specified'));
    } else if (!sameInGo(dataSource, rest)) errors.push(invalid(field, {}, 'must match dataSourceRef'));
  }
  if (!isEmpty(spec.volumeAttributesClassName)) {
    errors.push(...checked(`${field}.volumeAttributesClassName`, spec.volumeAttributesClassName, dnsSubdomain));
  }
  return errors;
}

/** A claim that is made for a pod: its metadata may have labels and annotations only. */
export function validateClaimTemplate(template: Loose<PersistentVolumeClaimTemplate>, field: string): FieldError[] {
  const { labels, annotations, ...others } = (template.metadata ?? {}) as {
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  return [
    ...validateAnnotations(annotations, `${field}.metadata.annotations`),
    ...validateLabels(labels, `${field}.metadata.labels`),
    ...Object.entries(others)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name]) => forbidden(`${field}.metadata.${name}`, 'cannot be set')),
    ...validateClaimSpec(template.spec ?? {}, `${field}.spec`),
  ];
}
