import type { ApiObject, ServedResource, ServedSubresource, Strategy, TableLayout } from '../contract.js';
import type { ObjectSchema } from '../schema/contract.js';
import { customSchema } from '../schema/index.js';
import type { JsonSchema } from '../schema/index.js';
import { customTableLayout } from '../table/index.js';
import type { ScalePaths, ScaledResource } from '../writing/scale.js';
import { customStrategy } from './custom-strategy.js';
import type { CustomKind, Definition, DefinitionVersion } from './definition.js';
import { simplePath, textAt } from './simple-path.js';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const PART_VERBS = ['get', 'patch', 'update'];

/** What a version of a CRD without a schema accepts: anything. Only CRDs of before v1 can be so. */
const ANYTHING: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** A custom resource in one version, as its CRD is now. A changed CRD makes a new one. */
export class CustomResource implements CustomKind, ScaledResource {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[] = VERBS;
  readonly subresources: readonly ServedSubresource[];
  readonly groupResource: string;
  readonly storageVersion: string;
  readonly custom = true;
  readonly scale?: ScalePaths;
  readonly selectableFields: ReadonlyMap<string, (object: ApiObject) => string>;
  readonly openAPIV3Schema: JsonSchema;
  readonly terminating: boolean;
  readonly deprecationWarning?: string;
  readonly #version: DefinitionVersion;
  #schema: ObjectSchema | undefined;
  #strategy: Strategy | undefined;
  #table: TableLayout | undefined;

  constructor(definition: Definition, version: DefinitionVersion) {
    const { spec } = definition;
    const names = definition.status?.acceptedNames ?? spec.names;
    this.#version = version;
    this.group = spec.group;
    this.version = version.name;
    this.apiVersion = `${spec.group}/${version.name}`;
    this.resource = names.plural;
    this.singular = names.singular ?? names.kind.toLowerCase();
    this.kind = names.kind;
    this.listKind = names.listKind ?? `${names.kind}List`;
    this.namespaced = spec.scope === 'Namespaced';
    this.shortNames = names.shortNames ?? [];
    this.categories = names.categories ?? [];
    this.groupResource = `${names.plural}.${spec.group}`;
    this.storageVersion = spec.versions.find(({ storage }) => storage)?.name ?? version.name;
    this.terminating = definition.metadata.deletionTimestamp !== undefined;
    this.openAPIV3Schema = version.schema?.openAPIV3Schema ?? ANYTHING;
    if (version.deprecated === true) {
      this.deprecationWarning = version.deprecationWarning ?? `${this.apiVersion} ${this.kind} is deprecated`;
    }
    const { status, scale } = version.subresources ?? {};
    this.subresources = [
      ...(status === undefined
        ? []
        : [{ name: 'status', apiVersion: this.apiVersion, kind: this.kind, verbs: PART_VERBS }]),
      ...(scale === undefined
        ? []
        : [{ name: 'scale', apiVersion: 'autoscaling/v1', kind: 'Scale', verbs: PART_VERBS }]),
    ];
    if (scale !== undefined) {
      this.scale = {
        specReplicas: simplePath(scale.specReplicasPath),
        statusReplicas: simplePath(scale.statusReplicasPath),
        selector: scale.labelSelectorPath === undefined ? undefined : simplePath(scale.labelSelectorPath),
      };
    }
    this.selectableFields = new Map(
      (version.selectableFields ?? []).map(({ jsonPath }) => {
        const path = simplePath(jsonPath);
        return [path.join('.'), (object) => textAt(object, path)];
      }),
    );
  }

  get openApiSchema(): Readonly<Record<string, unknown>> {
    return this.openAPIV3Schema as Readonly<Record<string, unknown>>;
  }

  get schema(): ObjectSchema {
    return (this.#schema ??= customSchema(this.apiVersion, this.kind, this.openAPIV3Schema));
  }

  get strategy(): Strategy {
    return (this.#strategy ??= customStrategy(this, this.#version));
  }

  get table(): TableLayout {
    return (this.#table ??= customTableLayout(this.#version.additionalPrinterColumns));
  }
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
  for (const version of definition.spec.versions) {
    const resource = new CustomResource(definition, version);
    if (version.served) served.set(version.name, resource);
    if (version.storage) stored = resource;
  }
  return { served, stored };
}
