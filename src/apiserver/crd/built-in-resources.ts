import { allResources } from '../../generated/index.js';
import type { ResourceInfo, SubresourceInfo } from '../../generated/index.js';
import type { ApiObject, ServedResource, ServedSubresource, Strategy, TableLayout } from '../contract.js';
import { selectableFieldsOf, strategyOf } from '../kinds/index.js';
import type { ObjectSchema } from '../schema/contract.js';
import { builtInSchema } from '../schema/index.js';
import { SERVED_GROUPS, isServed } from '../served-groups.js';
import { tableLayoutOf } from '../table/index.js';
import { definitionStrategy } from './definition-strategy.js';
import { DEFINITIONS } from './definition.js';

/** Resources of one group that are kept with those of another. */
const STORED_AS: Readonly<Record<string, { groupResource: string; apiVersion: string }>> = {
  'events.events.k8s.io': { groupResource: 'events', apiVersion: 'v1' },
};

/** A built-in resource in one version. What it needs to be written and shown is made when it is first used. */
class BuiltInResource implements ServedResource {
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
  readonly verbs: readonly string[];
  readonly subresources: readonly ServedSubresource[];
  readonly groupResource: string;
  readonly storageVersion: string;
  readonly storedAs?: { readonly groupResource: string; readonly apiVersion: string };
  readonly custom = false;
  #strategy: Strategy | undefined;

  constructor({ ref, singular, verbs, shortNames, categories, subresources }: ResourceInfo) {
    const { group, version, resource, kind } = ref;
    this.group = group;
    this.version = version;
    this.apiVersion = group === '' ? version : `${group}/${version}`;
    this.resource = resource;
    this.singular = singular;
    this.kind = kind;
    this.listKind = `${kind}List`;
    this.namespaced = ref.scope === 'Namespaced';
    this.shortNames = shortNames;
    this.categories = categories;
    this.verbs = verbs;
    this.subresources = subresources.map((subresource) => servedSubresource(subresource, this.apiVersion));
    this.groupResource = group === '' ? resource : `${resource}.${group}`;
    this.storageVersion = SERVED_GROUPS.find(([name]) => name === group)?.[1][0] ?? version;
    const storedAs = STORED_AS[this.groupResource];
    if (storedAs !== undefined) this.storedAs = storedAs;
  }

  get schema(): ObjectSchema {
    return builtInSchema(this.apiVersion, this.kind);
  }

  get strategy(): Strategy {
    this.#strategy ??= this.groupResource === DEFINITIONS ? definitionStrategy : strategyOf(this.group, this.resource);
    return this.#strategy;
  }

  get table(): TableLayout {
    return tableLayoutOf(this.group, this.resource);
  }

  get selectableFields(): ReadonlyMap<string, (object: ApiObject) => string> {
    return selectableFieldsOf(this.group, this.resource);
  }
}

/** `kind` is `Scale`-like where it is of another group: `autoscaling/v1/Scale`. */
function servedSubresource({ name, kind, verbs }: SubresourceInfo, apiVersion: string): ServedSubresource {
  const slash = kind.lastIndexOf('/');
  if (slash < 0) return { name, apiVersion, kind, verbs };
  return { name, apiVersion: kind.slice(0, slash).replace(/^\//, ''), kind: kind.slice(slash + 1), verbs };
}

/** Every built-in resource that is served, in each version that is. */
export function builtInResources(): readonly ServedResource[] {
  return allResources()
    .filter(({ ref }) => isServed(ref.group, ref.version))
    .map((info) => new BuiltInResource(info));
}
