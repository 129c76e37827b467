import type { ApiObject } from '../contract.js';
import { invalid } from '../field-error.js';
import type { Body } from '../http/contract.js';
import { isObject } from '../json.js';
import type { Json } from '../json.js';
import type { Decoded, FieldValidation, ObjectSchema } from '../schema/contract.js';
import { GoDecodeError, GoSyntaxError, readJson, whyAnotherKind } from '../schema/index.js';
import type { Document } from '../schema/index.js';
import { StatusError, badRequest } from '../status-error.js';
import { goText } from './go-text.js';
import { applyJsonPatch } from './json-patch.js';
import type { JsonPatchOperation } from './json-patch.js';
import { applyMergePatch } from './merge-patch.js';
import { applyStrategicMergePatch } from './strategic-merge.js';

/** A patch other than server-side apply. */
export interface PatchInput {
  readonly schema: ObjectSchema;
  /** The stored object in the version of the schema. Not changed. */
  readonly object: ApiObject;
  readonly body: Body;
  readonly fieldValidation: FieldValidation;
}

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';

/**
 * The object after a patch of any type but apply, read as a body is: without defaults, with the problems to warn of.
 * Throws StatusError with the code and words of a kube-apiserver: 400 for a patch that cannot be read, 415 for a type
 * the kind does not have, 422 for one that cannot be applied or whose result is no such object.
 */
export function patchObject(input: PatchInput): Decoded {
  const { schema, body } = input;
  const isCustom = schema.protobuf === undefined;
  if (body.mediaType === STRATEGIC && !isCustom) return strategic(input);
  if (body.mediaType === JSON_PATCH) return jsonPatch(input);
  if (body.mediaType === MERGE_PATCH) return mergePatch(input);
  const accepted = [JSON_PATCH, MERGE_PATCH, ...(isCustom ? [] : [STRATEGIC]), 'application/apply-patch+yaml'];
  throw new StatusError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  );
}

