import type { LabelSelector } from '../../generated/kinds/meta-v1.js';
import { forbidden, invalid, required, tooLong } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { labelValue, qualifiedName } from '../names.js';
import type { Check } from '../names.js';
import type { Loose } from './loose.js';

/** Keys and values of all annotations of an object together: what etcd and the watch cache can bear for each object. */
const MAX_ANNOTATIONS = 256 * 1024;

/** One error for each thing that is wrong with a value. */
export const checked = (field: string, value: string, check: Check): FieldError[] =>
  check(value).map((detail) => invalid(field, value, detail));

export function validateLabels(labels: Readonly<Record<string, string>> | undefined, field: string): FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...checked(field, key, qualifiedName),
    ...checked(field, value, labelValue),
  ]);
}

export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    for (const detail of qualifiedName(key.toLowerCase())) errors.push(invalid(field, key, detail));
    size += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (size > MAX_ANNOTATIONS) errors.push(tooLong(field, MAX_ANNOTATIONS));
  return errors;
}

/** The operators that every selector has, and how many values each takes. */
export function operatorErrors(operator: string, values: readonly string[], path: string): FieldError[] {
  const field = `${path}.values`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? [] : [required(field, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return [];
      return [forbidden(field, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    default:
      return [invalid(`${path}.operator`, operator, 'not a valid selector operator')];
  }
}

/** The rules of `matchLabels` and `matchExpressions`. */
export function validateLabelSelector(selector: Loose<LabelSelector> | null | undefined, field: string): FieldError[] {
  if (selector === undefined || selector === null) return [];
  const errors = validateLabels(selector.matchLabels as Record<string, string> | undefined, `${field}.matchLabels`);
  for (const [index, { key = '', operator = '', values = [] }] of (selector.matchExpressions ?? []).entries()) {
    const path = `${field}.matchExpressions[${String(index)}]`;
    errors.push(...operatorErrors(operator, values, path), ...checked(`${path}.key`, key, qualifiedName));
    for (const [at, value] of values.entries()) {
      errors.push(...checked(`${path}.values[${String(at)}]`, value, labelValue));
    }
  }
  return errors;
}

/** A map as Go prints it in messages: by its keys. */
export const sortedMap = <T>(map: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A selector as Go prints it in messages. */
export const shownSelector = ({ matchLabels, matchExpressions }: Loose<LabelSelector>): object => ({
  ...(matchLabels === undefined ? {} : { matchLabels: sortedMap(matchLabels) }),
  ...(matchExpressions === undefined ? {} : { matchExpressions }),
});

export const isEmptySelector = (selector: Loose<LabelSelector> | undefined): boolean =>
  Object.keys(selector?.matchLabels ?? {}).length === 0 && (selector?.matchExpressions ?? []).length === 0;

/** Whether a valid selector fits labels. */
export function selectorMatches(
  selector: Loose<LabelSelector>,
  labels: Readonly<Record<string, string | undefined>> = {},
): boolean {
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) if (labels[key] !== value) return false;
  return (selector.matchExpressions ?? []).every(({ key = '', operator, values = [] }) => {
    const value = labels[key];
    if (operator === 'In') return value !== undefined && values.includes(value);
    if (operator === 'NotIn') return value === undefined || !values.includes(value);
    return operator === 'Exists' ? value !== undefined : value === undefined;
  });
}
