import { forbidden, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { sameJson } from '../json.js';
import type { JsonSchema } from '../schema/index.js';

/** What a schema inside allOf, anyOf, oneOf and not may not have, and what is said of it. */
const EMPTY_INSIDE: Readonly<Record<string, string>> = {
  type: 'must be empty to be structural',
  additionalProperties: 'must be undefined to be structural',
  default: 'must be undefined to be structural',
  title: 'must be empty to be structural',
  description: 'must be empty to be structural',
  nullable: 'must be false to be structural',
  'x-kubernetes-preserve-unknown-fields': 'must be false to be structural',
  'x-kubernetes-embedded-resource': 'must be false to be structural',
  'x-kubernetes-int-or-string': 'must be false to be structural',
  'x-kubernetes-list-map-keys': 'must be empty to be structural',
  'x-kubernetes-list-type': 'must be undefined to be structural',
  'x-kubernetes-map-type': 'must be undefined to be structural',
};

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** The one way in which types may be alternatives. */
const isIntOrString = (anyOf: unknown): boolean => sameJson(anyOf, INT_OR_STRING);

type Part = readonly [schema: JsonSchema, place: string, skipAnyOf: boolean];

/** The schemas inside allOf, anyOf, oneOf and not. */
function partsOf(schema: JsonSchema, place: string, skipAnyOf: boolean): Part[] {
  const parts: Part[] = [];
  if (!skipAnyOf && !isIntOrString(schema.anyOf)) {
    schema.anyOf?.forEach((part, index) => parts.push([part, `${place}.anyOf[${String(index)}]`, false]));
  }
  schema.allOf?.forEach((part, index) =>
    parts.push([part, `${place}.allOf[${String(index)}]`, index === 0 && isIntOrString(part.anyOf)]),
  );
  schema.oneOf?.forEach((part, index) => parts.push([part, `${place}.oneOf[${String(index)}]`, false]));
  if (schema.not !== undefined) parts.push([schema.not, `${place}.not`, false]);
  return parts;
}

/**
 * What is nested in value validations may describe nothing itself. At the root, where the real server looks for it, it
 * also has to be described outside of them.
 */
export function nestedErrors(schema: JsonSchema, place: string, isRoot: boolean): FieldError[] {
  const errors = partsOf(schema, place, false).flatMap((part) => [
    ...partErrors(part),
    ...(isRoot ? completenessErrors(part, schema, place) : []),
  ]);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    errors.push(...nestedErrors(property, `${place}.properties[${name}]`, false));
  }
  for (const name of ['items', 'additionalProperties'] as const) {
    const child = schema[name];
    if (typeof child === 'object') errors.push(...nestedErrors(child, `${place}.${name}`, false));
  }
  return errors;
}

function partErrors([part, place, skipAnyOf]: Part): FieldError[] {
  const errors = partsOf(part, place, skipAnyOf).flatMap(partErrors);
  for (const [name, detail] of Object.entries(EMPTY_INSIDE)) {
    const value = part[name as keyof JsonSchema];
    if (value !== undefined && value !== '' && value !== false) errors.push(forbidden(`${place}.${name}`, detail));
  }
  if (part.items !== undefined) errors.push(...partErrors([part.items, `${place}.items`, false]));
  for (const [name, property] of Object.entries(part.properties ?? {})) {
    errors.push(...partErrors([property, `${place}.properties[${name}]`, false]));
  }
  if (part.properties?.metadata !== undefined) {
    errors.push(forbidden(`${place}.properties[metadata]`, 'must not be specified in a nested context'));
  }
  return errors;
}

function completenessErrors(part: Part, outside: JsonSchema | undefined, outsidePlace: string): FieldError[] {
  const [schema, place] = part;
  if (outside === undefined) return [required(outsidePlace, `because it is defined in ${place}`)];
  const errors = partsOf(schema, place, false).flatMap((inner) => completenessErrors(inner, outside, outsidePlace));
  if (schema.items !== undefined) {
    const items: Part = [schema.items, `${place}.items`, false];
    errors.push(...completenessErrors(items, outside.items, `${outsidePlace}.items`));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const where = `properties[${name}]`;
    const inner: Part = [property, `${place}.${where}`, false];
    errors.push(...completenessErrors(inner, outside.properties?.[name], `${outsidePlace}.${where}`));
  }
  return errors;
}