function read(input: PatchInput, prefix: string): Document {
  try {
    return readJson(input.body.bytes, input.fieldValidation !== 'Ignore');
  } catch (error) {
    if (error instanceof GoSyntaxError || error instanceof GoDecodeError) throw badRequest(`${prefix}${error.message}`);
    throw error;
  }
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value === 'boolean' ? 'bool' : typeof value;

const OPERATION_FIELDS = ['op', 'path', 'from'];

function jsonPatch(input: PatchInput): Decoded {
  const document = read(input, 'error decoding patch: ');
  const patch = document.value;
  const cannot = (found: string, goType: string): StatusError =>
    badRequest(`error decoding patch: json: cannot unmarshal ${found} into ${goType}`);
  if (!Array.isArray(patch)) throw cannot(kindOf(patch), 'Go value of type []handlers.jsonPatchOp');
  const problems = document.duplicates.map((path) => `json patch duplicate field ${JSON.stringify(path)}`);
  for (const [index, operation] of (patch as unknown[]).entries()) {
    if (!isObject(operation)) throw cannot(kindOf(operation), 'Go value of type handlers.jsonPatchOp');
    for (const [name, value] of Object.entries(operation)) {
      if (OPERATION_FIELDS.includes(name)) {
        if (typeof value !== 'string' && value !== null) {
          throw cannot(kindOf(value), `Go struct field jsonPatchOp.${name} of type string`);
        }
      } else if (name !== 'value') problems.push(`json patch unknown field "[${String(index)}].${name}"`);
    }
  }
  return finish(input, applyJsonPatch(input.object, patch as JsonPatchOperation[]), problems, textOfResult);
}

function mergePatch(input: PatchInput): Decoded {
  const document = read(input, 'error decoding patch: ');
  if (document.value === null) throw badRequest('Invalid JSON Patch');
  const patch = mapOf(document.value, 'error decoding patch: ');
  return finish(input, applyMergePatch(input.object, patch), duplicatesOf(document), textOfResult);
}

function strategic(input: PatchInput): Decoded {
  const document = read(input, '');
  const patch = mapOf(document.value ?? {}, '');
  const result = applyStrategicMergePatch(input.schema.root, input.object, patch);
  // The type is the one of the path, whatever the patch says.
  const { apiVersion, kind } = input.schema;
  return finish(input, { ...result, apiVersion, kind }, duplicatesOf(document), () => goText(patch), structuralWords);
}

function mapOf(value: unknown, prefix: string): Json {
  if (isObject(value)) return value;
  throw badRequest(`${prefix}json: cannot unmarshal ${kindOf(value)} into Go value of type map[string]interface {}`);
}

const duplicatesOf = (document: Document): string[] =>
  document.duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`);

/** The patched document as the message shows it: the top level in the order of names, as the library writes it. */
function textOfResult(result: Json): string {
  return JSON.stringify(Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The 422 of a result that is no object of the kind. */
function invalidPatch(text: string, why: string): StatusError {
  const { field, type, text: message } = invalid('patch', text, why);
  return new StatusError(422, 'Invalid', ` "" is invalid: ${field}: ${message}`, {
    details: { causes: [{ reason: type, message, field }] },
  });
}

function finish(
  input: PatchInput,
  result: Json,
  problems: readonly string[],
  shown: (result: Json) => string,
  words: (error: GoDecodeError) => string = (error) => error.message,
): Decoded {
  const { schema, fieldValidation } = input;
  let decoded: Decoded;
  try {
    checkKind(result, schema);
    decoded = schema.normalise(result);
  } catch (error) {
    const cause = error instanceof StatusError ? error.cause : error;
    if (cause instanceof GoDecodeError) throw invalidPatch(shown(result), words(cause));
    throw error;
  }
  if (fieldValidation === 'Ignore') return { object: decoded.object, problems: [] };
  const all = [...new Set([...problems, ...decoded.problems])];
  if (fieldValidation === 'Strict' && all.length > 0) {
    throw invalidPatch(shown(result), `strict decoding error: ${all.join(', ')}`);
  }
  return { object: decoded.object, problems: all };
}

/** A result that says nothing of its type is of the type of the path; one that says another is none. */
function checkKind(result: Json, schema: ObjectSchema): void {
  const kind = result['kind'] ?? '';
  const apiVersion = result['apiVersion'] ?? '';
  if (schema.protobuf === undefined) {
    if (kind === '') throw new GoDecodeError(`Object 'Kind' is missing in '${textOfResult(result)}'`);
    return;
  }
  const named = {
    kind: typeof kind === 'string' && kind !== '' ? kind : schema.kind,
    apiVersion: typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : schema.apiVersion,
  };
  if (named.kind === schema.kind && named.apiVersion === schema.apiVersion) return;
  throw new GoDecodeError(whyAnotherKind(result, named, schema));
}

/** The real server makes the object of a strategic patch without JSON, and words a wrong type in another way. */
function structuralWords(error: GoDecodeError): string {
  if (error.mismatch === undefined) return error.message;
  const { found, goType } = error.mismatch;
  const kind = isObject(found)
    ? 'map'
    : Array.isArray(found)
      ? 'slice'
      : typeof found === 'number'
        ? Number.isInteger(found)
          ? 'int64'
          : 'float64'
        : typeof found === 'boolean'
          ? 'bool'
          : 'string';
  if (goType.startsWith('map[') || goType === 'v1.ResourceList') return `cannot restore map from ${kind}`;
  if (goType.startsWith('[]')) return `cannot restore slice from ${kind}`;
  if (goType === 'string' || goType === 'bool' || /^(?:int|float)\d\d$/.test(goType)) {
    // What cannot be converted to a number or a boolean has no words of its own.
    if (goType === 'string' || kind === 'int64' || kind === 'float64') return `cannot convert ${kind} to ${goType}`;
    return `unrecognized type: ${goType}`;
  }
  return `cannot restore struct from: ${kind}`;
}
