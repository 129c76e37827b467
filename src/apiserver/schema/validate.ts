import { invalid, notSupported, required, tooLong, tooMany, typeInvalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { isObject, sameJson } from '../json.js';
import type { Json } from '../json.js';
import { hasFormat } from './formats.js';
import { propertyOf } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { validateLists } from './list-types.js';
import { matchesPattern } from './pattern.js';

/** What checking a value against a schema gave; `matches` counts the rules that were tried, to choose among failures. */
interface Result {
  readonly errors: FieldError[];
  matches: number;
}

/** Where a value is, and the value it replaces. */
interface At {
  readonly path: string;
  /** The stored value at the same place; undefined in a creation and where places cannot be matched. */
  readonly old: unknown;
}

/**
 * The rules of a CRD's schema that an object breaks, worded as the real server words them. In an update (`old` is given)
 * what was wrong before and is unchanged is left in peace. `path` is where the value is: `status` for that part alone.
 */
export function validateCustom(
  schema: JsonSchema,
  value: unknown,
  options: { old?: unknown; path?: string } = {},
): FieldError[] {
  const path = options.path ?? '';
  return [...check(schema, value, { path, old: options.old }).errors, ...validateLists(schema, value, path)];
}

const typesOf = (schema: JsonSchema): readonly string[] =>
  schema['x-kubernetes-int-or-string'] === true
    ? ['integer', 'string']
    : schema.type === undefined || schema.type === ''
      ? []
      : [schema.type];

/** The name of a value's type, and what Go holds it in. */
function typeOf(value: unknown): readonly [type: string, format: string] {
  if (value === null) return ['null', ''];
  if (Array.isArray(value)) return ['array', ''];
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) || (Number.isInteger(value) && Math.abs(value) < 2 ** 63)
      ? ['integer', 'int64']
      : ['number', 'float64'];
  }
  return [typeof value, ''];
}

function check(schema: JsonSchema, value: unknown, at: At): Result {
  const result: Result = { errors: [], matches: 0 };
  if (at.old !== undefined && sameJson(value, at.old)) return result;
  checkType(schema, value, at.path, result);
  if (value !== null) {
    checkCombinations(schema, value, at, result);
    if (typeof value === 'string') checkString(schema, value, at.path, result);
    else if (typeof value === 'number') checkNumber(schema, value, at.path, result);
    else if (Array.isArray(value)) checkList(schema, value, at, result);
  }
  if (schema.enum !== undefined && !schema.enum.some((allowed) => sameJson(allowed, value))) {
    const texts = schema.enum.map((allowed) => (typeof allowed === 'string' ? allowed : JSON.stringify(allowed)));
    result.errors.push(notSupported(at.path, value, texts));
  }
  if (isObject(value)) checkObject(schema, value, at, result);
  result.matches++;
  return result;
}

function checkType(schema: JsonSchema, value: unknown, path: string, result: Result): void {
  const types = typesOf(schema);
  const { format } = schema;
  const [type, goFormat] = typeOf(value);
  const fail = (expected: string, found: string): void => {
    result.errors.push(
      typeInvalid(path, found, `${path} in body must be of type ${expected}: ${JSON.stringify(found)}`),
    );
  };
  if (types.length === 0) return;
  if (value === null) {
    if (schema.nullable !== true) fail(types.join(','), 'null');
    return;
  }
  const fits = types.includes(type) || (type === 'integer' && types.includes('number'));
  if (fits) {
    result.matches++;
    return;
  }
  const isTextual = type === 'string' || type === 'array';
  if (format !== undefined && format !== '' && !isTextual && goFormat !== format) fail(format, goFormat);
  else if (
    format !== undefined &&
    format !== '' &&
    isTextual &&
    !types.includes('number') &&
    !types.includes('integer')
  ) {
    // The format speaks for itself.
  } else fail(types.join(','), type);
}

function checkString(schema: JsonSchema, value: string, path: string, result: Result): void {
  const length = schema.maxLength === undefined && schema.minLength === undefined ? 0 : Array.from(value).length;
  if (schema.maxLength !== undefined && length > schema.maxLength) result.errors.push(tooLong(path, schema.maxLength));
  else if (schema.minLength !== undefined && length < schema.minLength) {
    result.errors.push(
      invalid(path, value, `${path} in body should be at least ${String(schema.minLength)} chars long`),
    );
  } else if (schema.pattern !== undefined && schema.pattern !== '') {
    const matches = matchesPattern(schema.pattern, value);
    if (matches !== true) {
      const why = matches === 'slow' ? ' (matching was given up: it took too long)' : '';
      result.errors.push(invalid(path, value, `${path} in body should match '${schema.pattern}'${why}`));
    }
  }
  if (schema.format !== undefined && !hasFormat(schema.format, value)) {
    result.errors.push(
      typeInvalid(path, value, `${path} in body must be of type ${schema.format}: ${JSON.stringify(value)}`),
    );
  }
  result.matches++;
}

/** The errors of combinations and ranges name no field: Go writes a nil path so. */
const pathless = (detail: string): FieldError => invalid('<nil>', '', detail);

