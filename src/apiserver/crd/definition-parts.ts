import { duplicate, invalid, required } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import type { JsonSchema } from '../schema/index.js';
import type { DefinitionScale, DefinitionVersion } from './definition.js';
import { simplePath } from './simple-path.js';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function pathErrors(path: string, field: string): FieldError[] {
  if (path === '') return [invalid(field, path, 'must not be empty')];
  if (!path.startsWith('.')) return [invalid(field, path, 'must be a simple json path starting with .')];
  return /^(\.[a-zA-Z_][a-zA-Z0-9_-]*)+$/.test(path)
    ? []
    : [invalid(field, path, 'must be a json path in the dot notation')];
}

/** What is wrong with the scale subresource of a CRD. `field` is the subresources'. */
export function scalePathErrors(scale: DefinitionScale | undefined, field: string): FieldError[] {
  if (scale === undefined) return [];
  const errors: FieldError[] = [];
  const check = (name: keyof DefinitionScale, roots: readonly string[], where: string): void => {
    const path = scale[name] ?? '';
    const place = `${field}.scale.${name}`;
    if (path === '') {
      if (name !== 'labelSelectorPath') errors.push(required(place));
      return;
    }
    const problems = pathErrors(path, place);
    if (problems.length > 0) errors.push(...problems);
    else if (!roots.some((root) => path.startsWith(root))) {
      errors.push(invalid(place, path, `should be a json path under ${where}`));
    }
  };
  check('specReplicasPath', ['.spec.'], '.spec');
  check('statusReplicasPath', ['.status.'], '.status');
  check('labelSelectorPath', ['.spec.', '.status.'], 'either .spec or .status');
  return errors;
}

/** What is wrong with the columns of a version. */
export function columnErrors(columns: DefinitionVersion['additionalPrinterColumns'], field: string): FieldError[] {
  return (columns ?? []).flatMap((column, index) => {
    const place = `${field}.additionalPrinterColumns[${String(index)}]`;
    const errors: FieldError[] = [];
    const { format = '', type, name, jsonPath } = column;
    if (name === '') errors.push(required(`${place}.name`));
    if (type === '') errors.push(required(`${place}.type`, `must be one of ${COLUMN_TYPES.join(',')}`));
    else if (!COLUMN_TYPES.includes(type)) {
      errors.push(invalid(`${place}.type`, type, `must be one of ${COLUMN_TYPES.join(',')}`));
    }
    if (format !== '' && !COLUMN_FORMATS.includes(format)) {
      errors.push(invalid(`${place}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`));
    }
    if (jsonPath === '') errors.push(required(`${place}.JSONPath`));
    return errors;
  });
}

function schemaAt(schema: JsonSchema | undefined, path: readonly string[]): JsonSchema | undefined {
  let found = schema;
  for (const name of path) found = found?.properties?.[name];
  return found;
}

/** What is wrong with the selectable fields of a version: each has to be a scalar of its schema. */
export function selectableFieldErrors(version: DefinitionVersion, field: string): FieldError[] {
  const seen = new Set<string>();
  return (version.selectableFields ?? []).flatMap(({ jsonPath }, index) => {
    const place = `${field}.selectableFields[${String(index)}].jsonPath`;
    if (jsonPath === '') return [required(place)];
    const path = simplePath(jsonPath);
    if (path[0] === 'metadata') return [invalid(place, jsonPath, 'must not point to fields in metadata')];
    const found = schemaAt(version.schema?.openAPIV3Schema, path);
    if (found === undefined) {
      return [invalid(place, jsonPath, 'is an invalid path: does not refer to a valid field')];
    }
    const errors: FieldError[] = [];
    if (!['boolean', 'integer', 'string'].includes(found.type ?? '')) {
      errors.push(
        invalid(
          place,
          jsonPath,
          'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ),
      );
    }
    if (seen.has(jsonPath)) errors.push(duplicate(place, jsonPath));
    seen.add(jsonPath);
    return errors;
  });
}
