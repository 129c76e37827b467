import type { ApiObject, Strategy } from '../contract.js';
import { invalid } from '../field-error.js';
import type { FieldError } from '../field-error.js';
import { qualifiedName } from '../names.js';
import { applyDefaults, validateCustom } from '../schema/index.js';
import { forbiddenError } from '../status-error.js';
import { keepOnly } from '../writing/update-rules.js';
import { celWarnings } from './cel-warnings.js';
import type { CustomKind, DefinitionVersion } from './definition.js';
import { scaleErrors } from './scale-errors.js';

/** The rules of custom objects in one version: those of its schema, and what every custom kind has in common. */
export function customStrategy(resource: CustomKind, version: DefinitionVersion): Strategy {
  const schema = resource.openApiSchema;
  const hasStatus = version.subresources?.status !== undefined;
  const scale = version.subresources?.scale;
  const unenforced = celWarnings(resource.groupResource, schema);
  const typeErrors = (object: ApiObject): FieldError[] =>
    object.kind === resource.kind ? [] : [invalid('kind', object.kind, `must be ${resource.kind}`)];
  const whole = (object: ApiObject, old: ApiObject | undefined): FieldError[] => {
    const errors = typeErrors(object);
    if (errors.length > 0) return errors;
    return [
      ...validateCustom(schema, object, old === undefined ? {} : { old }),
      ...scaleErrors(scale, object, { spec: true }),
    ];
  };
  return {
    generation: true,
    unconditionalUpdate: false,
    updateValidatesAll: true,
    default(object) {
      applyDefaults(schema, object);
    },
    admit(object, old) {
      if (old === undefined && resource.terminating) {
        const { name, generateName } = object.metadata;
        const why = 'create not allowed while custom resource definition is terminating';
        throw forbiddenError(resource, name ?? generateName ?? '', why);
      }
    },
    prepareForCreate(object) {
      if (hasStatus) delete object.status;
    },
    prepareForUpdate(object, old) {
      if (!hasStatus) return;
      if (old.status === undefined) delete object.status;
      else object.status = structuredClone(old.status);
    },
    prepareForStatusUpdate(object, old) {
      const { managedFields, resourceVersion } = object.metadata;
      keepOnly(object, old, ['apiVersion', 'kind', 'status']);
      if (managedFields === undefined) delete object.metadata.managedFields;
      else object.metadata.managedFields = managedFields;
      if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion;
    },
    validate: (object) => whole(object, undefined),
    validateUpdate: (object, old) => whole(object, old),
    validateStatusUpdate(object, old) {
      const errors = typeErrors(object);
      const statusSchema = schema.properties?.status;
      if (errors.length > 0) return errors;
      if (object.status !== undefined && statusSchema !== undefined) {
        errors.push(...validateCustom(statusSchema, object.status, { old: old.status, path: 'status' }));
      }
      return [...errors, ...scaleErrors(scale, object, { spec: false })];
    },
    warnings: (object, old) => [...unenforced, ...finalizerWarnings(object, old)],
  };
}

const STANDARD = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** New finalizers that others might use, too. */
function finalizerWarnings(object: ApiObject, old: ApiObject | undefined): string[] {
  const added = (object.metadata.finalizers ?? []).filter((name) => old?.metadata.finalizers?.includes(name) !== true);
  return added.flatMap((name) => {
    const where = `metadata.finalizers: ${JSON.stringify(name)}: `;
    const warnings = qualifiedName(name).map((problem) => where + problem);
    if (!name.includes('/') && !STANDARD.includes(name)) {
      const path = name.includes('.') ? ' including a path (/)' : '';
      warnings.push(
        `${where}prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`,
      );
    }
    return warnings;
  });
}
