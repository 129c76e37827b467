import type { ConfigMap } from '../../generated/kinds/core-v1.js';
import type { Strategy } from '../contract.js';
import { forbidden, invalid, tooLong } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameInGo } from '../json.js';
import { configKey } from '../names.js';
import { checked } from './labels.js';
import { as } from './loose.js';

/** A mebibyte: what etcd takes in one value leaves little more. Keys are not counted. */
export const MAX_DATA_BYTES = 1024 * 1024;

/** The bytes of a base64 text. */
export const decodedLength = (base64: string): number => Buffer.from(base64, 'base64').length;

/** What may not change once `immutable` is true, which itself is one of them. */
export function validateImmutableData(
  object: Readonly<Record<string, unknown>>,
  old: Readonly<Record<string, unknown>>,
  parts: readonly string[],
): FieldError[] {
  if (old.immutable !== true) return [];
  const detail = 'field is immutable when `immutable` is set';
  const errors = object.immutable === true ? [] : [forbidden('immutable', detail)];
  for (const part of parts) if (!sameInGo(object[part] ?? {}, old[part] ?? {})) errors.push(forbidden(part, detail));
  return errors;
}

/** The rules of ConfigMaps. */
export const configMapStrategy: Strategy = {
  validate(object) {
    const { data = {}, binaryData = {} } = as<ConfigMap>(object);
    const errors: FieldError[] = [];
    let size = 0;
    for (const [key, value] of Object.entries(data) as [string, string][]) {
      errors.push(...checked(`data[${key}]`, key, configKey));
      if (binaryData[key] !== undefined) {
        errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
      }
      size += Buffer.byteLength(value);
    }
    for (const [key, value] of Object.entries(binaryData) as [string, string][]) {
      errors.push(...checked(`binaryData[${key}]`, key, configKey));
      size += decodedLength(value);
    }
    // The whole object is meant; `[]` is how Go prints a path of nothing.
    if (size > MAX_DATA_BYTES) errors.push(tooLong('[]', MAX_DATA_BYTES));
    return errors;
  },
  validateUpdate: (object, old) => validateImmutableData(object, old, ['data', 'binaryData']),
};
