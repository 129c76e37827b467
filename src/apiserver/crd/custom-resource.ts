import type { ServedResource, Strategy, TableLayout } from '../contract.js';
import type { ObjectSchema } from '../schema/contract.js';
import { customSchema, fromStorage } from '../schema/index.js';
import type { JsonSchema } from '../schema/index.js';
import { customTableLayout } from '../table/index.js';
import type { ScalePaths, ScaledResource } from '../writing/scale.js';
import { customStrategy } from './custom-strategy.js';
import type { CustomKind, Definition, DefinitionScale, DefinitionVersion } from './definition.js';
import { simplePath, textAt } from './simple-path.js';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const PART_VERBS = ['get', 'patch', 'update'];

/** What a version of a CRD without a schema accepts: anything. Only CRDs of before v1 can be so. */
const ANYTHING: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const scalePaths = (scale: DefinitionScale): ScalePaths => ({
  specReplicas: simplePath(scale.specReplicasPath),
  statusReplicas: simplePath(scale.statusReplicasPath),
  selector: scale.labelSelectorPath === undefined ? undefined : simplePath(scale.labelSelectorPath),
});

const schemaOf = (version: DefinitionVersion): JsonSchema => version.schema?.openAPIV3Schema ?? ANYTHING;

/** A custom resource in one version, as its CRD is now. A changed CRD makes a new one. */
function customResource(
  definition: Definition,
  version: DefinitionVersion,
  schemas: ReadonlyMap<string, JsonSchema>,
): CustomKind & ScaledResource {
  const { spec } = definition;
  const { group } = spec;
  const names = definition.status?.acceptedNames ?? spec.names;
  const { plural, kind } = names;
  const apiVersion = `${group}/${version.name}`;
  const openApiSchema = schemaOf(version);
  const { status, scale } = version.subresources ?? {};
  let schema: ObjectSchema | undefined;
  let strategy: Strategy | undefined;
  let table: TableLayout | undefined;
  return {
    group,
    version: version.name,
    apiVersion,
    resource: plural,
    singular: names.singular ?? kind.toLowerCase(),
    kind,
    listKind: names.listKind ?? `${kind}List`,
    namespaced: spec.scope === 'Namespaced',
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    verbs: VERBS,
    subresources: [
      ...(status === undefined ? [] : [{ name: 'status', apiVersion, kind, verbs: PART_VERBS }]),
      ...(scale === undefined
        ? []
        : [{ name: 'scale', apiVersion: 'autoscaling/v1', kind: 'Scale', verbs: PART_VERBS }]),
    ],
    groupResource: `${plural}.${group}`,
    storageVersion: spec.versions.find(({ storage }) => storage)?.name ?? version.name,
    custom: true,
    definition,
    fromStorage: (object) => fromStorage(schemas, object, apiVersion),
    terminating: definition.metadata.deletionTimestamp !== undefined,
    openApiSchema,
    selectableFields: new Map(
      (version.selectableFields ?? []).map(({ jsonPath }) => {
        const path = simplePath(jsonPath);
        return [path.join('.'), (object) => textAt(object, path)];
      }),
    ),
    ...(version.deprecated === true
      ? { deprecationWarning: version.deprecationWarning ?? `${apiVersion} ${kind} is deprecated` }
      : {}),
    ...(scale === undefined ? {} : { scale: scalePaths(scale) }),
    get schema() {
      return (schema ??= customSchema(apiVersion, kind, openApiSchema, {
        versions: spec.versions.map(({ name }) => name),
      }));
    },
    get strategy() {
      return (strategy ??= customStrategy(this, version));
    },
    get table() {
      return (table ??= customTableLayout(version.additionalPrinterColumns));
    },
  };
}

/** The resources that a CRD serves, its storage version among them even when that is not served. */
export interface ServedDefinition {
  readonly served: ReadonlyMap<string, ServedResource>;
  readonly stored: ServedResource | undefined;
}

/** What an established CRD serves; nothing before. */
export function servedBy(definition: Definition): ServedDefinition {
  const served = new Map<string, ServedResource>();
  let stored: ServedResource | undefined;
  const schemas = new Map(definition.spec.versions.map((version) => [version.name, schemaOf(version)]));
  for (const version of definition.spec.versions) {
    const resource = customResource(definition, version, schemas);
    if (version.served) served.set(version.name, resource);
    if (version.storage) stored = resource;
  }
  return { served, stored };
}
