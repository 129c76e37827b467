import { isObject } from '../json.js';
import type { Json } from '../json.js';
import type { FieldValidation } from '../schema/contract.js';
import { GoDecodeError, GoSyntaxError, asWarning, readJson, readYaml } from '../schema/index.js';
import type { Document } from '../schema/index.js';
import { badRequest } from '../status-error.js';

/** What an apply request has, and what to warn of. */
export interface ApplyConfiguration {
  readonly applied: Json;
  readonly problems: readonly string[];
}

/**
 * Reads the body of an apply request, YAML or JSON. Nothing is dropped or defaulted: what it has is what its manager
 * owns. Throws StatusError 400.
 */
export async function readApplyConfiguration(
  bytes: Uint8Array,
  fieldValidation: FieldValidation,
): Promise<ApplyConfiguration> {
  const document = await read(bytes);
  if (document.value !== null && !isObject(document.value)) {
    const found = Array.isArray(document.value)
      ? 'array'
      : typeof document.value === 'boolean'
        ? 'bool'
        : typeof document.value;
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${found} into Go value of type map[string]interface {}`,
    );
  }
  const applied = document.value ?? {};
  const problems = [
    ...document.yamlProblems,
    ...document.duplicates.map(
      (path) => `key ${JSON.stringify(path.slice(path.lastIndexOf('.') + 1))} already set in map`,
    ),
  ];
  if (fieldValidation === 'Strict' && problems.length > 0) {
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${problems.join(', ')}`);
  }
  return {
    applied,
    problems: fieldValidation === 'Warn' ? problems.map(asWarning) : [],
  };
}

const OPEN_BRACE = 0x7b;

/** JSON is YAML, too, and quicker to read as itself. */
async function read(bytes: Uint8Array): Promise<Document> {
  try {
    if (bytes[0] === OPEN_BRACE) return readJson(bytes, true);
  } catch (error) {
    // Not JSON after all: a YAML flow mapping.
    if (!(error instanceof GoSyntaxError) && !(error instanceof GoDecodeError)) throw error;
  }
  try {
    return await readYaml(bytes);
  } catch (error) {
    if (error instanceof GoSyntaxError) {
      throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
    }
    throw error;
  }
}
