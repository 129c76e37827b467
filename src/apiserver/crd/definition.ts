import type { ApiObject, ServedResource } from '../contract.js';
import type { JsonSchema } from '../schema/index.js';
import type { PrinterColumn } from '../table/index.js';

/** What CRDs are called in the storage. */
export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

/** The finalizer that keeps a CRD until its objects are gone. */
export const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

export interface DefinitionNames {
  plural: string;
  singular?: string;
  shortNames?: string[];
  kind: string;
  listKind?: string;
  categories?: string[];
}

export interface DefinitionScale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: { readonly status?: object; readonly scale?: DefinitionScale };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface Condition {
  type: string;
  status: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
  observedGeneration?: number;
}

export interface DefinitionSpec {
  group: string;
  names: DefinitionNames;
  /** Absent only before validation. */
  scope?: string;
  versions: DefinitionVersion[];
  conversion?: { strategy: string; webhook?: Record<string, unknown> };
  preserveUnknownFields?: boolean;
}

/** A custom resource in one version. */
export interface CustomKind extends ServedResource {
  readonly openApiSchema: JsonSchema;
  /** Whether the CRD is on its way out, so that nothing new may be created. */
  readonly terminating: boolean;
}

/** The versions of a CRD, which may lack them before validation. */
export const versionsOf = (spec: { versions?: DefinitionVersion[] | null }): DefinitionVersion[] => spec.versions ?? [];

/** A CustomResourceDefinition under its type; the schema of the kind is what makes this true. */
export interface Definition extends ApiObject {
  spec: DefinitionSpec;
  status?: {
    conditions?: Condition[] | null;
    acceptedNames?: DefinitionNames;
    storedVersions?: string[] | null;
  };
}

export const hasCondition = (definition: Definition, type: string): boolean =>
  definition.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true;

/** Sets a condition; its time changes only with its status. */
export function setCondition(
  definition: Definition,
  condition: Omit<Condition, 'lastTransitionTime'>,
  now: string,
): void {
  const status = (definition.status ??= {});
  const conditions = (status.conditions ??= []);
  const found = conditions.find(({ type }) => type === condition.type);
  if (found === undefined) {
    const { type, status: state, ...rest } = condition;
    conditions.push({ type, status: state, lastTransitionTime: now, ...rest });
  } else {
    if (found.status !== condition.status) found.lastTransitionTime = now;
    Object.assign(found, condition);
  }
}
