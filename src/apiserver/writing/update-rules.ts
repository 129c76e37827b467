import type { ApiObject, Strategy, WriteContext } from '../contract.js';
import type { FieldError } from '../field-error.js';

/** What one path of a resource lets through and what it puts back. */
export interface UpdateRules {
  readonly path: 'main' | 'part';
  /** Whether a change through this path can raise `metadata.generation`. */
  readonly countsGeneration: boolean;
  prepare(object: ApiObject, old: ApiObject, context: WriteContext): void;
  validate(object: ApiObject, old: ApiObject, context: WriteContext): FieldError[];
}

/** The object itself. */
export const mainRules = (strategy: Strategy): UpdateRules => ({
  path: 'main',
  countsGeneration: true,
  prepare: (object, old, context) => strategy.prepareForUpdate?.(object, old, context),
  validate: (object, old, context) => [
    ...(strategy.updateValidatesAll === true ? [] : (strategy.validate?.(object, context) ?? [])),
    ...(strategy.validateUpdate?.(object, old, context) ?? []),
  ],
});

/** Puts every field that is not named back to what it was. */
export function keepOnly(object: ApiObject, old: ApiObject, fields: readonly string[]): void {
  for (const key of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (fields.includes(key)) continue;
    if (old[key] === undefined) Reflect.deleteProperty(object, key);
    else object[key] = structuredClone(old[key]);
  }
}

/** `…/status`: everything but status, and metadata as far as the kind allows, stays. */
export const statusRules = (strategy: Strategy, options: { readonly labelsStay?: boolean } = {}): UpdateRules => ({
  path: 'part',
  countsGeneration: false,
  prepare(object, old, context) {
    keepOnly(object, old, ['apiVersion', 'kind', 'metadata', 'status']);
    if (options.labelsStay === true) {
      if (old.metadata.labels === undefined) delete object.metadata.labels;
      else object.metadata.labels = { ...old.metadata.labels };
    }
    strategy.prepareForStatusUpdate?.(object, old, context);
  },
  validate: (object, old, context) => strategy.validateStatusUpdate?.(object, old, context) ?? [],
});

/** `namespaces/…/finalize`: everything but status may change, the finalizers of spec above all. */
export const finalizeRules: UpdateRules = {
  path: 'part',
  countsGeneration: false,
  prepare(object, old) {
    if (old.status === undefined) delete object.status;
    else object.status = structuredClone(old.status);
  },
  validate: () => [],
};
