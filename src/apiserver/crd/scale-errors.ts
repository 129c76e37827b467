import type { ApiObject } from '../contract.js';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import type { DefinitionScale } from './definition.js';
import { simplePath } from './simple-path.js';

// The largest int32: what a Scale can hold.
const MAX_REPLICAS = 2 ** 31 - 1;

function numberErrors(object: ApiObject, field: string): FieldError[] {
  let value: unknown = object;
  for (const name of simplePath(field)) {
    if (typeof value !== 'object' || value === null) return [];
    value = (value as Record<string, unknown>)[name];
  }
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    const type = value === null ? '<nil>' : typeof value === 'boolean' ? 'bool' : typeof value;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [invalid(field, 0, `${field} accessor error: ${text} is of the type ${type}, expected int64`)];
  }
  if (value < 0) return [invalid(field, value, 'should be a non-negative integer')];
  if (value > MAX_REPLICAS) {
    return [invalid(field, value, `should be less than or equal to ${String(MAX_REPLICAS)}`)];
  }
  return [];
}

/** What keeps the replicas of a custom object from being shown as a Scale. */
export function scaleErrors(
  scale: DefinitionScale | undefined,
  object: ApiObject,
  options: { readonly spec: boolean },
): FieldError[] {
  if (scale === undefined) return [];
  return [
    ...(options.spec ? numberErrors(object, scale.specReplicasPath) : []),
    ...numberErrors(object, scale.statusReplicasPath),
  ];
}