function checkNumber(schema: JsonSchema, value: number, path: string, result: Result): void {
  const { errors } = result;
  const { minimum, maximum, multipleOf } = schema;
  const say = (detail: string): void => {
    errors.push(invalid(path, value, detail));
  };
  if (schema.type === 'integer') {
    const fits = schema.format === 'int32' ? value >= -(2 ** 31) && value <= 2 ** 31 - 1 : Math.abs(value) < 2 ** 63;
    if (!Number.isInteger(value) || !fits) {
      const named = schema.format === 'int32' || schema.format === 'int64';
      const kind = named ? `integer with format ${schema.format}` : 'integer (default format)';
      errors.push(pathless(`Checked value must be of type ${kind} in ${path}`));
    }
  }
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    say(`${path} in body should be a multiple of ${String(multipleOf)}`);
  }
  if (minimum !== undefined) {
    if (schema.exclusiveMinimum === true ? value <= minimum : value < minimum) {
      say(
        `${path} in body should be greater than ${schema.exclusiveMinimum === true ? '' : 'or equal to '}${String(minimum)}`,
      );
    }
  }
  if (maximum !== undefined) {
    if (schema.exclusiveMaximum === true ? value >= maximum : value > maximum) {
      say(
        `${path} in body should be less than ${schema.exclusiveMaximum === true ? '' : 'or equal to '}${String(maximum)}`,
      );
    }
  }
  result.matches++;
}

function isMultiple(value: number, factor: number): boolean {
  return Number.isInteger(factor < 1 ? Number((value / factor).toPrecision(15)) : value / factor);
}

function checkList(schema: JsonSchema, value: readonly unknown[], at: At, result: Result): void {
  const { path } = at;
  const { items } = schema;
  if (items !== undefined) {
    value.forEach((item, index) => {
      merge(result, check(items, item, { path: `${path}[${String(index)}]`, old: oldItem(schema, item, at.old) }));
    });
  }
  if (schema.minItems !== undefined && value.length < schema.minItems) {
    result.errors.push(
      invalid(path, value.length, `${path} in body should have at least ${String(schema.minItems)} items`),
    );
  }
  if (schema.maxItems !== undefined && value.length > schema.maxItems) {
    result.errors.push(tooMany(path, value.length, schema.maxItems));
  }
  result.matches++;
}

/** The stored item with the same keys; other lists have no items that can be matched. */
function oldItem(schema: JsonSchema, item: unknown, old: unknown): unknown {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (schema['x-kubernetes-list-type'] !== 'map' || keys === undefined || !Array.isArray(old) || !isObject(item)) {
    return undefined;
  }
  return old.find((other: unknown) => isObject(other) && keys.every((key) => sameJson(other[key], item[key])));
}

function merge(into: Result, from: Result): void {
  into.errors.push(...from.errors);
  into.matches += from.matches;
}

const META_TYPES: Readonly<Record<string, JsonSchema>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

function checkObject(schema: JsonSchema, value: Json, at: At, result: Result): void {
  const { path } = at;
  const old = isObject(at.old) ? at.old : undefined;
  const join = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const count = Object.keys(value).length;
  if (schema.minProperties !== undefined && count < schema.minProperties) {
    result.errors.push(
      invalid(path, count, `${path} in body should have at least ${String(schema.minProperties)} properties`),
    );
  }
  if (schema.maxProperties !== undefined && count > schema.maxProperties) {
    result.errors.push(tooMany(path, count, schema.maxProperties));
  }
  for (const [name, item] of Object.entries(value)) {
    const property = propertyOf(schema, name) ?? (embedded ? META_TYPES[name] : undefined);
    if (property !== undefined) merge(result, check(property, item, { path: join(name), old: old?.[name] }));
    else if (schema.additionalProperties === false) {
      result.errors.push(invalid(path, '', `${join(name)} in body is a forbidden property`));
    }
  }
  const needed = embedded ? [...new Set([...(schema.required ?? []), 'apiVersion', 'kind'])] : (schema.required ?? []);
  for (const name of needed) {
    if (!Object.hasOwn(value, name)) result.errors.push(required(join(name)));
  }
  result.matches++;
}

function checkCombinations(schema: JsonSchema, value: unknown, at: At, result: Result): void {
  const name = JSON.stringify(at.path);
  const { anyOf, oneOf, allOf, not } = schema;
  if (anyOf !== undefined && anyOf.length > 0) {
    const results = anyOf.map((option) => check(option, value, at));
    if (results.every(({ errors }) => errors.length > 0)) {
      result.errors.push(pathless(`${name} must validate at least one schema (anyOf)`));
      merge(result, best(results));
    }
  }
  if (oneOf !== undefined && oneOf.length > 0) {
    const results = oneOf.map((option) => check(option, value, at));
    const valid = results.filter(({ errors }) => errors.length === 0).length;
    if (valid !== 1) {
      const found = valid === 0 ? 'Found none valid' : `Found ${String(valid)} valid alternatives`;
      result.errors.push(pathless(`${name} must validate one and only one schema (oneOf). ${found}`));
      if (valid === 0) merge(result, best(results));
    }
  }
  if (allOf !== undefined && allOf.length > 0) {
    const results = allOf.map((option) => check(option, value, at));
    const valid = results.filter(({ errors }) => errors.length === 0).length;
    for (const each of results) merge(result, each);
    if (valid !== results.length) {
      const found = valid === 0 ? '. None validated' : '';
      result.errors.push(pathless(`${name} must validate all the schemas (allOf)${found}`));
    }
  }
  if (not !== undefined && check(not, value, { path: at.path, old: undefined }).errors.length === 0) {
    result.errors.push(pathless(`${name} must not validate the schema (not)`));
  }
  result.matches++;
}

/** The failure that got furthest; the first of several. */
function best(results: readonly Result[]): Result {
  return results.reduce((most, each) => (each.matches > most.matches ? each : most));
}
